package solve

import "math/bits"

// freecellWeights say how far from a win a position looks. They order the
// search and decide nothing else.
type freecellWeights struct {
	// out is the weight of a card that is not home, broken of a card that does
	// not continue the run below it, suited of one that lies over a lower card
	// of its suit.
	out, broken, suited int
	// over is the weight of a card over lower cards of so many suits.
	over [5]int
	// next is the weight of a card over the next card of a suit, then of one over the card after that.
	next, second int
	// cell and space are the weights of free cells and empty columns, by their number.
	cell  [5]int
	space [5]int
	// spread is the weight of a rank between the lowest and highest foundation.
	spread int
	// base is the weight of a rank that a column's bottom card lacks to a King.
	base int
}

// freecellLevel sums up a column up to one of its cards: in the low 16 bits the
// weights of its cards, in the next 16 how many of them lie over a lower one,
// then in a byte each the lowest rank of each suit (15 for none).
type freecellLevel uint64

const freecellSum = 1<<24 - 1

// bottom returns the level of a column of one card.
func (w *freecellWeights) bottom(c uint8) freecellLevel {
	at := c & 3 * 8
	lowest := uint64(0x0f0f0f0f)&^(15<<at) | uint64(c>>2)<<at
	return freecellLevel(lowest<<32 | uint64(w.base*(13-int(c>>2))))
}

// over returns the level of a column after a card came to lie on its top card.
func (w *freecellWeights) above(l freecellLevel, top, c uint8) freecellLevel {
	lowest, at, rank := uint32(l>>32), c&3*8, uint32(c>>2)
	if !freecellFits(c, top) {
		l += freecellLevel(w.broken)
	}
	lower := (((rank-1)*0x01010101 | 0x80808080) - lowest) & 0x80808080
	if lower>>at&0x80 != 0 {
		l += freecellLevel(w.suited)
	} else {
		l = l&^(15<<(32+at)) | freecellLevel(rank)<<(32+at)
	}
	if lower != 0 {
		l += freecellLevel(w.over[bits.OnesCount32(lower)]) + 1<<16
	}
	return l
}

// look returns how far from a win the board looks, and whether no card lies
// over a lower one, so that all cards can go home one after the other.
func (o *freecellBoard) look() (far int, won bool) {
	w := o.weights
	if o.sum&freecellSum>>16 == 0 {
		return 0, true
	}
	far = int(o.sum&0xffff) + w.cell[o.free()] + w.space[min(o.empty, 4)]
	low, high, out := uint8(13), uint8(0), 52
	depth, depth2 := 0, 0
	for s := range uint8(4) {
		r := o.home[s]
		low, high = min(low, r), max(high, r)
		out -= int(r)
		depth += o.over((r+1)<<2 | s)
		depth2 += o.over((r+2)<<2 | s)
	}
	return far + w.out*out + w.next*depth + w.second*depth2 + w.spread*int(high-low), false
}

// over is how many cards lie over a card that is not home.
func (o *freecellBoard) over(c uint8) int {
	at := o.place[c&63]
	return int(o.heights[at>>6]) - int(at&63) - 1
}
