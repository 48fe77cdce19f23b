package fault

import (
	"context"
	"errors"
	"strings"
	"syscall"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// ways are how a client reaches three servers over gRPC.
var ways = map[string]func(t *testing.T, servers []*server) (address string){
	"no balancer": func(_ *testing.T, servers []*server) string {
		return strings.Join([]string{servers[0].GRPC, servers[1].GRPC, servers[2].GRPC}, ",")
	},
	"HAProxy": func(t *testing.T, servers []*server) string {
		t.Helper()
		return haproxy(t, servers).GRPC
	},
	"nginx": func(t *testing.T, servers []*server) string {
		t.Helper()
		return nginx(t, servers).GRPC
	},
}

// busy finds the server whose metric is not 0; the others' is.
func busy(t *testing.T, servers []*server, metric string) *server {
	t.Helper()
	var found *server
	for _, one := range servers {
		if one.metric(t, metric) == 0 {
			continue
		}
		if found != nil {
			t.Fatalf("%s is above 0 on two servers", metric)
		}
		found = one
	}
	if found == nil {
		t.Fatalf("%s is 0 on every server", metric)
	}
	return found
}

// Every log that was not answered is sent again over a new stream, and the server that is gone costs none.
func TestAStreamOfLogsIsTakenUpWhereItsServerWent(t *testing.T) {
	const before, logs = 50, 100
	known := lines(t)
	for way, reach := range ways {
		for name, happens := range map[string]func(*server){
			"killed":  func(s *server) { s.kill(t) },
			"stopped": func(s *server) { s.stop(t) },
			"frozen":  func(s *server) { s.signal(t, syscall.SIGSTOP) },
		} {
			if way == "nginx" && name == "frozen" {
				continue // nginx notices after 65 s, since who sends logs may take breaks
			}
			t.Run(way+", "+name, func(t *testing.T) {
				t.Parallel()
				servers := serve(t)
				client, err := talon.Dial(reach(t, servers))
				if err != nil {
					t.Fatal(err)
				}
				defer client.Close()
				answered, streams := 0, 0
				for answered < logs {
					streams++
					err := replayed(t, client, known, &answered, logs, func() {
						if streams == 1 && answered == before {
							happens(busy(t, servers, "talon_calls_in_flight"))
						}
					})
					if streams == 1 && status.Code(err) != codes.Unavailable || streams > 1 && err != nil {
						t.Fatalf("stream %d ends after %d logs with %v", streams, answered, err)
					}
				}
				if streams != 2 {
					t.Errorf("it took %d streams", streams)
				}
			})
		}
	}
}

// replayed opens a stream and has logs replayed from the first one that is not answered on. It calls look
// after each answer. In the first stream there is always one more log to answer.
func replayed(t *testing.T, client *talon.Client, known []line, answered *int, logs int, look func()) error {
	t.Helper()
	replays, err := client.ReplayGames(t.Context())
	if err != nil {
		return err
	}
	defer replays.Close()
	for *answered < logs {
		l := &known[*answered%len(known)]
		// An error says only that the call has ended; Next tells why.
		_ = replays.Send(&solitairev1.ReplayGameRequest{
			Deal:  &solitairev1.Deal{Variant: l.Variant, Number: proto.Uint32(l.Number)},
			Moves: l.Played, View: solitairev1.Game_STATE,
		})
		answer, err := replays.Next()
		if err != nil {
			return err
		}
		if got, want := answer.GetGame().GetState(), l.Positions[len(l.Played)].State; got != want {
			t.Errorf("log %d: %s, want %s", *answered, got, want)
		}
		*answered++
		look()
	}
	return replays.CloseSend()
}

// endless is a position whose search takes all the time that it is given.
func endless(t *testing.T) string {
	t.Helper()
	options, err := engine.ParseOptions(engine.Yukon, map[string]string{"foundation_return": "on"})
	if err != nil {
		t.Fatal(err)
	}
	deal, err := engine.DealByNumber(options, 22)
	if err != nil {
		t.Fatal(err)
	}
	p := deal.Position()
	return p.String()
}

// A search that has told its progress is the caller's to begin again: what it has seen would not be so.
func TestAWatchedSearchEndsWithItsServer(t *testing.T) {
	for way, reach := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			servers := serve(t)
			client, err := talon.Dial(reach(t, servers))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			watch := func(seconds float64, look func()) error {
				request := &solitairev1.WatchSolveRequest{State: endless(t), Limits: &solitairev1.SolveLimits{Seconds: &seconds}}
				answer, err := client.WatchSolve(t.Context(), request, func(*solitairev1.WatchSolveResponse_Progress) { look() })
				if err == nil && answer.GetVerdict() != solitairev1.Verdict_UNKNOWN {
					t.Errorf("the verdict is %v", answer.GetVerdict())
				}
				return err
			}
			killed := false
			err = watch(10, func() {
				if !killed {
					killed = true
					busy(t, servers, "talon_searches_running").kill(t)
				}
			})
			if !killed || status.Code(err) != codes.Unavailable {
				t.Errorf("killed: %t; the search ends with %v", killed, err)
			}
			if err := watch(0.1, func() {}); err != nil {
				t.Errorf("begun again: %v", err)
			}
		})
	}
}

// A search is silent by nature, so what notices that its server froze is keepalive, or the balancer.
func TestASearchIsBegunAgainWhereItsServerFroze(t *testing.T) {
	for way, reach := range ways {
		t.Run(way, func(t *testing.T) {
			t.Parallel()
			servers := serve(t)
			client, err := talon.Dial(reach(t, servers))
			if err != nil {
				t.Fatal(err)
			}
			defer client.Close()
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			ended := make(chan error, 1)
			go func() {
				seconds := 3.0
				answer, err := client.SolveGame(ctx, &solitairev1.SolveGameRequest{State: endless(t), Limits: &solitairev1.SolveLimits{Seconds: &seconds}})
				if err == nil && answer.GetVerdict() != solitairev1.Verdict_UNKNOWN {
					err = errors.New(answer.GetVerdict().String())
				}
				ended <- err
			}()
			running := func() *server {
				for {
					for _, one := range servers {
						if one.metric(t, "talon_searches_running") > 0 {
							return one
						}
					}
				}
			}()
			running.signal(t, syscall.SIGSTOP)
			if err := <-ended; err != nil {
				t.Error(err)
			}
			for _, one := range servers {
				if one != running && one.metric(t, "talon_searches_total") > 0 {
					return
				}
			}
			t.Error("no other server has searched")
		})
	}
}
