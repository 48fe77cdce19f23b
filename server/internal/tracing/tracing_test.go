package tracing

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/metadata"
)

const (
	parent  = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
	traceID = "0af7651916cd43dd8448eb211c80319c"
)

// read reads headers, given as pairs, from both wires and checks that they say the same.
func read(t *testing.T, pairs ...string) trace.SpanContext {
	t.Helper()
	h := http.Header{}
	for i := 0; i < len(pairs); i += 2 {
		h.Add(pairs[i], pairs[i+1])
	}
	overHTTP := trace.SpanContextFromContext(WithParent(t.Context(), Headers(h)))
	ctx := metadata.NewIncomingContext(t.Context(), metadata.Pairs(pairs...))
	overGRPC := trace.SpanContextFromContext(WithParent(ctx, Metadata{ctx}))
	if !overHTTP.Equal(overGRPC) {
		t.Errorf("%q: %v over HTTP, %v over gRPC", pairs, overHTTP, overGRPC)
	}
	return overHTTP
}

func TestTheParentIsTheSpanThatTheCallerNames(t *testing.T) {
	span := read(t, "traceparent", parent, "tracestate", "a=1,b=2", "tracestate", "c=3")
	if span.TraceID().String() != traceID || span.SpanID().String() != "b7ad6b7169203331" || !span.IsSampled() || !span.IsRemote() {
		t.Errorf("%+v", span)
	}
	if state := span.TraceState().String(); state != "a=1,b=2,c=3" {
		t.Errorf("state %q", state)
	}
	if span := read(t, "traceparent", strings.TrimSuffix(parent, "01")+"00"); span.IsSampled() || !span.IsValid() {
		t.Errorf("not sampled: %+v", span)
	}
}

func TestAHostileParentIsNone(t *testing.T) {
	for _, hostile := range []string{
		"", "0", "-", "---", strings.Repeat("-", 1000), strings.Repeat("a", 16<<10),
		"ff" + parent[2:], parent + "-00", parent + "0", parent[:len(parent)-1], strings.ToUpper(parent),
		"00-00000000000000000000000000000000-b7ad6b7169203331-01", "00-" + traceID + "-0000000000000000-01",
		"00-" + traceID + "-b7ad6b7169203331-ff", "00-zaf7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
		parent + "," + parent, " " + parent, "\x00\xff", "00-\n",
	} {
		if span := read(t, "traceparent", hostile); span.IsValid() {
			t.Errorf("%q: %+v", hostile, span)
		}
	}
	if span := read(t, "traceparent", parent, "traceparent", parent); span.IsValid() {
		t.Errorf("two parents: %+v", span)
	}
	if span := read(t, "traceparent", parent, "tracestate", strings.Repeat("=,", 5000)); !span.IsValid() || span.TraceState().Len() != 0 {
		t.Errorf("a state that is none: %+v", span)
	}
}

func TestBegunIsOnlyWhatBeganHere(t *testing.T) {
	ctx := WithParent(t.Context(), Headers{"Traceparent": {parent}})
	if Begun(t.Context()) || Begun(ctx) || TraceID(ctx) != traceID || TraceID(t.Context()) != "" {
		t.Errorf("%t %q", Begun(ctx), TraceID(ctx))
	}
	tracing, err := New(t.Context(), &Settings{Endpoint: "http://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	here, span := tracing.Begin(ctx, "call")
	if !Begun(here) || TraceID(here) != traceID || !span.IsRecording() {
		t.Errorf("%t %q", Begun(here), TraceID(here))
	}
	if _, inner := Within(here, "work"); !inner.IsRecording() || inner.SpanContext().TraceID() != span.SpanContext().TraceID() {
		t.Errorf("%+v", inner.SpanContext())
	}
	if _, inner := Within(ctx, "work"); inner.IsRecording() {
		t.Error("a call that is not recorded has work that is")
	}
}

func TestTheShareIsThatOfTracesThatBeginHere(t *testing.T) {
	none := 0.0
	tracing, err := New(t.Context(), &Settings{Endpoint: "http://127.0.0.1:1", Share: &none})
	if err != nil {
		t.Fatal(err)
	}
	if _, span := tracing.Begin(t.Context(), "call"); span.IsRecording() {
		t.Error("a trace of no share is recorded")
	}
	if _, span := tracing.Begin(WithParent(t.Context(), Headers{"Traceparent": {parent}}), "call"); !span.IsRecording() {
		t.Error("a trace that the caller records is not")
	}
}

func TestNoTracingShutsDown(t *testing.T) {
	var none *Tracing
	none.Tell(func(int, bool) {})
	if err := none.Shutdown(context.Background()); err != nil {
		t.Error(err)
	}
}
