package tracing

import (
	"context"
	"net/http"
	"strings"

	"go.opentelemetry.io/otel/propagation"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc/metadata"
)

// WithParent takes the span of the caller from its traceparent and tracestate, as W3C Trace Context has them. One that is
// malformed, or named twice, counts as none.
func WithParent(ctx context.Context, headers propagation.TextMapCarrier) context.Context {
	return propagation.TraceContext{}.Extract(ctx, headers)
}

// Begun reports whether a span of this process is under way.
func Begun(ctx context.Context) bool {
	span := trace.SpanContextFromContext(ctx)
	return span.IsValid() && !span.IsRemote()
}

// TraceID gives the id of the trace that a call belongs to, be it recorded here or not; empty if there is none.
func TraceID(ctx context.Context) string {
	if span := trace.SpanContextFromContext(ctx); span.HasTraceID() {
		return span.TraceID().String()
	}
	return ""
}

// Headers are those of an HTTP request.
type Headers http.Header

// Get gives a header.
func (h Headers) Get(key string) string { return one(key, http.Header(h).Values(key)) }

// Set is not used: nothing is sent.
func (Headers) Set(string, string) {}

// Keys is not used either.
func (Headers) Keys() []string { return nil }

// Metadata is that of the gRPC call of a context.
type Metadata struct{ Of context.Context } //nolint:containedctx // it is where metadata is

// Get gives a value.
func (m Metadata) Get(key string) string {
	return one(key, metadata.ValueFromIncomingContext(m.Of, key))
}

// Set is not used: nothing is sent.
func (Metadata) Set(string, string) {}

// Keys is not used either.
func (Metadata) Keys() []string { return nil }

// one joins the lines of a header, of which traceparent may have one only.
func one(key string, values []string) string {
	if key == "traceparent" && len(values) > 1 {
		return ""
	}
	return strings.Join(values, ",")
}
