package table

import "strings"

// Spot names a place on a table: a pile, and a card of it by how many cards would
// be lifted with it, 1 being the top card. 0 is the place of an empty pile.
type Spot struct {
	Pile  string
	Count int
}

// spot is where a Spot is drawn.
type spot struct {
	Spot
	x, y   int
	faceUp bool // or empty
}

// note keeps where a spot is drawn.
func (s *Sheet) note(x, y int, place Spot, faceUp bool) {
	s.spots = append(s.spots, spot{place, x, y, faceUp})
}

// Where returns the column and the row in which a spot is drawn, and whether it is.
func (s *Sheet) Where(place Spot) (x, y int, drawn bool) {
	at, drawn := s.find(place)
	return at.x, at.y, drawn
}

func (s *Sheet) find(place Spot) (spot, bool) {
	for _, at := range s.spots {
		if at.Spot == place {
			return at, true
		}
	}
	return spot{}, false
}

// At returns the spot in a column and row; the cells left and right of a card
// belong to it.
func (s *Sheet) At(x, y int) (Spot, bool) {
	for _, at := range s.spots {
		if at.y == y && at.x <= x && x < at.x+2 {
			return at.Spot, true
		}
	}
	for _, at := range s.spots {
		if at.y == y && (x == at.x-1 || x == at.x+2) {
			return at.Spot, true
		}
	}
	return Spot{}, false
}

// Top returns the spot of the top card of a pile, or of its place if it is empty.
func (s *Sheet) Top(pile string) Spot { return Spot{pile, min(1, len(s.piles[pile]))} }

// Nearest returns the spot that the cursor can be on and that lies nearest to a
// column and row; false if there is none.
func (s *Sheet) Nearest(x, y int) (Spot, bool) {
	best, found := s.best(func(at spot) (int, int, bool) {
		return distance(at.x, x) + 2*distance(at.y, y), 0, true
	})
	return best.Spot, found
}

// Direction is a way over the table.
type Direction uint8

// The four directions.
const (
	Left Direction = iota
	Right
	Up
	Down
)

// Next returns the spot to which the cursor goes: to the next card of the pile, or
// to the top card of the next pile; the same spot where there is none.
func (s *Sheet) Next(from Spot, d Direction) Spot {
	now, found := s.find(from)
	if !found {
		return from
	}
	within, found := s.best(func(at spot) (int, int, bool) {
		ahead, aside := d.steps(now, at)
		return ahead, aside, at.Pile == from.Pile && ahead > 0 && (aside == 0 || d >= Up)
	})
	if found {
		return within.Spot
	}
	// Other piles are compared by where they begin, so that a long column is on a
	// level with a short one.
	now.y = s.level(from.Pile)
	next, found := s.best(func(at spot) (int, int, bool) {
		at.y = s.level(at.Pile)
		ahead, aside := d.steps(now, at)
		return ahead, aside, at.Count <= 1 && at.Pile != from.Pile && ahead > 0 && (aside == 0 || d >= Up)
	})
	if found {
		return next.Spot
	}
	return from
}

// level is the row in which a pile begins.
func (s *Sheet) level(pile string) int {
	for _, at := range s.spots {
		if at.Pile == pile {
			return at.y
		}
	}
	return -1
}

// best returns the spot that the cursor can be on with the least cost, of two parts.
func (s *Sheet) best(cost func(spot) (first, second int, possible bool)) (spot, bool) {
	var (
		best        spot
		least, next int
		found       bool
	)
	for _, at := range s.spots {
		if !at.reachable() {
			continue
		}
		first, second, possible := cost(at)
		if possible && (!found || first < least || first == least && second < next) {
			best, least, next, found = at, first, second, true
		}
	}
	return best, found
}

// reachable reports whether the cursor can be on a spot: on every open card of a
// column, on the top card of any other pile.
func (at spot) reachable() bool {
	if strings.HasPrefix(at.Pile, "t") {
		return at.faceUp
	}
	return at.Count <= 1 && (at.faceUp || at.Pile == "s")
}

// steps tells how far a spot lies ahead of another in a direction, and how far aside.
func (d Direction) steps(from, to spot) (ahead, aside int) {
	switch d {
	case Left:
		return from.x - to.x, distance(from.y, to.y)
	case Right:
		return to.x - from.x, distance(from.y, to.y)
	case Up:
		return from.y - to.y, distance(from.x, to.x)
	}
	return to.y - from.y, distance(from.x, to.x)
}

func distance(a, b int) int { return max(a-b, b-a) }
