package solve

import "math/bits"

// A card of Klondike is a number, four times its rank less one plus the place
// of its suit among clubs, spades, diamonds, hearts; a set of cards is a word.
// So twins, cards of one rank and colour, are neighbours.
const (
	klondikeEven   = 0x5555555555555 // one of each twins
	klondikeBlack  = 0x3333333333333
	klondikeAces   = 0xf
	klondikeKings  = 0xf << 48
	klondikeBeyond = klondikeKings << 4 // no cards: what a full foundation takes next
	klondikeSuit   = 0x11111111111111   // the clubs, and one place beyond the King
)

// klondikeState is a state of the search.
type klondikeState struct {
	klondikeSpread
	// base is the set of the bases.
	base uint64
	// left is how many layers each column has left, height the same as a number.
	left   [7]uint8
	height uint32
	// stock is the set of the places of the cards left in stock and waste, hand
	// the cards themselves; waste is how many of them are the waste.
	stock uint32
	hand  uint64
	waste uint8
	// redeals is how many redeals are left, or endless.
	redeals uint8
}

// klondikeSpread is the part of a state that shuffles change.
type klondikeSpread struct {
	// next holds the card that each foundation takes next, or the place beyond its King.
	next uint64
	// up is the set of the cards in sight in the columns.
	up uint64
	// spaces is how many columns are empty.
	spaces int8
	// home is the foundations as a number.
	home uint16
}

// klondikeRadix is what one more card on a foundation adds to home.
var klondikeRadix = [4]uint16{1, 14, 14 * 14, 14 * 14 * 14}

// klondikeTurn gives each card the places of the cards of the other colour.
func klondikeTurn(cards uint64) uint64 {
	return cards&klondikeBlack<<2 | cards>>2&klondikeBlack
}

// room returns the cards that have a free place in the columns.
func (s *klondikeSpread) room(base uint64) uint64 {
	under, placed := klondikeTurn(s.up>>4), s.up&^base
	free := (under|under>>1)&^(placed|placed>>1) | under&(under>>1)&^(placed&(placed>>1))
	free = free & klondikeEven * 3
	if s.spaces > 0 {
		free |= klondikeKings
	}
	return free
}

// loose returns the cards in sight that can be brought to the top of their column.
func (s *klondikeSpread) loose(room uint64) uint64 {
	return s.up & (klondikeTurn(room)<<4 | klondikeAces)
}

// rise plays a card that is no base from a column to its foundation.
func (s *klondikeSpread) rise(card uint64) {
	s.up ^= card
	s.raise(card)
	if card&klondikeKings != 0 {
		s.spaces++
	}
}

// raise puts a card on its foundation.
func (s *klondikeSpread) raise(card uint64) {
	s.next ^= card | card<<4
	s.home += klondikeRadix[bits.TrailingZeros64(card)&3]
}

// fall brings a card back from its foundation.
func (s *klondikeSpread) fall(card uint64) {
	s.next ^= card | card<<4
	s.home -= klondikeRadix[bits.TrailingZeros64(card)&3]
	s.lay(card)
}

// lay puts a card on a free place.
func (s *klondikeSpread) lay(card uint64) {
	s.up |= card
	if card&klondikeKings != 0 {
		s.spaces--
	}
}

// ranks returns the top ranks of the foundations.
func (s *klondikeSpread) ranks() (clubs, spades, diamonds, hearts int) {
	return bits.TrailingZeros64(s.next&klondikeSuit) >> 2, bits.TrailingZeros64(s.next&(klondikeSuit<<1)) >> 2,
		bits.TrailingZeros64(s.next&(klondikeSuit<<2)) >> 2, bits.TrailingZeros64(s.next&(klondikeSuit<<3)) >> 2
}

// safe returns the cards that are never worth more in a column than on their
// foundation, once it takes them.
//
// A card x of rank r is safe where both foundations of the other colour have
// r-2 and that of its twin r-3. Play any game that leads from here to the win, but with x
// on its foundation, and never take back x, cards of the other colour up to r-1
// or of the twin's suit up to r-2 that are on their foundations. What that game
// puts on x or those cards is such a card itself; it, and the card of the twin's
// suit that may lie on it, go to their foundations instead, which are high enough.
// Whatever else it does is possible too: there are no fewer places for other
// cards, and the foundations are no lower. The
// game turns up the same layers and plays the same stock cards. If
// nothing comes back from the foundations, r-1 for both of the other colour
// is enough: nothing is left that x could carry.
func (s *klondikeSpread) safe(returns bool) uint64 {
	c, p, d, h := s.ranks()
	black, red := min(c, p), min(d, h)
	limits := [4]int{min(red+2, p+3), min(red+2, c+3), min(black+2, h+3), min(black+2, d+3)}
	if !returns {
		limits[0], limits[1] = max(limits[0], red+1), max(limits[1], red+1)
		limits[2], limits[3] = max(limits[2], black+1), max(limits[3], black+1)
	}
	var safe uint64
	for i, rank := range limits {
		safe |= (1<<(4*min(rank, 13)) - 1) & (klondikeSuit << i)
	}
	return safe
}
