package main

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/tap"

	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/server/internal/connections"
	"github.com/talon-solitaire/talon/server/internal/doorman"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/requestid"
)

// turnedAway is the refusal of calls of which there are too many, as each wire carries it, made beforehand: under
// an overload there are more of these than of anything else, and what one costs is taken from the calls that
// are answered.
type turnedAway struct {
	status error
	// body, length and after are what JSON says and the headers about it.
	body          []byte
	length, after string
}

// turnAway makes the refusals by language.
func turnAway() map[language]turnedAway {
	made := map[language]turnedAway{}
	for _, l := range languages() {
		ctx := metadata.NewIncomingContext(context.Background(), metadata.Pairs("accept-language", l.String()))
		refusal := statusError(ctx, errOverloaded)
		// Nothing of a stranger is in it, so that it can be written.
		body, _ := statusJSON(refusal)
		body = append(body, '\n')
		made[l] = turnedAway{refusal, body, strconv.Itoa(len(body)), strconv.Itoa(retryAfter(refusal))}
	}
	return made
}

// crowded reports whether there are too many calls for one more of them: too many are being worked on, or they
// keep the processors from each other.
func (s *server) crowded() bool {
	return s.places.InFlight() >= s.config.limits.calls || s.crowd.Full()
}

// first looks at a gRPC call before anything of its message is read.
func (s *server) first(ctx context.Context, call *tap.Info) (context.Context, error) {
	if !s.known[call.FullMethodName] || !s.crowded() {
		return s.checkMethod(ctx, call)
	}
	refusal := s.overload[languageOf(metadata.NewIncomingContext(ctx, call.Header))].status
	s.turnedAway(ctx, call.FullMethodName)
	return ctx, refusal
}

// shedding turns JSON calls away before their body is read where there are too many. What leads to no call is
// served.
func (s *server) shedding(a *api) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if admitted(r.Context()) || !s.crowded() {
			a.ServeHTTP(w, r)
			return
		}
		method := a.routes.RPC(r.Method, r.URL.Path)
		if method == "" {
			a.ServeHTTP(w, r)
			return
		}
		ctx := incoming(r)
		refusal := s.overload[languageOf(ctx)]
		s.turnedAway(ctx, method)
		h := w.Header()
		h.Set("Retry-After", refusal.after)
		h.Set("Content-Type", "application/json")
		h.Set("Content-Length", refusal.length)
		h.Set("Cache-Control", "no-store")
		h.Add("Vary", "Accept-Language")
		w.WriteHeader(http.StatusTooManyRequests)
		_, _ = w.Write(refusal.body)
	})
}

// guarded turns most JSON calls away before net/http reads them, which takes half of what a refusal does. Not where
// there is TLS, nor where pages of other origins have to be told whether they may read the refusal.
func (s *server) guarded(l net.Listener) net.Listener {
	if s.config.identity != nil || len(s.config.corsOrigins) > 0 {
		return l
	}
	routes := apiRoutes()
	d := &doorman.Doorman{Crowded: s.crowded, Patience: idleTime}
	d.Refuse = func(c net.Conn, r *doorman.Request) []byte {
		method := routes.RPC(http.MethodPost, r.Path)
		// A server that will stop ends its connections with its answers, which net/http does.
		if method == "" || !s.gate.Ready() {
			return nil
		}
		connections.Used(c)
		s.turnedAway(context.Background(), method)
		return s.overload[phrase.Match(r.Languages)].response()
	}
	return d.Of(l)
}

// response is the refusal as HTTP/1.1 has it, with the headers that shedding gives it.
func (t turnedAway) response() []byte {
	text := make([]byte, 0, 1024)
	text = append(text, "HTTP/1.1 429 Too Many Requests\r\nCache-Control: no-store\r\nContent-Length: "...)
	text = append(text, t.length...)
	text = append(text, "\r\nContent-Type: application/json\r\nRetry-After: "...)
	text = append(text, t.after...)
	text = append(text, "\r\nVary: Accept-Language\r\nX-Content-Type-Options: nosniff\r\n"+requestid.Header+": "...)
	text = append(text, requestid.Fresh()...)
	text = append(text, "\r\nDate: "...)
	text = time.Now().UTC().AppendFormat(text, http.TimeFormat)
	text = append(text, "\r\n\r\n"...)
	return append(text, t.body...)
}

// turnedAway counts a call that was turned away. To take the refusal apart for that, as others are, would cost a
// tenth of it.
func (s *server) turnedAway(ctx context.Context, method string) {
	s.counts.Refused(metrics.Call{Method: method, Code: crowdedOut, Reason: overloaded.String()})
	if level := s.levelOf(codes.ResourceExhausted, overloaded.String()); level == slog.LevelWarn {
		s.log.LogAttrs(ctx, level, "turned away", slog.String("method", method))
	}
}

// crowdedOut is the code of a call that was turned away, as metrics name it.
const crowdedOut = "RESOURCE_EXHAUSTED"

// alarm lets one of many through a second.
type alarm struct{ last atomic.Int64 }

// due reports whether it is the first one within a second.
func (a *alarm) due(now time.Time) bool {
	last := a.last.Load()
	return now.UnixNano()-last >= int64(time.Second) && a.last.CompareAndSwap(last, now.UnixNano())
}

// levelOf is how much an outcome concerns the operator: refusing a wrong request is daily work, and so is a caller that
// calls too often; an overload is news once a second.
func (s *server) levelOf(code codes.Code, reason string) slog.Level {
	switch code {
	case codes.Internal, codes.Unknown, codes.DataLoss:
		return slog.LevelError
	case codes.ResourceExhausted:
		if reason != rateLimited.String() && s.overloads.due(time.Now()) {
			return slog.LevelWarn
		}
	}
	return slog.LevelDebug
}
