package solve

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// The steps of a board lead to the boards that the legal moves lead to, no more
// and no fewer, but for those that are lost.
func TestSpiderStepsAreTheLegalMoves(t *testing.T) {
	rounds := 1_000
	if os.Getenv("TALON_BATTERY") != "" {
		rounds = 60_000
	}
	options := enginetest.AllOptions(t, engine.Spider)
	g, m := newSpider(), newMemory(16<<20)
	g.tree.begin(&m, m.left()/2)
	empty, lost := 0, 0
	for i := range rounds {
		random := enginetest.Source(uint64(i))
		o := unscored(options[random.IntN(len(options))])
		var p engine.Position
		if i%2 == 0 {
			p = wander(random, o, random.IntN(300))
		} else {
			p = enginetest.Wander(random, spiderEnd(t, random, o), random.IntN(20))
		}
		if p.Won() {
			continue
		}
		g.begin(&p)
		if hopeless := spiderKey(nil, &p) == nil; g.lost(&g.start) != hopeless {
			t.Errorf("lost is %t, want %t:\n%s", !hopeless, hopeless, p.String())
		}
		if g.lost(&g.start) {
			lost++
			continue
		}
		if slices.Contains(g.start.columns[:], 0) {
			empty++
		}
		want := map[string]bool{}
		for _, move := range p.LegalMoves(nil) {
			next := p
			if err := next.Apply(move); err != nil {
				t.Fatal(err)
			}
			if key := spiderKey(nil, &next); key != nil {
				want[string(key)] = true
			}
		}
		got := map[string]bool{}
		for _, s := range g.every(&g.start) {
			after := g.start
			if !g.play(&after, s) {
				t.Fatal("no room for a column")
			}
			if key := boardKey(g, &after); !g.lost(&after) {
				got[string(key)] = true
			}
			g.stock.settle(&after)
			var words [boardWords]uint64
			after.pack(words[:])
			var again board
			if again.unpack(words[:]); again != after {
				t.Fatalf("%v is read as %v", after, again)
			}
		}
		if !maps.Equal(got, want) {
			t.Errorf("%d boards follow, want %d:\n%s", len(got), len(want), p.String())
		}
	}
	if empty < rounds/20 || lost == 0 {
		t.Errorf("the positions show too little: %d with an empty column, %d lost", empty, lost)
	}
}

// boardKey is spiderKey of a board.
func boardKey(g *spider, b *board) []byte {
	var room [10][]byte
	for i, c := range b.columns {
		down := g.tree.measures(c).down()
		var cards []byte
		for ; c != 0; c = g.tree.below(c) {
			cards = append(cards, byte(g.tree.card(c)&^faceDown))
		}
		slices.Reverse(cards)
		room[i] = append(append([]byte{byte(down)}, cards...), 254)
		for rows := b.rows; rows > 0; rows-- {
			room[i] = append(room[i], byte(g.stock.dealt(rows, i)))
		}
		room[i] = append(room[i], 255)
	}
	slices.SortFunc(room[:], bytes.Compare)
	key := []byte{byte(10 * b.rows)}
	for _, column := range room {
		key = append(key, column...)
	}
	return key
}
