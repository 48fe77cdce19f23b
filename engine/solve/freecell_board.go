package solve

import (
	"math/bits"

	"github.com/talon-solitaire/talon/engine"
)

// freecellBoard is a position of FreeCell that moves can be made on.
//
// Every column has a code beside its cards: its bottom card, how many cards from
// there on are as the search found them, and for the cards above those one bit
// each. One bit is enough, because play puts a card only on one that is a rank
// higher and of the other colour. The code is a function of the column's cards
// and tells them all, so the sorted codes and the foundations are the position,
// whole and exact, up to the order of the columns; the cards in the cells are
// those that are nowhere else, and cells are alike.
type freecellBoard struct {
	cards  [freecellColumns][64]uint8
	levels [freecellColumns][64]freecellLevel
	// place is where each card that is not home is: 64 times the column and its
	// index there, or freecellAside for a card in a cell and for the cards past the Kings.
	place [64]uint16
	freecellFrame

	// laid are the codes of the columns as they lay when the position was
	// unpacked, or zero; laidCards has the bits of their cards. Most columns of
	// the next position are the same.
	laid      [freecellColumns]uint32
	laidCards [freecellColumns]uint64

	// size is the number of cells.
	size int
	// found holds the columns as the search found them, by their number, and
	// their levels; number is one more than the number of the one that begins with a card.
	found       [freecellColumns][64]uint8
	foundLevels [freecellColumns][64]freecellLevel
	foundLength [freecellColumns]uint8
	number      [64]uint8
	weights     *freecellWeights
}

// freecellFrame is the part of a board that is put back whole to take a move back.
type freecellFrame struct {
	codes [freecellColumns]uint32
	// heights has one more place, for the pile of one card that every card in a
	// cell counts as.
	heights [freecellColumns + 1]uint8
	// empty is how many columns have no card.
	empty uint8
	// home is the top rank of each foundation.
	home [4]uint8
	// cells has the bit of every card in a cell.
	cells uint64
	// sum adds the columns' levels, and bits of no meaning above freecellSum.
	sum freecellLevel
}

const (
	freecellColumns = 8
	freecellAside   = freecellColumns << 6
)

// The parts of a column's code: bits that tell the added cards, how many those
// are, how many cards are as found, and the bottom card.
const (
	freecellAddedAt  = 12
	freecellKeptAt   = 16
	freecellBottomAt = 22
)

// freecellKey is a whole position: in every word two codes of columns and, in
// the top byte of the first two, the foundations.
type freecellKey [4]uint64

// begin reads the position; its columns become the found ones.
func (o *freecellBoard) begin(p *engine.Position, w *freecellWeights) {
	o.weights = w
	o.size = int(p.Options().Get("cells")[0] - '0')
	o.freecellFrame = freecellFrame{empty: freecellColumns}
	o.heights[freecellColumns] = 1
	o.laid = [freecellColumns]uint32{}
	for i := range o.place {
		o.place[i] = freecellAside
	}
	o.number = [64]uint8{}
	var pile [52]engine.Card
	for i := range freecellColumns {
		cards := p.AppendPile(pile[:0], engine.Column(i+1))
		o.foundLength[i] = uint8(len(cards))
		for j, c := range cards {
			o.found[i][j] = uint8(c)
			if j == 0 {
				o.number[c] = uint8(i + 1)
			}
		}
	}
	for i := range freecellColumns {
		for _, c := range o.found[i][:o.foundLength[i]] {
			o.push(i, c)
		}
		o.foundLevels[i] = o.levels[i]
	}
	for i := range o.size {
		for _, c := range p.AppendPile(pile[:0], engine.Cell(i+1)) {
			o.cells |= 1 << c
		}
	}
	for _, s := range engine.Suits {
		o.home[s] = uint8(len(p.AppendPile(pile[:0], engine.Foundation(s))))
	}
}

// push puts a card on a column.
func (o *freecellBoard) push(column int, c uint8) {
	h := o.heights[column]
	o.cards[column][h&63] = c
	o.place[c&63] = uint16(column)<<6 | uint16(h)
	code := o.codes[column]
	if h == 0 {
		l := o.weights.bottom(c)
		o.codes[column] = uint32(c)<<freecellBottomAt | 1<<freecellKeptAt
		o.levels[column][0], o.levels[column][1] = 0, l
		o.heights[column] = 1
		o.empty--
		o.sum += l
		return
	}
	below := o.levels[column][h&63]
	l := o.weights.above(below, o.cards[column][(h-1)&63], c)
	o.levels[column][(h+1)&63] = l
	o.heights[column] = h + 1
	o.sum += l - below
	if n := o.number[code>>freecellBottomAt&63]; code>>freecellAddedAt&15 == 0 && n != 0 {
		if kept := uint8(code >> freecellKeptAt & 63); kept < o.foundLength[n-1] && o.found[n-1][kept] == c {
			o.codes[column] = code + 1<<freecellKeptAt
			return
		}
	}
	added := code & (1<<freecellAddedAt - 1)
	o.codes[column] = code - added + (added<<1 | uint32(c>>1&1)) + 1<<freecellAddedAt
}

// pop takes the top card off a column.
func (o *freecellBoard) pop(column int) {
	h := o.heights[column] - 1
	o.heights[column] = h
	o.sum += o.levels[column][h&63] - o.levels[column][(h+1)&63]
	if h == 0 {
		o.empty++
	}
	code := o.codes[column]
	if code>>freecellAddedAt&15 != 0 {
		added := code & (1<<freecellAddedAt - 1)
		o.codes[column] = code - added + added>>1 - 1<<freecellAddedAt
		return
	}
	code -= 1 << freecellKeptAt
	if code>>freecellKeptAt&63 == 0 {
		code = 0
	}
	o.codes[column] = code
}

// top returns the top card of a column that has cards.
func (o *freecellBoard) top(column int) uint8 {
	return o.cards[column][(o.heights[column]-1)&63]
}

// free is how many cells are free.
func (o *freecellBoard) free() int { return o.size - bits.OnesCount64(o.cells) }

// freecellFits reports whether a card may lie on another one in a column.
func freecellFits(upper, lower uint8) bool {
	return upper>>2+1 == lower>>2 && (upper^upper>>1^lower^lower>>1)&1 != 0
}

// pack returns the position. The codes are sorted, which is by bottom card.
func (o *freecellBoard) pack() freecellKey {
	s := o.codes
	for i := 1; i < freecellColumns; i++ {
		c := s[i]
		j := i
		for ; j > 0 && s[j-1] > c; j-- {
			s[j] = s[j-1]
		}
		s[j] = c
	}
	return freecellKey{
		uint64(s[0]) | uint64(s[1])<<28 | uint64(o.home[0]|o.home[1]<<4)<<56,
		uint64(s[2]) | uint64(s[3])<<28 | uint64(o.home[2]|o.home[3]<<4)<<56,
		uint64(s[4]) | uint64(s[5])<<28,
		uint64(s[6]) | uint64(s[7])<<28,
	}
}

// unpack makes the board that of the position.
func (o *freecellBoard) unpack(k *freecellKey) {
	cells := uint64(1)<<56 - 1<<4
	for i := range 2 {
		o.home[2*i], o.home[2*i+1] = uint8(k[i]>>56&15), uint8(k[i]>>60)
	}
	for s := range 4 {
		cells &^= (1<<(4*uint(o.home[s])+4) - 1) & (0x1111111111111111 << s)
	}
	o.sum, o.empty = 0, 0
	for i := range freecellColumns {
		code := uint32(k[i>>1]>>(28*(i&1))) & (1<<28 - 1)
		o.codes[i] = code
		if code == 0 {
			o.heights[i], o.levels[i][0], o.laid[i] = 0, 0, 0
			o.empty++
			continue
		}
		if o.laid[i] != code {
			o.lay(i, code)
		}
		o.heights[i] = uint8(code>>freecellKeptAt&63 + code>>freecellAddedAt&15)
		o.sum += o.levels[i][o.heights[i]&63]
		cells &^= o.laidCards[i]
	}
	o.cells = cells
	for ; cells != 0; cells &= cells - 1 {
		o.place[bits.TrailingZeros64(cells)] = freecellAside
	}
}

// lay lays the cards that a code tells on a column.
func (o *freecellBoard) lay(column int, code uint32) {
	var laid uint64
	cards, levels := &o.cards[column], &o.levels[column]
	kept := int(code >> freecellKeptAt & 63)
	bottom := uint8(code >> freecellBottomAt)
	if n := o.number[bottom&63]; n != 0 {
		found, foundLevels := &o.found[n-1], &o.foundLevels[n-1]
		levels[0] = 0
		for i := range kept {
			c := found[i&63]
			cards[i&63] = c
			levels[(i+1)&63] = foundLevels[(i+1)&63]
			o.place[c&63] = uint16(column<<6 | i)
			laid |= 1 << (c & 63)
		}
	} else {
		cards[0] = bottom
		levels[0], levels[1] = 0, o.weights.bottom(bottom)
		o.place[bottom&63] = uint16(column << 6)
		laid = 1 << (bottom & 63)
	}
	h := kept
	below, l := cards[(h-1)&63], levels[h&63]
	for n := int(code>>freecellAddedAt&15) - 1; n >= 0; n-- {
		bit := uint8(code >> n & 1)
		// Spades and clubs are suits 3 and 0, hearts and diamonds 2 and 1.
		suit := 1 + bit
		if (below^below>>1)&1 != 0 {
			suit = 3 * bit
		}
		c := below&^3 - 4 + suit
		l = o.weights.above(l, below, c)
		below = c
		cards[h&63] = c
		o.place[c&63] = uint16(column<<6 | h)
		laid |= 1 << (c & 63)
		h++
		levels[h&63] = l
	}
	o.laid[column], o.laidCards[column] = code, laid
}

// goHome plays cards to the foundations as long as that is safe.
//
// A card of rank r is safe if all cards of the other colour and rank r-1 are
// home: nothing will ever have to lie on it. It is safe too if both foundations
// of the other colour hold r-2 and that of the twin suit r-3: take any winning
// line from the position and play the card first. What the line puts on it are
// cards of the other colour and rank r-1, which can go home instead as soon as
// they can move; what it puts on these is of rank r-2, of the card's own suit,
// so home already, or of the twin suit, and can go home instead as well; and
// what it puts on those is home already. All other moves of the line stay
// possible, since fewer cards lie in columns and cells and none is covered that
// was not. The cards do not come back from the foundations in this game, and
// need not for the argument.
func (o *freecellBoard) goHome() {
	for again := true; again; {
		again = false
		for s := range uint8(4) {
			for o.safe(s) && o.playHome(s) {
				again = true
			}
		}
	}
}

// safe reports whether the next card of the suit could go home without any loss.
func (o *freecellBoard) safe(s uint8) bool {
	r := o.home[s&3] + 1
	// The other suit of the colour is 3-s, those of the other colour s^1 and 3-(s^1).
	others := min(o.home[(s^1)&3], o.home[(3-(s^1))&3])
	return others+1 >= r || others+2 >= r && o.home[(3-s)&3]+3 >= r
}

// playHome plays the next card of the suit to its foundation, if it can be played.
func (o *freecellBoard) playHome(s uint8) bool {
	c := (o.home[s&3]+1)<<2 | s
	if c >= 56 {
		return false
	}
	if o.cells>>c&1 != 0 {
		o.cells &^= 1 << c
		o.home[s&3]++
		return true
	}
	at := o.place[c]
	if uint16(o.heights[at>>6]) != at&63+1 {
		return false
	}
	o.pop(int(at >> 6 & 7))
	o.home[s&3]++
	return true
}
