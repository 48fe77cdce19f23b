package talon_test

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync/atomic"
	"testing"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// solver answers what a test tells it to.
type solver struct {
	solitairev1.UnimplementedSolverServiceServer
	solve   func(*solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error)
	watch   func(*solitairev1.WatchSolveRequest, watched) error
	suggest func(*solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error)
	last    func(*solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error)
}

type watched = grpc.ServerStreamingServer[solitairev1.WatchSolveResponse]

func (s *solver) SolveGame(_ context.Context, r *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
	return s.solve(r)
}

func (s *solver) WatchSolve(r *solitairev1.WatchSolveRequest, stream watched) error {
	return s.watch(r, stream)
}

func (s *solver) SuggestMove(_ context.Context, r *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
	return s.suggest(r)
}

func (s *solver) FindLastWinnable(_ context.Context, r *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error) {
	return s.last(r)
}

func progress(nodes uint64) *solitairev1.WatchSolveResponse {
	return &solitairev1.WatchSolveResponse{Progress: &solitairev1.WatchSolveResponse_Progress{Nodes: nodes}}
}

func result(verdict solitairev1.Verdict) *solitairev1.WatchSolveResponse {
	return &solitairev1.WatchSolveResponse{Result: &solitairev1.SolveGameResponse{Verdict: verdict}}
}

// busy is what a server says that has too many searches.
var busy = &errdetails.ErrorInfo{Domain: talon.Domain, Reason: "OVERLOADED"}

func TestEveryQuestionToTheSolverIsAnswered(t *testing.T) {
	client := dial(t, &server{solver: solver{
		solve: func(r *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
			return &solitairev1.SolveGameResponse{Nodes: uint64(r.GetLimits().GetNodes())}, nil
		},
		suggest: func(r *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
			return &solitairev1.SuggestMoveResponse{Knowledge: r.GetKnowledge()}, nil
		},
		last: func(r *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error) {
			return &solitairev1.FindLastWinnableResponse{State: r.GetState()}, nil
		},
	}})
	nodes := uint32(7)
	if answer, err := client.SolveGame(t.Context(), &solitairev1.SolveGameRequest{Limits: &solitairev1.SolveLimits{Nodes: &nodes}}); err != nil || answer.GetNodes() != 7 {
		t.Errorf("SolveGame: %v, %v", answer, err)
	}
	if answer, err := client.SuggestMove(t.Context(), &solitairev1.SuggestMoveRequest{Knowledge: solitairev1.Knowledge_FULL}); err != nil || answer.GetKnowledge() != solitairev1.Knowledge_FULL {
		t.Errorf("SuggestMove: %v, %v", answer, err)
	}
	if answer, err := client.FindLastWinnable(t.Context(), &solitairev1.FindLastWinnableRequest{State: "x"}); err != nil || answer.GetState() != "x" {
		t.Errorf("FindLastWinnable: %v, %v", answer, err)
	}
}

func TestASearchTellsHowFarItIsAndThenItsResult(t *testing.T) {
	client := dial(t, &server{solver: solver{watch: func(r *solitairev1.WatchSolveRequest, stream watched) error {
		return errors.Join(stream.Send(progress(uint64(len(r.GetState())))), stream.Send(progress(9)), stream.Send(result(solitairev1.Verdict_UNWINNABLE)))
	}}})
	var told []uint64
	answer, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{State: "abc"}, func(p *solitairev1.WatchSolveResponse_Progress) {
		told = append(told, p.GetNodes())
	})
	if err != nil || answer.GetVerdict() != solitairev1.Verdict_UNWINNABLE || !slices.Equal(told, []uint64{3, 9}) {
		t.Errorf("%v, %v, progress %v", answer, err, told)
	}
	if answer, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{}, nil); err != nil || answer.GetVerdict() != solitairev1.Verdict_UNWINNABLE {
		t.Errorf("without a progress: %v, %v", answer, err)
	}
}

func TestASearchThatFoundNoServerIsTriedAgain(t *testing.T) {
	var solved, watches atomic.Int32
	client := dial(t, &server{solver: solver{
		solve: func(*solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
			if solved.Add(1) < 3 {
				return nil, status.Error(codes.Unavailable, "draining")
			}
			return &solitairev1.SolveGameResponse{}, nil
		},
		watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
			if watches.Add(1) < 3 {
				return status.Error(codes.Unavailable, "draining")
			}
			return stream.Send(result(solitairev1.Verdict_WINNABLE))
		},
	}})
	if _, err := client.SolveGame(t.Context(), &solitairev1.SolveGameRequest{}); err != nil || solved.Load() != 3 {
		t.Errorf("SolveGame: %v after %d calls", err, solved.Load())
	}
	if _, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{}, nil); err != nil || watches.Load() != 3 {
		t.Errorf("WatchSolve: %v after %d calls", err, watches.Load())
	}
}

func TestASearchThatHasBegunOrIsTooMuchIsNotTriedAgain(t *testing.T) {
	var calls atomic.Int32
	begun := status.Error(codes.Unavailable, "draining")
	overloaded := failure(t, codes.ResourceExhausted, "too much to do", busy)
	for _, test := range []struct {
		name   string
		first  []*solitairev1.WatchSolveResponse
		err    error
		code   codes.Code
		reason solitairev1.ErrorReason_Code
	}{
		{"begun", []*solitairev1.WatchSolveResponse{progress(1)}, begun, codes.Unavailable, 0},
		{"overloaded", nil, overloaded, codes.ResourceExhausted, solitairev1.ErrorReason_OVERLOADED},
	} {
		t.Run(test.name, func(t *testing.T) {
			calls.Store(0)
			client := dial(t, &server{solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
				calls.Add(1)
				for _, message := range test.first {
					if err := stream.Send(message); err != nil {
						return err
					}
				}
				return test.err
			}}})
			_, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{}, nil)
			var e *talon.Error
			if !errors.As(err, &e) || e.Code != test.code || e.Reason != test.reason || calls.Load() != 1 {
				t.Errorf("%v after %d calls", err, calls.Load())
			}
		})
	}
}

func TestWhoTurnsAwayEndsTheSearch(t *testing.T) {
	ended := make(chan error, 1)
	client := dial(t, &server{solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
		if err := stream.Send(progress(1)); err != nil {
			return err
		}
		<-stream.Context().Done()
		ended <- stream.Context().Err()
		return stream.Context().Err()
	}}})
	ctx, cancel := context.WithCancel(t.Context())
	_, err := client.WatchSolve(ctx, &solitairev1.WatchSolveRequest{}, func(*solitairev1.WatchSolveResponse_Progress) { cancel() })
	if status.Code(err) != codes.Canceled {
		t.Errorf("the call ends with %v", err)
	}
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("the search ends with %v", err)
	}
}

func TestAStreamWithoutAResultIsAnError(t *testing.T) {
	client := dial(t, &server{solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
		return stream.Send(progress(1))
	}}})
	if answer, err := client.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{}, nil); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("%v, %v", answer, err)
	}
}
