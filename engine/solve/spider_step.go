package solve

import (
	"slices"

	"github.com/talon-solitaire/talon/engine"
)

// step is a move between the columns of a board, or the deal of a row.
type step uint32

// dealRow is the deal of a row.
const dealRow step = 1 << 16

// transfer is the move of so many cards from column to column.
func transfer(from, to, count int) step { return step(from | to<<4 | count<<8) }

func (s step) parts() (from, to, count int) {
	return int(s & 15), int(s >> 4 & 15), int(s >> 8 & 15)
}

// play makes a legal step, and reports whether there was room for its columns.
func (g *spider) play(b *board, s step) bool {
	if s == dealRow {
		return g.deal(b)
	}
	t := &g.tree
	from, to, n := s.parts()
	source, target := b.columns[from], b.columns[to]
	card := t.card(source)
	for i := n - 1; i >= 0 && target != noColumn; i-- {
		target = t.with(target, card+engine.Card(i)*oneRank)
	}
	if target == noColumn {
		return false
	}
	b.columns[from], b.columns[to] = t.cleared(t.without(source, n)), t.cleared(target)
	return b.columns[from] != noColumn && b.columns[to] != noColumn
}

// deal deals a row, and reports whether there was room for its columns.
func (g *spider) deal(b *board) bool {
	t := &g.tree
	for i, c := range b.columns {
		if b.columns[i] = t.cleared(t.with(c, g.stock.dealt(b.rows, i))); b.columns[i] == noColumn {
			return false
		}
	}
	b.rows--
	return true
}

// mostSteps is more than a board has steps: ten columns, nine others, thirteen cards.
const mostSteps = 10*9*13 + 1

// every lists the steps of the board, but of several that lead to the same game
// only one.
func (g *spider) every(b *board) []step {
	list := g.list[:0]
	t := &g.tree
	for from, source := range b.columns {
		if source == 0 || g.stock.repeats(b, from) {
			continue
		}
		run, low := t.run(source), rankOf(t.card(source))
		for to, target := range b.columns {
			switch {
			case to == from:
			case target == 0:
				if g.stock.repeats(b, to) {
					continue
				}
				for n := 1; n <= run; n++ {
					list = append(list, transfer(from, to, n))
				}
			default:
				if n := rankOf(t.card(target)) - low; n >= 1 && n <= run {
					list = append(list, transfer(from, to, n))
				}
			}
		}
	}
	return g.withRow(list, b)
}

// withRow appends the deal of a row where it is legal.
func (g *spider) withRow(list []step, b *board) []step {
	if b.rows == 0 {
		return list
	}
	for _, c := range b.columns {
		if c == 0 {
			return list
		}
	}
	return append(list, dealRow)
}

// useful lists the steps of the board that mostly matter: a run is split only to
// lengthen another one, or to fill columns where the runs are too few; one empty
// column is as good as the next; and a whole column stays off empty ones. Wins
// can be lost by that.
func (g *spider) useful(b *board, few bool) []step {
	list := g.list[:0]
	t := &g.tree
	empty := slices.Index(b.columns[:], 0)
	for from, source := range b.columns {
		if source == 0 || g.stock.repeats(b, from) {
			continue
		}
		run, low, suit := t.run(source), rankOf(t.card(source)), t.card(source).Suit()
		for to, target := range b.columns {
			if to == from || target == 0 {
				continue
			}
			card := t.card(target)
			n := rankOf(card) - low
			if n < 1 || n > run || n < run && (card.Suit() != suit || n+t.run(target) <= run) {
				continue
			}
			list = append(list, transfer(from, to, n))
		}
		if empty < 0 {
			continue
		}
		if run < t.measures(source).cards() {
			list = append(list, transfer(from, empty, run))
		}
		if few && run > 1 {
			list = append(list, transfer(from, empty, 1))
		}
	}
	return g.withRow(list, b)
}

func rankOf(c engine.Card) int { return int(c.Rank()) }
