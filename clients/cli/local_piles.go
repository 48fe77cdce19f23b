package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// readPiles reads a position pile by pile.
func (c *conversion) readPiles() (engine.Position, error) {
	options, err := c.options("", c.request.GetVariant(), c.request.GetOptions())
	if err != nil {
		return engine.Position{}, err
	}
	setup := engine.NewSetup(options)
	if n := c.request.GetCounters(); n != nil {
		setup.SetCounters(n.GetMoveCount(), n.GetRedeals(), n.GetScore(), n.GetStreak())
	}
	seen := make(map[engine.PileID]bool)
	for i, pile := range c.request.GetPiles() {
		field := fmt.Sprintf("piles[%d]", i)
		id, err := engine.ParsePile(pile.GetId())
		if err != nil {
			return engine.Position{}, c.fault(field+".id", solitairev1.ErrorReason_MALFORMED_STATE, err)
		}
		if seen[id] {
			return engine.Position{}, c.wrong(field+".id", solitairev1.ErrorReason_INVALID_REQUEST, words{
				en: "The pile is there twice.",
				de: "Der Stapel ist zweimal da.",
			})
		}
		seen[id] = true
		down, cards, err := readCards(pile.GetCards())
		if err != nil {
			return engine.Position{}, c.fault(field+".cards", solitairev1.ErrorReason_MALFORMED_STATE, err)
		}
		setup.SetPile(id, down, cards)
	}
	position, err := setup.Position()
	if err != nil {
		return position, c.fault("piles", solitairev1.ErrorReason_MALFORMED_STATE, err)
	}
	return position, nil
}

// readCards reads cards with a bar after those that lie face down.
func readCards(text string) (down int, cards []engine.Card, err error) {
	below, above, barred := strings.Cut(text, "|")
	if barred && len(below)%2 != 0 {
		return 0, nil, &engine.ParseError{Input: text, Offset: len(below), Wanted: "whole cards before the bar"}
	}
	cards, err = engine.ParseCards(below + above)
	var wrong *engine.ParseError
	if errors.As(err, &wrong) && barred {
		// The offset counts the bar, as the caller does.
		offset := wrong.Offset
		if offset >= len(below) {
			offset++
		}
		err = &engine.ParseError{Input: text, Offset: offset, Wanted: wrong.Wanted}
	}
	if barred {
		down = len(below) / 2
	}
	return down, cards, err
}

// pileMessages names every card of a position, with a bar after those face down.
func pileMessages(p *engine.Position) []*solitairev1.Pile {
	var piles []*solitairev1.Pile
	for _, id := range p.Options().Piles() {
		cards := engine.FormatCards(p.Pile(id))
		if down := 2 * p.FaceDown(id); down > 0 && id.Kind() == engine.KindColumn {
			cards = cards[:down] + "|" + cards[down:]
		}
		piles = append(piles, &solitairev1.Pile{Id: id.String(), Cards: cards})
	}
	return piles
}

// countersMessage tells the counters of a position.
func countersMessage(p *engine.Position) *solitairev1.Counters {
	counters := &solitairev1.Counters{
		MoveCount: int32(p.Moves()),
		Redeals:   int32(p.Redeals()),
		Streak:    int32(p.Streak()),
	}
	if p.Options().Scored() {
		counters.Score = number(p.Score())
	}
	return counters
}
