package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	reflectionpb "google.golang.org/grpc/reflection/grpc_reflection_v1"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/step"
)

func TestOneLogLineSaysWhatListensWhere(t *testing.T) {
	s := start(t, nil)
	s.do(t, "GET", "/healthz", "")
	line, _, _ := strings.Cut(s.log.String(), "\n")
	for _, want := range []string{"msg=ready", "grpc=127.0.0.1:", "http=" + strings.TrimPrefix(s.url, "http://"), "admin=" + strings.TrimPrefix(s.admin, "http://")} {
		if !strings.Contains(line, want) {
			t.Errorf("%q is not in the first line: %s", want, line)
		}
	}
}

func TestRunListensServesAndStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	log := &logbook{}
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0", "-admin-addr="}, environment("GOGC", "100"), log)
	}()
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if text := log.String(); !strings.Contains(text, "msg=ready") || !strings.Contains(text, "msg=stopped") || strings.Contains(text, "admin=") {
		t.Errorf("the log says\n%s", text)
	}
}

func TestRunNamesThePortThatIsTaken(t *testing.T) {
	s := start(t, nil)
	taken := strings.TrimPrefix(s.url, "http://")
	err := run(context.Background(), []string{"-grpc-addr=127.0.0.1:0", "-http-addr=" + taken}, environment(), &logbook{})
	if err == nil || !strings.HasPrefix(err.Error(), "-http-addr (TALON_HTTP_ADDR): ") || !strings.Contains(err.Error(), taken) {
		t.Errorf("got %v", err)
	}
}

func TestHealthAnswersOnBothWires(t *testing.T) {
	s := start(t, nil)
	// A call has to have come through before the state of readiness is a promise.
	s.do(t, "GET", "/readyz", "")
	for _, service := range []string{"", "solitaire.v1.RulesService", "solitaire.v1.SolverService"} {
		answer, err := healthpb.NewHealthClient(s.conn).Check(t.Context(), &healthpb.HealthCheckRequest{Service: service})
		if err != nil || answer.Status != healthpb.HealthCheckResponse_SERVING {
			t.Errorf("%q: %v, %v", service, answer, err)
		}
	}
	for _, path := range []string{"/healthz", "/readyz"} {
		if a := s.do(t, "GET", path, ""); a.status != http.StatusOK || string(a.body) != "{\"status\":\"SERVING\"}\n" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
}

func TestReadinessEndsBeforeCallsAreRefused(t *testing.T) {
	s := start(t, nil)
	s.gate.Announce()
	if a := s.do(t, "GET", "/readyz", ""); a.status != http.StatusServiceUnavailable {
		t.Errorf("/readyz: %d", a.status)
	}
	if a := s.do(t, "GET", "/healthz", ""); a.status != http.StatusOK {
		t.Errorf("/healthz: %d", a.status)
	}
	if a := s.do(t, "GET", "/v1/version", ""); a.status != http.StatusOK {
		t.Errorf("a call: %d", a.status)
	}
}

func TestAConnectionEndsWithItsAnswerWhileTheServerDrains(t *testing.T) {
	s := start(t, nil)
	const request = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
	kept := s.raw(t, request)
	kept.Body.Close()
	if kept.Close {
		t.Error("the connection is closed before the server drains")
	}
	s.announce()
	closed := s.raw(t, request)
	closed.Body.Close()
	if !closed.Close {
		t.Error("the connection is kept while the server drains")
	}
}

func TestADrainingServerRefusesWithUnavailable(t *testing.T) {
	s := start(t, nil)
	s.gate.Close()
	a := s.do(t, "GET", "/v1/version", "")
	if e := a.failure(t); a.status != http.StatusServiceUnavailable || e.reason() != "DRAINING" {
		t.Errorf("JSON: %d %s", a.status, a.body)
	}
	_, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
	if status.Code(err) != codes.Unavailable || reasonOf(err) != draining {
		t.Errorf("gRPC: %v", err)
	}
	if _, err := healthpb.NewHealthClient(s.conn).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
		t.Errorf("a health check: %v", err)
	}
}

func TestAStreamEndsWhenTheServerDrains(t *testing.T) {
	s := start(t, nil)
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	send(t, stream, &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}})
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	s.gate.Close()
	if _, err := stream.Recv(); status.Code(err) != codes.Unavailable || reasonOf(err) != draining {
		t.Errorf("the stream ended with %v", err)
	}
}

func TestAWatchedHealthDoesNotHoldTheServerUp(t *testing.T) {
	s := start(t, func(c *config) { c.drainTimeout = time.Minute })
	watch, err := healthpb.NewHealthClient(s.conn).Watch(t.Context(), &healthpb.HealthCheckRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := watch.Recv(); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(began); took > 30*time.Second {
		t.Errorf("stopping took %v", took)
	}
}

func TestARunningCallIsFinishedBeforeTheServerStops(t *testing.T) {
	entered, leave := make(chan struct{}), make(chan struct{})
	s := start(t, nil, func(ctx context.Context, _ string, next step.Next) error {
		close(entered)
		<-leave
		return next(ctx)
	})
	answered := make(chan error, 1)
	go func() {
		_, err := s.client.GetVersion(context.Background(), &solitairev1.GetVersionRequest{})
		answered <- err
	}()
	<-entered
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	<-s.gate.Closed()
	close(leave)
	if err := <-answered; err != nil {
		t.Errorf("the call: %v", err)
	}
	if err := <-stopped; err != nil {
		t.Errorf("the server: %v", err)
	}
}

func TestACallThatNeverEndsIsCutOff(t *testing.T) {
	entered := make(chan struct{})
	s := start(t, func(c *config) { c.drainTimeout = time.Millisecond }, func(ctx context.Context, _ string, _ step.Next) error {
		close(entered)
		<-ctx.Done()
		return ctx.Err()
	})
	answered := make(chan error, 1)
	go func() {
		_, err := s.client.GetVersion(context.Background(), &solitairev1.GetVersionRequest{})
		answered <- err
	}()
	<-entered
	if err := s.stop(); err != nil {
		t.Errorf("the server: %v", err)
	}
	if err := <-answered; err == nil {
		t.Error("the call was answered")
	}
	if !strings.Contains(s.log.String(), "stopped with calls still running") {
		t.Errorf("the log says\n%s", s.log)
	}
}

func TestReflectionIsThereOnLoopbackAndCanBeTurnedOff(t *testing.T) {
	list := &reflectionpb.ServerReflectionRequest{MessageRequest: &reflectionpb.ServerReflectionRequest_ListServices{}}
	for _, test := range []struct {
		mode reflectionMode
		want codes.Code
	}{{reflectionAuto, codes.OK}, {reflectionOn, codes.OK}, {reflectionOff, codes.Unimplemented}} {
		s := start(t, func(c *config) { c.reflection = test.mode })
		stream, err := reflectionpb.NewServerReflectionClient(s.conn).ServerReflectionInfo(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		// A stream that has been refused already ends before it takes the question.
		if err := stream.Send(list); err != nil && !errors.Is(err, io.EOF) {
			t.Fatal(err)
		}
		answer, err := stream.Recv()
		if status.Code(err) != test.want {
			t.Errorf("%v: %v", test.mode, err)
		}
		if err == nil && len(answer.GetListServicesResponse().GetService()) == 0 {
			t.Errorf("%v: no services", test.mode)
		}
		if err := stream.CloseSend(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestTheAdminPortServesMetricsProfilesAndChannelz(t *testing.T) {
	s := start(t, nil)
	s.do(t, "GET", "/v1/version", "")
	s.do(t, "POST", "/v1/games:inspect", `{"state":"nonsense"}`)
	s.do(t, "POST", "/v1/games:watchSolve", `{"state":"`+lateKlondike+`"}`)
	s.do(t, "POST", "/v1/games:solve", `{"state":"`+lateKlondike+`","limits":{"nodes":0}}`)
	s.do(t, "POST", "/v1/games:suggestMove", `{"state":"`+lateKlondike+`"}`)
	s.do(t, "POST", "/v1/games:findLastWinnable", `{"state":"`+lateKlondike+`"}`)
	admin := *s
	admin.url = s.admin
	metrics := string(admin.do(t, "GET", "/metrics", "").body)
	for _, want := range []string{
		`talon_calls_total{code="OK",method="/solitaire.v1.RulesService/GetVersion",variant="none"} 1`,
		`talon_errors_total{method="/solitaire.v1.RulesService/InspectGame",reason="MALFORMED_STATE"} 1`,
		`talon_calls_total{code="OK",method="/solitaire.v1.SolverService/WatchSolve",variant="klondike"} 1`,
		`talon_calls_total{code="OK",method="/solitaire.v1.SolverService/SuggestMove",variant="klondike"} 1`,
		`talon_calls_total{code="OK",method="/solitaire.v1.SolverService/FindLastWinnable",variant="klondike"} 1`,
		`talon_errors_total{method="/solitaire.v1.SolverService/SolveGame",reason="INVALID_REQUEST"} 1`,
		"talon_searches_running 0",
		"talon_searches_waiting 0",
		"talon_search_workers " + strconv.Itoa(defaults().limits.solvers),
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%s is not in the metrics", want)
		}
	}
	if a := admin.do(t, "GET", "/debug/pprof/", ""); a.status != http.StatusOK || !strings.Contains(string(a.body), "goroutine") {
		t.Errorf("pprof: %d", a.status)
	}
	if a := s.do(t, "GET", "/metrics", ""); a.status != http.StatusNotFound {
		t.Errorf("metrics on the JSON port: %d", a.status)
	}
}
