package interop

import (
	"math"
	"sync"
)

// transfer is the problem behind a move of several cards: how many there are
// and where they can be parked.
type transfer struct {
	cards, cells int
	// columns counts the empty columns that are neither source nor target.
	columns int
	// targetEmpty and sourceWhole tell that these two can be empty columns too:
	// the target until the bottom card of the group comes, the source once it has left.
	targetEmpty, sourceWhole bool
}

// step moves the card that is the n-th from the top of the group, from 0, to a place.
type step struct {
	card int
	to   place
}

// place is where a card of the group lies.
type place uint8

const (
	onNext   place = iota // on the card that it lies on in the group
	inCell                // in a free cell
	inColumn              // alone at the bottom of an empty column
	atTarget              // on the column that the group goes to
)

// shortestLists remembers what shortest found, by transfer: there are few, and no request is to pay
// for all of them.
var shortestLists sync.Map

// steps returns a shortest list of steps, which callers share.
func (t transfer) steps() []step {
	if known, found := shortestLists.Load(t); found {
		return known.([]step)
	}
	steps := t.shortest()
	shortestLists.Store(t, steps)
	return steps
}

// layout is where each card of the group above its bottom card lies, two bits a
// card, the top card lowest. Cells are alike and so are empty columns, so this is
// all there is to tell positions apart.
type layout uint32

func (l layout) place(card int) place { return place(l >> (2 * card) & 3) }

func (l layout) with(card int, at place) layout {
	return l&^(3<<(2*card)) | layout(at)<<(2*card)
}

// covered reports whether another card of the group lies on the card.
func (l layout) covered(card int) bool { return card > 0 && l.place(card-1) == onNext }

// shortest finds a shortest list of steps; there is one for every transfer that the rules allow.
//
// The bottom card moves once. Moved to another empty column first, it could have
// gone to the target instead, with that column in the target's place ever after.
// So the list has two halves: the other cards spread out, the bottom card moves,
// and they come together again, which backwards in time is spreading out, too.
func (t transfer) shortest() []step {
	out := newSpreading(t, t.targetEmpty)
	back := out
	if t.sourceWhole != t.targetEmpty {
		back = newSpreading(t, t.sourceWhole)
	}
	fewest := math.MaxInt
	var meeting layout
	// A layout that one of them has not found takes at least its next number of
	// moves there, and the least of all in the other.
	for fewest > min(out.next+back.least, back.next+out.least) {
		one, other := out, back
		if out.next+back.least > back.next+out.least {
			one, other = back, out
		}
		l, found := one.search()
		if moves, both := other.spread[l]; found && both && one.spread[l]+moves < fewest {
			fewest, meeting = one.spread[l]+moves, l
		}
	}
	steps := append(out.way(meeting), step{t.cards - 1, atTarget})
	return append(steps, back.backwards(meeting)...)
}

// spreading searches, by A*, for the ways to take all cards off the bottom card.
type spreading struct {
	transfer
	// spare counts the empty columns during the search; one of them has to be
	// empty again at its end if it is the one that the bottom card goes to or comes from.
	spare int
	// arrivals tells how each layout was reached in the fewest moves so far.
	arrivals map[layout]arrival
	// open holds layouts by their least possible number of moves in all.
	open [][]layout
	// next is the number of moves in all to search next, and least the smallest
	// for which a layout without a card on the bottom card was found, next while
	// none was.
	next, least int
	// spread holds those layouts with their numbers of moves.
	spread map[layout]int
}

// arrival is the last step to a layout, the place that the card had before, and
// the number of steps in all.
type arrival struct {
	step
	from  place
	moves int
}

func newSpreading(t transfer, oneMore bool) *spreading {
	s := &spreading{transfer: t, spare: t.columns, spread: map[layout]int{}, arrivals: map[layout]arrival{0: {}}}
	if oneMore {
		s.spare++
	}
	s.next, s.least = t.cards-1, t.cards-1
	s.push(0, s.next)
	return s
}

func (s *spreading) push(l layout, total int) {
	for len(s.open) <= total {
		s.open = append(s.open, nil)
	}
	s.open[total] = append(s.open[total], l)
}

// search finds a layout that takes the next number of moves in all. Without any
// more of them, that number grows.
func (s *spreading) search() (found layout, ok bool) {
	for s.next < len(s.open) && len(s.open[s.next]) > 0 {
		last := len(s.open[s.next]) - 1
		l := s.open[s.next][last]
		s.open[s.next] = s.open[s.next][:last]
		made, left := s.arrivals[l].moves, s.left(l)
		if made+left < s.next {
			continue // reached in fewer moves since
		}
		s.each(l, func(next step) {
			to := l.with(next.card, next.to)
			if a, seen := s.arrivals[to]; seen && a.moves <= made+1 {
				return
			}
			s.arrivals[to] = arrival{step: next, from: l.place(next.card), moves: made + 1}
			s.push(to, made+1+s.left(to))
		})
		if left == 0 && s.used(l, inColumn) <= s.columns {
			s.spread[l] = s.next
			return l, true
		}
	}
	s.next++
	if len(s.spread) == 0 {
		s.least = s.next
	}
	return 0, false
}

// left counts the cards that still lie on the bottom card as they did at the
// beginning. Each of them has to move, and no step moves more than one.
func (s *spreading) left(l layout) int {
	n := 0
	for card := s.cards - 2; card >= 0 && l.place(card) == onNext; card-- {
		n++
	}
	return n
}

func (s *spreading) used(l layout, where place) int {
	n := 0
	for card := range s.cards - 1 {
		if l.place(card) == where {
			n++
		}
	}
	return n
}

// each calls yield with the steps that the layout allows.
func (s *spreading) each(l layout, yield func(step)) {
	cell := s.used(l, inCell) < s.cells
	column := s.used(l, inColumn) < s.spare
	for card := range s.cards - 1 {
		if l.covered(card) {
			continue
		}
		at := l.place(card)
		below := card == s.cards-2 || l.place(card+1) != inCell
		if at != onNext && below && !l.covered(card+1) {
			yield(step{card, onNext})
		}
		if at != inCell && cell {
			yield(step{card, inCell})
		}
		if at != inColumn && column {
			yield(step{card, inColumn})
		}
	}
}

// way returns the steps to a layout.
func (s *spreading) way(l layout) []step {
	steps := make([]step, s.arrivals[l].moves)
	for i := len(steps) - 1; i >= 0; i-- {
		a := s.arrivals[l]
		steps[i] = a.step
		l = l.with(a.card, a.from)
	}
	return steps
}

// backwards returns the steps from a layout to the one in which all cards lie on the bottom card.
func (s *spreading) backwards(l layout) []step {
	steps := make([]step, s.arrivals[l].moves)
	for i := range steps {
		a := s.arrivals[l]
		steps[i] = step{a.card, a.from}
		l = l.with(a.card, a.from)
	}
	return steps
}
