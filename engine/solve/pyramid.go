package solve

import (
	"math/bits"

	"github.com/talon-solitaire/talon/engine"
)

// pyramid searches positions of Pyramid, depth first, pair by pair: draws and
// redeals are what brings a card to hand, and are spelled out only for the
// winning line.
//
// The cards that are left say what a position is, but for how far the stock is
// played. That is a time: the redeals made, then the place in the stock. Who
// is at some time can draw and redeal until any later one with the same cards, so a
// time no earlier than one that failed with them fails too; the table keeps the
// earliest. Cards only ever go, so no position comes back.
//
// Kings are not searched. One in the pyramid goes as soon as it is free, and one in
// stock or waste as soon as it comes to the top of the waste: it pairs with
// nothing, so whatever follows is as legal without it.
//
// To play the top of the stock, drawn first or not, leaves the same cards at the
// same time. So stock_play only adds the pairs of waste top and stock top.
type pyramid struct {
	pyramidDeal
	seen table
	b    *budget
	// line are the pairs that lead to a win, as far as it is known.
	line   [pyramidPairs]pyramidPair
	length int
}

// pyramidPair is two cards that go together, one of stock or waste the first.
type pyramidPair struct{ a, b uint8 }

// pyramidPairs is how many pairs there are in a deck.
const pyramidPairs = 24

// pyramidState is a position of the search.
type pyramidState struct {
	// left are the cards left, without the Kings of stock and waste; free are those
	// of the pyramid that nothing covers.
	left, free uint64
	// stock are the cards left of stock and waste, by place.
	stock uint32
	// turn is how many redeals were made; the cards of places before at, which is next
	// to the top of the waste, are the waste.
	turn, at uint8
}

// search decides the position.
func (y *pyramid) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	y.b, y.length = b, 0
	y.read(p)
	for kings := y.start.free >> firstKing; kings != 0; kings &= kings - 1 {
		y.crown(&y.start, firstKing+bits.TrailingZeros64(kings))
	}
	y.seen.begin(m)
	switch {
	case y.hopeful(y.start.left) && y.win(y.start, 0):
		return Winnable, y.spell(p, line)
	case b.outOf():
		return Unknown, line
	default:
		return Unwinnable, line
	}
}

// win reports whether the position is winnable, and notes the pairs if it is.
func (y *pyramid) win(s pyramidState, depth int) bool {
	if s.left&y.table == 0 {
		y.length = depth
		return true
	}
	if !y.fresh(&s) {
		return false
	}
	low, high := s.free&lowCards, s.free>>4&lowCards
	for ; low != 0; low &= low - 1 {
		a := bits.TrailingZeros64(low)
		group := a &^ 7
		for partners := high >> group & 15; partners != 0; partners &= partners - 1 {
			b := group + 4 + bits.TrailingZeros64(partners)
			if y.after(s, a, b, depth) {
				return true
			}
		}
	}
	// Of the waste only the top is at hand before the next redeal.
	buried := s.stock & (1<<max(s.at, 1)>>1 - 1)
	if y.winFrom(s, s.stock&^buried, depth) {
		return true
	}
	if s.turn == y.turns {
		return false
	}
	s.turn++
	return y.winFrom(s, buried, depth)
}

// winFrom reports whether the position is winnable by a pair with one of the cards of
// stock and waste, which all come to hand in the same turn.
func (y *pyramid) winFrom(s pyramidState, places uint32, depth int) bool {
	wanted := partnersOf(s.free)
	both := y.stockPlay && !y.leisure(&s)
	for ; places != 0; places &= places - 1 {
		place := bits.TrailingZeros32(places)
		a := int(y.order[place])
		if wanted>>a&1 == 0 && !both {
			continue
		}
		next := s
		next.draw(place)
		for partners := s.free & partnersOf(1<<a); partners != 0; partners &= partners - 1 {
			if y.after(next, a, bits.TrailingZeros64(partners), depth) {
				return true
			}
		}
		rest := next.stock >> place
		if !both || rest == 0 {
			continue
		}
		place += bits.TrailingZeros32(rest)
		if b := int(y.order[place]); partnersOf(1<<a)>>b&1 != 0 {
			next.stock &^= 1 << place
			if y.after(next, a, b, depth) {
				return true
			}
		}
	}
	return false
}

// draw takes away the card of the place, once it is the top of the waste.
func (s *pyramidState) draw(place int) {
	s.stock &^= 1 << place
	s.at = uint8(bits.Len32(s.stock & (1<<place - 1)))
}

// after reports whether the position is winnable once the pair has gone, of which a card
// of stock or waste is taken from these already.
func (y *pyramid) after(s pyramidState, a, b, depth int) bool {
	s.left &^= 1<<a | 1<<b
	if !y.hopefulGroup(s.left, a/8) {
		return false
	}
	y.uncover(&s, a)
	y.uncover(&s, b)
	y.line[depth] = pyramidPair{uint8(a), uint8(b)}
	return y.win(s, depth+1)
}

// uncover frees what the card covered, which is gone; Kings go with it.
func (y *pyramid) uncover(s *pyramidState, card int) {
	s.free &^= 1 << card
	for under := y.under[card] & s.left; under != 0; under &= under - 1 {
		next := bits.TrailingZeros64(under)
		switch {
		case y.cover[next]&s.left != 0:
		case next >= firstKing:
			y.crown(s, next)
		default:
			s.free |= 1 << next
		}
	}
}

// crown takes a free King off the pyramid.
func (y *pyramid) crown(s *pyramidState, king int) {
	s.left &^= 1 << king
	y.uncover(s, king)
}

// turnsApart is how many turns the byte of a table distinguishes.
const turnsApart = 10

// leisure reports whether there are turns enough for every pair that a card of stock or
// waste can make with the pyramid to have one of its own. Then the time is of no
// matter, and a pair of waste top and stock top of no use.
func (y *pyramid) leisure(s *pyramidState) bool {
	pairs := min(bits.OnesCount32(s.stock), bits.OnesCount64(s.left&y.table&(1<<firstKing-1)))
	return int(y.turns-s.turn) >= pairs
}

// fresh reports whether the position may be looked at and was not found to fail, with its
// cards, at the same time or before.
func (y *pyramid) fresh(s *pyramidState) bool {
	turn, at := s.turn, s.at
	if y.leisure(s) {
		turn, at = 0, 0
	}
	held, fresh := y.seen.find(s.left | uint64(turn/turnsApart)<<deckBits)
	time := turn%turnsApart*stockPlaces + at
	switch {
	case held == nil:
		return y.b.fail(Memory)
	case !fresh && *held <= time:
		return false
	}
	*held = time
	return y.b.spend()
}
