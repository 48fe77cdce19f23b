package hint

import (
	"context"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// anchors is how many winning lines one call may look for, and early how many of
// them from where the game left the one before; then it goes to the latest step
// that play cannot return to, and to the last one for the last search.
const anchors, early = 12, 6

// Advice is what a solver that knows every card advises.
type Advice struct {
	// Verdict and Shortage are the solver's about the present position.
	Verdict  solve.Verdict
	Shortage solve.Shortage
	// Suggestions holds the next move of a winning line if there is one and the
	// game is not won yet.
	Suggestions []Suggestion
}

// Full advises the next move of a winning line from the end of the way. It
// follows the line that it found at the start for as long as the game goes along,
// and looks for another one where the game left it. So whoever follows the advice
// comes to the win, however hard the search would be from the middle of it. The
// limit bounds all searches together.
func Full(ctx context.Context, s *solve.Solver, way []engine.Step, limit solve.Budget, progress func(solve.Progress)) (Advice, error) {
	last := len(way) - 1
	at, spent := 0, uint64(0)
	for searches := 1; ; searches++ {
		budget, left := limit.Less(spent)
		if !left {
			return Advice{Verdict: solve.Unknown, Shortage: solve.Nodes}, nil
		}
		answer, err := s.Solve(ctx, way[at].Position, budget, progress)
		if err != nil {
			return Advice{}, err
		}
		spent += answer.Nodes
		along := answer.Along(way[at+1:])
		switch {
		case answer.Verdict == solve.Unwinnable:
			return Advice{Verdict: solve.Unwinnable}, nil
		case answer.Verdict == solve.Winnable && at+along == last:
			return Advice{Verdict: solve.Winnable, Suggestions: next(answer.Line[along:])}, nil
		case at == last || answer.Shortage == solve.Time:
			return Advice{Verdict: solve.Unknown, Shortage: answer.Shortage}, nil
		case answer.Verdict == solve.Winnable:
			at += along + 1
		default:
			at = max(at+1, pointOfNoReturn(way))
		}
		switch searches {
		case early:
			at = max(at, pointOfNoReturn(way))
		case anchors - 1:
			at = last
		}
	}
}

func next(line []engine.Move) []Suggestion {
	if len(line) == 0 {
		return nil
	}
	return []Suggestion{{Move: line[0], Reason: Wins}}
}

// pointOfNoReturn is the number of the latest step that no play after it leads
// back to where it came from.
func pointOfNoReturn(way []engine.Step) int {
	for i := len(way) - 1; i > 0; i-- {
		if departed(&way[i].Position) != departed(&way[i-1].Position) {
			return i
		}
	}
	return 0
}

// departed counts what never comes back: cards turned up, cards that left stock and
// waste or the table for good, and draws where nothing is turned over again.
func departed(p *engine.Position) int {
	var room [104]engine.Card
	count := func(id engine.PileID) int { return len(p.AppendPile(room[:0], id)) }
	o := p.Options()
	n := 0
	for _, id := range o.Piles() {
		switch id.Kind() {
		case engine.KindColumn:
			n += p.FaceDown(id)
			if p.Variant() == engine.Golf {
				n += count(id)
			}
		case engine.KindPlace, engine.KindStock:
			n += count(id)
		case engine.KindWaste:
			if p.Variant() == engine.Klondike || p.Variant() == engine.Pyramid {
				n += count(id)
			}
		case engine.KindFinished:
			n -= 13 * count(id)
		case engine.KindFoundation:
			if o.Get("foundation_return") != "on" {
				n -= count(id)
			}
		}
	}
	return n
}
