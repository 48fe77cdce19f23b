package solve

// archive is a set of exact positions of several words, numbered in the order
// in which they came, each with the number of the one it came from and a word of
// the search's own for the move between them. Positions are compared whole.
type archive struct {
	// records holds the positions one after the other, each as its words, then
	// the word of origin and move.
	records []uint64
	width   int
	count   int
	// levels is the memory of the index: the slots of an index of n slots are
	// levels[n:2n]; a slot is the number of a position plus one in its low half,
	// and the high half of the position's hash, or zero.
	levels []uint64
	slots  []uint64
}

// noOrigin is the origin of a position that the search began with.
const noOrigin = 1<<32 - 1

// begin makes the archive an empty one for positions of so many words, in the
// rest of the memory.
func (a *archive) begin(m *memory, width int) { a.beginIn(m, width, m.left()) }

// beginIn makes the archive an empty one for positions of so many words, in n
// words of the memory. A third or less of them becomes the index.
func (a *archive) beginIn(m *memory, width, n int) {
	index := 2 * firstSlots
	for room := n / (width + 1 + 4); index < room*2; index *= 2 {
	}
	a.levels, _ = m.cut(index)
	a.records, _ = m.cut((n - index) / (width + 1) * (width + 1))
	a.width, a.count = width+1, 0
	a.lay(firstSlots)
}

func (a *archive) lay(n int) {
	a.slots = a.levels[n : 2*n]
	clear(a.slots)
}

// add returns the number of the position and whether it is new; a new one keeps
// its origin and move. The number is negative if there is no room left for it.
func (a *archive) add(position []uint64, origin, move uint32) (number int, fresh bool) {
	hash := hashOf(position)
	i := int(hash) & (len(a.slots) - 1)
	for ; a.slots[i] != 0; i = (i + 1) & (len(a.slots) - 1) {
		if a.slots[i]>>32 != hash>>32 {
			continue
		}
		if n := int(uint32(a.slots[i])) - 1; same(a.at(n), position) {
			return n, false
		}
	}
	if (a.count+1)*a.width > len(a.records) {
		return -1, true
	}
	if 4*(a.count+1) > 3*len(a.slots) {
		if !a.grow() {
			return -1, true
		}
		i = a.free(hash)
	}
	number = a.count
	a.count++
	copy(a.at(number), position)
	a.records[(number+1)*a.width-1] = uint64(origin)<<32 | uint64(move)
	a.slots[i] = hash>>32<<32 | uint64(a.count)
	return number, true
}

// at returns the words of a position.
func (a *archive) at(number int) []uint64 {
	return a.records[number*a.width : (number+1)*a.width-1]
}

// from returns the origin of a position and the move that led from there.
func (a *archive) from(number int) (origin, move uint32) {
	w := a.records[(number+1)*a.width-1]
	return uint32(w >> 32), uint32(w)
}

func (a *archive) free(hash uint64) int {
	i := int(hash) & (len(a.slots) - 1)
	for a.slots[i] != 0 {
		i = (i + 1) & (len(a.slots) - 1)
	}
	return i
}

// grow moves to the next level of the index and reports whether there is one.
func (a *archive) grow() bool {
	n := 2 * len(a.slots)
	if 2*n > len(a.levels) {
		return false
	}
	a.lay(n)
	for number := range a.count {
		hash := hashOf(a.at(number))
		a.slots[a.free(hash)] = hash>>32<<32 | uint64(number+1)
	}
	return true
}

func hashOf(position []uint64) uint64 {
	h := uint64(len(position))
	for _, w := range position {
		h = mix(h ^ w)
	}
	return h
}

func same(a, b []uint64) bool {
	for i, w := range a {
		if w != b[i] {
			return false
		}
	}
	return true
}
