package main

import (
	"context"
	"errors"
	"runtime"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/hint"
	"github.com/talon-solitaire/talon/engine/solve"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/workers"
)

// searches lends out the workers of all searches, those of DealGame too.
type searches struct {
	limits *limits
	pool   *workers.Pool[*solve.Solver]
	// ended, if there is one, is told of each search that had a worker, refused of each that had none and why.
	ended   func(metrics.Search)
	refused func(reason string)
}

// newSearches makes the workers of a server that lets nobody wait any more once stop is closed.
func newSearches(l *limits, stop <-chan struct{}) *searches {
	queue := workers.Queue{Places: l.solverQueue, Patience: l.solverTime, Closed: stop}
	return &searches{limits: l, pool: workers.New(l.solvers, queue, func() *solve.Solver { return solve.New(l.solverBytes) })}
}

// answerTime is what is left of a caller's deadline for the answer to travel, but never more than half
// of it.
const answerTime = 50 * time.Millisecond

// bounds is what a request lets a search take; what is nil is the server's own limit.
type bounds struct {
	nodes   *uint32
	seconds *float64
}

// search is one search with its worker, and what it may take.
type search struct {
	*solve.Solver
	//nolint:containedctx // it ends the search and nothing else
	ctx    context.Context
	budget solve.Budget
	began  time.Time
	// verdict is what the search has found, where it is after one.
	verdict string
}

// aim is what a search is for.
type aim struct {
	purpose string
	variant engine.Variant
}

// The purposes of searches, by the names that metrics and traces give them.
const (
	toSolve    = "solve"
	toAdvise   = "advise"
	toFindLast = "last_winnable"
	toDeal     = "deal"
)

// cancelled is the verdict of a search that its caller no longer waits for.
const cancelled = "CANCELLED"

// took gives the seconds since the search began.
func (s *search) took() float64 { return time.Since(s.began).Seconds() }

// do has a worker search within the bounds. The context of the work ends with the time of the bounds,
// and early enough that a caller with a deadline gets the answer before it.
func (s *searches) do(ctx context.Context, a aim, b bounds, work func(*search) error) (err error) {
	budget, limit, err := s.limits.readBounds(b)
	if err != nil {
		return err
	}
	if err := countSearch(ctx); err != nil {
		return err
	}
	ctx, watch := s.watch(ctx, a)
	defer func() { watch.close(err) }()
	err = s.pool.Do(ctx, func(solver *solve.Solver) error {
		watch.begin(solver)
		end := time.Now().Add(limit)
		if deadline, has := ctx.Deadline(); has {
			early := deadline.Add(-min(answerTime, time.Until(deadline)/2))
			if early.Before(end) {
				end = early
			}
		}
		within, cancel := context.WithDeadline(ctx, end)
		defer cancel()
		on := &search{Solver: solver, ctx: within, budget: budget, began: time.Now()}
		err := work(on)
		if err == nil {
			// Whoever has gone away gets no answer.
			err = ctx.Err()
		}
		watch.end(ctx, on)
		return err
	})
	switch {
	case errors.Is(err, workers.ErrBusy):
		return errOverloaded
	case errors.Is(err, workers.ErrClosed):
		return errDraining
	}
	return err
}

// yielding lets other calls have their turn whenever a search looks up, before it reports how many
// positions it has looked at.
func yielding(report func(nodes uint64)) func(solve.Progress) {
	return func(p solve.Progress) {
		runtime.Gosched()
		if report != nil {
			report(p.Nodes)
		}
	}
}

// solve proves the position winnable or not, and tells how many seconds that took.
func (s *searches) solve(ctx context.Context, p engine.Position, b bounds, report func(nodes uint64)) (answer solve.Answer, seconds float64, err error) {
	err = s.do(ctx, aim{toSolve, p.Variant()}, b, func(work *search) (err error) {
		answer, err = work.Solve(work.ctx, p, work.budget, yielding(report))
		seconds, work.verdict = work.took(), answer.Verdict.String()
		// The line is the solver's, which goes back to the pool.
		answer.Line = append([]engine.Move(nil), answer.Line...)
		return err
	})
	return answer, seconds, err
}

// played is a game as far as it went: a beginning and a log.
type played struct {
	start engine.Position
	log   []string
}

// along has a worker search on the way of a game, and gives the way. That of a long log takes megabytes,
// so that there are no more of them than workers, but for those of which an answer is being made.
func (s *searches) along(ctx context.Context, purpose string, game played, b bounds, work func(*search, []engine.Step) error) (way []engine.Step, err error) {
	if err := s.limits.checkMoves("moves", len(game.log)); err != nil {
		return nil, err
	}
	err = s.do(ctx, aim{purpose, game.start.Variant()}, b, func(on *search) (err error) {
		if way, err = readWay(game); err != nil {
			return err
		}
		return work(on, way)
	})
	return way, err
}

// briefLog is how long a log may be whose fair advice takes no worker: it is found in milliseconds.
const briefLog = 1000

// fair advises moves at the end of a game from what the player sees. That needs a worker only where the
// player sees every card, and so a winning line, and where the log is long.
func (s *searches) fair(ctx context.Context, game played, b bounds) (way []engine.Step, suggestions []hint.Suggestion, err error) {
	if len(game.log) <= min(briefLog, s.limits.moves) {
		if _, _, err = s.limits.readBounds(b); err != nil {
			return nil, nil, err
		}
		if way, err = readWay(game); err != nil {
			return nil, nil, err
		}
		if last := &way[len(way)-1].Position; hint.Hides(last) {
			return way, hint.Visible(last, hint.PastOf(way)), nil
		}
	}
	way, err = s.along(ctx, toAdvise, game, b, func(on *search, way []engine.Step) (err error) {
		suggestions, err = hint.Fair(on.ctx, on.Solver, way, on.budget, yielding(nil))
		return err
	})
	return way, suggestions, err
}

// full advises a move at the end of a game from full knowledge of the cards.
func (s *searches) full(ctx context.Context, game played, b bounds) (way []engine.Step, advice hint.Advice, err error) {
	way, err = s.along(ctx, toAdvise, game, b, func(on *search, way []engine.Step) (err error) {
		advice, err = hint.Full(on.ctx, on.Solver, way, on.budget, yielding(nil))
		on.verdict = advice.Verdict.String()
		return err
	})
	return way, advice, err
}

// lastWinnable finds where a game was lost, and tells how many seconds that took.
func (s *searches) lastWinnable(ctx context.Context, game played, b bounds) (way []engine.Step, turn solve.Turn, seconds float64, err error) {
	way, err = s.along(ctx, toFindLast, game, b, func(on *search, way []engine.Step) (err error) {
		turn, err = on.LastWinnable(on.ctx, way, on.budget, yielding(nil))
		seconds = on.took()
		return err
	})
	return way, turn, seconds, err
}

// nodesEach is after how many positions the search for a winnable deal turns to the next one: most
// that can be won are proved long before.
const nodesEach = 300_000

// winnable solves the deals that are drawn until one is proved that fits, within the time of a search.
func (s *searches) winnable(ctx context.Context, o engine.Options, draw func(engine.Options) (engine.Deal, error), fits func(engine.Deal) bool) (d engine.Deal, err error) {
	err = s.do(ctx, aim{toDeal, o.Variant()}, bounds{}, func(work *search) (err error) {
		work.verdict = solve.Unknown.String()
		work.budget.Nodes = min(work.budget.Nodes, nodesEach)
		for work.ctx.Err() == nil {
			if d, err = draw(o); err != nil {
				return err
			}
			answer, err := work.Solve(work.ctx, d.Position(), work.budget, yielding(nil))
			if err != nil {
				return err
			}
			if answer.Verdict == solve.Winnable && fits(d) {
				work.verdict = answer.Verdict.String()
				return nil
			}
		}
		return errNoDealFound
	})
	return d, err
}

// readBounds gives what a search may take: what the request asks for, else all that the server gives.
func (l *limits) readBounds(b bounds) (solve.Budget, time.Duration, error) {
	budget, limit := solve.Budget{Nodes: uint64(l.solverNodes)}, l.solverTime
	if b.nodes != nil {
		if *b.nodes == 0 || uint64(*b.nodes) > budget.Nodes {
			return budget, limit, outOfRange("limits.nodes", budget.Nodes, uint64(*b.nodes))
		}
		budget.Nodes = uint64(*b.nodes)
	}
	if b.seconds != nil {
		// Written so that it refuses what is no number, too.
		if !(*b.seconds > 0 && *b.seconds <= limit.Seconds()) {
			return budget, limit, outOfRange("limits.seconds", limit.Seconds(), *b.seconds)
		}
		limit = time.Duration(*b.seconds * float64(time.Second))
	}
	return budget, limit, nil
}

// readWay plays a log; one that breaks a rule is refused with the entry that does.
func readWay(game played) ([]engine.Step, error) {
	way, end := engine.Way(game.start, game.log)
	switch {
	case end.Unreadable != nil:
		return nil, moveProblem(entry("moves", end.Applied), end.Applied, end.Unreadable)
	case end.Refusal != nil:
		return nil, moveProblem(entry("moves", end.Applied), end.Applied, end.Refusal)
	}
	return way, nil
}
