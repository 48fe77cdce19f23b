package solve

import "math/bits"

// freecellStore holds the positions of a search: the records from the front of
// its memory on, the index that finds them at its end. The index grows towards
// the records and is made anew from them, so that the memory is used up to the
// last word.
//
// A record is the position, whose last two words have the move that led to it in
// their top bytes, and a word with the position it came from and the next one
// in its queue.
type freecellStore struct {
	words []uint64
	// slots are the index: the number of a position plus one in the low half and the high
	// half of its hash, or zero.
	slots []uint64
	count int
	// most is how many positions the index takes before it must grow.
	most int
}

const (
	freecellRecord = 5
	freecellWord   = 1<<56 - 1
	// freecellSlots is the size of the index at first.
	freecellSlots = 1 << 11
	// freecellGlance is how many steps of a long piece of work pass between two looks at the context.
	freecellGlance = 1 << 16
)

// begin makes the store an empty one in these words.
func (t *freecellStore) begin(words []uint64) {
	t.words, t.count = words, 0
	t.lay(freecellSlots)
	clear(t.slots)
}

func (t *freecellStore) lay(n int) {
	t.slots = t.words[len(t.words)-n:]
	t.most = n / 4 * 3
}

// grow doubles the index. Without the room for that it lets the one that there
// is get fuller. It reports whether there is room for one more position.
func (t *freecellStore) grow(b *budget) bool {
	used := t.count * freecellRecord
	left := len(t.words) - used - len(t.slots)
	if left < freecellRecord {
		return b.fail(Memory)
	}
	n := 2 * len(t.slots)
	if left < len(t.slots)+freecellRecord {
		if t.most = min(t.count+left/freecellRecord, len(t.slots)/16*15); t.most <= t.count {
			return b.fail(Memory)
		}
		return true
	}
	t.lay(n)
	for rest := t.slots; len(rest) > 0; rest = rest[min(len(rest), freecellGlance):] {
		clear(rest[:min(len(rest), freecellGlance)])
		if !b.look() {
			return false
		}
	}
	for number := range t.count {
		if number%freecellGlance == freecellGlance-1 && !b.look() {
			return false
		}
		h := t.key(number).hash()
		i := int(h) & (n - 1)
		for t.slots[i] != 0 {
			i = (i + 1) & (n - 1)
		}
		t.slots[i] = h>>32<<32 | uint64(number+1)
	}
	return true
}

// add returns the number of the position and whether it is new. The number is
// negative if there was no room or time for it.
func (t *freecellStore) add(k *freecellKey, origin uint32, move uint16, b *budget) (number int, fresh bool) {
	h := k.hash()
	last := len(t.slots) - 1
	i := int(h) & last
	for ; t.slots[i&last] != 0; i++ {
		slot := t.slots[i&last]
		if (slot^h)>>32 == 0 && t.holds(int(uint32(slot))-1, k) {
			return int(uint32(slot)) - 1, false
		}
	}
	if t.count == t.most || (t.count+1)*freecellRecord > len(t.words)-len(t.slots) {
		if !t.grow(b) {
			return -1, false
		}
		return t.add(k, origin, move, b)
	}
	t.slots[i&last] = h>>32<<32 | uint64(t.count+1)
	r := t.words[t.count*freecellRecord:][:freecellRecord:freecellRecord]
	r[0], r[1] = k[0], k[1]
	r[2], r[3] = k[2]|uint64(move&0xff)<<56, k[3]|uint64(move>>8)<<56
	r[4] = uint64(origin) << 32
	t.count++
	return t.count - 1, true
}

// holds reports whether the record is that of the position.
func (t *freecellStore) holds(number int, k *freecellKey) bool {
	r := t.words[number*freecellRecord:][:freecellRecord:freecellRecord]
	return r[0] == k[0] && r[1] == k[1] && (r[2]^k[2])&freecellWord == 0 && (r[3]^k[3])&freecellWord == 0
}

// key returns a position.
func (t *freecellStore) key(number int) *freecellKey {
	r := t.words[number*freecellRecord:][:freecellRecord:freecellRecord]
	return &freecellKey{r[0], r[1], r[2] & freecellWord, r[3] & freecellWord}
}

// from returns the number of the position that a position came from, and the move.
func (t *freecellStore) from(number int) (origin int, move uint16) {
	r := t.words[number*freecellRecord:][:freecellRecord:freecellRecord]
	return int(r[4] >> 32), uint16(r[2]>>56) | uint16(r[3]>>56)<<8
}

// next returns the position after this one in its queue, setNext sets it; zero is none.
func (t *freecellStore) next(number int) uint32 { return uint32(t.words[number*freecellRecord+4]) }

func (t *freecellStore) setNext(number int, n uint32) {
	w := &t.words[number*freecellRecord+4]
	*w = *w>>32<<32 | uint64(n)
}

// hash folds the position into a word.
func (k *freecellKey) hash() uint64 {
	h1, l1 := bits.Mul64(k[0]^0x9e3779b97f4a7c15, k[1]^0xd6e8feb86659fd93)
	h2, l2 := bits.Mul64(k[2]^0xa0761d6478bd642f, k[3]^0xe7037ed1a0b428db)
	return (h1 ^ l1) + 3*(h2^l2)
}
