package talon_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestAnAttemptWithoutAnswerIsMadeAgainWithTwiceTheTime(t *testing.T) {
	const s = time.Second
	for _, test := range []struct {
		name    string
		options []talon.Option
		within  time.Duration
		call    func(context.Context, *talon.Client) error
		want    []time.Duration
	}{
		{"rules", nil, time.Minute, apply, []time.Duration{2 * s, 4 * s, 8 * s, 46 * s}},
		{"no time for another", nil, 5 * s, apply, []time.Duration{2 * s, 3 * s}},
		{"chosen", []talon.Option{talon.WithAttemptTimeout(s)}, time.Minute, apply, []time.Duration{s, 2 * s, 4 * s, 53 * s}},
		{"none", []talon.Option{talon.WithAttemptTimeout(0)}, time.Minute, apply, []time.Duration{60 * s}},
		{"deal", nil, 5 * s, deal(false), []time.Duration{2 * s, 3 * s}},
		{"deal, searched", nil, time.Minute, deal(true), []time.Duration{60 * s}},
		{"search", nil, time.Minute, watch, []time.Duration{60 * s}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var guard sync.Mutex
				var took []time.Duration
				stall := func(ctx context.Context) error {
					began := time.Now()
					<-ctx.Done()
					guard.Lock()
					defer guard.Unlock()
					took = append(took, time.Since(began))
					return ctx.Err()
				}
				client := dial(t, &server{
					apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
						return nil, stall(ctx)
					},
					deal: func(ctx context.Context, _ *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
						return nil, stall(ctx)
					},
					solver: solver{watch: func(_ *solitairev1.WatchSolveRequest, stream watched) error {
						return stall(stream.Context())
					}},
				}, test.options...)
				ctx, cancel := context.WithTimeout(t.Context(), test.within)
				defer cancel()
				if err := test.call(ctx, client); !errors.Is(err, context.DeadlineExceeded) {
					t.Error(err)
				}
				synctest.Wait()
				if !slices.Equal(took, test.want) {
					t.Errorf("the attempts took %v, want %v", took, test.want)
				}
			})
		})
	}
}

func TestADeadlineThatAServerTellsBeforeItsTimeIsNoSilence(t *testing.T) {
	var calls atomic.Int32
	client := dial(t, failing(&calls, status.Error(codes.DeadlineExceeded, "mine")))
	if err := apply(t.Context(), client); status.Code(err) != codes.DeadlineExceeded || calls.Load() != 1 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestASilentServerIsPassedUntilItsConnectionIsKnownToBeThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, find := replicas(t, "one:1", "two:1", "three:1")
		client, err := talon.Dial("one:1,two:1,three:1", find)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		counts := func() (counts [3]int32) {
			for i, address := range []string{"one:1", "two:1", "three:1"} {
				counts[i] = all[address].calls.Swap(0)
			}
			return counts
		}
		play := func() (slow int) {
			t.Helper()
			for range 12 {
				began := time.Now()
				if err := apply(t.Context(), client); err != nil {
					t.Error(err)
				}
				if time.Since(began) > 0 {
					slow++
				}
			}
			return slow
		}
		play()
		synctest.Wait() // all are connected now
		counts()

		all["one:1"].silent.Store(true)
		for _, test := range []struct {
			name  string
			after time.Duration
		}{{"at first", 0}, {"asked again, in vain", 20 * time.Second}} {
			<-time.After(test.after)
			if slow, got := play(), counts(); slow != 1 || got[0] != 1 || got[1]+got[2] != 12 {
				t.Errorf("%s: %d slow calls, %v", test.name, slow, got)
			}
		}

		all["one:1"].silent.Store(false)
		if slow, got := play(), counts(); slow != 0 || got[0] != 0 {
			t.Errorf("not yet asked again: %d slow calls, %v", slow, got)
		}
		<-time.After(20 * time.Second)
		if slow, got := play(), counts(); slow != 0 || got != [3]int32{4, 4, 4} {
			t.Errorf("it speaks again: %d slow calls, %v", slow, got)
		}
	})
}

func TestWhereEveryServerIsSilentOneIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, find := replicas(t, "one:1")
		all["one:1"].silent.Store(true)
		client, err := talon.Dial("passthrough:///one:1", find)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		called := make(chan error, 1)
		go func() { called <- apply(t.Context(), client) }()
		<-time.After(3 * time.Second) // within the second attempt
		all["one:1"].silent.Store(false)
		if err := <-called; err != nil || all["one:1"].calls.Load() != 3 {
			t.Errorf("%v after %d attempts, want the third to be answered", err, all["one:1"].calls.Load())
		}
	})
}
