package solve

import (
	"math"

	"github.com/talon-solitaire/talon/engine"
)

// spider searches Spider. Beams find wins: they keep the boards that look best, layer
// by layer, and so can miss one. That there is none is said only by exhaust, which
// is tried between the beams with few boards, and at last with all the memory.
type spider struct {
	tree  columns
	stock spiderStock
	// start is the board that the search begins with, actual the same with its
	// columns in their places.
	start, actual board
	list          [mostSteps]step

	// seen holds the boards that a beam kept, or that exhaust met.
	seen archive
	// next and dealt are the boards that follow a layer, by steps and by deals.
	next, dealt pool
	layer       []uint64
	// best is the best score of the layer.
	best int
	// full tells that the memory of a search is used up, narrow that a beam left
	// boards out.
	full, narrow bool

	cards []engine.Card
	path  []step
}

func newSpider() *spider {
	return &spider{cards: make([]engine.Card, 0, 104), path: make([]step, 0, 1024)}
}

// spiderAims are the beams in the order in which they are tried: narrow ones solve
// most deals at once, and what one opinion of a good board misses, another finds.
var spiderAims = []aim{
	{2, 8, tidy},
	{4, 16, tidy},
	{8, 16, loose},
	{20, 40, tidy},
	{40, 40, loose},
	{100, 40, wide},
	{250, 40, loose},
	{600, 40, tidy},
	{1_500, 40, wide},
	{4_000, 50, loose},
	{8_000, 50, tidy},
}

// The weights, found by trying them on random deals.
var (
	tidy  = weights{breaks: 12, steps: 0, down: 5, kings: 3, empty: 16, mobile: 4, joins: 4}
	loose = weights{breaks: 12, steps: 1, down: 4, kings: 2, empty: 18, mobile: 5, joins: 4}
	wide  = weights{breaks: 12, steps: 2, down: 4, kings: 0, empty: 20, mobile: 5, joins: 6}
)

func (g *spider) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	g.tree.begin(m, m.left()/3)
	mark := m.used
	for i := range spiderAims {
		m.used = mark
		g.begin(p)
		before := b.nodes
		if f, won := g.beam(b, m, &spiderAims[i]); won {
			return Winnable, g.spell(line, f)
		}
		m.used = mark
		if v, f := g.exhaust(b, m, p, g.proof(b.nodes, b.nodes-before)); v != Unknown || b.outOf() {
			return v, g.spell(line, f)
		}
	}
	m.used = mark
	v, f := g.exhaust(b, m, p, math.MaxInt)
	if v == Unknown {
		b.fail(Memory)
	}
	return v, g.spell(line, f)
}

// proof is how many boards exhaust may look at after a beam: a small share of all
// so far, but many where the beam met so few that its width cut none off.
func (g *spider) proof(nodes, beam uint64) int {
	if g.narrow || g.full {
		return int(50 + nodes/16)
	}
	return int(1000 + 64*beam)
}

// open makes the archive an empty one with an index for about so many boards.
func (g *spider) open(m *memory, boards int) {
	g.seen.begin(m, boardWords)
	slots := firstSlots
	for slots/2 < boards && 4*slots <= len(g.seen.levels) {
		slots *= 2
	}
	g.seen.lay(slots)
}

// begin takes the position over. It keeps the columns that are known unless
// they take half of the room.
func (g *spider) begin(p *engine.Position) {
	g.full = false
	if 4*g.tree.count > len(g.tree.nodes) {
		g.tree.forget()
	}
	g.cards = p.AppendPile(g.cards[:0], engine.Stock)
	g.stock.set(g.cards)
	g.actual.rows = len(g.cards) / spiderColumns
	for i := range spiderColumns {
		id := engine.Column(i + 1)
		g.cards = p.AppendPile(g.cards[:0], id)
		var c column
		for j, card := range g.cards {
			if j < p.FaceDown(id) {
				card |= faceDown
			}
			c = g.tree.with(c, card)
		}
		g.actual.columns[i] = c
	}
	g.start = g.actual
	g.stock.settle(&g.start)
}

// spell appends the moves that lead to the won board to the line.
func (g *spider) spell(line []engine.Move, f found) []engine.Move {
	if f.last == 0 {
		return line
	}
	g.path = append(g.path[:0], f.last)
	for origin, s := g.seen.from(f.number); origin != noOrigin; origin, s = g.seen.from(int(origin)) {
		g.path = append(g.path, step(s))
	}
	// The boards of the search have their twins in order; those at the table do not.
	settled, actual := g.start, g.actual
	for i := len(g.path) - 1; i >= 0; i-- {
		s := g.path[i]
		if s == dealRow {
			line = append(line, engine.Move{Kind: engine.Draw})
			g.play(&actual, s)
		} else {
			from, to, n := s.parts()
			source := g.stock.place(&actual, settled.columns[from], from, -1)
			target := g.stock.place(&actual, settled.columns[to], to, source)
			line = append(line, engine.Move{
				Kind: engine.Transfer, From: engine.Column(source + 1), To: engine.Column(target + 1), Count: uint8(n),
			})
			g.play(&actual, transfer(source, target, n))
		}
		g.play(&settled, s)
		g.stock.settle(&settled)
	}
	return line
}
