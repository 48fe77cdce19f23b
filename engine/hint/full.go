package hint

import (
	"context"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// anchors is how many winning lines are looked for from one step on, each where
// the game left the one before, and retreats from how many steps.
const anchors, retreats = 6, 6

// quick is how many positions each search looks at while there are earlier steps
// whose line may still hold.
const quick = 300_000

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
// follows the line that it found before: that of the latest step that play
// cannot return to, as long as the game went along, else a new one from where the
// game left it. Where the search from there runs out, the line of an earlier such
// step still holds. So whoever follows the advice comes to the win. The limit
// bounds each search, the context all of them.
func Full(ctx context.Context, s *solve.Solver, way []engine.Step, limit solve.Budget, progress func(solve.Progress)) (Advice, error) {
	brief := limit
	if limit.Nodes == 0 || limit.Nodes > quick {
		brief.Nodes = quick
	}
	points := pointsOfNoReturn(way)
	for _, at := range points {
		f := follower{s, way, brief, progress}
		if advice, err := f.from(ctx, at); err != nil || advice.Verdict != solve.Unknown || advice.Shortage == solve.Time {
			return advice, err
		}
	}
	f := follower{s, way, limit, progress}
	return f.from(ctx, points[0])
}

// follower looks for the line that a game went along.
type follower struct {
	solver   *solve.Solver
	way      []engine.Step
	limit    solve.Budget
	progress func(solve.Progress)
}

// from follows the line from a step on, and new ones where the game left it.
func (f *follower) from(ctx context.Context, at int) (Advice, error) {
	last := len(f.way) - 1
	for searches := 1; ; searches++ {
		if searches == anchors {
			at = last
		}
		answer, err := f.solver.Solve(ctx, f.way[at].Position, f.limit, f.progress)
		if err != nil {
			return Advice{}, err
		}
		if answer.Verdict != solve.Winnable {
			return Advice{Verdict: answer.Verdict, Shortage: answer.Shortage}, nil
		}
		along := answer.Along(f.way[at+1:])
		if at+along == last {
			return Advice{Verdict: solve.Winnable, Suggestions: next(answer.Line[along:])}, nil
		}
		at += along + 1
	}
}

func next(line []engine.Move) []Suggestion {
	if len(line) == 0 {
		return nil
	}
	return []Suggestion{{Move: line[0], Reason: Wins}}
}

// pointsOfNoReturn lists the latest steps that no play after them leads back from,
// the latest one first, and at last the start.
func pointsOfNoReturn(way []engine.Step) []int {
	var points []int
	for i := len(way) - 1; i > 0 && len(points) < retreats; i-- {
		if departed(&way[i].Position) != departed(&way[i-1].Position) {
			points = append(points, i)
		}
	}
	return append(points, 0)
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
