package solve

import (
	"math/bits"

	"github.com/talon-solitaire/talon/engine"
)

// yukonDeal is what a search begins with and what never changes in it.
type yukonDeal struct {
	// below and above are the neighbours of each card in its old place.
	below, above [64]uint8
	// up are the cards that lie face up.
	up uint64
	// bottoms are the lowest cards of the columns.
	bottoms uint64
	// returns tells that cards come back from the foundations.
	returns bool
	start   yukonState
}

// yukonState is a position. Each card lies in its old place, on one of its two
// takers, or is home: first has those in their old place and those on the first
// of their takers, second those in their old place and those on the second. A
// King at the bottom of a column counts as one on its first taker, whichever the
// column is; a card that lies face up on a taker counts as moved there. So two
// positions that differ in the order of their columns only are the same, and a
// card lies face down where it did as long as the one on it is in its old place.
type yukonState struct{ first, second uint64 }

func (s yukonState) inPlace() uint64 { return s.first & s.second }

func (s yukonState) live() uint64 { return s.first | s.second }

func (s yukonState) home() uint64 { return yukonDeck &^ (s.first | s.second) }

// The places that a card moves to.
const (
	yukonFirst uint32 = iota
	yukonSecond
	yukonHome
)

// lay puts a card to a place.
func (s *yukonState) lay(c uint8, to uint32) {
	bit := uint64(1) << c
	s.first &^= bit
	s.second &^= bit
	switch to {
	case yukonFirst:
		s.first |= bit
	case yukonSecond:
		s.second |= bit
	}
}

// built returns the cards that another one has been moved onto.
func (s yukonState) built() uint64 {
	a, b := s.first&^s.second&^yukonKings, s.second&^s.first
	return (a&yukonClubs)<<5 | (a&yukonSpades)<<2 | (b&yukonClubs)<<6 | (b&yukonSpades)<<3 |
		(a&yukonDiamonds)<<3 | (a&yukonHearts)<<2 | (b&yukonDiamonds)<<6 | (b&yukonHearts)<<5
}

// read takes the position down.
func (d *yukonDeal) read(p *engine.Position) {
	*d = yukonDeal{returns: p.Options().Get("foundation_return") == "on"}
	for c := range d.below {
		d.below[c], d.above[c] = yukonNowhere, yukonNowhere
	}
	var room [52]engine.Card
	for n := range yukonColumns {
		id := engine.Column(n + 1)
		down := p.FaceDown(id)
		below := uint8(yukonNowhere)
		for i, card := range p.AppendPile(room[:0], id) {
			c := yukonCard(card)
			d.below[c], d.above[below] = below, c
			if i == 0 {
				d.bottoms |= 1 << c
			}
			if i >= down {
				d.up |= 1 << c
			}
			switch {
			case i == 0 && card.Rank() == engine.King, i > down && yukonTakers[0][c] == below:
				d.start.first |= 1 << c
			case i > down && yukonTakers[1][c] == below:
				d.start.second |= 1 << c
			default:
				d.start.first |= 1 << c
				d.start.second |= 1 << c
			}
			below = c
		}
	}
	d.above[yukonNowhere] = yukonNowhere
}

func yukonCard(card engine.Card) uint8 { return uint8(card - engine.NewCard(engine.Ace, engine.Clubs)) }

// covered returns the cards that one in its old place lies on.
func (d *yukonDeal) covered(inPlace uint64) uint64 {
	var set uint64
	for ; inPlace != 0; inPlace &= inPlace - 1 {
		set |= 1 << d.below[bits.TrailingZeros64(inPlace)]
	}
	return set & yukonDeck
}

// base returns the card that a card lies on.
func (d *yukonDeal) base(s yukonState, c uint8) uint8 {
	switch {
	case s.first>>c&1 == 0:
		return yukonTakers[1][c]
	case s.second>>c&1 == 0:
		return yukonTakers[0][c]
	default:
		return d.below[c]
	}
}

// safe reports whether a card that its foundation takes can go there at once.
// No win is lost by it: nothing can be put onto the card any more, so any line
// stays one without the moves of the card, and its way home comes first. Cards
// that come back need more: with all lower cards of its suit, those it takes and
// what these could take at home, these cards take only each other, so the moves
// of them all, back and forth, can be left out of any line.
func (d *yukonDeal) safe(c uint8, home uint64) bool {
	needed := yukonTaken[c&63]
	if d.returns {
		needed |= (yukonPair[c&63] &^ (1 << c)) >> 8
	}
	return needed&^home == 0
}

// deepest returns the first of the cards with most to gain below it: the bottom
// of a column before a card that lies face down, and that before any other.
func (d *yukonDeal) deepest(cards uint64) uint8 {
	best := uint8(bits.TrailingZeros64(cards))
	for set := cards &^ d.bottoms; set != 0 && cards&d.bottoms == 0; set &= set - 1 {
		if c := uint8(bits.TrailingZeros64(set)); d.up>>d.below[c]&1 == 0 {
			return c
		}
	}
	if low := cards & d.bottoms; low != 0 {
		best = uint8(bits.TrailingZeros64(low))
	}
	return best
}
