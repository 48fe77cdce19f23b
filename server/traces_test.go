package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	collectorpb "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	tracepb "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/grpc"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// The span of a caller, as traceparent names it.
const (
	callersTrace  = "0af7651916cd43dd8448eb211c80319c"
	callersSpan   = "b7ad6b7169203331"
	callersParent = "00-" + callersTrace + "-" + callersSpan + "-01"
)

// collector is a collector of traces that keeps what it gets.
type collector struct {
	collectorpb.UnimplementedTraceServiceServer
	endpoint string
	mu       sync.Mutex
	got      []*tracepb.ResourceSpans
}

func newCollector(t testing.TB) *collector {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	c := &collector{endpoint: "http://" + l.Addr().String()}
	s := grpc.NewServer()
	collectorpb.RegisterTraceServiceServer(s, c)
	go func() { _ = s.Serve(l) }()
	t.Cleanup(s.Stop)
	return c
}

// Export keeps spans.
func (c *collector) Export(_ context.Context, r *collectorpb.ExportTraceServiceRequest) (*collectorpb.ExportTraceServiceResponse, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.got = append(c.got, r.GetResourceSpans()...)
	return &collectorpb.ExportTraceServiceResponse{}, nil
}

// spans lists what came so far.
func (c *collector) spans() []*tracepb.Span {
	c.mu.Lock()
	defer c.mu.Unlock()
	var all []*tracepb.Span
	for _, resource := range c.got {
		for _, scope := range resource.GetScopeSpans() {
			all = append(all, scope.GetSpans()...)
		}
	}
	return all
}

// text is all that came so far that is no id and no time, a line for each span.
func (c *collector) text() string {
	var text strings.Builder
	for _, span := range c.spans() {
		fmt.Fprintln(&text, span.GetName(), facts(span), span.GetEvents(), span.GetStatus(), span.GetTraceState())
	}
	return text.String()
}

// facts gives the attributes of a span as one text each, in order.
func facts(s *tracepb.Span) []string {
	var all []string
	for _, a := range s.GetAttributes() {
		value := a.GetValue()
		text := value.GetStringValue()
		switch {
		case strings.HasSuffix(a.GetKey(), "_seconds"):
			text = "…"
		case text == "":
			text = fmt.Sprint(value.GetIntValue())
		}
		all = append(all, a.GetKey()+"="+text)
	}
	slices.Sort(all)
	return all
}

// tracingTo has a server send its traces to a collector.
func tracingTo(t testing.TB, endpoint string) func(*config) {
	t.Helper()
	return func(c *config) {
		c.traceEndpoint = endpoint
		if err := c.openTraces(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestACollectorGetsTheSpansOfBothWiresAndOfSearches(t *testing.T) {
	c := newCollector(t)
	s := start(t, tracingTo(t, c.endpoint))
	ctx := metadata.AppendToOutgoingContext(t.Context(), "traceparent", callersParent, "x-request-id", "over-grpc")
	if _, err := s.client.ValidateMove(ctx, &solitairev1.ValidateMoveRequest{State: klondike, Move: "d"}); err != nil {
		t.Fatal(err)
	}
	few := uint32(5000)
	if _, err := s.solver.SolveGame(ctx, &solitairev1.SolveGameRequest{State: endless(t), Limits: &solitairev1.SolveLimits{Nodes: &few}}); err != nil {
		t.Fatal(err)
	}
	headers := []string{"traceparent", callersParent, "X-Request-Id", "over-json"}
	s.do(t, "POST", "/v1/games:applyMoves", `{"state":"`+klondike+`","moves":["t1t2"]}`, headers...)
	s.do(t, "POST", "/v1/games:solve", `{"state":"`+lateKlondike+`"}`, headers...)
	s.do(t, "POST", "/v1/games:inspect", `{"status":1}`, headers...)
	s.do(t, "GET", "/v1/variants/golf/deals/17", "", headers...)
	// What is no call has no span.
	s.do(t, "GET", "/readyz", "", headers...)
	s.do(t, "GET", "/v1/nowhere", "", headers...)
	if _, err := healthpb.NewHealthClient(s.conn).Check(ctx, &healthpb.HealthCheckRequest{}); err != nil {
		t.Fatal(err)
	}
	_ = s.conn.Invoke(ctx, "/solitaire.v1.RulesService/MadeUp", &healthpb.HealthCheckRequest{}, &healthpb.HealthCheckResponse{})
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	calls := map[string]string{}
	var got []string
	for _, span := range c.spans() {
		if hex.EncodeToString(span.GetTraceId()) != callersTrace {
			t.Errorf("%s is in another trace", span.GetName())
		}
		if span.GetKind() == tracepb.Span_SPAN_KIND_SERVER {
			calls[hex.EncodeToString(span.GetSpanId())] = span.GetName()
			if hex.EncodeToString(span.GetParentSpanId()) != callersSpan {
				t.Errorf("%s is not below the span of the caller", span.GetName())
			}
		}
	}
	for _, span := range c.spans() {
		line := span.GetName()
		if span.GetKind() != tracepb.Span_SPAN_KIND_SERVER {
			line += " in " + calls[hex.EncodeToString(span.GetParentSpanId())]
		}
		got = append(got, line+": "+strings.Join(facts(span), " "))
	}
	slices.Sort(got)
	nodes := regexp.MustCompile(`nodes=[1-9]\d*`)
	want := []string{
		"search in solitaire.v1.SolverService/SolveGame: talon.search.nodes=0 talon.search.purpose=solve talon.search.verdict=WINNABLE talon.search.wait_seconds=… talon.variant=klondike",
		"search in solitaire.v1.SolverService/SolveGame: talon.search.nodes=N talon.search.purpose=solve talon.search.verdict=UNKNOWN talon.search.wait_seconds=… talon.variant=yukon",
		"solitaire.v1.RulesService/ApplyMoves: error.type=ILLEGAL_MOVE http.request.method=POST http.route=/v1/games:applyMoves rpc.method=solitaire.v1.RulesService/ApplyMoves rpc.response.status_code=FAILED_PRECONDITION talon.refusal=WRONG_RANK talon.request_id=over-json talon.variant=klondike",
		"solitaire.v1.RulesService/DealGame: http.request.method=GET http.route=/v1/variants/{variant}/deals/{number} rpc.method=solitaire.v1.RulesService/DealGame rpc.response.status_code=OK talon.request_id=over-json talon.variant=golf",
		"solitaire.v1.RulesService/InspectGame: error.type=UNKNOWN_FIELD http.request.method=POST http.route=/v1/games:inspect rpc.method=solitaire.v1.RulesService/InspectGame rpc.response.status_code=INVALID_ARGUMENT talon.request_id=over-json",
		"solitaire.v1.RulesService/ValidateMove: rpc.method=solitaire.v1.RulesService/ValidateMove rpc.response.status_code=OK rpc.system.name=grpc talon.request_id=over-grpc talon.variant=klondike",
		"solitaire.v1.SolverService/SolveGame: http.request.method=POST http.route=/v1/games:solve rpc.method=solitaire.v1.SolverService/SolveGame rpc.response.status_code=OK talon.request_id=over-json talon.variant=klondike",
		"solitaire.v1.SolverService/SolveGame: rpc.method=solitaire.v1.SolverService/SolveGame rpc.response.status_code=OK rpc.system.name=grpc talon.request_id=over-grpc talon.variant=yukon",
	}
	for i := range got {
		got[i] = nodes.ReplaceAllString(got[i], "nodes=N")
	}
	if !slices.Equal(got, want) {
		t.Errorf("the collector got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var service []string
	for _, a := range c.got[0].GetResource().GetAttributes() {
		service = append(service, a.GetKey()+"="+a.GetValue().GetStringValue())
	}
	if !slices.Contains(service, "service.name=talon-server") || !slices.Contains(service, "service.version="+s.build) {
		t.Errorf("the service is %q", service)
	}
	if log := s.log.String(); !strings.Contains(log, "request_id=over-grpc trace_id="+callersTrace) || !strings.Contains(log, "request_id=over-json trace_id="+callersTrace) {
		t.Errorf("the log does not name the trace:\n%s", log)
	}
}

func TestATraceThatTheCallerDoesNotRecordIsNotRecorded(t *testing.T) {
	c := newCollector(t)
	s := start(t, tracingTo(t, c.endpoint))
	quiet := strings.TrimSuffix(callersParent, "01") + "00"
	s.do(t, "GET", "/v1/version", "", "traceparent", quiet)
	if _, err := s.client.GetVersion(metadata.AppendToOutgoingContext(t.Context(), "traceparent", quiet), &solitairev1.GetVersionRequest{}); err != nil {
		t.Fatal(err)
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	if spans := c.spans(); len(spans) > 0 {
		t.Errorf("got %v", spans)
	}
	if !strings.Contains(s.log.String(), "trace_id="+callersTrace) {
		t.Error("the log does not name the trace")
	}
}

func TestAHostileTraceparentBreaksNoCall(t *testing.T) {
	c := newCollector(t)
	s := start(t, tracingTo(t, c.endpoint))
	hostile := []string{"", "-", "ff" + callersParent[2:], callersParent + "-more", strings.Repeat("0", 4000), "00-" + strings.Repeat("0", 32) + "-" + callersSpan + "-01"}
	for _, parent := range hostile {
		if a := s.do(t, "GET", "/v1/version", "", "traceparent", parent, "tracestate", strings.Repeat("x=,", 500)); a.status != http.StatusOK {
			t.Errorf("%q: %d %s", parent, a.status, a.body)
		}
		if _, err := s.client.GetVersion(metadata.AppendToOutgoingContext(t.Context(), "traceparent", parent, "traceparent", parent), &solitairev1.GetVersionRequest{}); err != nil {
			t.Errorf("%q: %v", parent, err)
		}
	}
	if err := s.stop(); err != nil {
		t.Fatal(err)
	}
	traces := map[string]bool{}
	for _, span := range c.spans() {
		if len(span.GetParentSpanId()) > 0 {
			t.Errorf("a span is below that of nobody: %v", span)
		}
		traces[hex.EncodeToString(span.GetTraceId())] = true
	}
	if len(traces) != 2*len(hostile) {
		t.Errorf("%d traces of %d calls", len(traces), 2*len(hostile))
	}
}

// A collector that takes connections and says nothing is worse than one that is not there.
func TestADeadCollectorHoldsNothingUp(t *testing.T) {
	silent, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer silent.Close()
	gone, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = gone.Close()
	for name, l := range map[string]net.Listener{"silent": silent, "gone": gone} {
		t.Run(name, func(t *testing.T) {
			s := start(t, tracingTo(t, "http://"+l.Addr().String()))
			// More spans than wait for a collector.
			for range 3000 {
				if a := s.do(t, "GET", "/v1/version", ""); a.status != http.StatusOK {
					t.Fatalf("%d %s", a.status, a.body)
				}
			}
			if _, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			if err := s.stop(); err != nil {
				t.Error(err)
			}
			if took := time.Since(began); took > s.config.drainTimeout {
				t.Errorf("the server took %v to stop", took)
			}
			if !strings.Contains(s.log.String(), "the last traces were not exported") {
				t.Errorf("the log says nothing of it:\n%.2000s", s.log.String())
			}
		})
	}
}
