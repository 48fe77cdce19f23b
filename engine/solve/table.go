package solve

// table is a set of exact keys, each with a byte of the search's own. A key is
// the whole position in a word, so a hit is never a mistake. It begins small,
// so that a short search touches little memory, and doubles until its memory
// is full.
type table struct {
	// levels is the memory: the slots of a table of n slots are levels[n:2n].
	levels []uint64
	values []uint8
	// slots is the part in use, a power of two long; zero is an empty one.
	slots []uint64
	held  []uint8
	count int
	shift uint
}

// firstSlots is the size a table begins with.
const firstSlots = 1 << 10

// begin makes the table an empty one in the rest of the memory.
func (t *table) begin(m *memory) { t.beginIn(m, m.left()) }

// beginIn makes the table an empty one in n words of the memory, at least
// 2*firstSlots.
func (t *table) beginIn(m *memory, n int) {
	t.levels, t.values = m.cut(n)
	t.lay(firstSlots)
}

// lay makes the level of n slots the one in use, and empty.
func (t *table) lay(n int) {
	t.slots, t.held = t.levels[n:2*n], t.values[n:2*n]
	clear(t.slots)
	t.count = 0
	t.shift = 64
	for ; n > 1; n /= 2 {
		t.shift--
	}
}

// find returns the byte of the key and whether the key is new; a new key's byte
// is zero. The key is not zero. The byte is nil if there is no room left for a
// new one; it is valid until the next call.
func (t *table) find(key uint64) (value *uint8, fresh bool) {
	i := t.slot(key)
	if t.slots[i] == key {
		return &t.held[i], false
	}
	if 4*(t.count+1) > 3*len(t.slots) {
		if !t.grow() {
			return nil, true
		}
		i = t.slot(key)
	}
	t.count++
	t.slots[i], t.held[i] = key, 0
	return &t.held[i], true
}

// slot returns where the key is, or where it would be.
func (t *table) slot(key uint64) int {
	last := len(t.slots) - 1
	i := int(mix(key) >> t.shift)
	for t.slots[i] != 0 && t.slots[i] != key {
		i = (i + 1) & last
	}
	return i
}

// grow moves to the next level and reports whether there is one.
func (t *table) grow() bool {
	n := 2 * len(t.slots)
	if 2*n > len(t.levels) {
		return false
	}
	slots, held, count := t.slots, t.held, t.count
	t.lay(n)
	for i, key := range slots {
		if key != 0 {
			j := t.slot(key)
			t.slots[j], t.held[j] = key, held[i]
		}
	}
	t.count = count
	return true
}

// mix spreads the bits of a word over all of it.
func mix(x uint64) uint64 {
	x ^= x >> 32
	x *= 0x9e3779b97f4a7c15
	x ^= x >> 29
	x *= 0xd6e8feb86659fd93
	return x ^ x>>32
}
