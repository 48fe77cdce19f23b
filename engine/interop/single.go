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
	return make(expander).expand(p, m), nil
}

// transfer is the problem behind a move of several cards: how many there are
// and where they can be parked.
type transfer struct {
	cards, cells int
	// columns counts the empty columns that are neither source nor target.
	columns int
	// targetEmpty and sourceWhole tell that these two can be empty columns too,
	// the source once all its cards have left it.
	targetEmpty, sourceWhole bool
}

// expander finds shortest lists and remembers them: a game has few different transfers.
type expander map[transfer][]step

// step moves the card that is the n-th from the top of the group, from 0, to a place.
type step struct {
	card int
	to   place
}

// place is where a card of the group lies.
type place uint8

const (
	onNext place = iota // on the card that it lies on in the group
	inCell
	inColumn // alone at the bottom of an empty column
	atTarget
	atSource // at the bottom of the group's old place
)

// expand returns the single moves of a legal transfer between columns.
func (x expander) expand(p *engine.Position, m engine.Move) []engine.Move {
	if m.Count <= 1 {
		return []engine.Move{m}
	}
	t := transfer{
		cards:       int(m.Count),
		targetEmpty: len(p.Pile(m.To)) == 0,
		sourceWhole: len(p.Pile(m.From)) == int(m.Count),
	}
	var free []engine.PileID
	for _, id := range p.Options().Piles() {
		if len(p.Pile(id)) > 0 || id == m.To {
			continue
		}
		switch id.Kind() {
		case engine.KindCell:
			t.cells++
			free = append(free, id)
		case engine.KindColumn:
			t.columns++
			free = append(free, id)
		}
	}
	steps, known := x[t]
	if !known {
		steps = t.shortest()
		x[t] = steps
	}
	return inPiles(steps, m, free)
}

// inPiles turns steps into moves between piles: of the free cells and columns
// the first that fits is taken.
func inPiles(steps []step, m engine.Move, free []engine.PileID) []engine.Move {
	moves := make([]engine.Move, 0, len(steps))
	lies := make([]engine.PileID, m.Count)
	for i := range lies {
		lies[i] = m.From
	}
	for _, s := range steps {
		var to engine.PileID
		switch s.to {
		case onNext:
			to = lies[s.card+1]
		case atTarget:
			to = m.To
		case atSource:
			to = m.From
		case inCell:
			to = firstFree(free, lies, engine.KindCell)
		case inColumn:
			to = firstFree(free, lies, engine.KindColumn)
		}
		moves = append(moves, engine.Move{Kind: engine.Transfer, From: lies[s.card], To: to, Count: 1})
		lies[s.card] = to
	}
	return moves
}

func firstFree(free, taken []engine.PileID, kind engine.PileKind) engine.PileID {
	for _, id := range free {
		if id.Kind() == kind && !slices.Contains(taken, id) {
			return id
		}
	}
	return engine.NoPile
}

// layout is where each card of the group lies, three bits a card, the top card
// lowest. Cells are alike and so are empty columns, so this is all there is to
// tell positions apart.
type layout uint64

func (l layout) place(card int) place { return place(l >> (3 * card) & 7) }

func (l layout) with(card int, at place) layout {
	return l&^(7<<(3*card)) | layout(at)<<(3*card)
}

// covered reports whether another card of the group lies on the card.
func (l layout) covered(card int) bool { return card > 0 && l.place(card-1) == onNext }

// shortest finds a shortest list of steps by A* search. It ends for every
// transfer that the rules allow.
func (t transfer) shortest() []step {
	start := layout(0).with(t.cards-1, atSource)
	goal := layout(0).with(t.cards-1, atTarget)
	type arrival struct {
		from  layout
		step  step
		moves int
	}
	best := map[layout]arrival{start: {}}
	// open holds layouts by their least possible number of moves in all.
	open := make([][]layout, t.atLeast(start), 4*t.cards)
	open = append(open, []layout{start})
	for bound := 0; bound < len(open); bound++ {
		for len(open[bound]) > 0 {
			l := open[bound][len(open[bound])-1]
			open[bound] = open[bound][:len(open[bound])-1]
			made := best[l].moves
			if made+t.atLeast(l) < bound {
				continue // reached in fewer moves since
			}
			if l == goal {
				steps := make([]step, made)
				for ; made > 0; made-- {
					a := best[l]
					steps[made-1], l = a.step, a.from
				}
				return steps
			}
			for _, s := range t.steps(l) {
				next := l.with(s.card, s.to)
				if a, seen := best[next]; seen && a.moves <= made+1 {
					continue
				}
				best[next] = arrival{from: l, step: s, moves: made + 1}
				total := made + 1 + t.atLeast(next)
				for len(open) <= total {
					open = append(open, nil)
				}
				open[total] = append(open[total], next)
			}
		}
	}
	return nil
}

// atLeast is a number of moves that the layout cannot do without: one for each
// card that is not where it belongs, and one more where it lies on a card that
// has to leave first. No step lowers it by more than one.
func (t transfer) atLeast(l layout) int {
	moves := 0
	settled := true
	for card := t.cards - 1; card >= 0; card-- {
		at := l.place(card)
		if card == t.cards-1 {
			settled = at == atTarget
		} else {
			settled = settled && at == onNext
		}
		switch {
		case settled:
		case at == onNext:
			moves += 2
		default:
			moves++
		}
	}
	return moves
}

// steps returns the steps that the layout allows.
func (t transfer) steps(l layout) []step {
	var used [atSource + 1]int
	for card := range t.cards {
		used[l.place(card)]++
	}
	bottom := t.cards - 1
	var steps []step
	for card := range t.cards {
		if l.covered(card) {
			continue
		}
		at := l.place(card)
		if card < bottom && at != onNext && !l.covered(card+1) && l.place(card+1) != inCell {
			steps = append(steps, step{card, onNext})
		}
		if used[atTarget] == 0 && (card == bottom || t.targetEmpty) {
			steps = append(steps, step{card, atTarget})
		}
		if at != inCell && used[inCell] < t.cells {
			steps = append(steps, step{card, inCell})
		}
		if at != inColumn && used[inColumn] < t.columns {
			steps = append(steps, step{card, inColumn})
		}
		if used[atSource] == 0 && t.sourceWhole {
			steps = append(steps, step{card, atSource})
		}
	}
	return steps
}
