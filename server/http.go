package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/grpc-ecosystem/grpc-gateway/v2/runtime"
	"go.opentelemetry.io/otel/attribute"
	semconv "go.opentelemetry.io/otel/semconv/v1.43.0"
	"go.opentelemetry.io/otel/trace"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/connections"
	"github.com/talon-solitaire/talon/server/internal/cors"
	"github.com/talon-solitaire/talon/server/internal/doorman"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/requestid"
	"github.com/talon-solitaire/talon/server/internal/route"
	"github.com/talon-solitaire/talon/server/internal/tracing"
	"github.com/talon-solitaire/talon/server/internal/wire"
)

// Slow callers lose their connection: headers, body and answer each have their time. That of the body is a setting,
// for it depends on what callers have to send and how.
const (
	headerTime = 5 * time.Second
	writeTime  = 30 * time.Second
	idleTime   = 2 * time.Minute
)

// newHTTP makes the JSON server: probes, pages, and the API over a connection to the service.
func (s *server) newHTTP(connection grpc.ClientConnInterface) *http.Server {
	server := &http.Server{
		Handler:           s.outermost(s.connected(cors.Handler(s.config.corsOrigins, s.shedding(s.newAPI(connection))))),
		ReadHeaderTimeout: min(headerTime, s.config.limits.requestTime),
		ReadTimeout:       s.config.limits.requestTime,
		// A search waits for as long as it may take; what it tells on the way is within the same time.
		WriteTimeout: s.config.limits.longestCall(),
		IdleTimeout:  idleTime,
		// What is larger than our own limit gets our own error, unless it is far larger.
		MaxHeaderBytes: 2 * headerBytes,
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: s.config.limits.streams,
			SendPingTimeout:      pingEvery,
			PingTimeout:          pingTimeout,
		},
		ConnContext: s.withConnection,
		ConnState: func(c net.Conn, state http.ConnState) {
			switch state {
			case http.StateActive:
				connections.Used(c)
			case http.StateIdle:
				doorman.Idle(c)
			}
		},
		ErrorLog: quietly(s.log),
	}
	if s.config.identity != nil {
		server.TLSConfig = s.config.identity.Config("h2", "http/1.1")
	}
	return server
}

// outermost gives each request its id and the headers that every answer has. A panic outside a call,
// whose own are contained, is answered like any other error.
func (s *server) outermost(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := requestid.New(r.Context(), r.Header.Get(requestid.Header))
		w.Header().Set(requestid.Header, requestid.From(ctx))
		w.Header().Set("X-Content-Type-Options", "nosniff")
		ctx = tracing.WithParent(ctx, tracing.Headers(r.Header))
		defer func() {
			if cause := recover(); cause != nil {
				err := statusError(ctx, s.panicked(ctx, cause))
				s.refused(ctx, "", err)
				writeError(ctx, w, err)
			}
		}()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// api is the front of the gateway: it lets through only what is meant in one way.
type api struct {
	pages  map[string]http.Handler
	routes route.Table
	// fixed holds what the paths without variables may be asked with: most calls go there.
	fixed   map[string]string
	gateway *runtime.ServeMux
	limits  *limits
	bounds  *wire.Bounds
	// sealed tells that deals are answered with sealed states unless something else is asked for.
	sealed bool
	// kept tells that answers are for those who have a token.
	kept bool
	// refused is told of each error that no call of the service gave.
	refused func(ctx context.Context, method string, err error)
	// sizes is told of bodies, spans begins the span of a call; nil where there are no traces.
	sizes *metrics.Sizes
	// permit decides whether a request comes in, and gives it what it comes in with.
	permit func(w http.ResponseWriter, r *http.Request, method string) (*http.Request, error)
	spans  func(ctx context.Context, method string, about ...attribute.KeyValue) (context.Context, trace.Span)
}

func apiRoutes() route.Table {
	return route.Of(
		solitairev1.File_solitaire_v1_rules_service_proto.Services().ByName("RulesService"),
		solitairev1.File_solitaire_v1_solver_service_proto.Services().ByName("SolverService"),
	)
}

func (s *server) newAPI(connection grpc.ClientConnInterface) *api {
	a := &api{pages: s.pages(), limits: &s.config.limits, bounds: s.bounds, sealed: !s.states.open, refused: s.refused, sizes: s.counts.JSON(), permit: s.permitted, kept: s.access.tokens != nil}
	if s.config.traces != nil {
		a.spans = s.beginSpan
	}
	a.routes = routesOf(a.pages)
	a.fixed = map[string]string{}
	for _, r := range a.routes {
		if !strings.Contains(r.Path, "{") {
			a.fixed[r.Path] = a.routes.Allowed(r.Path)
		}
	}
	a.gateway = runtime.NewServeMux(
		runtime.WithMarshalerOption(runtime.MIMEWildcard, &marshaler{a.limits.moves, a.sizes, a.bounds.Lane}),
		runtime.WithErrorHandler(a.fail),
		runtime.WithRoutingErrorHandler(func(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, _ int) {
			a.refuse(w, r, noRoute(r.URL.EscapedPath()))
		}),
		runtime.WithIncomingHeaderMatcher(func(name string) (string, bool) {
			return "accept-language", name == "Accept-Language"
		}),
		runtime.WithOutgoingHeaderMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithOutgoingTrailerMatcher(func(string) (string, bool) { return "", false }),
		runtime.WithDisableHTTPMethodOverride(),
		runtime.WithDisablePathLengthFallback(),
		runtime.WithWriteContentLength(),
		runtime.WithMiddlewares(a.checkPath),
	)
	if err := errors.Join(
		solitairev1.RegisterRulesServiceHandlerClient(context.Background(), a.gateway, solitairev1.NewRulesServiceClient(connection)),
		solitairev1.RegisterSolverServiceHandlerClient(context.Background(), a.gateway, solitairev1.NewSolverServiceClient(connection)),
	); err != nil {
		// The patterns are generated; a wrong one shows at the first start.
		panic(err)
	}
	return a
}

// ServeHTTP checks what the gateway would not, and passes on what is left.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	allowed, known := a.fixed[r.URL.Path]
	if !known {
		allowed = a.routes.Allowed(r.URL.Path)
	}
	switch {
	case allowed == "", strings.Count(r.URL.EscapedPath(), "/") != strings.Count(r.URL.Path, "/"):
		// A slash that is escaped is a part of a name and parts no names.
		a.refuse(w, r, noRoute(r.URL.EscapedPath()))
	case r.Method == http.MethodOptions:
		w.Header().Set("Allow", allowed)
		w.WriteHeader(http.StatusNoContent)
	case !permits(allowed, r.Method):
		w.Header().Set("Allow", allowed)
		a.refuse(w, r, wrongMethod(r.Method, allowed))
	case r.Method == http.MethodPost:
		a.called(w, r, a.post)
	case a.pages[r.URL.Path] != nil:
		a.pages[r.URL.Path].ServeHTTP(w, r)
	default:
		a.called(w, r, a.get)
	}
}

// called serves a request that leads to a method, if it may come in, within a span of its own, if traces are exported.
func (a *api) called(w http.ResponseWriter, r *http.Request, serve http.HandlerFunc) {
	called := a.routes.Called(r.Method, r.URL.Path)
	if a.spans != nil {
		ctx, span := a.spans(r.Context(), called.FullMethod(), semconv.HTTPRequestMethodKey.String(r.Method), semconv.HTTPRoute(called.Path))
		defer span.End()
		r = r.WithContext(ctx)
	}
	permitted, err := a.permit(w, r, called.FullMethod())
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	serve(w, permitted)
}

// refuse answers with the error of a request that leads to no call of the service.
func (a *api) refuse(w http.ResponseWriter, r *http.Request, err error) {
	ctx := incoming(r)
	err = statusError(ctx, err)
	a.refused(ctx, a.routes.RPC(r.Method, r.URL.Path), err)
	writeError(ctx, w, err)
}

// permits reports whether a list of methods, as Allow has it, names the method.
func permits(allowed, method string) bool {
	for one := range strings.SplitSeq(allowed, ", ") {
		if one == method {
			return true
		}
	}
	return false
}

// post reads the body, whole and bounded, before anything is decoded.
func (a *api) post(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	if r.URL.RawQuery != "" {
		if err := checkQuery(r.URL, false); err != nil {
			a.refuse(w, r, err)
			return
		}
	}
	if err := checkMediaType(r.Header); err != nil {
		a.refuse(w, r, err)
		return
	}
	text, held, err := a.readBody(w, r)
	defer a.bounds.Requests.Give(held)
	if errors.Is(err, os.ErrDeadlineExceeded) {
		w.Header().Set("Connection", "close")
		err = slowBody(a.limits.requestTime)
	}
	if err != nil {
		a.refuse(w, r, err)
		return
	}
	a.sizes.Read(len(text))
	// The time to read is over with the body. Left running, it would end the context of a long search.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	a.gateway.ServeHTTP(&outgoing{w, a.bounds.Answers}, withBody(r, text))
}

// withBody gives the request a body that has been read, and takes away the headers that the gateway
// would stumble over: one by which it would set a deadline, and a language that no metadata can hold.
func withBody(r *http.Request, text string) *http.Request {
	r = r.WithContext(r.Context())
	r.Body = &body{ctx: r.Context(), text: text}
	unfit := slices.ContainsFunc(r.Header.Values("Accept-Language"), unprintable)
	if unfit || r.Header.Get("Grpc-Timeout") != "" {
		r.Header = r.Header.Clone()
		r.Header.Del("Grpc-Timeout")
		r.Header["Accept-Language"] = slices.DeleteFunc(r.Header["Accept-Language"], unprintable)
	}
	return r
}

// unprintable reports whether a text has anything but printable ASCII in it.
func unprintable(text string) bool {
	return strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' })
}

// get answers from the gateway with headers for caches.
func (a *api) get(w http.ResponseWriter, r *http.Request) {
	inner := withBody(r, "")
	inner.Method = http.MethodGet
	answer := &buffer{ResponseWriter: w}
	a.gateway.ServeHTTP(answer, inner)
	answer.send(r, a.sealed, a.kept)
}

// checkPath refuses what the gateway would read in its own way: numbers in other bases than ten,
// and parameters that it would drop.
func (a *api) checkPath(next runtime.HandlerFunc) runtime.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request, path map[string]string) {
		number, numbered := path["number"]
		_, dated := path["daily"]
		if numbered && !isDealNumber(number) {
			a.refuse(w, r, wrongNumber(number))
			return
		}
		if r.Method == http.MethodGet {
			if err := checkQuery(r.URL, numbered || dated); err != nil {
				a.refuse(w, r, err)
				return
			}
		}
		next(w, r, path)
	}
}

// isDealNumber reports whether text is a number of 32 bits in digits, without a leading zero.
func isDealNumber(text string) bool {
	n, err := strconv.ParseUint(text, 10, 32)
	return err == nil && strconv.FormatUint(n, 10) == text
}

// option is a parameter of the route of numbered deals.
var option = regexp.MustCompile(`^options\[[a-z_]+\]$`)

// checkQuery refuses every parameter that the route does not take, by name, and any that comes twice.
func checkQuery(u *url.URL, options bool) error {
	values, err := url.ParseQuery(u.RawQuery)
	if err != nil {
		return wrongQuery()
	}
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		switch {
		case !options || !option.MatchString(name):
			return unknownQuery(name, options)
		case len(values[name]) > 1:
			return repeatedQuery(name)
		}
	}
	return nil
}

// checkMediaType lets through JSON in UTF-8 that nobody has compressed.
func checkMediaType(h http.Header) error {
	media, parameters, err := mime.ParseMediaType(h.Get("Content-Type"))
	charset := strings.ToLower(parameters["charset"])
	if types := h.Values("Content-Type"); err != nil || len(types) != 1 || media != "application/json" || charset != "" && charset != "utf-8" {
		return wrongMediaType("content-type", strings.Join(types, ", "), "application/json")
	}
	for _, encoding := range h.Values("Content-Encoding") {
		if encoding != "" && !strings.EqualFold(encoding, "identity") {
			return wrongMediaType("content-encoding", encoding, "identity")
		}
	}
	return nil
}

// fail is the gateway's way to answer with an error.
func (a *api) fail(_ context.Context, _ *runtime.ServeMux, _ runtime.Marshaler, w http.ResponseWriter, r *http.Request, err error) {
	if b, ok := r.Body.(*body); ok && b.err != nil {
		a.refuse(w, r, b.err)
		return
	}
	writeError(incoming(r), w, err)
}

// incoming is the context of a request as handlers see it: errors look there for the language.
func incoming(r *http.Request) context.Context {
	return metadata.NewIncomingContext(r.Context(), metadata.MD{"accept-language": r.Header.Values("Accept-Language")})
}

// writeError answers with an error as google.rpc.Status.
func writeError(ctx context.Context, w http.ResponseWriter, err error) {
	err = complete(ctx, statusError(ctx, err))
	respond(ctx, w, httpStatus(err), err)
}

// respond answers with a status error.
func respond(ctx context.Context, w http.ResponseWriter, code int, err error) {
	text, unwritable := statusJSON(err)
	if unwritable != nil {
		// Nothing of a stranger is in this one, so that it can be written.
		err, code = statusError(ctx, failure()), http.StatusInternalServerError
		text, _ = statusJSON(err)
	}
	text = append(text, '\n')
	h := w.Header()
	if seconds := retryAfter(err); seconds > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds))
	}
	if wanted := challenge(err); wanted != "" {
		h.Set("WWW-Authenticate", wanted)
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(text)))
	h.Set("Cache-Control", "no-store")
	h.Add("Vary", "Accept-Language")
	w.WriteHeader(code)
	_, _ = w.Write(text)
}

// statusJSON writes a status with its details, whose types protojson has to look up by their names.
func statusJSON(err error) ([]byte, error) {
	text, unwritable := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(status.Convert(err).Proto())
	if unwritable != nil {
		return nil, unwritable
	}
	var compact bytes.Buffer
	// protojson strews blanks in so that nobody relies on them; equal answers should be equal text.
	unwritable = json.Compact(&compact, text)
	return compact.Bytes(), unwritable
}

// httpStatus is the HTTP status of an error: that of its code, unless HTTP has a better one.
func httpStatus(err error) int {
	switch reasonOf(err) {
	case methodNotAllowed:
		return http.StatusMethodNotAllowed
	case limitExceeded:
		if status.Code(err) == codes.DeadlineExceeded {
			return http.StatusRequestTimeout
		}
		return http.StatusRequestEntityTooLarge
	case unsupportedMediaType:
		return http.StatusUnsupportedMediaType
	}
	return runtime.HTTPStatusFromCode(status.Code(err))
}
