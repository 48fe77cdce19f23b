package hint

import (
	"context"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// Fair is Visible at the end of the way, with its steps as the past. Where every
// card lies open, as always in FreeCell, the player sees what the solver sees: then
// the next move of a winning line comes first.
func Fair(ctx context.Context, s *solve.Solver, way []engine.Step, limit solve.Budget, progress func(solve.Progress)) ([]Suggestion, error) {
	p := &way[len(way)-1].Position
	past := PastOf(way)
	suggestions := Visible(p, past)
	if p.Status() != engine.InProgress || Hides(p) {
		return suggestions, nil
	}
	advice, err := Full(ctx, s, way, limit, progress)
	if err != nil || len(advice.Suggestions) == 0 || past.after(p, advice.Suggestions[0].Move) {
		return suggestions, err
	}
	best := advice.Suggestions[0]
	all := []Suggestion{best}
	for _, other := range suggestions {
		if other.Move != best.Move {
			all = append(all, other)
		}
	}
	return all, nil
}

// Hides reports whether a card lies face down, the stock's included.
func Hides(p *engine.Position) bool {
	for _, id := range p.Options().Piles() {
		if p.FaceDown(id) > 0 {
			return true
		}
	}
	return false
}
