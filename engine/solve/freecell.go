package solve

import (
	"math/bits"

	"github.com/talon-solitaire/talon/engine"
)

// freecell searches positions of FreeCell: the most promising position first, in
// several rounds. They differ in what looks promising, and all but the last give
// up early. A round that leaves no move out and runs out of positions has proved
// that there is no win; the last one always ends so, unless the budget ends it.
//
// Moves are single cards and whole runs, as the rules let them move at once; a
// run is never needed, since single cards get everywhere that it gets. Safe
// cards go home in the same step (see goHome). Of several empty columns and of
// several free cells, only one is a target, and a column's only card does not
// move to an empty column: both would lead to the same position, up to the order
// of columns and cells, which decides nothing.
type freecell struct {
	board freecellBoard
	store freecellStore
	queue freecellQueue
	words []uint64
	child freecellFrame
	line  freecellLine
	// narrow leaves moves out that seldom help: of a card off a run to a cell,
	// and of a part of a run to an empty column.
	narrow bool
}

// freecellWays are the weights of the rounds. They were found by trial: the first
// win most deals soonest, the others win those soonest that the ones before do not.
var freecellWays = [...]freecellWeights{
	{
		out: 17, broken: 14, suited: 1, next: 8, second: 2, spread: 3, base: 3,
		over: [5]int{0, 4, 5, 9, 3}, cell: [5]int{105, 50, 12, 0, 12}, space: [5]int{25, 1, -8, 6, 6},
	},
	{
		out: 1, broken: 27, suited: 1, next: 7, second: 1, spread: 3, base: 3,
		over: [5]int{0, 23, 21, 1, 6}, cell: [5]int{256, 56, 2, 0, 31}, space: [5]int{55, 0, -9, -1, -1},
	},
	{
		out: 10, broken: 12, suited: 4, next: 7, second: 1, spread: 3, base: 3,
		over: [5]int{0, 11, 9, 10, 6}, cell: [5]int{88, 27, 7, 6, -2}, space: [5]int{39, 5, -1, 1, 1},
	},
	{
		out: 8, broken: 20, suited: 1, next: 5, second: 2, spread: 2, base: 3,
		over: [5]int{0, 9, 12, 7, 11}, cell: [5]int{129, 54, 11, -4, 15}, space: [5]int{43, 8, -2, 4, 4},
	},
	{
		out: 1, broken: 17, suited: 0, next: 7, second: 2, spread: 4, base: 3,
		over: [5]int{0, 19, 20, 2, 9}, cell: [5]int{150, 45, 2, 3, 23}, space: [5]int{52, 0, -8, -3, -3},
	},
	{
		out: 19, broken: 7, suited: 2, next: 12, second: 1, spread: 13, base: 4,
		over: [5]int{0, 0, 2, 14, 3}, cell: [5]int{156, 71, 24, 0, 16}, space: [5]int{46, 8, -7, -3, -3},
	},
}

// freecellRounds are the rounds that give up: how many positions each looks at,
// by which weights, and whether it leaves moves out.
var freecellRounds = [...]struct {
	nodes, way int
	narrow     bool
}{
	{160, 0, true},
	{180, 1, true},
	{200, 2, true},
	{250, 3, true},
	{600, 4, true},
	{1000, 5, true},
	{2000, 1, true},
	{2500, 0, false},
	{3000, 4, true},
	{4000, 3, true},
	{3000, 2, false},
	{8000, 1, true},
	{8000, 5, true},
	{8000, 1, false},
	{20_000, 3, true},
	{20_000, 4, true},
	{20_000, 0, true},
	{20_000, 5, false},
	{60_000, 3, true},
	{60_000, 5, true},
	{60_000, 4, true},
	{60_000, 2, false},
	{200_000, 3, true},
	{200_000, 5, true},
}

// freecellLast are the weights of the last round.
const freecellLast = 5

// The targets of a move that are no card: an empty column, a cell, a foundation.
const (
	freecellSpace = iota
	freecellCell
	freecellHome
)

func (f *freecell) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	f.words, _ = m.cut(m.left())
	exhausted := false
	for _, r := range freecellRounds {
		if exhausted && r.narrow {
			continue
		}
		f.narrow = r.narrow
		f.board.begin(p, &freecellWays[r.way])
		verdict, won := f.round(r.nodes, b)
		switch {
		case verdict == Winnable:
			return Winnable, f.spell(p, won, line)
		case b.outOf():
			return Unknown, line
		case verdict == Unwinnable && !r.narrow:
			return Unwinnable, line
		case verdict == Unwinnable:
			// By any weights a narrow round sees the same positions in the end.
			exhausted = true
		}
	}
	f.narrow = false
	f.board.begin(p, &freecellWays[freecellLast])
	verdict, won := f.round(0, b)
	if verdict == Winnable {
		line = f.spell(p, won, line)
	}
	return verdict, line
}

// round is one search from the board's position. It returns the number of the
// won position with Winnable.
func (f *freecell) round(nodes int, b *budget) (verdict Verdict, won int) {
	f.store.begin(f.words)
	f.queue.begin()
	f.board.goHome()
	f.child = f.board.freecellFrame
	if done, number := f.keep(noOrigin, 0, b); done {
		return Winnable, number
	}
	for n := 0; n < nodes || nodes == 0; n++ {
		number := f.queue.take(&f.store)
		if number < 0 {
			return Unwinnable, 0
		}
		if !b.spend() {
			return Unknown, 0
		}
		f.board.unpack(f.store.key(number))
		f.child = f.board.freecellFrame
		if done, number := f.expand(uint32(number), b); done {
			return Winnable, number
		}
		if b.outOf() {
			return Unknown, 0
		}
	}
	return Unknown, 0
}

// expand keeps all positions that a move leads to from the board's.
func (f *freecell) expand(origin uint32, b *budget) (won bool, number int) {
	o := &f.board
	if won, number = f.expandHome(origin, b); won {
		return won, number
	}
	space := -1
	var runs [freecellColumns]int
	for i := range freecellColumns {
		h := int(o.heights[i])
		if h == 0 {
			space = i
			continue
		}
		n := 1
		for n < h && freecellFits(o.cards[i][(h-n)&63], o.cards[i][(h-n-1)&63]) {
			n++
		}
		runs[i] = n
	}
	free := o.free()
	if free > 0 {
		for i := range freecellColumns {
			if o.heights[i] == 0 || f.narrow && runs[i] > 1 {
				continue
			}
			c := o.top(i)
			at := o.place[c]
			o.pop(i)
			o.cells |= 1 << c
			o.place[c] = freecellAside
			won, number = f.reach(origin, c, freecellCell, i, b)
			o.place[c] = at
			if won {
				return won, number
			}
		}
	}
	if space >= 0 {
		if won, number = f.expandSpace(origin, space, (free+1)<<(o.empty-1), &runs, b); won {
			return won, number
		}
	}
	most := (free + 1) << o.empty
	for j := range freecellColumns {
		if o.heights[j] == 0 {
			continue
		}
		onto := o.top(j)
		// The two cards that fit: of a red one those of suits 0 and 3.
		first, step := onto&^3-4, uint8(3)
		if (onto^onto>>1)&1 == 0 {
			first, step = first+1, 1
		}
		for c := first; c <= first+step && c >= 4; c += step {
			if o.home[c&3] >= c>>2 {
				continue
			}
			at := o.place[c]
			if at == freecellAside {
				won, number = f.take(origin, c, onto, j, b)
			} else if i := int(at >> 6); i != j {
				n := int(o.heights[i&7]) - int(at&63)
				if n > runs[i&7] || n > most {
					continue
				}
				won, number = f.carry(origin, i, j, n, onto, b)
			}
			if won {
				return won, number
			}
		}
	}
	return false, 0
}

// expandHome keeps the positions that a card played home leads to.
func (f *freecell) expandHome(origin uint32, b *budget) (won bool, number int) {
	o := &f.board
	for s := range uint8(4) {
		if o.playHome(s) {
			if won, number = f.reach(origin, o.home[s]<<2|s, freecellHome, -1, b); won {
				return won, number
			}
		}
	}
	return false, 0
}

// expandSpace keeps the positions that moves to an empty column lead to: of
// every card in a cell, of a column's top card and of the longest run that can move.
func (f *freecell) expandSpace(origin uint32, space, most int, runs *[freecellColumns]int, b *budget) (won bool, number int) {
	o := &f.board
	for rest := o.cells; rest != 0; rest &= rest - 1 {
		c := uint8(bits.TrailingZeros64(rest))
		if won, number = f.take(origin, c, freecellSpace, space, b); won {
			return won, number
		}
	}
	for i := range freecellColumns {
		h := int(o.heights[i])
		if h < 2 {
			continue
		}
		n := runs[i]
		if f.narrow && (n > most || n == h) {
			continue
		}
		if !f.narrow && n > 1 {
			if won, number = f.carry(origin, i, space, 1, freecellSpace, b); won {
				return won, number
			}
			n = min(n, most, h-1)
			if n == 1 {
				continue
			}
		}
		if won, number = f.carry(origin, i, space, n, freecellSpace, b); won {
			return won, number
		}
	}
	return false, 0
}

// take moves a card from its cell to a column, and back.
func (f *freecell) take(origin uint32, c, onto uint8, to int, b *budget) (won bool, number int) {
	o := &f.board
	o.cells &^= 1 << c
	o.push(to, c)
	won, number = f.reach(origin, c, onto, to, b)
	o.place[c] = freecellAside
	return won, number
}

// carry moves n cards from column to column, and back.
func (f *freecell) carry(origin uint32, from, to, n int, onto uint8, b *budget) (won bool, number int) {
	o := &f.board
	h := int(o.heights[from])
	for range n {
		o.pop(from)
	}
	for i := h - n; i < h; i++ {
		o.push(to, o.cards[from][i&63])
	}
	won, number = f.reach(origin, o.cards[from][(h-n)&63], onto, from, b)
	for i := h - n; i < h; i++ {
		o.place[o.cards[from][i&63]] = uint16(from<<6 | i)
	}
	return won, number
}

// reach keeps the position that the move of the card led to and takes the board
// back. A card can be newly safe only on top of the column that lost one, or
// after a card went home; the column is negative then.
func (f *freecell) reach(origin uint32, c, onto uint8, column int, b *budget) (won bool, number int) {
	o := &f.board
	if column < 0 {
		o.goHome()
	} else if o.heights[column] != 0 {
		if top := o.top(column); o.home[top&3]+1 == top>>2 && o.safe(top&3) {
			o.goHome()
		}
	}
	won, number = f.keep(origin, uint16(c)<<6|uint16(onto), b)
	o.freecellFrame = f.child
	return won, number
}

// keep puts the board's position into the store and the queue, if it is new.
func (f *freecell) keep(origin uint32, move uint16, b *budget) (won bool, number int) {
	k := f.board.pack()
	number, fresh := f.store.add(&k, origin, move, b)
	if !fresh {
		return false, number
	}
	far, won := f.board.look()
	if !won {
		f.queue.put(&f.store, number, far)
	}
	return won, number
}

// freecellQueue gives the position that looks nearest to a win, the latest of equal ones.
type freecellQueue struct {
	heads [freecellFar]uint32
	some  [freecellFar / 64]uint64
	least int
}

// freecellFar is the first distance that is not told from longer ones.
const freecellFar = 4096

func (q *freecellQueue) begin() { *q = freecellQueue{} }

func (q *freecellQueue) put(t *freecellStore, number, far int) {
	far = min(max(far, 0), freecellFar-1)
	t.setNext(number, q.heads[far])
	q.heads[far] = uint32(number + 1)
	q.some[far>>6] |= 1 << (far & 63)
	q.least = min(q.least, far>>6)
}

// take returns a number below zero if there is none left.
func (q *freecellQueue) take(t *freecellStore) int {
	for ; q.least < len(q.some); q.least++ {
		if q.some[q.least] == 0 {
			continue
		}
		far := q.least<<6 | bits.TrailingZeros64(q.some[q.least])
		number := int(q.heads[far]) - 1
		if q.heads[far] = t.next(number); q.heads[far] == 0 {
			q.some[far>>6] &^= 1 << (far & 63)
		}
		return number
	}
	return -1
}
