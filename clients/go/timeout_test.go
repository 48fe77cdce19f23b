package talon_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/types/known/durationpb"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// stalling keeps every call until its deadline, or until its caller turns away.
func stalling() *server {
	return &server{
		apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
		deal: func(ctx context.Context, _ *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		},
		solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
			<-stream.Context().Done()
			return stream.Context().Err()
		}},
	}
}

func TestEveryCallHasADeadline(t *testing.T) {
	own := []talon.Option{talon.WithTimeouts(time.Second, 2*time.Second)}
	for _, test := range []struct {
		name    string
		options []talon.Option
		call    func(context.Context, *talon.Client) error
		within  time.Duration
	}{
		{"rules", nil, apply, talon.RulesTimeout},
		{"rules, chosen", own, apply, time.Second},
		{"deal", nil, deal(false), talon.RulesTimeout},
		{"deal, searched", nil, deal(true), talon.SearchTimeout},
		{"search", nil, watch, talon.SearchTimeout},
		{"search, chosen", own, watch, 2 * time.Second},
		{"search, the caller's", own, func(ctx context.Context, client *talon.Client) error {
			ctx, cancel := context.WithTimeout(ctx, time.Hour)
			defer cancel()
			return watch(ctx, client)
		}, time.Hour},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := dial(t, stalling(), test.options...)
				began := time.Now()
				err := test.call(t.Context(), client)
				if took := time.Since(began); took != test.within {
					t.Errorf("the call ends after %v, want %v", took, test.within)
				}
				if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || status.Code(err) != codes.DeadlineExceeded {
					t.Errorf("the error is %v", err)
				}
			})
		})
	}
}

func deal(winnable bool) func(context.Context, *talon.Client) error {
	return func(ctx context.Context, client *talon.Client) error {
		_, err := client.DealGame(ctx, &solitairev1.DealGameRequest{Winnable: winnable})
		return err
	}
}

func watch(ctx context.Context, client *talon.Client) error {
	_, err := client.WatchSolve(ctx, &solitairev1.WatchSolveRequest{}, nil)
	return err
}

func TestNoTimeoutIsNoDeadline(t *testing.T) {
	client := dial(t, &server{apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		if deadline, bounded := ctx.Deadline(); bounded {
			t.Errorf("the deadline is %v", deadline)
		}
		return &solitairev1.ApplyMovesResponse{}, nil
	}}, talon.WithTimeouts(0, 0), talon.WithAttemptTimeout(0))
	if err := apply(t.Context(), client); err != nil {
		t.Error(err)
	}
}

func TestACallerWhoTurnsAwayIsToldSo(t *testing.T) {
	client := dial(t, stalling())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := apply(ctx, client); !errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the error is %v", err)
	}
}

func TestADealThatIsNotFoundInTimeIsNoDeadlineOfTheCall(t *testing.T) {
	client := dial(t, &server{deal: func(context.Context, *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
		return nil, failure(t, codes.DeadlineExceeded, "none", &errdetails.ErrorInfo{Domain: talon.Domain, Reason: "NO_DEAL_FOUND"})
	}})
	err := deal(true)(t.Context(), client)
	if errors.Is(err, context.DeadlineExceeded) || talon.ReasonOf(err) != solitairev1.ErrorReason_NO_DEAL_FOUND {
		t.Errorf("the error is %v, %v", err, talon.ReasonOf(err))
	}
}

// overloaded turns the first calls away and asks to come back in a second.
func overloaded(t *testing.T, calls *atomic.Int32, first int32) func() error {
	t.Helper()
	err := failure(t, codes.ResourceExhausted, "too much to do", busy, &errdetails.RetryInfo{RetryDelay: durationpb.New(time.Second)})
	return func() error {
		if calls.Add(1) > first {
			return nil
		}
		return err
	}
}

func TestAnOverloadedServerIsWaitedForAsLongAsThePatienceLasts(t *testing.T) {
	for _, test := range []struct {
		name     string
		patience time.Duration
		deadline time.Duration
		first    int32
		calls    int32
		code     codes.Code
	}{
		{"no patience", 0, time.Hour, 1, 1, codes.ResourceExhausted},
		{"patience for one", time.Second, time.Hour, 1, 2, codes.OK},
		{"patience for one of two", 1500 * time.Millisecond, time.Hour, 2, 2, codes.ResourceExhausted},
		{"patience for both", 2 * time.Second, time.Hour, 2, 3, codes.OK},
		{"no time for it", time.Minute, time.Second, 1, 1, codes.ResourceExhausted},
		{"time for one", time.Minute, 2 * time.Second, 9, 2, codes.ResourceExhausted},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var applied, watches atomic.Int32
				turnApply, turnWatch := overloaded(t, &applied, test.first), overloaded(t, &watches, test.first)
				client := dial(t, &server{
					apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
						return &solitairev1.ApplyMovesResponse{}, turnApply()
					},
					solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
						if err := turnWatch(); err != nil {
							return err
						}
						return stream.Send(result(solitairev1.Verdict_WINNABLE))
					}},
				}, talon.WithPatience(test.patience))
				for name, call := range map[string]func(context.Context, *talon.Client) error{"ApplyMoves": apply, "WatchSolve": watch} {
					ctx, cancel := context.WithTimeout(t.Context(), test.deadline)
					if err := call(ctx, client); status.Code(err) != test.code {
						t.Errorf("%s: %v", name, err)
					}
					cancel()
				}
				if applied.Load() != test.calls || watches.Load() != test.calls {
					t.Errorf("%d and %d calls, want %d", applied.Load(), watches.Load(), test.calls)
				}
			})
		})
	}
}

func TestASearchThatHasBegunIsNotBegunAgainForAllPatience(t *testing.T) {
	var watches atomic.Int32
	turn := overloaded(t, &watches, 1)
	client := dial(t, &server{solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
		return errors.Join(stream.Send(progress(1)), turn())
	}}}, talon.WithPatience(time.Hour))
	if err := watch(t.Context(), client); err == nil || watches.Load() != 1 {
		t.Errorf("%v after %d calls", err, watches.Load())
	}
}
