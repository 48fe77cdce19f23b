package talon_test

import (
	"context"
	"net"
	"os"
	"regexp"
	"strconv"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/grpc/test/bufconn"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/internal/process"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Time in these tests is that of a bubble: an hour of it passes in no time.

// failing answers every ApplyMoves with an error and counts them.
func failing(calls *atomic.Int32, err error, trailer ...string) *server {
	return &server{apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
		calls.Add(1)
		if len(trailer) > 0 {
			if err := grpc.SetTrailer(ctx, metadata.Pairs(trailer...)); err != nil {
				return nil, err
			}
		}
		return nil, err
	}}
}

func apply(ctx context.Context, client *talon.Client) error {
	_, err := client.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{})
	return err
}

func TestACallThatFindsNoServerIsTriedFourTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		client := dial(t, failing(&calls, status.Error(codes.Unavailable, "draining")))
		if err := apply(t.Context(), client); status.Code(err) != codes.Unavailable || calls.Load() != 4 {
			t.Errorf("%v after %d calls", err, calls.Load())
		}
	})
}

func TestOnlyAServerThatIsNotThereIsTriedAgain(t *testing.T) {
	for code := codes.Canceled; code <= codes.Unauthenticated; code++ {
		if code == codes.Unavailable {
			continue
		}
		var calls atomic.Int32
		client := dial(t, failing(&calls, failure(t, code, "no", &errdetails.ErrorInfo{Domain: talon.Domain, Reason: "INTERNAL"})))
		if err := apply(t.Context(), client); status.Code(err) != code || calls.Load() != 1 {
			t.Errorf("%v: %v after %d calls", code, err, calls.Load())
		}
	}
}

func TestAnAnswerThatBrokeOffIsAskedForAgain(t *testing.T) {
	var calls atomic.Int32
	client := dial(t, failing(&calls, status.Error(codes.Internal, "server closed the stream without sending trailers")))
	if err := apply(t.Context(), client); status.Code(err) != codes.Unavailable || calls.Load() != 4 {
		t.Errorf("%v after %d calls", err, calls.Load())
	}
}

func TestAServerThatComesBackWithinASecondIsFound(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, find := replicas(t, "one:1")
		var dials atomic.Int32
		client, err := talon.Dial("passthrough:///one:1", find, talon.WithDialOptions(
			grpc.WithContextDialer(func(ctx context.Context, _ string) (net.Conn, error) {
				if dials.Add(1) < 3 {
					return nil, syscall.ECONNREFUSED
				}
				return all["one:1"].listener.DialContext(ctx)
			}),
		))
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		if err := apply(t.Context(), client); err != nil || dials.Load() != 3 {
			t.Errorf("%v after %d dials", err, dials.Load())
		}
	})
}

func TestAServerThatAsksNotToTryAgainIsObeyed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for pushback, want := range map[string]struct {
			calls int32
			after time.Duration
		}{"-1": {1, 0}, "60000": {4, 3 * time.Minute}} {
			var calls atomic.Int32
			client := dial(t, failing(&calls, status.Error(codes.Unavailable, "draining"), "grpc-retry-pushback-ms", pushback), talon.WithTimeouts(0, 0))
			began := time.Now()
			if err := apply(t.Context(), client); status.Code(err) != codes.Unavailable || calls.Load() != want.calls {
				t.Errorf("pushback %s: %v after %d calls", pushback, err, calls.Load())
			}
			if took := time.Since(began); took != want.after {
				t.Errorf("pushback %s: it took %v", pushback, took)
			}
		}
	})
}

func TestRetriesPauseWhenHalfOfTheCallsFail(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int32
		client := dial(t, failing(&calls, status.Error(codes.Unavailable, "draining")))
		var tried []int32
		for range 5 {
			before := calls.Load()
			if err := apply(t.Context(), client); status.Code(err) != codes.Unavailable {
				t.Error(err)
			}
			tried = append(tried, calls.Load()-before)
		}
		if tried[0] != 4 || tried[4] != 1 {
			t.Errorf("the calls were tried %v times, want 4 at first and 1 in the end", tried)
		}
	})
}

// replica is one of several servers of a service.
type replica struct {
	calls    atomic.Int32
	silent   atomic.Bool // whether calls are left without an answer
	listener *bufconn.Listener
	health   *health.Server
	grpc     *grpc.Server
}

// replicas starts servers by address, and gives the option that makes a client find
// them in memory.
func replicas(t *testing.T, addresses ...string) (map[string]*replica, talon.Option) {
	t.Helper()
	all := map[string]*replica{}
	for _, address := range addresses {
		r := &replica{listener: bufconn.Listen(1 << 16), health: health.NewServer(), grpc: grpc.NewServer()}
		all[address] = r
		r.health.SetServingStatus("solitaire.v1.RulesService", healthpb.HealthCheckResponse_SERVING)
		healthpb.RegisterHealthServer(r.grpc, r.health)
		solitairev1.RegisterRulesServiceServer(r.grpc, &server{apply: func(ctx context.Context, _ *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
			r.calls.Add(1)
			if r.silent.Load() {
				<-ctx.Done()
			}
			return &solitairev1.ApplyMovesResponse{}, nil
		}})
		served := make(chan error, 1)
		go func() { served <- r.grpc.Serve(r.listener) }()
		t.Cleanup(func() {
			r.grpc.Stop()
			if err := <-served; err != nil {
				t.Error(err)
			}
		})
	}
	return all, talon.WithDialOptions(grpc.WithContextDialer(func(ctx context.Context, address string) (net.Conn, error) {
		return all[address].listener.DialContext(ctx)
	}))
}

func TestCallsTakeTurnsBetweenTheServersThatAreWell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all, find := replicas(t, "one:1", "two:1")
		client, err := talon.Dial("one:1,two:1", find)
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		one, two := all["one:1"], all["two:1"]
		play := func(times int) {
			t.Helper()
			one.calls.Store(0)
			two.calls.Store(0)
			for range times {
				if err := apply(t.Context(), client); err != nil {
					t.Error(err)
				}
			}
		}
		play(1)
		synctest.Wait() // both are connected now
		play(10)
		if one.calls.Load() != 5 || two.calls.Load() != 5 {
			t.Errorf("%d and %d calls, want 5 and 5", one.calls.Load(), two.calls.Load())
		}

		one.health.SetServingStatus("solitaire.v1.RulesService", healthpb.HealthCheckResponse_NOT_SERVING)
		synctest.Wait()
		play(10)
		if one.calls.Load() != 0 || two.calls.Load() != 10 {
			t.Errorf("one is unwell: %d and %d calls, want 0 and 10", one.calls.Load(), two.calls.Load())
		}

		one.health.SetServingStatus("solitaire.v1.RulesService", healthpb.HealthCheckResponse_SERVING)
		synctest.Wait()
		two.grpc.Stop()
		play(10)
		if one.calls.Load() != 10 {
			t.Errorf("two is gone: %d calls, want 10", one.calls.Load())
		}
	})
}

func TestAServerThatIsStoppedFailsNoCall(t *testing.T) {
	other := program.Serve(t, process.Patient)
	client, err := talon.Dial(address + "," + other.GRPC)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	stopped := make(chan error, 1)
	for calls := 0; ; calls++ {
		if _, err := client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
			t.Fatalf("call %d: %v", calls, err)
		}
		if calls == 100 {
			go func() { stopped <- other.Stop() }()
		}
		select {
		case err := <-stopped:
			if err != nil {
				t.Error(err)
			}
			return
		default:
		}
	}
}

func TestAnIdleConnectionIsKept(t *testing.T) {
	for _, test := range []struct {
		name  string
		least time.Duration // the server's least time between pings
		kept  bool
	}{
		{"by Talon", talonsLeastPing(t), true},
		{"by a server that takes every ping for a flood", time.Hour, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				listener := bufconn.Listen(1 << 16)
				g := grpc.NewServer(grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: test.least, PermitWithoutStream: true}))
				solitairev1.RegisterRulesServiceServer(g, &server{apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
					return &solitairev1.ApplyMovesResponse{}, nil
				}})
				served := make(chan error, 1)
				go func() { served <- g.Serve(listener) }()
				var connections atomic.Int32
				client, err := talon.Dial("passthrough:///memory", talon.WithDialOptions(
					// Otherwise it would be the client that ends what is idle for half an hour.
					grpc.WithIdleTimeout(0),
					grpc.WithContextDialer(func(context.Context, string) (net.Conn, error) {
						connections.Add(1)
						return listener.Dial()
					}),
				))
				if err != nil {
					t.Fatal(err)
				}
				if err := apply(t.Context(), client); err != nil {
					t.Fatal(err)
				}
				<-time.After(3 * time.Hour)
				if err := apply(t.Context(), client); err != nil {
					t.Error(err)
				}
				if kept := connections.Load() == 1; kept != test.kept {
					t.Errorf("%d connections", connections.Load())
				}
				if err := client.Close(); err != nil {
					t.Error(err)
				}
				g.Stop()
				if err := <-served; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// talonsLeastPing reads from the server's source how often it lets clients ping.
func talonsLeastPing(t *testing.T) time.Duration {
	t.Helper()
	source, err := os.ReadFile("../../server/grpc.go")
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`minPing += (\d+) \* time\.Second`).FindSubmatch(source)
	if found == nil {
		t.Fatal("the server does not say how often clients may ping")
	}
	seconds, err := strconv.Atoi(string(found[1]))
	if err != nil {
		t.Fatal(err)
	}
	return time.Duration(seconds) * time.Second
}
