package interop

import (
	"fmt"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// groupMove is a position in which a run lies on column 2 and can go to
// column 1, and the move that takes it there.
type groupMove struct {
	cards, cells, columns    int
	targetEmpty, sourceWhole bool
}

func (g groupMove) String() string {
	return fmt.Sprintf("%d cards, %d free cells, %d empty columns, target empty %v, source whole %v",
		g.cards, g.cells, g.columns, g.targetEmpty, g.sourceWhole)
}

// position lays out Qh Js Th … on column 2 and, for a target that is not
// empty, the King of spades on column 1; all other cards lie where they are
// no help: in the cells that are not free, in the columns that are not empty,
// and beneath.
func (g groupMove) position(t testing.TB) (engine.Position, engine.Move) {
	t.Helper()
	used := map[engine.Card]bool{}
	var run []engine.Card
	for i := range g.cards {
		c := engine.NewCard(engine.Queen-engine.Rank(i), []engine.Suit{engine.Hearts, engine.Spades}[i%2])
		run = append(run, c)
		used[c] = true
	}
	target := engine.NewCard(engine.King, engine.Spades)
	used[target] = true
	var rest []engine.Card
	for _, s := range engine.Suits {
		for r := engine.Ace; r <= engine.King; r++ {
			if c := engine.NewCard(r, s); !used[c] {
				rest = append(rest, c)
			}
		}
	}
	take := func(n int) []engine.Card {
		taken := rest[:n]
		rest = rest[n:]
		return taken
	}
	s := engine.NewSetup(engine.FreeCell.Defaults())
	for cell := g.cells + 1; cell <= 4; cell++ {
		s.SetPile(engine.Cell(cell), 0, take(1))
	}
	last := 8 - g.columns
	for column := 4; column <= last; column++ {
		s.SetPile(engine.Column(column), 0, take(1))
	}
	beneath := engine.Column(3)
	if !g.targetEmpty {
		s.SetPile(engine.Column(1), 0, []engine.Card{target})
	} else {
		rest = append(rest, target)
	}
	if !g.sourceWhole {
		run = append(append([]engine.Card{}, take(1)...), run...)
	}
	s.SetPile(engine.Column(2), 0, run)
	s.SetPile(beneath, 0, rest)
	p, err := s.Position()
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	return p, engine.Move{Kind: engine.Transfer, From: engine.Column(2), To: engine.Column(1), Count: uint8(g.cards)}
}

// PR-25: counting a group move in single-card moves uses the minimum.
func TestPR25SingleMovesAreTheFewest(t *testing.T) {
	for _, row := range []struct {
		cells, columns int
		fewest         []int
	}{
		{2, 1, []int{1, 3, 5, 7, 11, 15}},
		{3, 1, []int{1, 3, 5, 7, 9, 13, 17, 21}},
		{1, 1, []int{1, 3, 5, 9}},
		{0, 2, []int{1, 3, 5, 9}},
	} {
		for i, want := range row.fewest {
			g := groupMove{cards: i + 1, cells: row.cells, columns: row.columns}
			p, m := g.position(t)
			singles, err := SingleMoves(&p, m)
			if err != nil || len(singles) != want {
				t.Errorf("%v: %d single moves, %v, want %d", g, len(singles), err, want)
				continue
			}
			checkSingles(t, g, p, m, singles)
		}
		g := groupMove{cards: len(row.fewest) + 1, cells: row.cells, columns: row.columns}
		p, m := g.position(t)
		if singles, err := SingleMoves(&p, m); err == nil {
			t.Errorf("%v: %s, want it refused", g, textOf(singles))
		}
	}
}

// checkSingles plays single moves and compares with the move that they stand for.
func checkSingles(t *testing.T, g groupMove, p engine.Position, m engine.Move, singles []engine.Move) {
	t.Helper()
	for _, s := range singles {
		if s.Count != 1 {
			t.Errorf("%v: %s moves several cards", g, s)
		}
	}
	got, want := after(t, p, singles), after(t, p, []engine.Move{m})
	if cards(&got) != cards(&want) {
		t.Errorf("%v: %s ends in %s, want %s", g, textOf(singles), got.String(), want.String())
	}
}

// Every transfer that the capacity allows, and no larger one, can be spelled
// out; and while that is feasible, a search through the positions themselves
// finds nothing shorter.
func TestSingleMovesAreAsShortAsASearchThroughPositionsFinds(t *testing.T) {
	for _, targetEmpty := range []bool{false, true} {
		for _, sourceWhole := range []bool{false, true} {
			for cells := range 5 {
				for columns := range 3 {
					for n := 1; n <= min(12, (cells+1)<<columns); n++ {
						g := groupMove{n, cells, columns, targetEmpty, sourceWhole}
						if targetEmpty {
							// Column 1 is empty too; position counts the others.
							g.columns = columns
						}
						p, m := g.position(t)
						singles, err := SingleMoves(&p, m)
						if err != nil {
							t.Errorf("%v: %v", g, err)
							continue
						}
						checkSingles(t, g, p, m, singles)
						if cells+columns <= 3 && n <= 5 {
							if shortest := shortestByPositions(t, p, m); len(singles) != shortest {
								t.Errorf("%v: %d single moves, a search finds %d", g, len(singles), shortest)
							}
						}
					}
				}
			}
		}
	}
}

// shortestByPositions searches breadth first through positions, with single
// moves between the two columns of the move and the piles that are free.
func shortestByPositions(t *testing.T, p engine.Position, m engine.Move) int {
	t.Helper()
	end := after(t, p, []engine.Move{m})
	goal := cards(&end)
	allowed := map[engine.PileID]bool{m.From: true, m.To: true}
	for _, id := range p.Options().Piles() {
		kind := id.Kind()
		if len(p.Pile(id)) == 0 && (kind == engine.KindCell || kind == engine.KindColumn) {
			allowed[id] = true
		}
	}
	seen := map[string]bool{cards(&p): true}
	level := []engine.Position{p}
	for depth := 0; len(level) > 0; depth++ {
		var next []engine.Position
		for i := range level {
			if cards(&level[i]) == goal {
				return depth
			}
			for _, s := range level[i].LegalMoves(nil) {
				if s.Count != 1 || !allowed[s.From] || !allowed[s.To] {
					continue
				}
				q := level[i]
				if err := q.Apply(s); err != nil {
					t.Fatal(err)
				}
				if key := cards(&q); !seen[key] {
					seen[key] = true
					next = append(next, q)
				}
			}
		}
		level = next
	}
	t.Fatalf("no way from %s by %s", p.String(), m)
	return 0
}

func TestSingleMovesOfARefusedMove(t *testing.T) {
	p, m := groupMove{cards: 3, cells: 1}.position(t)
	if singles, err := SingleMoves(&p, m); err == nil {
		t.Errorf("%s, want the refusal of the rules", textOf(singles))
	}
}
