package enginetest

import (
	"fmt"
	"sync"
)

// EveryMoveText returns every text of the grammar of moves, of all games,
// with counts up to 14 cards and a few beyond.
var EveryMoveText = sync.OnceValue(func() []string {
	texts := []string{"d", "r", "w", "s", "ww", "ws", "ss"}
	names := func(letter string, n int) (list []string) {
		for i := 1; i <= n; i++ {
			list = append(list, fmt.Sprint(letter, i))
		}
		return list
	}
	columns, places, cells := names("t", 10), names("p", 28), names("c", 4)
	foundations := []string{"fc", "fd", "fh", "fs"}
	counted := func(move string) {
		texts = append(texts, move)
		for _, n := range []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 20, 52, 104} {
			texts = append(texts, fmt.Sprintf("%sx%d", move, n))
		}
	}
	for _, from := range [][]string{columns, cells, foundations, {"w"}} {
		for _, f := range from {
			for _, to := range [][]string{columns, cells, foundations} {
				for _, t := range to {
					counted(f + t)
				}
			}
			if f != "w" {
				counted(f + "w")
			}
		}
	}
	for i, p := range places {
		texts = append(texts, p, "w"+p, "s"+p)
		counted(p + "w")
		for _, q := range places[i:] {
			texts = append(texts, p+q)
		}
	}
	return texts
})
