package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/quota"
	"github.com/talon-solitaire/talon/server/internal/step"
)

// What a rules call costs beyond what any call costs: ApplyMoves against a handler that gives the
// same answer without looking at the request, in servers that are the same otherwise, each a process
// of its own. The two are asked in turns, so that what else the machine does meets both.
//
//	go test -run xxx -bench ApplyVersusEcho ./server
//
// reports for each wire the throughput as a fraction of the echo's, the CPU time of the server for a
// call, that of the echo, and the allocations of both.

// benchServer is the variable that makes the test binary a server: "rules" or "echo", "unobserved" for one without the
// steps that count, trace and log, "traced" or "sampled" for one that sends all or a hundredth of its traces to the
// collector that benchCollector names; "wanting" for one that wants tokens, "counting" for one that counts callers,
// "guarded" for one that does both; "crowded" for one that turns every call away, "bare" for one that is besides no more
// than a socket at its port for JSON.
const (
	benchServer    = "TALON_BENCH_SERVER"
	benchCollector = "TALON_BENCH_COLLECTOR"
)

// concurrency is how many calls are under way at a time, round how many there are of one server
// before it is the other one's turn.
const (
	concurrency = 16
	round       = 4000
)

// TestMain is the benchmark's server where it is asked to be, and runs the tests elsewhere.
func TestMain(m *testing.M) {
	adoptFrameworks()
	kind := os.Getenv(benchServer)
	if kind == "" {
		m.Run()
		return
	}
	if err := serveForBenchmark(kind); err != nil {
		fmt.Fprintln(os.Stderr, err)
	}
}

// benchmarked is the request, and the answer that the echo gives.
func benchmarked() (*solitairev1.ApplyMovesRequest, *solitairev1.ApplyMovesResponse, error) {
	request := &solitairev1.ApplyMovesRequest{State: klondike, Moves: []string{"t4t5"}, View: solitairev1.Game_STATE}
	c := defaults()
	answer, err := newRulesService(&c.limits, newSearches(&c.limits, nil), "", nil, nil).ApplyMoves(context.Background(), request)
	return request, answer, err
}

// echo answers ApplyMoves with what it has.
type echo struct {
	solitairev1.UnimplementedRulesServiceServer
	answer *solitairev1.ApplyMovesResponse
}

func (e *echo) ApplyMoves(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	return e.answer, nil
}

// serveForBenchmark serves until its input ends.
func serveForBenchmark(kind string) error {
	c := defaults()
	c.grpcAddr, c.httpAddr, c.adminAddr = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	debug.SetGCPercent(400)
	if kind == "sampled" {
		few := 0.01
		c.traceShare.part = &few
	}
	if kind == "wanting" || kind == "guarded" {
		keys, err := os.CreateTemp("", "jwks")
		if err != nil {
			return err
		}
		defer func() { _ = os.Remove(keys.Name()) }()
		if _, err := keys.Write(issuerSet); err != nil {
			return err
		}
		if err := c.wantTokens(context.Background(), keys.Name(), func() time.Time { return testNow }); err != nil {
			return err
		}
	}
	if kind == "counting" || kind == "guarded" {
		c.limits.callRate = quota.Rate{PerSecond: 1e6, Burst: 1e6}
	}
	c.traceEndpoint = os.Getenv(benchCollector)
	c.tls.Cert, c.tls.Key = os.Getenv(variable("tls-cert")), os.Getenv(variable("tls-key"))
	if err := c.loadIdentity(); err != nil {
		return err
	}
	if err := c.openTraces(context.Background()); err != nil {
		return err
	}
	l, err := listen(&c)
	if err != nil {
		return err
	}
	s := newServer(&c, newLogger(&c, os.Stderr), l.grpc.Addr())
	if kind == "unobserved" {
		s = newShell(&c, newLogger(&c, os.Stderr))
		rules := newRulesService(&c.limits, s.search, s.build, s.gate.Closed(), s.panicked)
		s.surround(newSealedRules(rules, s.states), solitairev1.UnimplementedSolverServiceServer{}, l.grpc.Addr(),
			[]step.Step{s.identify, s.explain, s.contain, s.admit})
	}
	if kind == "echo" {
		_, answer, err := benchmarked()
		if err != nil {
			return err
		}
		s = newShell(&c, newLogger(&c, os.Stderr))
		s.fill(&echo{answer: answer}, solitairev1.UnimplementedSolverServiceServer{}, l.grpc.Addr(), nil)
	}
	if kind == "crowded" || kind == "bare" {
		c.limits.calls = 0
	}
	if kind == "bare" {
		l.http = &bare{l.http}
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		cancel()
	}()
	return s.serve(ctx, l)
}

// process is a server of the benchmark.
type process struct {
	grpc, http, admin string
	// bearer is the header Authorization of its callers, empty for none.
	bearer string
	// crowded tells that it turns every call away.
	crowded bool
}

var ports = regexp.MustCompile(`grpc=(\S+) http=(\S+) admin=(\S+)`)

func startProcess(b *testing.B, kind string, environment ...string) *process {
	b.Helper()
	command := exec.Command(os.Args[0])
	command.Env = append(append(os.Environ(), benchServer+"="+kind), environment...)
	input, err := command.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	log, err := command.StderrPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := command.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = input.Close()
		if err := command.Wait(); err != nil {
			b.Error(err)
		}
	})
	lines := bufio.NewReader(log)
	line, err := lines.ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, lines) }()
	found := ports.FindStringSubmatch(line)
	if found == nil {
		b.Fatalf("the server says %q", line)
	}
	return &process{grpc: found[1], http: found[2], admin: found[3]}
}

// spent is what a server has used up.
type spent struct{ seconds, allocations float64 }

func (p *process) spent(b *testing.B) spent {
	b.Helper()
	response, err := http.Get("http://" + p.admin + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.Fatal(err)
	}
	return spent{gauge(b, string(text), "process_cpu_seconds_total"), gauge(b, string(text), "go_memstats_mallocs_total")}
}

func gauge(b *testing.B, page, name string) float64 {
	b.Helper()
	_, rest, found := strings.Cut(page, "\n"+name+" ")
	value, _, _ := strings.Cut(rest, "\n")
	n, err := strconv.ParseFloat(value, 64)
	if !found || err != nil {
		b.Fatalf("no %s in the metrics: %v", name, err)
	}
	return n
}

// callOnce makes one call and reads the answer.
type callOnce func() error

// grpcCallers share one connection, and send bytes made beforehand.
func grpcCallers(b *testing.B, p *process, wire []byte) []callOnce {
	b.Helper()
	addr, err := net.ResolveTCPAddr("tcp", p.grpc)
	if err != nil {
		b.Fatal(err)
	}
	conn := dial(b, addr)
	b.Cleanup(func() { _ = conn.Close() })
	ctx := as(context.Background(), p.bearer)
	return slices.Repeat([]callOnce{func() error {
		var answer []byte
		err := conn.Invoke(ctx, solitairev1.RulesService_ApplyMoves_FullMethodName, wire, &answer, grpc.ForceCodecV2(rawCodec{}))
		if p.crowded && status.Code(err) == codes.ResourceExhausted {
			return nil
		}
		return err
	}}, concurrency)
}

// httpCallers have a connection each.
func httpCallers(b *testing.B, p *process, body string) []callOnce {
	b.Helper()
	bearer := ""
	if p.bearer != "" {
		bearer = "Authorization: " + p.bearer + "\r\n"
	}
	request := fmt.Appendf(nil, "POST /v1/games:applyMoves HTTP/1.1\r\nHost: x\r\n%sContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", bearer, len(body), body)
	callers := make([]callOnce, concurrency)
	for i := range callers {
		conn, err := net.Dial("tcp", p.http)
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(func() { _ = conn.Close() })
		answers := bufio.NewReader(conn)
		callers[i] = func() error {
			if _, err := conn.Write(request); err != nil {
				return err
			}
			response, err := http.ReadResponse(answers, nil)
			if err != nil {
				return err
			}
			if _, err := io.Copy(io.Discard, response.Body); err != nil {
				return err
			}
			if wanted := map[bool]int{false: http.StatusOK, true: http.StatusTooManyRequests}[p.crowded]; response.StatusCode != wanted {
				return fmt.Errorf("status %d", response.StatusCode)
			}
			return response.Body.Close()
		}
	}
	return callers
}

// measured is one round of one server, for a call.
type measured struct{ seconds, cpu, allocations float64 }

// measure makes a round of calls.
func measure(b *testing.B, p *process, callers []callOnce) measured {
	b.Helper()
	before := p.spent(b)
	began := time.Now()
	var all sync.WaitGroup
	for _, call := range callers {
		all.Go(func() {
			for range round / concurrency {
				if err := call(); err != nil {
					b.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	took := time.Since(began)
	after := p.spent(b)
	return measured{took.Seconds() / round, (after.seconds - before.seconds) / round, (after.allocations - before.allocations) / round}
}

func BenchmarkApplyVersusEcho(b *testing.B) {
	compareBoth(b, "echo", startProcess(b, "rules"), startProcess(b, "echo"))
}

// What it costs to count, trace and log: ApplyMoves of a server that does against that of one that does not.
//
//	go test -run xxx -bench ApplyVersusUnobserved ./server
//
// reports the same figures: for a server as it is by default, for one that records a hundredth of its traces, and for
// one that records all of them.
func BenchmarkApplyVersusUnobserved(b *testing.B) {
	collector := benchCollector + "=" + newCollector(b).endpoint
	unobserved := startProcess(b, "unobserved")
	for name, environment := range map[string][]string{"rules": nil, "sampled": {collector}, "traced": {collector}} {
		b.Run(name, func(b *testing.B) {
			compareBoth(b, "unobserved", startProcess(b, name, environment...), unobserved)
		})
	}
}

// What tokens and rates cost: ApplyMoves of a server that wants a token and counts callers against that of one that does
// neither, both asked with the same token.
//
//	go test -run xxx -bench ApplyVersusOpen ./server
func BenchmarkApplyVersusOpen(b *testing.B) {
	open := startProcess(b, "rules")
	for _, kind := range []string{"wanting", "counting", "guarded"} {
		b.Run(kind, func(b *testing.B) {
			guarded := startProcess(b, kind)
			open.bearer = bearing(b, "all")
			guarded.bearer = open.bearer
			compareBoth(b, "open", guarded, open)
		})
	}
}

// What it costs to turn a call away: ApplyMoves of a server that answers it against that of one that turns it away, and
// against a socket from which the call is read and to which the refusal is written, with nothing in between.
//
//	go test -run xxx -bench ApplyVersusTurnedAway ./server
func BenchmarkApplyVersusTurnedAway(b *testing.B) {
	server := startProcess(b, "rules")
	for _, kind := range []string{"crowded", "bare"} {
		b.Run(kind, func(b *testing.B) {
			other := startProcess(b, kind)
			other.crowded = true
			compareBoth(b, kind, server, other)
		})
	}
}

// bare is a listener whose connections are answered by itself: with the refusal of a crowded server, whatever comes.
type bare struct{ net.Listener }

// Accept waits until the listener is closed.
func (l *bare) Accept() (net.Conn, error) {
	refusal := turnAway()[languages()[0]]
	answer := fmt.Appendf(nil, "HTTP/1.1 429 Too Many Requests\r\nRetry-After: %s\r\nContent-Type: application/json\r\nContent-Length: %s\r\n\r\n%s",
		refusal.after, refusal.length, refusal.body)
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		go func() {
			defer c.Close()
			for request := make([]byte, 4096); ; {
				if _, err := c.Read(request); err != nil {
					return
				}
				if _, err := c.Write(answer); err != nil {
					return
				}
			}
		}()
	}
}

// compareBoth compares a server with another one on both wires.
func compareBoth(b *testing.B, name string, server, other *process) {
	b.Helper()
	request, _, err := benchmarked()
	if err != nil {
		b.Fatal(err)
	}
	wire, err := proto.Marshal(request)
	if err != nil {
		b.Fatal(err)
	}
	body := `{"state":"` + request.State + `","moves":["t4t5"],"view":"STATE"}`
	b.Run("grpc", func(b *testing.B) {
		compare(b, name, [2]*process{server, other}, func(p *process) []callOnce { return grpcCallers(b, p, wire) })
	})
	b.Run("json", func(b *testing.B) {
		compare(b, name, [2]*process{server, other}, func(p *process) []callOnce { return httpCallers(b, p, body) })
	})
}

// compare measures the two servers in turns and reports the medians; name is that of the second.
func compare(b *testing.B, name string, servers [2]*process, callersOf func(*process) []callOnce) {
	b.Helper()
	var callers [2][]callOnce
	for i, p := range servers {
		callers[i] = callersOf(p)
		measure(b, p, callers[i]) // warms up
	}
	var ratios []float64
	var sums [2]measured
	for n := range b.N {
		var both [2]measured
		for turn := range 2 {
			i := (n + turn) % 2
			both[i] = measure(b, servers[i], callers[i])
			sums[i].cpu += both[i].cpu
			sums[i].allocations += both[i].allocations
		}
		ratios = append(ratios, both[1].seconds/both[0].seconds)
	}
	slices.Sort(ratios)
	rounds := float64(b.N)
	b.ReportMetric(0, "ns/op") // an operation is a round of both
	b.ReportMetric(ratios[len(ratios)/2], "throughput/"+name)
	b.ReportMetric(sums[1].cpu/sums[0].cpu, name+"-cpu/cpu")
	b.ReportMetric(sums[0].cpu/rounds*1e6, "cpu-us/call")
	b.ReportMetric(sums[1].cpu/rounds*1e6, name+"-cpu-us/call")
	b.ReportMetric(sums[0].allocations/rounds, "allocs/call")
	b.ReportMetric(sums[1].allocations/rounds, name+"-allocs/call")
}
