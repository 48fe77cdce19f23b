package interop

import (
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

const pySolName = "PYSOL_BOARD"

// WritePySol writes a position of FreeCell or Golf as PySol writes boards: one
// line for each column, an empty line for an empty one. FreeCell has a line
// for the foundations and one for the cells before them where they hold cards.
// Golf has the stock, the next card first, and the waste, its playable card
// last; of a game not yet begun that is the one card that PySol writes. The
// text does not hold the counters. The error is a *VariantError.
func WritePySol(p *engine.Position) (string, error) {
	var b strings.Builder
	switch p.Variant() {
	case engine.FreeCell:
		var items []string
		for _, s := range foundationOrder {
			if len(p.Pile(engine.Foundation(s))) > 0 {
				items = append(items, foundationItem(p, s))
			}
		}
		if items != nil {
			b.WriteString("Foundations: " + strings.Join(items, " ") + "\n")
		}
		if cells := cellItems(p); strings.Trim(cells, "- ") != "" {
			b.WriteString("Freecells: " + cells + "\n")
		}
	case engine.Golf:
		stock := reversed(p.Pile(engine.Stock))
		b.WriteString(strings.TrimRight("Talon: "+writeCards(stock), " ") + "\n")
		b.WriteString("Foundations: " + writeCards(p.Pile(engine.Waste)) + "\n")
	default:
		return "", &VariantError{Format: pySolName, Variant: p.Variant(), Wanted: boardVariants()}
	}
	for _, id := range columns(p) {
		b.WriteString(writeCards(p.Pile(id)) + "\n")
	}
	return b.String(), nil
}
