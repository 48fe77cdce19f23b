package main

import (
	"context"
	"log/slog"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	otelcodes "go.opentelemetry.io/otel/codes"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	rpccode "google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	spb "google.golang.org/genproto/googleapis/rpc/status"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/requestid"
	"github.com/talon-solitaire/talon/server/internal/seal"
	"github.com/talon-solitaire/talon/server/internal/step"
	"github.com/talon-solitaire/talon/server/internal/tracing"
)

// trace records a call in a trace, if traces are exported. A call over JSON comes with its span.
func (s *server) trace(ctx context.Context, method string, next step.Next) error {
	if tracing.Begun(ctx) || !ours(method) {
		return next(ctx)
	}
	ctx = tracing.WithParent(ctx, tracing.Metadata{Of: ctx})
	if s.config.traces == nil || !s.known[method] {
		return next(ctx)
	}
	ctx, span := s.beginSpan(ctx, method, semconv.RPCSystemNameGRPC)
	defer span.End()
	return next(ctx)
}

// beginSpan begins the span of a call of one of the methods.
func (s *server) beginSpan(ctx context.Context, method string, about ...attribute.KeyValue) (context.Context, trace.Span) {
	name := strings.TrimPrefix(method, "/")
	return s.config.traces.Begin(ctx, name, append(about, semconv.RPCMethod(name))...)
}

// outcome is how a call ended, in words of closed lists.
type outcome struct {
	code codes.Code
	// reason is that of the error, rule the one that a move breaks; both may be empty.
	reason, rule string
}

// word is the code as metrics, traces and logs name it.
func (o *outcome) word() string {
	if o.code == codes.OK {
		// Most calls; looking the name up takes longer than counting it.
		return "OK"
	}
	return rpccode.Code(o.code).String()
}

// outcomeOf reads a status error, nil as success.
func outcomeOf(err error) outcome {
	if err == nil {
		return outcome{}
	}
	return outcomeIn(status.Convert(err).Proto())
}

// outcomeIn reads a status.
func outcomeIn(s *spb.Status) outcome {
	o := outcome{code: codes.Code(s.GetCode())}
	for _, detail := range s.GetDetails() {
		info, refusal := &errdetails.ErrorInfo{}, &solitairev1.Refusal{}
		switch {
		case detail.MessageIs(info) && detail.UnmarshalTo(info) == nil:
			o.reason = info.GetReason()
		case detail.MessageIs(refusal) && detail.UnmarshalTo(refusal) == nil:
			o.rule = refusal.GetReason().String()
		}
	}
	return o
}

// observe counts the call, tells its span how it ended and writes its log line.
func (s *server) observe(ctx context.Context, method string, next step.Next) error {
	call := step.CallOf(ctx)
	if method == solitairev1.RulesService_ReplayGames_FullMethodName {
		call.Sent = func(answer any) { s.observeLog(method, answer) }
	}
	began := time.Now()
	err := next(ctx)
	took := time.Since(began)
	o := outcomeOf(err)
	if refusal := refusalIn(call.Answer); refusal != nil {
		o.rule = refusal.GetReason().String()
	}
	variant := variantOf(call.Request)
	told := metrics.Call{Method: method, Variant: variant, Code: o.word(), Reason: o.reason, Took: took}
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		told.Trace = tracing.TraceID(ctx)
		s.describe(ctx, span, variant, &o)
	}
	s.counts.Call(told)
	if o.rule != "" {
		s.counts.RefusedMove(variant, o.rule)
	}
	if level := s.levelOf(o.code, o.reason); s.log.Enabled(ctx, level) {
		s.log.LogAttrs(ctx, level, "call", slog.String("method", method), slog.String("code", told.Code),
			slog.String("reason", o.reason), slog.Duration("took", took))
	}
	return err
}

// observeLog counts what is wrong with one log of a stream of replays.
func (s *server) observeLog(method string, answer any) {
	replayed, is := answer.(*solitairev1.ReplayGamesResponse)
	switch {
	case !is:
	case replayed.GetError() != nil:
		s.counts.Error(method, outcomeIn(replayed.GetError()).reason)
	case refusalIn(replayed.GetResult()) != nil:
		s.counts.RefusedMove(replayed.GetResult().GetGame().GetVariant(), refusalIn(replayed.GetResult()).GetReason().String())
	}
}

// describe tells a span what a call was about and how it ended. What a caller wrote is not among it, but for
// the id of the request.
func (s *server) describe(ctx context.Context, span trace.Span, variant string, o *outcome) {
	about := []attribute.KeyValue{semconv.RPCResponseStatusCode(o.word()), aboutRequest.String(requestid.From(ctx))}
	if variant != "" {
		about = append(about, aboutVariant.String(s.counts.Variant(variant)))
	}
	if o.reason != "" {
		about = append(about, aboutReason.String(o.reason))
	}
	if o.rule != "" {
		about = append(about, aboutRule.String(o.rule))
	}
	span.SetAttributes(about...)
	switch o.code {
	case codes.Unknown, codes.DeadlineExceeded, codes.Unimplemented, codes.Internal, codes.Unavailable, codes.DataLoss:
		// The other codes say that the caller was wrong.
		span.SetStatus(otelcodes.Error, "")
	}
}

// refused counts and logs what was answered with an error before it became a call. The method is
// empty where it would have led to none.
func (s *server) refused(ctx context.Context, method string, err error) {
	if method == "" {
		method = metrics.Other
	}
	o := outcomeOf(err)
	s.counts.Refused(metrics.Call{Method: method, Code: o.word(), Reason: o.reason})
	if span := trace.SpanFromContext(ctx); span.IsRecording() {
		s.describe(ctx, span, "", &o)
	}
	s.log.LogAttrs(ctx, s.levelOf(o.code, o.reason), "refused", slog.String("method", method), slog.String("code", o.word()),
		slog.String("reason", o.reason))
}

// refusalIn gives the refusal of a move in an answer that is no error, nil where there is none.
func refusalIn(answer any) *solitairev1.Refusal {
	switch answer := answer.(type) {
	case *solitairev1.ValidateMoveResponse:
		return answer.GetRefusal()
	case *solitairev1.ReplayGameResponse:
		return answer.GetStop().GetRefusal()
	}
	return nil
}

// variantOf gives the name of the game that a request is about, as the caller wrote it; empty where it names none.
func variantOf(request any) string {
	if r, named := request.(interface{ GetVariant() string }); named && r.GetVariant() != "" {
		return r.GetVariant()
	}
	if r, dealt := request.(interface{ GetDeal() *solitairev1.Deal }); dealt && r.GetDeal() != nil {
		return r.GetDeal().GetVariant()
	}
	r, stated := request.(interface{ GetState() string })
	if !stated || r.GetState() == "" {
		return ""
	}
	text, separator := r.GetState(), "/"
	if sealed, is := strings.CutPrefix(text, seal.Prefix); is {
		text, separator = sealed, "-"
	}
	name, _, _ := strings.Cut(text[:min(len(text), longestName)], separator)
	return name
}

// longestName is longer than the name of any game.
const longestName = 32
