// Package hint advises moves, and says why.
//
// Visible advice is fair: it depends on what the player sees, on the sizes of
// the piles, on the counters and on the status, and on nothing else. Full advice
// follows a winning line of a solver that knows every card. Neither leads in
// circles when it is told the log of the game, and both are the same for the
// same question.
package hint

import (
	"cmp"
	"slices"

	"github.com/talon-solitaire/talon/engine"
)

// Suggestion is a move that is worth making, and what for.
type Suggestion struct {
	Move   engine.Move
	Reason Reason
}

// advice is a suggestion with its worth; more is better, and what is worth
// nothing is not advised.
type advice struct {
	Suggestion
	worth int
}

// lookahead is how many positions the search for moves that prepare others may visit.
const lookahead = 400

// Visible returns the moves worth advising, the best one first. It is empty
// exactly when the game is over, won or stuck, or no move is worth advising.
// A past that is not nil holds the positions that the game has been in; no move
// into one of them is advised.
func Visible(p *engine.Position, past *Past) []Suggestion {
	if p.Status() != engine.InProgress {
		return nil
	}
	return advise(p, past, lookahead)
}

// advise is Visible for a game that may be stuck, with a bound on the positions
// that may be looked at.
func advise(p *engine.Position, past *Past, bound int) []Suggestion {
	if moves, err := p.Finish(); err == nil {
		return []Suggestion{{Move: moves[0], Reason: Finishes}}
	}
	var found []advice
	switch p.Variant() {
	case engine.Pyramid:
		found = pairs(p)
	case engine.TriPeaks, engine.Golf:
		found = chain(p)
	default:
		found = columns(p, past, bound)
	}
	return rank(p, past, found)
}

// rank drops what is worth nothing or leads into the past, and sorts the rest by worth.
func rank(p *engine.Position, past *Past, found []advice) []Suggestion {
	found = slices.DeleteFunc(found, func(a advice) bool {
		return a.worth <= 0 || past.after(p, a.Move)
	})
	slices.SortStableFunc(found, func(a, b advice) int { return cmp.Compare(b.worth, a.worth) })
	var suggestions []Suggestion
	for _, a := range found {
		// A move may be worth something by itself and prepare another one.
		if !slices.ContainsFunc(suggestions, func(s Suggestion) bool { return s.Move == a.Move }) {
			suggestions = append(suggestions, a.Suggestion)
		}
	}
	return suggestions
}
