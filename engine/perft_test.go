package engine_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
)

// perftBudget is how many paths a count may have to be verified by default;
// TALON_PERFT=1 verifies all of them, tens of millions.
const perftBudget = 30_000

// The files hold counts of three sources; where a count is the engine's own,
// it pins what two others confirmed at lower depths.
func TestPerftFiles(t *testing.T) {
	all := os.Getenv("TALON_PERFT") != ""
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			most := uint64(0)
			sources := map[string]int{}
			eachPerft(t, v, func(p engine.Position, depth int, want uint64, source string) {
				most = max(most, want)
				sources[source]++
				if want > perftBudget && !all {
					return
				}
				begun := time.Now()
				if got := engine.Perft(p, depth); got != want {
					t.Errorf("perft(%d) is %d, want %d (%s)\nfrom %s", depth, got, want, source, p.String())
				}
				if want > 5_000_000 {
					seconds := time.Since(begun).Seconds()
					t.Logf("%s, depth %d: %d paths in %.2f s, %.1f million a second", p.Options(), depth, want, seconds, float64(want)/seconds/1e6)
				}
			})
			if most < 10_000_000 {
				t.Errorf("the largest count is %d", most)
			}
			if sources["vectors"] == 0 || sources["naive"] == 0 || sources["engine"] == 0 || len(sources) != 3 {
				t.Errorf("the sources are %v", sources)
			}
		})
	}
}

// eachPerft calls yield with every count of the file of the game.
func eachPerft(t *testing.T, v engine.Variant, yield func(p engine.Position, depth int, paths uint64, source string)) {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", "perft", v.String()+".perft"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var p engine.Position
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case line == "" || line[0] == '#':
		case strings.HasPrefix(line, v.String()+"/"):
			p = parsed(t, line)
		default:
			var depth int
			var paths uint64
			var source string
			if _, err := fmt.Sscan(line, &depth, &paths, &source); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			yield(p, depth, paths, source)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}

// The branches of a position are its legal moves in order, and add up to its paths.
func TestDivideAddsUpToPerft(t *testing.T) {
	for _, v := range engine.Variants() {
		eachPerft(t, v, func(p engine.Position, depth int, want uint64, _ string) {
			if want > 2000 {
				return
			}
			moves := p.LegalMoves(nil)
			branches := engine.Divide(p, depth)
			sum := uint64(0)
			for i, b := range branches {
				sum += b.Paths
				if i >= len(moves) || b.Move != moves[i] {
					t.Errorf("branch %d is %s, the moves are %v", i, b.Move, moves)
				}
			}
			if sum != want || len(branches) != len(moves) {
				t.Errorf("depth %d: %d branches of %d moves add up to %d, want %d", depth, len(branches), len(moves), sum, want)
			}
		})
	}
}

// Nothing is counted below depth 1, and nothing follows a win.
func TestPerftEndsWithTheGame(t *testing.T) {
	for _, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, depth := range []int{0, -1} {
			if got := engine.Perft(d.Position(), depth); got != 1 {
				t.Errorf("%s: perft(%d) is %d, want 1", v, depth, got)
			}
			if got := engine.Divide(d.Position(), depth); got != nil {
				t.Errorf("%s: divide(%d) is %v", v, depth, got)
			}
		}
	}
	// One move wins at once; the other column and the cells leave more to do.
	p := board(t, "t1", "freecell/1;cells=1 m=0", "t1:Ks", "fc:K", "fd:K", "fh:K", "fs:Q")
	if got, moves := engine.Perft(p, 1), len(p.LegalMoves(nil)); got != uint64(moves) || moves != 9 {
		t.Errorf("perft(1) is %d with %d moves, want 9", got, moves)
	}
	if got := engine.Divide(p, 2); got[len(got)-1].Move.String() != "t1fs" || got[len(got)-1].Paths != 0 {
		t.Errorf("after the win follow %v", got[len(got)-1])
	}
}
