package interop

import (
	"slices"

	"github.com/talon-solitaire/talon/engine"
)

// SingleMoves spells a legal FreeCell move of several cards out as the
// shortest list of single moves that leads to the same cards on the same
// piles, parking cards in free cells and empty columns only. A move of one
// card is its own list. A move that the rules refuse is an
// *engine.IllegalMoveError.
func SingleMoves(p *engine.Position, m engine.Move) ([]engine.Move, error) {
	if err := p.Check(m); err != nil {
		return nil, err
	}
	return expand(p, m), nil
}

// expand returns the single moves of a legal transfer between columns.
func expand(p *engine.Position, m engine.Move) []engine.Move {
	if m.Count <= 1 {
		return []engine.Move{m}
	}
	t, free := transferOf(p, m)
	return inPiles(t.steps(), t, m, free)
}

// countSingles returns how many single moves the moves are. The error is a *WriteError.
func countSingles(p engine.Position, moves []engine.Move) (int, error) {
	n := 0
	for i, m := range moves {
		before := p
		if err := p.Apply(m); err != nil {
			return 0, refused(i, err)
		}
		if m.Count <= 1 {
			n++
			continue
		}
		t, _ := transferOf(&before, m)
		n += len(t.steps())
	}
	return n, nil
}

// transferOf returns the problem behind a move, and the free cells and columns.
func transferOf(p *engine.Position, m engine.Move) (transfer, []engine.PileID) {
	t := transfer{
		cards:       int(m.Count),
		targetEmpty: len(p.Pile(m.To)) == 0,
		sourceWhole: len(p.Pile(m.From)) == int(m.Count),
	}
	var free []engine.PileID
	for _, id := range p.Options().Piles() {
		switch kind := id.Kind(); {
		case kind != engine.KindCell && kind != engine.KindColumn, id == m.To, len(p.Pile(id)) > 0:
		case kind == engine.KindCell:
			t.cells++
			free = append(free, id)
		default:
			t.columns++
			free = append(free, id)
		}
	}
	return t, free
}

// inPiles turns steps into moves between piles: of the free cells and columns
// the first that fits is taken, with the target, and later the source, as the last one.
func inPiles(steps []step, t transfer, m engine.Move, free []engine.PileID) []engine.Move {
	moves := make([]engine.Move, 0, len(steps))
	lies := make([]engine.PileID, m.Count)
	for i := range lies {
		lies[i] = m.From
	}
	spare := free
	if t.targetEmpty {
		spare = append(slices.Clip(free), m.To)
	}
	for _, s := range steps {
		var to engine.PileID
		switch s.to {
		case onNext:
			to = lies[s.card+1]
		case inCell:
			to = firstFree(spare, lies, engine.KindCell)
		case inColumn:
			to = firstFree(spare, lies, engine.KindColumn)
		case atTarget:
			to = m.To
			if slices.Contains(lies, to) {
				// Cards are parked there: they could as well be in the column that is empty instead.
				instead := firstFree(free, lies, engine.KindColumn)
				exchange(moves, lies, to, instead)
			}
			spare = free
			if t.sourceWhole {
				spare = append(slices.Clip(free), m.From)
			}
		}
		moves = append(moves, engine.Move{Kind: engine.Transfer, From: lies[s.card], To: to, Count: 1})
		lies[s.card] = to
	}
	return moves
}

// exchange lets two columns change their parts in what was moved so far.
func exchange(moves []engine.Move, lies []engine.PileID, one, other engine.PileID) {
	swap := func(id *engine.PileID) {
		switch *id {
		case one:
			*id = other
		case other:
			*id = one
		}
	}
	for i := range moves {
		swap(&moves[i].From)
		swap(&moves[i].To)
	}
	for i := range lies {
		swap(&lies[i])
	}
}

func firstFree(free, taken []engine.PileID, kind engine.PileKind) engine.PileID {
	for _, id := range free {
		if id.Kind() == kind && !slices.Contains(taken, id) {
			return id
		}
	}
	return engine.NoPile
}
