package main

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/trace"

	"github.com/talon-solitaire/talon/engine/solve"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/tracing"
)

// searchWatch follows one search for metrics and traces: from when it is asked for, over when it has a worker, to
// its end. What it keeps is numbers and names; no card is among them.
type searchWatch struct {
	*searches
	span         trace.Span
	asked, began time.Time
	before       uint64
	told         metrics.Search
}

// watch begins to follow a search.
func (s *searches) watch(ctx context.Context, a aim) (context.Context, *searchWatch) {
	ctx, span := tracing.Within(ctx, "search")
	w := &searchWatch{searches: s, span: span, asked: time.Now()}
	w.told.Variant, w.told.Purpose = a.variant.String(), a.purpose
	if span.IsRecording() {
		w.told.Trace = tracing.TraceID(ctx)
		span.SetAttributes(aboutVariant.String(w.told.Variant), aboutPurpose.String(a.purpose))
	}
	return ctx, w
}

// begin is called when the search has a worker.
func (w *searchWatch) begin(worker *solve.Solver) {
	w.began, w.before = time.Now(), worker.Nodes()
	w.told.Waited = w.began.Sub(w.asked)
}

// end is called when the worker is done; ctx is that of the caller.
func (w *searchWatch) end(ctx context.Context, done *search) {
	w.told.Took, w.told.Nodes, w.told.Verdict = time.Since(w.began), done.Nodes()-w.before, done.verdict
	if ctx.Err() != nil {
		w.told.Verdict = cancelled
	}
	if w.span.IsRecording() {
		w.span.SetAttributes(
			aboutNodes.Int64(int64(w.told.Nodes)), aboutWait.Float64(w.told.Waited.Seconds()), aboutVerdict.String(w.told.Verdict),
		)
	}
	if w.ended != nil {
		w.ended(w.told)
	}
}

// close is called with what became of the search, whether it had a worker or not.
func (w *searchWatch) close(err error) {
	if reason := problemReason(err); w.began.IsZero() && reason != "" {
		w.span.SetAttributes(aboutReason.String(reason))
		if w.refused != nil {
			w.refused(reason)
		}
	}
	w.span.End()
}

// problemReason gives the reason of an error that is a problem already, empty for any other.
func problemReason(err error) string {
	var p *problem
	if errors.As(err, &p) {
		return p.reason.String()
	}
	return ""
}

// What spans tell besides what OpenTelemetry has names for.
const (
	aboutVariant = attribute.Key("talon.variant")
	aboutRule    = attribute.Key("talon.refusal")
	aboutRequest = attribute.Key("talon.request_id")
	aboutPurpose = attribute.Key("talon.search.purpose")
	aboutNodes   = attribute.Key("talon.search.nodes")
	aboutWait    = attribute.Key("talon.search.wait_seconds")
	aboutVerdict = attribute.Key("talon.search.verdict")
	aboutReason  = attribute.Key("error.type")
)
