package solve

import "github.com/talon-solitaire/talon/engine"

// exhaust tries every step from the start on, breadth first, until it looked at
// so many boards. It leaves out only steps that lead to the same game as another
// one (columns of equal content and equal cards to come may change places), and
// boards that are lost for certain.
func (g *spider) exhaust(bud *budget, m *memory, p *engine.Position, most int) (Verdict, found) {
	g.begin(p)
	if g.lost(&g.start) {
		return Unwinnable, found{}
	}
	g.open(m, most)
	var words [boardWords]uint64
	g.start.pack(words[:])
	g.seen.add(words[:], noOrigin, 0)
	var b board
	for number := 0; number < g.seen.count; number++ { //nolint:intrange // the list grows while it is read
		if number == most || !bud.spend() {
			return Unknown, found{}
		}
		b.unpack(g.seen.at(number))
		for _, s := range g.every(&b) {
			after := b
			if !g.play(&after, s) {
				g.full = true
				return Unknown, found{}
			}
			if after.won() {
				return Winnable, found{number, s}
			}
			if g.lost(&after) {
				continue
			}
			g.stock.settle(&after)
			after.pack(words[:])
			if n, _ := g.seen.add(words[:], uint32(number), uint32(s)); n < 0 {
				g.full = true
				return Unknown, found{}
			}
		}
	}
	return Unwinnable, found{}
}

// lost reports whether the board is lost for certain: fewer cards on the table
// than a row has columns never fill them all, so the stock never leaves.
func (g *spider) lost(b *board) bool {
	return b.rows > 0 && g.measures(b).cards() < spiderColumns
}
