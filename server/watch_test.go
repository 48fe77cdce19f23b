package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine/solve"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/step"
	"github.com/talon-solitaire/talon/server/internal/workers"
)

// bounded is a request to watch the endless search for so many positions.
func bounded(t *testing.T, nodes int) string {
	t.Helper()
	return `{"state":"` + endless(t) + `","limits":{"nodes":` + strconv.Itoa(nodes) + `}}`
}

func TestProgressComesFirstAndTheResultLast(t *testing.T) {
	s := start(t, patiently)
	stream, err := s.solver.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{
		State: endless(t), Limits: &solitairev1.SolveLimits{Nodes: proto.Uint32(4000)},
	})
	if err != nil {
		t.Fatal(err)
	}
	var nodes uint64
	progress := 0
	for {
		m, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if m.Result != nil {
			if m.Progress != nil || m.Result.Verdict != solitairev1.Verdict_UNKNOWN || m.Result.Nodes != 4000 {
				t.Errorf("the result is %v", m)
			}
			break
		}
		if m.Progress.Nodes < nodes || m.Progress.ElapsedSeconds < 0 {
			t.Errorf("%d positions after %d", m.Progress.Nodes, nodes)
		}
		nodes = m.Progress.Nodes
		progress++
	}
	if m, err := stream.Recv(); !errors.Is(err, io.EOF) {
		t.Errorf("after the result came %v, %v", m, err)
	}
	if progress < 3 {
		t.Errorf("progress came %d times", progress)
	}
}

func TestAStreamOverJSONIsOneObjectALine(t *testing.T) {
	s := start(t, patiently)
	a := s.do(t, "POST", "/v1/games:watchSolve", bounded(t, 4000))
	if a.status != http.StatusOK || a.header.Get("Content-Type") != "application/json" || a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("%d %v", a.status, a.header)
	}
	lines := strings.SplitAfter(string(a.body), "\n")
	if last := lines[len(lines)-1]; last != "" || len(lines) < 4 {
		t.Fatalf("%d lines, the last one ends with %q", len(lines), last)
	}
	for i, line := range lines[:len(lines)-1] {
		var m map[string]map[string]any
		if err := json.Unmarshal([]byte(line), &m); err != nil {
			t.Fatalf("%v: %s", err, line)
		}
		if wanted := map[bool]string{true: "result", false: "progress"}[i == len(lines)-2]; len(m) != 1 || m[wanted]["nodes"] == nil {
			t.Errorf("line %d of %d is %s", i+1, len(lines)-1, line)
		}
	}
}

func TestLinesAreSentAsTheyAreMade(t *testing.T) {
	s := start(t, patiently)
	conn, answers := s.watching(t)
	defer conn.Close()
	line, err := answers.ReadString('\n')
	if err != nil || !strings.Contains(line, `"progress"`) {
		t.Errorf("%q, %v", line, err)
	}
}

// watching begins the endless search on a connection of its own.
func (r *running) watching(t *testing.T) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	body := `{"state":"` + endless(t) + `"}`
	if _, err := io.WriteString(conn, "POST /v1/games:watchSolve HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: "+strconv.Itoa(len(body))+"\r\n\r\n"+body); err != nil {
		t.Fatal(err)
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return conn, bufio.NewReader(response.Body)
}

func TestACallerOverJSONThatHangsUpFreesTheWorker(t *testing.T) {
	s := start(t, patiently)
	conn, _ := s.watching(t)
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}
	s.awaitWorker(t)

	ctx, cancel := context.WithCancel(t.Context())
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/games:solve", strings.NewReader(`{"state":"`+endless(t)+`"}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	answered := make(chan error, 1)
	go func() {
		response, err := http.DefaultClient.Do(request)
		if err == nil {
			response.Body.Close()
		}
		answered <- err
	}()
	for s.search.pool.Busy() == 0 {
		if err := t.Context().Err(); err != nil {
			t.Fatal(err)
		}
	}
	cancel()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	s.awaitWorker(t)
}

func TestAnErrorBeforeTheFirstLineIsAnOrdinaryOne(t *testing.T) {
	s := start(t, func(c *config) { c.limits.moves = 1 })
	for body, want := range map[string]int{
		`{"state":"nonsense"}`:                              http.StatusBadRequest,
		`{"state":"` + klondike + `","limits":{"nodes":0}}`: http.StatusBadRequest,
		`{"State":"x"}`:                                     http.StatusBadRequest,
		``:                                                  http.StatusBadRequest,
	} {
		a := s.do(t, "POST", "/v1/games:watchSolve", body, "Accept-Language", "de")
		if e := a.failure(t); a.status != want || e.detail("LocalizedMessage")["locale"] != "de" {
			t.Errorf("%s: %d %s", body, a.status, a.body)
		}
	}
	s.gate.Close()
	a := s.do(t, "POST", "/v1/games:watchSolve", `{"state":"`+klondike+`"}`)
	if e := a.failure(t); a.status != http.StatusServiceUnavailable || e.reason() != "DRAINING" {
		t.Errorf("draining: %d %s", a.status, a.body)
	}
}

func TestAPanicBeforeTheFirstLineIsAnOrdinaryError(t *testing.T) {
	s := startAdapted(t, nil, func(s *server) {
		s.search.pool = workers.New(1, workers.Queue{}, func() *solve.Solver { return nil })
	})
	a := s.do(t, "POST", "/v1/games:watchSolve", `{"state":"`+klondike+`"}`)
	if e := a.failure(t); a.status != http.StatusInternalServerError || e.reason() != "INTERNAL" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestAnErrorAfterTheFirstLineIsTheLastLine(t *testing.T) {
	s := start(t, patiently, func(ctx context.Context, _ string, next step.Next) error {
		if err := next(ctx); err != nil {
			return err
		}
		return errOverloaded
	})
	a := s.do(t, "POST", "/v1/games:watchSolve", bounded(t, 2000))
	lines := strings.Split(strings.TrimSpace(string(a.body)), "\n")
	var last struct{ Error *errorBody }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.Error == nil {
		t.Fatalf("the last line is %s, %v", lines[len(lines)-1], err)
	}
	if checkFailure(t, last.Error); a.status != http.StatusOK || len(lines) < 2 || last.Error.reason() != "OVERLOADED" {
		t.Errorf("%d %s", a.status, a.body)
	}
}

func TestAMessageToWatchThatIsNoProtobufIsRefused(t *testing.T) {
	s := start(t, nil)
	var answer []byte
	err := s.conn.Invoke(t.Context(), solitairev1.SolverService_WatchSolve_FullMethodName, []byte{0xff, 0xff}, &answer, grpc.ForceCodecV2(rawCodec{}))
	if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.reason() != "INVALID_REQUEST" {
		t.Errorf("got %v", err)
	}
}
