package solve

import (
	"context"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// TestFreeCellLate solves tight positions, low cards deep, most columns and cells
// in use, and asks exhaustion wherever the search says that there is no win; a
// win needs no second opinion, since Solve replays it.
func TestFreeCellLate(t *testing.T) {
	s := New(16 << 20)
	won, lost, open := 0, 0, 0
	for i := range 3 * lateGames() {
		p := tightFreeCell(t, enginetest.Source(uint64(i)))
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 20_000}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.String())
		}
		switch got.Verdict {
		case Winnable:
			won++
		case Unwinnable:
			switch exhaustFreeCell(p, 4000) {
			case Winnable:
				t.Errorf("the search says %s, exhaustion WINNABLE:\n%s", got.Verdict, p.String())
			case Unwinnable:
				lost++
			default:
				open++
			}
		}
	}
	if won < lateGames() || lost < lateGames()/8 {
		t.Errorf("the positions show too little: %d won, %d lost", won, lost)
	}
	t.Logf("%d won, %d lost by exhaustion too, %d lost and open by exhaustion", won, lost, open)
}

// TestFreeCellKeepsCards: these are won only by a card that could go home and
// waits; each is lost if cards go home a rank too early, or always.
func TestFreeCellKeepsCards(t *testing.T) {
	s := New(MinMemory)
	for _, state := range []string{
		"freecell/1;cells=1 m=0 t1:Ad4c8d8h9cQd t2:2s5h7h6hJcKc t3:As4h8s6s9dKh t4:2d3c7sTcJhQc t5:4s4d6dJs9hQh t6:3d3s8cThTdKd t7:5c5d7dTs9s t8:5s7c6cJdKs c1:Qs fc:2 fh:3",
		"freecell/1;cells=1 m=0 t1:5s8sTsQh t2:5h7sJcKs t3:5c6cJsQd t4:7c6hThQs t5:8cTc9c t6:8h9hQc t7:6sJhKd t8:7h9sKc c1:Kh fc:4 fd:J fh:4 fs:4",
		"freecell/1;cells=2 m=0 t1:7hTdKc t2:6d9dKd t3:8hJdKh t4:7dThKs t5:8dTs t6:JhJs t7:9sQc t8:9hQs c1:Qd c2:Qh fc:J fd:5 fh:6 fs:8",
	} {
		got, err := s.Solve(context.Background(), parsed(t, state), Budget{}, nil)
		if err != nil || got.Verdict != Winnable {
			t.Errorf("%s %s, %v: %s", got.Verdict, got.Shortage, err, state)
		}
	}
}

// tightFreeCell returns a position with the foundations partly built, and the
// other cards over cells and columns, the higher ones rather on top.
func tightFreeCell(t *testing.T, random *rand.Rand) engine.Position {
	t.Helper()
	cells := 1 + random.IntN(1+random.IntN(4))
	o, err := engine.ParseOptions(engine.FreeCell, map[string]string{"cells": strconv.Itoa(cells)})
	if err != nil {
		t.Fatal(err)
	}
	setup := engine.NewSetup(o)
	least := random.IntN(6)
	var left []engine.Card
	for _, suit := range engine.Suits {
		home := min(13, least+random.IntN(1+random.IntN(10)))
		if home > 0 {
			setup.SetPile(engine.Foundation(suit), 0, []engine.Card{engine.NewCard(engine.Rank(home), suit)})
		}
		for r := home + 1; r <= 13; r++ {
			left = append(left, engine.NewCard(engine.Rank(r), suit))
		}
	}
	random.Shuffle(len(left), func(i, j int) { left[i], left[j] = left[j], left[i] })
	grain := 1 + random.IntN(4)
	slices.SortStableFunc(left, func(a, b engine.Card) int { return int(a.Rank())/grain - int(b.Rank())/grain })
	for i := range cells {
		if n := len(left); n > 0 && random.IntN(16) != 0 {
			setup.SetPile(engine.Cell(i+1), 0, left[n-1:])
			left = left[:n-1]
		}
	}
	columns := 8 - random.IntN(12)/11
	for i := range columns {
		var cards []engine.Card
		for j := i; j < len(left); j += columns {
			cards = append(cards, left[j])
		}
		setup.SetPile(engine.Column(i+1), 0, cards)
	}
	p, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exhaustFreeCell is exhaust, but takes positions that differ in the order of columns or cells for one.
func exhaustFreeCell(p engine.Position, limit int) Verdict {
	return exhaustBy(p, limit, func(p *engine.Position) string { return unorderedPiles(*p) })
}

// unorderedPiles writes a position with its columns and its cells sorted.
func unorderedPiles(p engine.Position) string {
	var columns, cells []string
	for i := range 8 {
		columns = append(columns, engine.FormatCards(p.Pile(engine.Column(i+1))))
	}
	for i := range 4 {
		cells = append(cells, engine.FormatCards(p.Pile(engine.Cell(i+1))))
	}
	slices.Sort(columns)
	slices.Sort(cells)
	return strings.Join(columns, ",") + " " + strings.Join(cells, ",")
}
