package solve

import "math/bits"

// klondikeTable is a set of exact keys, each with a byte, as table is. It fills
// more of its memory: the largest size takes two thirds of it, and the sizes
// before that, each half the next one, take turns at its two ends.
type klondikeTable struct {
	words []uint64
	bytes []uint8
	// slots is the part in use; zero is an empty one.
	slots []uint64
	held  []uint8
	// halvings is how often the largest size is halved.
	halvings int
	// room is how many more keys the part in use takes.
	room   int
	budget *budget
}

// klondikeGlance is how many slots are cleared or moved between two looks at the context.
const klondikeGlance = 1 << 16

// begin makes the table an empty one in n words of the memory.
func (t *klondikeTable) begin(m *memory, b *budget, n int) {
	t.budget = b
	t.words, t.bytes = m.cut(n)
	t.halvings = bits.Len(uint(t.largest() / firstSlots))
	t.lay()
}

func (t *klondikeTable) largest() int { return len(t.words) / 3 * 2 }

// lay makes the part of the present size the one in use, and empty. It reports
// whether the search may go on.
func (t *klondikeTable) lay() bool {
	n, from := t.largest()>>t.halvings, 0
	if t.halvings%2 == 0 {
		from = len(t.words) - t.largest()
	}
	t.slots, t.held = t.words[from:from+n], t.bytes[from:from+n]
	t.room = n / 16 * 13
	for from = 0; from < n; from += klondikeGlance {
		clear(t.slots[from:min(from+klondikeGlance, n)])
		if from > 0 && !t.budget.look() {
			return false
		}
	}
	return true
}

// find returns the byte of the key and whether the key is new; a new key's byte
// is zero. The key is not zero. The byte is nil if there is no room left for a
// new one, or the context is done; it is valid until the next call.
func (t *klondikeTable) find(key uint64) (value *uint8, fresh bool) {
	i := t.slot(key)
	if t.slots[i] == key {
		return &t.held[i], false
	}
	if t.room == 0 {
		if t.halvings == 0 || !t.grow() {
			return nil, true
		}
		i = t.slot(key)
	}
	t.room--
	t.slots[i], t.held[i] = key, 0
	return &t.held[i], true
}

// slot returns where the key is, or where it would be.
func (t *klondikeTable) slot(key uint64) int {
	high, _ := bits.Mul64(mix(key), uint64(len(t.slots)))
	i := int(high)
	for t.slots[i] != 0 && t.slots[i] != key {
		if i++; i == len(t.slots) {
			i = 0
		}
	}
	return i
}

// grow moves to the next size and reports whether the search may go on.
func (t *klondikeTable) grow() bool {
	slots, held := t.slots, t.held
	t.halvings--
	if !t.lay() {
		return false
	}
	for i, key := range slots {
		if key != 0 {
			j := t.slot(key)
			t.slots[j], t.held[j] = key, held[i]
			t.room--
		}
		if i%klondikeGlance == klondikeGlance-1 && !t.budget.look() {
			return false
		}
	}
	return true
}
