package main

import (
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// refusal says why a move is refused: a sentence, then the reason and the rule
// by their names.
func (t *tool) refusal(r *solitairev1.Refusal, move string) string {
	return t.sentence(r, move) + " (" + printable(r.GetReason().String()+", "+r.GetRule()) + ")"
}

// sentence says why a move is refused.
func (t *tool) sentence(r *solitairev1.Refusal, move string) string {
	if e := illegalMove(r, move); e.Reason != engine.NoReason {
		return phrase.Refusal(t.language, e)
	}
	// A reason that a newer server has: its own sentence is better than none.
	return printable(r.GetMessage())
}

// illegalMove puts the error of the engine together again from what a server
// sent, so that both are told in the same words.
func illegalMove(r *solitairev1.Refusal, move string) *engine.IllegalMoveError {
	e := &engine.IllegalMoveError{Limit: int(r.GetLimit()), Asked: int(r.GetAsked())}
	for _, reason := range engine.Reasons() {
		if reason.String() == r.GetReason().String() {
			e.Reason = reason
		}
	}
	if cards, err := engine.ParseCards(r.GetCards()); err == nil {
		e.Cards = engine.FormatCards(cards)
	}
	for _, name := range r.GetPiles() {
		e.Piles = append(e.Piles, pile(name))
	}
	variant, _, _ := strings.Cut(r.GetRule(), ".")
	e.Variant, _ = engine.ParseVariant(variant)
	e.Move, _ = engine.ParseMove(move)
	return e
}
