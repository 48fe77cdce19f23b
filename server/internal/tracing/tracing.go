// Package tracing records traces by OpenTelemetry and exports them by OTLP over gRPC. A collector that is
// slow, gone or wrong never holds a call up: what it does not take in time is dropped.
//
// The spans are begun by the steps of the server and not by the instrumentation of the frameworks, which costs
// several times as much and sees nothing of what JSON calls in process.
package tracing

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"sync/atomic"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracegrpc"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
)

// scope names what makes the spans.
const scope = "github.com/talon-solitaire/talon/server"

// Settings say where traces go and how many of them.
type Settings struct {
	// Endpoint is the collector: http://host:port, or https:// for TLS.
	Endpoint string
	// Share is how much of the traces that begin here is recorded, from 0 to 1; of those that begin elsewhere
	// it is decided there. Nil leaves both to OTEL_TRACES_SAMPLER, and records all where that is not set.
	Share *float64
	// Version is that of the build.
	Version string
}

// Tracing makes spans. Nil is one that makes none.
type Tracing struct {
	provider *sdktrace.TracerProvider
	tracer   trace.Tracer
	exporter *exporter
}

// CheckEndpoint says what is wrong with the address of a collector.
func CheckEndpoint(endpoint string) error {
	u, err := url.Parse(endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return errors.New("wanted http://host:port or https://host:port of a collector that takes OTLP over gRPC")
	}
	return nil
}

// New makes a tracing to a collector, which it does not wait for. The environment's OTEL_ variables hold for
// what the settings do not say: headers, certificates, timeouts, sizes of batches, attributes of the service.
func New(ctx context.Context, s *Settings) (*Tracing, error) {
	wire, err := otlptracegrpc.New(ctx, otlptracegrpc.WithEndpointURL(s.Endpoint))
	if err != nil {
		return nil, fmt.Errorf("exporting traces: %w", err)
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(semconv.ServiceName("talon-server"), semconv.ServiceVersion(s.Version)),
		resource.WithTelemetrySDK(), resource.WithHost(), resource.WithFromEnv())
	if err != nil {
		return nil, fmt.Errorf("describing the service in traces: %w", err)
	}
	exporter := &exporter{SpanExporter: wire}
	options := []sdktrace.TracerProviderOption{
		sdktrace.WithResource(about),
		sdktrace.WithBatcher(exporter),
	}
	if s.Share != nil {
		options = append(options, sdktrace.WithSampler(sdktrace.ParentBased(sdktrace.TraceIDRatioBased(*s.Share))))
	}
	provider := sdktrace.NewTracerProvider(options...)
	return &Tracing{provider, provider.Tracer(scope), exporter}, nil
}

// Begin begins the span of a call, below the one that the caller names if there is one. It has to be ended.
func (t *Tracing) Begin(ctx context.Context, name string, about ...attribute.KeyValue) (context.Context, trace.Span) {
	return t.tracer.Start(ctx, name, trace.WithSpanKind(trace.SpanKindServer), trace.WithAttributes(about...))
}

// Within begins a span of work inside a call, which is recorded if the call is.
func Within(ctx context.Context, name string) (context.Context, trace.Span) {
	return trace.SpanFromContext(ctx).TracerProvider().Tracer(scope).Start(ctx, name)
}

// Shutdown exports what is left until ctx ends.
func (t *Tracing) Shutdown(ctx context.Context) error {
	if t == nil {
		return nil
	}
	return t.provider.Shutdown(ctx)
}

// Tell has count told of each batch of spans that is exported, or cannot be.
func (t *Tracing) Tell(count func(spans int, failed bool)) {
	if t != nil {
		t.exporter.count.Store(&count)
	}
}

// exporter tells what becomes of spans.
type exporter struct {
	sdktrace.SpanExporter
	count atomic.Pointer[func(spans int, failed bool)]
}

// ExportSpans exports a batch.
func (e *exporter) ExportSpans(ctx context.Context, spans []sdktrace.ReadOnlySpan) error {
	err := e.SpanExporter.ExportSpans(ctx, spans)
	if count := e.count.Load(); count != nil {
		(*count)(len(spans), err != nil)
	}
	return err
}
