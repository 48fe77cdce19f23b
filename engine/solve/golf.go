package solve

import "github.com/talon-solitaire/talon/engine"

// golf searches positions of Golf. A set of cards left is the heights of the columns,
// as the digits of a number, the last column's the lowest. The sets that differ in the
// last column only are a row, and are looked at together: a word holds a byte for
// each of them.
type golf struct {
	chain
	// columns is how many hold cards; they come in the order of the table.
	columns int
	pile    [golfColumns]engine.PileID
	height  [golfColumns]int
	// weight is what a card of a column counts in the number of a set.
	weight [golfColumns]int
	// rank holds the ranks of a column, the lowest card first.
	rank [golfColumns][golfHeight]uint8
	// odds holds, for every row and column, how many draws are few enough to win when
	// a card of the column has just been played.
	odds []uint64
}

const (
	golfColumns = 7
	golfHeight  = 5
)

// search decides the position.
func (g *golf) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	g.begin(p)
	return g.solve(g, g.read(p), b, m, line)
}

// read reads the columns and returns the number of all their cards.
func (g *golf) read(p *engine.Position) int {
	g.columns = 0
	for c := range golfColumns {
		var buffer [golfHeight]engine.Card
		cards := p.AppendPile(buffer[:0], engine.Column(c+1))
		if len(cards) == 0 {
			continue
		}
		n := g.columns
		g.columns++
		g.pile[n], g.height[n] = engine.Column(c+1), len(cards)
		for i, card := range cards {
			g.rank[n][i] = uint8(card.Rank())
		}
	}
	size := 1
	for c := g.columns - 1; c >= 0; c-- {
		g.weight[c] = size
		size *= g.height[c] + 1
	}
	return size - 1
}

// free puts the tops of the columns into plays.
func (g *golf) free(set int, plays *[chainFree]chainPlay) int {
	n := 0
	for c := range g.columns {
		if at := set / g.weight[c] % (g.height[c] + 1); at > 0 {
			plays[n] = chainPlay{from: g.pile[c], column: c, rank: g.rank[c][at-1], rest: set - g.weight[c]}
			n++
		}
	}
	return n
}

// enough reads the odds after a play.
func (g *golf) enough(p *chainPlay) uint8 {
	row, at := p.rest/g.row(), p.rest%g.row()
	return uint8(g.odds[row*g.columns+p.column] >> (8 * at))
}

// row is how many sets make a row.
func (g *golf) row() int { return g.height[g.columns-1] + 1 }

// sweep fills in the odds of all rows up to that of the set.
func (g *golf) sweep(set int, b *budget, m *memory) {
	rows := set/g.row() + 1
	if m.left() < rows*g.columns {
		b.fail(Memory)
		return
	}
	g.odds, _ = m.cut(rows * g.columns)
	var at [golfColumns]int
	for row := range rows {
		if !b.spend() {
			return
		}
		g.fill(row, &at)
		for c := g.columns - 2; c >= 0; c-- {
			if at[c] < g.height[c] {
				at[c]++
				break
			}
			at[c] = 0
		}
	}
}

// fill fills in the odds of one row, in which the other columns have these heights.
func (g *golf) fill(row int, at *[golfColumns]int) {
	last := g.columns - 1
	// tops holds, per rank of a waste top, how many draws are few enough to win by a
	// card played on it, and draw those to win by a draw.
	var tops [16]uint64
	for c := range last {
		if at[c] == 0 {
			continue
		}
		rank := g.rank[c][at[c]-1]
		enough := g.odds[(row-g.weight[c]/g.row())*g.columns+c]
		takers := &g.takers[rank]
		tops[takers[0]] = larger(tops[takers[0]], enough)
		tops[takers[1]] = larger(tops[takers[1]], enough)
	}
	draw := uint64(0)
	for d := uint64(1); d <= uint64(g.draws); d++ {
		few := (tops[g.tops[d]] + (127-d)*eachByte) >> 7 & eachByte * 255
		draw = draw&^few | d*eachByte&few
	}
	if row == 0 {
		draw |= uint64(g.draws + 1)
	}
	inner := uint64(0)
	for i := range g.height[last] {
		rank := g.rank[last][i]
		takers := &g.takers[rank]
		enough := larger(tops[rank], draw) >> (8 * i) & 255
		inner |= enough << (8 * i)
		next := enough << (8*i + 8)
		tops[takers[0]] = larger(tops[takers[0]], next)
		tops[takers[1]] = larger(tops[takers[1]], next)
		draw = larger(draw, uint64(g.latest[rank][enough])<<(8*i+8))
	}
	odds := g.odds[row*g.columns : (row+1)*g.columns]
	for c := range last {
		if at[c] < g.height[c] {
			odds[c] = larger(tops[g.rank[c][at[c]]], draw)
		}
	}
	odds[last] = inner
}

const eachByte = 0x0101010101010101

// larger returns the larger byte of each pair of bytes, all less than 128.
func larger(a, b uint64) uint64 {
	mask := ((a | eachByte<<7) - b) >> 7 & eachByte * 255
	return a&mask | b&^mask
}
