package solve

// pool keeps the boards of lowest score that it is offered, in fixed memory.
type pool struct {
	records []uint64
	count   int
	// limit is the score from which on offers are refused.
	limit int
	// low and high are the lowest and highest score that was kept.
	low, high int
	// tally counts the records by score, head begins their lists.
	tally [scoreSpace]int32
	head  [scoreSpace]int32
}

// scoreSpace is one more than the highest score.
const scoreSpace = 1 << 12

// The words of a record: board, origin and step, score and next record.
const (
	originWord = boardWords
	scoreWord  = boardWords + 1
	poolWidth  = boardWords + 2
)

func (p *pool) begin(m *memory, n int) {
	p.records, _ = m.cut(n * poolWidth)
	p.low, p.high = 0, scoreSpace-1
	p.clear()
}

// clear empties the pool.
func (p *pool) clear() {
	if p.low <= p.high {
		clear(p.tally[p.low : p.high+1])
	}
	p.count, p.limit = 0, scoreSpace
	p.low, p.high = scoreSpace, -1
}

func (p *pool) record(i int) []uint64 { return p.records[i*poolWidth : (i+1)*poolWidth] }

// offer keeps the board unless enough better ones are there.
func (p *pool) offer(b *board, origin int, s step, score int) {
	score = min(max(score, 0), scoreSpace-1)
	if score >= p.limit {
		return
	}
	if (p.count+1)*poolWidth > len(p.records) {
		p.halve()
		if score >= p.limit {
			return
		}
	}
	r := p.record(p.count)
	p.count++
	b.pack(r)
	r[originWord] = uint64(origin)<<32 | uint64(s)
	r[scoreWord] = uint64(score) << 32
	p.tally[score]++
	p.low, p.high = min(p.low, score), max(p.high, score)
}

// halve drops the worse half of the records.
func (p *pool) halve() {
	room, limit := int32(p.count/2), 0
	for room >= p.tally[limit] {
		room -= p.tally[limit]
		limit++
	}
	kept := 0
	for i := range p.count {
		r := p.record(i)
		score := int(r[scoreWord] >> 32)
		if score > limit || score == limit && room <= 0 {
			p.tally[score]--
			continue
		}
		if score == limit {
			room--
		}
		copy(p.record(kept), r)
		kept++
	}
	p.count = kept
	p.limit = limit
}

// sort links the records of each score, first come first.
func (p *pool) sort() {
	for i := p.low; i <= p.high; i++ {
		p.head[i] = -1
	}
	for i := p.count - 1; i >= 0; i-- {
		r := p.record(i)
		score := r[scoreWord] >> 32
		r[scoreWord] = score<<32 | uint64(uint32(p.head[score]))
		p.head[score] = int32(i)
	}
}
