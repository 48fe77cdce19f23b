package solve

// The cards of Yukon are numbered rank by rank, so that a word is a set of
// cards and a shift by four leads to the next rank of every suit.
const (
	yukonDeck  uint64 = 1<<52 - 1
	yukonAces  uint64 = 0xf
	yukonKings uint64 = 0xf << 48
	// The suits.
	yukonClubs    uint64 = 0x1111111111111
	yukonDiamonds        = yukonClubs << 1
	yukonHearts          = yukonClubs << 2
	yukonSpades          = yukonClubs << 3
	// yukonNowhere is below the lowest card of a column; it is in no set.
	yukonNowhere = 63
	// yukonColumns is how many columns there are.
	yukonColumns = 7
)

// yukonTakers are the two cards that take a card, a rank higher and of the other
// colour, the lower suit first. Nothing takes a King.
var yukonTakers = func() (takers [2][64]uint8) {
	for c := range uint8(64) {
		next := c&^3 + 4
		switch {
		case next >= 52:
			takers[0][c], takers[1][c] = yukonNowhere, yukonNowhere
		case yukonRed(c):
			takers[0][c], takers[1][c] = next, next+3
		default:
			takers[0][c], takers[1][c] = next+1, next+2
		}
	}
	return takers
}()

func yukonRed(c uint8) bool { return (c^c>>1)&1 == 1 }

// yukonPair holds for each card the two of its rank and colour, yukonTaking the
// two that take it, yukonTaken the two that it takes.
var yukonPair, yukonTaking, yukonTaken = func() (pair, taking, taken [64]uint64) {
	for c := range uint8(52) {
		pair[c] = 9 << (c &^ 3)
		if yukonRed(c) {
			pair[c] = 6 << (c &^ 3)
		}
		others := 0xf<<(c&^3) ^ pair[c]
		taking[c], taken[c] = others<<4&yukonDeck, others>>4
	}
	return pair, taking, taken
}()

// yukonWelcome returns the cards that one of these takes.
func yukonWelcome(takers uint64) uint64 {
	red := (takers>>1 | takers>>2) & yukonClubs
	black := (takers | takers>>3) & yukonClubs
	return (red | red<<3 | black<<1 | black<<2) >> 4
}

// yukonNext returns the cards that the foundations take next.
func yukonNext(home uint64) uint64 { return (home<<4 | yukonAces) &^ home & yukonDeck }
