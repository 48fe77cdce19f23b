package solve

import "github.com/talon-solitaire/talon/engine"

// column is a column of Spider by its content: the number of a node in a tree in
// which every way from the root spells one column, bottom card first. Two equal
// numbers are two equal columns, face-down parts included, and the other way
// round. Zero is the empty column.
type column uint32

// noColumn says that there is no room left for a new column.
const noColumn column = 1<<columnBits - 1

// columnBits is how many bits number a column.
const columnBits = 24

// faceDown marks a card that lies face down.
const faceDown engine.Card = 1 << 6

// oneRank lies between a card and the next of its suit.
const oneRank engine.Card = 1 << 2

// columns is the tree, two words a node: the column below, the first of those
// with one more card, the top card, how long the run on top is; then the next
// column that has the same one below, and the measures.
type columns struct {
	nodes []uint64
	count int
	// first holds the children of the root by card.
	first [2 * faceDown]column
}

// The fields of a node.
const (
	nodeBits   = 1<<columnBits - 1
	childShift = columnBits
	cardShift  = 2 * columnBits
	runShift   = cardShift + 8
)

// measures are figures of a column, or of all columns of a board, side by side in
// a word, so that adding the words adds the figures.
type measures uint64

// What one more counts as in each figure.
const (
	oneCard  measures = 1
	oneDown  measures = 1 << 7
	oneBreak measures = 1 << 13
	oneStep  measures = 1 << 20
	oneKing  measures = 1 << 27
	oneJoin  measures = 1 << 31
)

// cards is how many cards there are.
func (m measures) cards() int { return int(m & 127) }

// down is how many cards lie face down.
func (m measures) down() int { return int(m / oneDown & 63) }

// breaks is how many cards do not continue the run of the card that they lie on.
func (m measures) breaks() int { return int(m / oneBreak & 127) }

// steps is how many of the breaks are one rank down all the same.
func (m measures) steps() int { return int(m / oneStep & 127) }

// kings is how many of the breaks are Kings, which only an empty column takes.
func (m measures) kings() int { return int(m / oneKing & 15) }

// joins adds up, for every card in a face-up run, how many of the run lie beneath it.
func (m measures) joins() int { return int(m / oneJoin) }

// begin makes the tree one with the empty column alone, in n words of memory.
func (t *columns) begin(m *memory, n int) {
	t.nodes, _ = m.cut(min(n, 2*int(noColumn)))
	t.forget()
}

// forget drops all columns but the empty one.
func (t *columns) forget() {
	t.count = 1
	t.nodes[0], t.nodes[1] = 0, 0
	clear(t.first[:])
}

// card is the top card of the column.
func (t *columns) card(c column) engine.Card {
	return engine.Card(t.nodes[2*c] >> cardShift & 0xff)
}

// run is how many cards on top of the column are face up and a run of one suit.
func (t *columns) run(c column) int { return int(t.nodes[2*c] >> runShift) }

// below is the column without its top card.
func (t *columns) below(c column) column { return column(t.nodes[2*c] & nodeBits) }

// measures are the figures of the column.
func (t *columns) measures(c column) measures {
	return measures(t.nodes[2*c+1] >> columnBits)
}

// with returns the column with one more card on it, or noColumn.
func (t *columns) with(c column, card engine.Card) column {
	if c == 0 {
		if child := t.first[card]; child != 0 {
			return child
		}
		child := t.grow(c, card, 0)
		if child != noColumn {
			t.first[card] = child
		}
		return child
	}
	head := column(t.nodes[2*c] >> childShift & nodeBits)
	for child := head; child != 0; child = column(t.nodes[2*child+1] & nodeBits) {
		if t.card(child) == card {
			return child
		}
	}
	child := t.grow(c, card, head)
	if child != noColumn {
		t.nodes[2*c] = t.nodes[2*c]&^(nodeBits<<childShift) | uint64(child)<<childShift
	}
	return child
}

// grow adds the node of a card to those on the column below.
func (t *columns) grow(below column, card engine.Card, sibling column) column {
	if 2*(t.count+1) > len(t.nodes) {
		return noColumn
	}
	child := column(t.count)
	t.count++
	run := 0
	if card&faceDown == 0 {
		run = 1
		if below != 0 && t.card(below) == card+oneRank {
			run += t.run(below)
		}
	}
	m := t.measures(below) + t.measure(below, card, run)
	t.nodes[2*child] = uint64(below) | uint64(card)<<cardShift | uint64(run)<<runShift
	t.nodes[2*child+1] = uint64(sibling) | uint64(m)<<columnBits
	return child
}

// measure returns what the card adds to the measures of the column below.
func (t *columns) measure(below column, card engine.Card, run int) measures {
	m := oneCard
	if run == 0 {
		m += oneDown
	}
	if run > 1 {
		m += measures(run-1) * oneJoin
	}
	if below == 0 {
		return m
	}
	upper, lower := card&^faceDown, t.card(below)&^faceDown
	if lower == upper+oneRank {
		return m
	}
	m += oneBreak
	if lower.Rank() == upper.Rank()+1 {
		m += oneStep
	}
	if upper.Rank() == engine.King {
		m += oneKing
	}
	return m
}

// without returns the column without so many of its top cards, and what lies
// under them turned up; or noColumn.
func (t *columns) without(c column, n int) column {
	for range n {
		c = t.below(c)
	}
	if card := t.card(c); card&faceDown != 0 {
		return t.with(t.below(c), card&^faceDown)
	}
	return c
}

// cleared returns the column without the finished runs on top of it, or noColumn.
func (t *columns) cleared(c column) column {
	for c != noColumn && t.run(c) == int(engine.King) {
		c = t.without(c, int(engine.King))
	}
	return c
}
