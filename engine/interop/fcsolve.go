package interop

import (
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

const fcSolveName = "FC_SOLVE_BOARD"

// foundationOrder is the order of the suits in a Foundations: line.
var foundationOrder = [4]engine.Suit{engine.Hearts, engine.Clubs, engine.Diamonds, engine.Spades}

// WriteFCSolve writes a FreeCell position as a board for fc-solve: foundations
// and cells in full, then the columns, each after a colon. Golf, which that
// family of programs takes in the form of PySol, is written like that. The
// text does not hold the counters. The error is a *VariantError.
func WriteFCSolve(p *engine.Position) (string, error) {
	switch p.Variant() {
	case engine.FreeCell:
	case engine.Golf:
		return WritePySol(p)
	default:
		return "", &VariantError{Format: fcSolveName, Variant: p.Variant(), Wanted: boardVariants()}
	}
	var b strings.Builder
	b.WriteString("Foundations:")
	for _, s := range foundationOrder {
		b.WriteString(" " + foundationItem(p, s))
	}
	b.WriteString("\nFreecells: " + cellItems(p) + "\n")
	for _, id := range columns(p) {
		b.WriteString(strings.TrimRight(": "+writeCards(p.Pile(id)), " ") + "\n")
	}
	return b.String(), nil
}

// foundationItem writes a foundation as suit and top rank, for example H-5.
func foundationItem(p *engine.Position, s engine.Suit) string {
	top := engine.Rank(len(p.Pile(engine.Foundation(s))))
	return strings.ToUpper(s.String()) + "-" + top.String()
}

// cellItems writes the cells, - for an empty one.
func cellItems(p *engine.Position) string {
	var items []string
	for _, id := range p.Options().Piles() {
		if id.Kind() != engine.KindCell {
			continue
		}
		item := "-"
		if cards := p.Pile(id); len(cards) > 0 {
			item = writeCard(cards[0])
		}
		items = append(items, item)
	}
	return strings.Join(items, " ")
}

func columns(p *engine.Position) []engine.PileID {
	var ids []engine.PileID
	for _, id := range p.Options().Piles() {
		if id.Kind() == engine.KindColumn {
			ids = append(ids, id)
		}
	}
	return ids
}
