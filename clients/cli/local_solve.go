package main

import (
	"context"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/hint"
	"github.com/talon-solitaire/talon/engine/solve"
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func (l local) WatchSolve(ctx context.Context, request *solitairev1.WatchSolveRequest, progress func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error) {
	position, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	ctx, budget, cancel := bounded(ctx, request.GetLimits())
	defer cancel()
	began := time.Now()
	answer, err := solve.New(l.memory).Solve(ctx, position, budget, func(p solve.Progress) {
		if progress != nil {
			progress(&solitairev1.WatchSolveResponse_Progress{Nodes: p.Nodes, ElapsedSeconds: time.Since(began).Seconds()})
		}
	})
	if err != nil {
		return nil, err
	}
	return message.Solution(&answer, time.Since(began).Seconds()), nil
}

func (l local) SuggestMove(ctx context.Context, request *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
	start, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	way, err := l.way(start, request.GetMoves())
	if err != nil {
		return nil, err
	}
	ctx, budget, cancel := bounded(ctx, request.GetLimits())
	defer cancel()
	solver := solve.New(l.memory)
	if request.GetKnowledge() == solitairev1.Knowledge_FULL {
		advice, err := hint.Full(ctx, solver, way, budget, nil)
		if err != nil {
			return nil, err
		}
		return message.FullAdvice(l.language, way, advice), nil
	}
	suggestions, err := hint.Fair(ctx, solver, way, budget, nil)
	if err != nil {
		return nil, err
	}
	return message.FairAdvice(l.language, way, suggestions), nil
}

func (l local) FindLastWinnable(ctx context.Context, request *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error) {
	start, err := l.beginning(request.GetState(), request.GetDeal())
	if err != nil {
		return nil, err
	}
	way, err := l.way(start, request.GetMoves())
	if err != nil {
		return nil, err
	}
	ctx, budget, cancel := bounded(ctx, request.GetLimits())
	defer cancel()
	began := time.Now()
	turn, err := solve.New(l.memory).LastWinnable(ctx, way, budget, nil)
	if err != nil {
		return nil, err
	}
	return message.Turn(way, turn, time.Since(began).Seconds()), nil
}

// way plays a log.
func (l local) way(start engine.Position, log []string) ([]engine.Step, error) {
	way, played := engine.Way(start, log)
	switch {
	case played.Unreadable != nil:
		return nil, l.moveFault(played.Applied, played.Unreadable)
	case played.Refusal != nil:
		return nil, l.moveFault(played.Applied, played.Refusal)
	}
	return way, nil
}

// bounded applies limits to a search; what they leave out is not bounded.
func bounded(ctx context.Context, limits *solitairev1.SolveLimits) (context.Context, solve.Budget, context.CancelFunc) {
	budget := solve.Budget{Nodes: uint64(limits.GetNodes())}
	if limits.GetSeconds() == 0 {
		return ctx, budget, func() {}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Duration(limits.GetSeconds()*float64(time.Second)))
	return ctx, budget, cancel
}
