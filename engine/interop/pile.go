package interop

import (
	"errors"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// Pile is a pile with every card named: its name, for example t3, and its cards,
// bottom first, with a bar after those that lie face down.
type Pile struct{ ID, Cards string }

// readPiles reads a position pile by pile.
func (c *Conversion) readPiles() (engine.Position, error) {
	o, err := c.options(c.Variant)
	if err != nil {
		return engine.Position{}, err
	}
	setup := engine.NewSetup(o)
	if n := c.Counters; n != nil {
		setup.SetCounters(n.Moves, n.Redeals, n.Score, n.Streak)
	}
	seen := map[engine.PileID]bool{}
	for i, pile := range c.Piles {
		field := entry("piles", i)
		id, err := engine.ParsePile(pile.ID)
		if err != nil {
			return engine.Position{}, &FieldError{Field: field + ".id", Fault: NoState, Err: err}
		}
		if seen[id] {
			return engine.Position{}, &FieldError{Field: field + ".id", Fault: Repeated}
		}
		seen[id] = true
		down, cards, err := readPile(pile.Cards)
		if err != nil {
			return engine.Position{}, &FieldError{Field: field + ".cards", Fault: NoState, Err: err}
		}
		setup.SetPile(id, down, cards)
	}
	p, err := setup.Position()
	if err != nil {
		return p, &FieldError{Field: "piles", Fault: NoState, Err: err}
	}
	return p, nil
}

// readPile reads cards with a bar after those that lie face down.
func readPile(text string) (down int, cards []engine.Card, err error) {
	below, above, barred := strings.Cut(text, "|")
	cards, err = engine.ParseCards(below + above)
	if wrong := (*engine.ParseError)(nil); barred && errors.As(err, &wrong) {
		// The offset counts the bar, as the caller does.
		offset := wrong.Offset
		if offset >= len(below) {
			offset++
		}
		return 0, nil, &engine.ParseError{Input: text, Offset: offset, Wanted: wrong.Wanted}
	}
	if barred && len(below)%2 != 0 {
		return 0, nil, &engine.ParseError{Input: text, Offset: len(below), Wanted: "whole cards before the bar"}
	}
	if barred {
		down = len(below) / 2
	}
	return down, cards, err
}

// pilesOf names every card of a position.
func pilesOf(p *engine.Position) []Pile {
	ids := p.Options().Piles()
	piles := make([]Pile, len(ids))
	for i, id := range ids {
		cards := engine.FormatCards(p.Pile(id))
		if down := 2 * p.FaceDown(id); down > 0 && id.Kind() == engine.KindColumn {
			cards = cards[:down] + "|" + cards[down:]
		}
		piles[i] = Pile{ID: id.String(), Cards: cards}
	}
	return piles
}
