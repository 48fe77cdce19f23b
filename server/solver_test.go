package main

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/workers"
)

const (
	// lateKlondike is won by four moves.
	lateKlondike = "klondike/1;draw=1 m=88 t2:Jd t3:Ks t4:Qd t5:Kd fc:K fd:T fh:K fs:Q"
	// lostKlondike is stuck.
	lostKlondike = "klondike/1;draw=1;redeals=0;foundation_return=off m=0 t1:Jd t2:Jh|Kh t3:Kc|Kd t4:9d|Th t5:9h|Td t6:Ks|Qh t7:Qs|Qd fc:Q fd:8 fh:8 fs:J"
	wonYukon     = "yukon/1 m=64 fc:K fd:K fh:K fs:K"
)

// endless is a position whose search takes longer than any test waits.
func endless(t testing.TB) string {
	t.Helper()
	d, err := engine.DealByNumber(engine.Yukon.Defaults(), 22)
	if err != nil {
		t.Fatal(err)
	}
	p := d.Position()
	return p.String()
}

// patiently gives searches all the time and memory that they want.
func patiently(c *config) {
	c.limits.solvers, c.limits.solverQueue = 1, 1
	c.limits.solverTime, c.limits.solverNodes, c.limits.solverBytes = mostSolverTime, math.MaxUint32, 1<<30
	c.limits.progressEvery = 0
}

// hold occupies the only worker until it is let go.
func (r *running) hold(t *testing.T) (letGo func()) {
	t.Helper()
	begun, end, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- r.search.pool.Do(context.Background(), func(*solve.Solver) error {
			close(begun)
			<-end
			return nil
		})
	}()
	<-begun
	return func() {
		close(end)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// awaitWorker waits until the only worker is free again.
func (r *running) awaitWorker(t *testing.T) {
	t.Helper()
	if err := r.search.pool.Do(t.Context(), func(*solve.Solver) error { return nil }); err != nil {
		t.Fatal(err)
	}
}

// awaitWaiting waits until a search waits for the worker.
func (r *running) awaitWaiting() {
	for r.search.pool.Waiting() == 0 {
		runtime.Gosched()
	}
}

func TestVerdicts(t *testing.T) {
	s := start(t, nil)
	for _, test := range []struct {
		state   string
		nodes   uint32
		verdict solitairev1.Verdict
		reason  solitairev1.UnknownReason
	}{
		{lateKlondike, 0, solitairev1.Verdict_WINNABLE, 0},
		{lostKlondike, 0, solitairev1.Verdict_UNWINNABLE, 0},
		{wonYukon, 0, solitairev1.Verdict_WINNABLE, 0},
		{endless(t), 1, solitairev1.Verdict_UNKNOWN, solitairev1.UnknownReason_NODES},
	} {
		limits := &solitairev1.SolveLimits{}
		if test.nodes > 0 {
			limits.Nodes = &test.nodes
		}
		answer, err := s.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: test.state, Limits: limits})
		if err != nil || answer.Verdict != test.verdict || answer.UnknownReason != test.reason || answer.Knowledge != solitairev1.Knowledge_FULL {
			t.Fatalf("%s: %v, %v", test.state, answer, err)
		}
		if (len(answer.Moves) > 0) != (test.state == lateKlondike) {
			t.Errorf("%s: the moves %v", test.state, answer.Moves)
		}
		if len(answer.Moves) == 0 {
			continue
		}
		replayed, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{State: test.state, Moves: answer.Moves})
		if err != nil || !replayed.Complete || replayed.Game.Status != solitairev1.Game_WON {
			t.Errorf("%s: the line replays to %v, %v", test.state, replayed, err)
		}
	}
}

func TestTheSameNodesGiveTheSameAnswerWithOneWorkerAndWithTwo(t *testing.T) {
	budget := uint32(20000)
	want := map[string]*solitairev1.SolveGameResponse{}
	for _, workers := range []int{1, 2} {
		s := start(t, func(c *config) { c.limits.solvers = workers })
		for run := range 3 {
			answers := make(chan error)
			for _, v := range engine.Variants() {
				d, err := engine.DealByNumber(v.Defaults(), 5)
				if err != nil {
					t.Fatal(err)
				}
				p := d.Position()
				request := &solitairev1.SolveGameRequest{State: p.String(), Limits: &solitairev1.SolveLimits{Nodes: &budget}}
				name := v.String()
				if workers == 1 && run == 0 {
					want[name], err = s.solver.SolveGame(t.Context(), request)
					if err != nil {
						t.Fatal(err)
					}
					want[name].ElapsedSeconds = 0
				}
				expected := want[name]
				go func() {
					got, err := s.solver.SolveGame(t.Context(), request)
					if err == nil {
						if got.ElapsedSeconds = 0; !proto.Equal(got, expected) {
							err = fmt.Errorf("%d workers, run %d: %s is answered with\n%v\nand was with\n%v", workers, run, name, got, expected)
						}
					}
					answers <- err
				}()
			}
			for range engine.Variants() {
				if err := <-answers; err != nil {
					t.Error(err)
				}
			}
		}
	}
}

func TestLimitsThatAreNoneOrTooManyAreRefused(t *testing.T) {
	s := start(t, nil)
	for _, seconds := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1, 0, math.Copysign(0, -1), 10.001, math.MaxFloat64} {
		limits := &solitairev1.SolveLimits{Seconds: &seconds}
		for name, err := range s.searchAll(t, limits) {
			if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.reason() != "INVALID_REQUEST" || e.fields()[0] != "limits.seconds" || e.fact("limit") != "10" {
				t.Errorf("%s in %v seconds: %v", name, seconds, err)
			}
		}
	}
	for _, nodes := range []uint32{0, 100_000_001, math.MaxUint32} {
		limits := &solitairev1.SolveLimits{Nodes: &nodes}
		for name, err := range s.searchAll(t, limits) {
			if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.fields()[0] != "limits.nodes" || e.fact("limit") != "100000000" || e.fact("asked") != fmt.Sprint(nodes) {
				t.Errorf("%s of %d nodes: %v", name, nodes, err)
			}
		}
	}
	for _, seconds := range []float64{math.SmallestNonzeroFloat64, 10} {
		for name, err := range s.searchAll(t, &solitairev1.SolveLimits{Seconds: &seconds}) {
			if err != nil {
				t.Errorf("%s in %v seconds: %v", name, seconds, err)
			}
		}
	}
	for _, limits := range []string{
		`{"seconds":"NaN"}`, `{"seconds":"Infinity"}`, `{"seconds":"1"}`, `{"seconds":1e999}`, `{"seconds":-1}`, `{"seconds":0}`, `{"seconds":true}`,
		`{"nodes":0}`, `{"nodes":-1}`, `{"nodes":4294967296}`, `{"nodes":1.5}`, `{"nodes":"1"}`, `{"nodes":1e3}`, `{"memory":1}`, `[]`, `7`,
	} {
		a := s.do(t, "POST", "/v1/games:solve", `{"state":"`+lateKlondike+`","limits":`+limits+`}`)
		if a.failure(t); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", limits, a.status, a.body)
		}
	}
}

// searchAll makes every call of the service on a position that is soon decided, and gives the errors.
func (r *running) searchAll(t *testing.T, limits *solitairev1.SolveLimits) map[string]error {
	t.Helper()
	return map[string]error{
		"SolveGame":        r.invoke(t, "SolveGame", &solitairev1.SolveGameRequest{State: lateKlondike, Limits: limits}),
		"WatchSolve":       r.invoke(t, "WatchSolve", &solitairev1.WatchSolveRequest{State: lateKlondike, Limits: limits}),
		"SuggestMove":      r.invoke(t, "SuggestMove", &solitairev1.SuggestMoveRequest{State: lateKlondike, Limits: limits}),
		"FindLastWinnable": r.invoke(t, "FindLastWinnable", &solitairev1.FindLastWinnableRequest{State: lateKlondike, Limits: limits}),
	}
}

func TestAnUnknownKnowledgeIsRefused(t *testing.T) {
	s := start(t, nil)
	for _, knowledge := range []solitairev1.Knowledge{3, -1, math.MaxInt32} {
		err := s.invoke(t, "SuggestMove", &solitairev1.SuggestMoveRequest{State: lateKlondike, Knowledge: knowledge})
		if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.reason() != "UNKNOWN_VALUE" || e.fact("field") != "knowledge" {
			t.Errorf("%d: %v", knowledge, err)
		}
	}
	for _, knowledge := range []string{`"visible"`, `"ALL"`, `2`, `true`} {
		a := s.do(t, "POST", "/v1/games:suggestMove", `{"state":"`+lateKlondike+`","knowledge":`+knowledge+`}`)
		if a.failure(t); a.status != http.StatusBadRequest {
			t.Errorf("%s: %d %s", knowledge, a.status, a.body)
		}
	}
}

func TestALogThatBreaksARuleIsRefusedWithItsEntry(t *testing.T) {
	s := start(t, func(c *config) { c.limits.moves = 5 })
	for name, test := range map[string]struct {
		moves        []string
		code         codes.Code
		reason, rule string
		index        string
	}{
		"illegal":         {[]string{"t4t5", "t1t5"}, codes.FailedPrecondition, "ILLEGAL_MOVE", "WRONG_RANK", "1"},
		"nothing to undo": {[]string{"t4t5", "u", "u"}, codes.FailedPrecondition, "ILLEGAL_MOVE", "NOTHING_TO_UNDO", "2"},
		"no such pile":    {[]string{"c1t5"}, codes.FailedPrecondition, "ILLEGAL_MOVE", "NO_SUCH_PILE", "0"},
		"unreadable":      {[]string{"d", "t4-t5"}, codes.InvalidArgument, "MALFORMED_MOVE", "", "1"},
		"empty":           {[]string{"d", ""}, codes.InvalidArgument, "MALFORMED_MOVE", "", "1"},
		"too long":        {[]string{"d", "u", "d", "u", "d", "u"}, codes.InvalidArgument, "LIMIT_EXCEEDED", "", ""},
	} {
		for method, request := range map[string]proto.Message{
			"SuggestMove":      &solitairev1.SuggestMoveRequest{State: klondike, Moves: test.moves},
			"FindLastWinnable": &solitairev1.FindLastWinnableRequest{State: klondike, Moves: test.moves},
		} {
			err := s.invoke(t, method, request)
			e := asJSON(t, err)
			rule, _ := e.detail("Refusal")["reason"].(string)
			if status.Code(err) != test.code || e.reason() != test.reason || rule != test.rule || e.fact("move_index") != test.index {
				t.Errorf("%s, %s: %v", method, name, err)
			}
		}
	}
}

func TestSearchesBeyondTheQueueAreRefused(t *testing.T) {
	s := start(t, func(c *config) { c.limits.solvers, c.limits.solverQueue = 1, 0 })
	letGo := s.hold(t)
	for name, err := range s.searchAll(t, nil) {
		if e := asJSON(t, err); status.Code(err) != codes.ResourceExhausted || e.reason() != "OVERLOADED" || retryAfter(err) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Nobody proves deals for seven redeals beforehand, so that this wish needs a search too.
	_, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "klondike", Options: map[string]string{"redeals": "7"}, Winnable: true})
	if reasonOf(err) != overloaded {
		t.Errorf("a winnable deal: %v", err)
	}
	for _, path := range []string{"solve", "watchSolve", "suggestMove", "findLastWinnable"} {
		a := s.do(t, "POST", "/v1/games:"+path, `{"state":"`+lateKlondike+`"}`)
		if e := a.failure(t); a.status != http.StatusTooManyRequests || a.header.Get("Retry-After") != "1" || e.detail("RetryInfo") == nil {
			t.Errorf("%s: %d %v %s", path, a.status, a.header, a.body)
		}
	}
	if _, err := s.client.ValidateMove(t.Context(), &solitairev1.ValidateMoveRequest{State: klondike, Move: "d"}); err != nil {
		t.Errorf("a call without a search: %v", err)
	}
	admin := *s
	admin.url = s.admin
	if page := string(admin.do(t, "GET", "/metrics", "").body); !strings.Contains(page, "\ntalon_searches_running 1\n") {
		t.Errorf("the metrics know of no search")
	}
	letGo()
	for name, err := range s.searchAll(t, nil) {
		if err != nil {
			t.Errorf("%s with a worker: %v", name, err)
		}
	}
}

func TestASearchThatWaitsIsRefusedWhenTheServerDrains(t *testing.T) {
	s := start(t, patiently)
	letGo := s.hold(t)
	answered := make(chan error, 1)
	go func() {
		_, err := s.solver.SolveGame(context.Background(), &solitairev1.SolveGameRequest{State: lateKlondike})
		answered <- err
	}()
	s.awaitWaiting()
	s.gate.Close()
	if err := <-answered; status.Code(err) != codes.Unavailable || reasonOf(err) != draining {
		t.Errorf("got %v", err)
	}
	letGo()
}

func TestARunningSearchIsFinishedBeforeTheServerStops(t *testing.T) {
	s := start(t, patiently)
	state := endless(t)
	stream, err := s.solver.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{State: state, Limits: &solitairev1.SolveLimits{Nodes: proto.Uint32(5000)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	s.gate.Close()
	for {
		m, err := stream.Recv()
		if err != nil {
			t.Fatal(err)
		}
		if m.Result != nil {
			break
		}
	}
}

func TestACallerThatGoesAwayFreesTheWorker(t *testing.T) {
	s := start(t, patiently)
	state := endless(t)
	ctx, cancel := context.WithCancel(t.Context())
	stream, err := s.solver.WatchSolve(ctx, &solitairev1.WatchSolveRequest{State: state})
	if err != nil {
		t.Fatal(err)
	}
	if m, err := stream.Recv(); err != nil || m.Progress == nil {
		t.Fatalf("%v, %v", m, err)
	}
	cancel()
	s.awaitWorker(t)

	ctx, cancel = context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() {
		_, err := s.solver.SolveGame(ctx, &solitairev1.SolveGameRequest{State: state})
		answered <- err
	}()
	for s.search.pool.Busy() == 0 {
		runtime.Gosched()
	}
	cancel()
	if err := <-answered; status.Code(err) != codes.Canceled {
		t.Errorf("got %v", err)
	}
	s.awaitWorker(t)
}

func TestASearchNoticesSoonThatItsCallerIsGone(t *testing.T) {
	// A thousand positions are a few milliseconds in every game; docs/performance.md has the figures.
	const soon = 1024
	solver := solve.New(64 << 20)
	for _, v := range engine.Variants() {
		for number := range engine.DealNumber(8) {
			d, err := engine.DealByNumber(v.Defaults(), number+1)
			if err != nil {
				t.Fatal(err)
			}
			ctx, cancel := context.WithCancel(t.Context())
			gone := uint64(0)
			answer, err := solver.Solve(ctx, d.Position(), solve.Budget{}, func(p solve.Progress) { gone = p.Nodes; cancel() })
			cancel()
			if err != nil || answer.Nodes > gone+soon {
				t.Errorf("%s %d: %d positions after the caller went away, %v", v, number+1, answer.Nodes-gone, err)
			}
		}
	}
}

func TestTheAnswerComesBeforeTheDeadline(t *testing.T) {
	c := defaults()
	s := newSearches(&c.limits, nil)
	for _, test := range []struct{ left, travel time.Duration }{
		{time.Hour, time.Hour - time.Minute},
		{5 * time.Second, answerTime},
		{40 * time.Millisecond, 10 * time.Millisecond},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), test.left)
		outer, _ := ctx.Deadline()
		_ = s.do(ctx, aim{toSolve, engine.Klondike}, bounds{}, func(work *search) error {
			if inner, _ := work.ctx.Deadline(); outer.Sub(inner) < test.travel {
				t.Errorf("%v before the deadline the search may go on to %v before it", test.left, outer.Sub(inner))
			}
			return nil
		})
		cancel()
	}
	if _, _, err := s.solve(expired(t), position(t, lateKlondike), bounds{}, nil); err == nil {
		t.Error("whoever came too late got an answer")
	}
}

// expired is a context whose deadline has passed.
func expired(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithDeadline(t.Context(), time.Unix(0, 0))
	t.Cleanup(cancel)
	return ctx
}

func position(t *testing.T, state string) engine.Position {
	t.Helper()
	p, err := engine.ParseState(state)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAPanicOfASearchIsAnErrorOfItsCallAndCostsTheWorker(t *testing.T) {
	hired := 0
	s := startAdapted(t, patiently, func(s *server) {
		// A solver that is none panics; the next one is good.
		s.search.pool = workers.New(1, workers.Queue{}, func() *solve.Solver {
			if hired++; hired%2 == 1 {
				return nil
			}
			return solve.New(solve.MinMemory)
		})
	})
	if _, err := s.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: lateKlondike}); status.Code(err) != codes.Internal {
		t.Errorf("got %v", err)
	}
	if _, err := s.solver.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: lateKlondike}); err != nil {
		t.Errorf("with the next worker: %v", err)
	}
	if log := s.log.String(); !strings.Contains(log, "msg=panic") || strings.Contains(log, "t2:") {
		t.Errorf("the log says\n%s", log)
	}
}
