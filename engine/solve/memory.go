package solve

// MinMemory is the least number of bytes that a Solver's tables take.
const MinMemory = 1 << 20

// memory is the storage of all tables of a Solver: words, and one byte for every
// word. It is taken once; tables are cut from its front for each search. The
// system hands out pages only as they are written.
type memory struct {
	words []uint64
	bytes []uint8
	// used is how many words are given away.
	used int
}

func newMemory(bytes int) memory {
	return memory{words: make([]uint64, bytes/9), bytes: make([]uint8, bytes/9)}
}

// reset takes everything back. What was written there stays there.
func (m *memory) reset() { m.used = 0 }

// left is how many words are not given away.
func (m *memory) left() int { return len(m.words) - m.used }

// cut gives away n words and their bytes, whatever was written there before.
func (m *memory) cut(n int) ([]uint64, []uint8) {
	from := m.used
	m.used += n
	return m.words[from:m.used:m.used], m.bytes[from:m.used:m.used]
}
