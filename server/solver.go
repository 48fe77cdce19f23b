package main

import (
	"context"
	"time"

	"google.golang.org/grpc"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// solverService is the SolverService. Its searches have workers of their own.
type solverService struct {
	solitairev1.UnimplementedSolverServiceServer
	limits *limits
	search *searches
}

func (s *solverService) SolveGame(ctx context.Context, r *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
	return s.solve(ctx, r.State, r.Limits, nil)
}

func (s *solverService) WatchSolve(r *solitairev1.WatchSolveRequest, stream grpc.ServerStreamingServer[solitairev1.WatchSolveResponse]) error {
	began, told := time.Now(), time.Now()
	answer, err := s.solve(stream.Context(), r.State, r.Limits, func(nodes uint64) {
		now := time.Now()
		if now.Sub(told) < s.limits.progressEvery {
			return
		}
		told = now
		// A stream that is broken ends the context of the search.
		_ = stream.Send(&solitairev1.WatchSolveResponse{Progress: &solitairev1.WatchSolveResponse_Progress{
			Nodes: nodes, ElapsedSeconds: now.Sub(began).Seconds(),
		}})
	})
	if err != nil {
		return err
	}
	return stream.Send(&solitairev1.WatchSolveResponse{Result: answer})
}

func (s *solverService) solve(ctx context.Context, state string, l *solitairev1.SolveLimits, report func(nodes uint64)) (*solitairev1.SolveGameResponse, error) {
	p, err := readState("state", state)
	if err != nil {
		return nil, err
	}
	answer, seconds, err := s.search.solve(ctx, p, boundsOf(l), report)
	if err != nil {
		return nil, err
	}
	return message.Solution(&answer, seconds), nil
}

func (s *solverService) SuggestMove(ctx context.Context, r *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
	if err := checkKnowledge(r.Knowledge); err != nil {
		return nil, err
	}
	start, err := readState("state", r.State)
	if err != nil {
		return nil, err
	}
	game := played{start, r.Moves}
	if r.Knowledge == solitairev1.Knowledge_FULL {
		way, advice, err := s.search.full(ctx, game, boundsOf(r.Limits))
		if err != nil {
			return nil, err
		}
		return message.FullAdvice(languageOf(ctx), way, advice), nil
	}
	way, suggestions, err := s.search.fair(ctx, game, boundsOf(r.Limits))
	if err != nil {
		return nil, err
	}
	return message.FairAdvice(languageOf(ctx), way, suggestions), nil
}

func (s *solverService) FindLastWinnable(ctx context.Context, r *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error) {
	start, err := s.limits.readStart(r.State, r.Deal, r.Deal != nil, waysOf(r.Deal))
	if err != nil {
		return nil, err
	}
	way, turn, seconds, err := s.search.lastWinnable(ctx, played{start, r.Moves}, boundsOf(r.Limits))
	if err != nil {
		return nil, err
	}
	return message.Turn(way, turn, seconds), nil
}

// boundsOf gives what a request lets a search take.
func boundsOf(l *solitairev1.SolveLimits) bounds {
	if l == nil {
		return bounds{}
	}
	return bounds{l.Nodes, l.Seconds}
}

// checkKnowledge refuses a knowledge that this version does not know.
func checkKnowledge(k solitairev1.Knowledge) error {
	if _, known := solitairev1.Knowledge_name[int32(k)]; !known {
		return noSuchValue("knowledge", int32(k))
	}
	return nil
}
