package solve

import (
	"context"

	"github.com/talon-solitaire/talon/engine"
)

// Turn is where a game was lost: between two steps of its way.
type Turn struct {
	// Won is the number of the last step proved winnable, -1 if none is.
	Won int
	// Lost is the number of the first step proved unwinnable, the length of the
	// way if none is.
	Lost int
	// Nodes is how many positions were looked at.
	Nodes uint64
}

// Proved reports whether no step between the two is left open.
func (t Turn) Proved() bool { return t.Lost == t.Won+1 }

// LastWinnable finds the last step of the way from which the game could still be
// won. Once lost a game stays lost, so it halves the interval between a step
// proved winnable and one proved unwinnable. Where a verdict is Unknown it turns
// to the steps beside that one; what it cannot decide stays in the interval. The
// limit bounds all searches together.
func (s *Solver) LastWinnable(ctx context.Context, way []engine.Step, limit Budget, progress func(Progress)) (Turn, error) {
	turn := Turn{Won: -1, Lost: len(way)}
	open := make([]bool, len(way))
	for i := range open {
		open[i] = true
	}
	for {
		i := middle(turn, open)
		if i < 0 {
			return turn, nil
		}
		open[i] = false
		share, left := limit.share(turn.Nodes, turn.Lost-turn.Won)
		if !left {
			return turn, nil
		}
		answer, err := s.Solve(ctx, way[i].Position, share, progress)
		if err != nil {
			return Turn{}, err
		}
		turn.Nodes += answer.Nodes
		switch answer.Verdict {
		case Winnable:
			turn.Won = i + answer.Along(way[i+1:])
		case Unwinnable:
			turn.Lost = i
		default:
			if answer.Shortage == Time {
				return turn, nil
			}
		}
	}
}

// middle is the step in the interval that is still open and nearest to its
// middle; -1 if there is none. The last step comes first of all: most games that
// are asked about are lost, or not at all.
func middle(turn Turn, open []bool) int {
	if last := len(open) - 1; turn.Lost == len(open) && open[last] {
		return last
	}
	centre := (turn.Won + turn.Lost) / 2
	for d := range open {
		for _, i := range [2]int{centre - d, centre + d} {
			if i > turn.Won && i < turn.Lost && open[i] {
				return i
			}
		}
	}
	return -1
}

// share is the budget of one search of several that an interval of so many steps
// may still need, and whether there is any.
func (b Budget) share(spent uint64, steps int) (Budget, bool) {
	if b.Nodes == 0 {
		return b, true
	}
	if spent >= b.Nodes {
		return b, false
	}
	searches := uint64(1)
	for ; steps > 1; steps /= 2 {
		searches++
	}
	return Budget{Nodes: max(1, (b.Nodes-spent)/searches)}, true
}
