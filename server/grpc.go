package main

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/experimental"
	"google.golang.org/grpc/health"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/reflection"
	"google.golang.org/grpc/tap"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/admission"
	"github.com/talon-solitaire/talon/server/internal/connections"
	"github.com/talon-solitaire/talon/server/internal/drain"
	"github.com/talon-solitaire/talon/server/internal/inprocess"
	"github.com/talon-solitaire/talon/server/internal/intake"
	"github.com/talon-solitaire/talon/server/internal/metrics"
	"github.com/talon-solitaire/talon/server/internal/paced"
	"github.com/talon-solitaire/talon/server/internal/requestid"
	"github.com/talon-solitaire/talon/server/internal/step"
	"github.com/talon-solitaire/talon/server/internal/wire"
)

// server is the whole process but its ports.
type server struct {
	config *config
	build  string
	log    *slog.Logger
	gate   *drain.Gate
	places *admission.Limit
	// bounds are what messages may take over either wire, intake what those take that are on their way over gRPC.
	bounds *wire.Bounds
	intake *intake.Intake
	crowd  *admission.Crowd
	// overload are the refusals of calls of which there are too many, overloads when the log told of one.
	overload  map[language]turnedAway
	overloads alarm
	search    *searches
	states    *states
	access    *access
	counts    *metrics.Metrics
	health    *health.Server
	// known holds the methods of the services.
	known map[string]bool
	grpc  *grpc.Server
	http  *http.Server
	admin *http.Server
	// rooms are how many connections there are, by the name of the port.
	rooms map[string]*connections.Room
	// ticks are when to look at files that can change, tokenTicks when to look at the keys of tokens.
	ticks, tokenTicks <-chan time.Time
}

// newServer puts the server together. Further steps, if any, surround each call innermost.
func newServer(c *config, log *slog.Logger, grpcAddr net.Addr, further ...step.Step) *server {
	s := newShell(c, log)
	rules := newRulesService(&c.limits, s.search, s.build, s.gate.Closed(), s.panicked)
	rules.queue = s.queue
	solver := &solverService{limits: &c.limits, search: s.search}
	s.fill(newSealedRules(rules, s.states), &sealedSolver{solver, s.states}, grpcAddr, further)
	return s
}

// newShell makes a server without a service.
func newShell(c *config, log *slog.Logger) *server {
	s := &server{
		config:   c,
		build:    buildVersion(),
		log:      log,
		gate:     drain.New(),
		places:   admission.New(c.limits.calls),
		crowd:    admission.NewCrowd(c.limits.wait),
		overload: turnAway(),
		bounds:   newBounds(&c.limits),
		intake:   intake.New(c.limits.heldBytes, intake.Young),
		health:   health.NewServer(),
		states:   newStates(c),
		access:   newAccess(c),
		known:    map[string]bool{},
		rooms:    map[string]*connections.Room{},
	}
	for _, port := range []string{"grpc", "http", "admin"} {
		s.rooms[port] = connections.NewRoom(c.limits.connections, c.limits.silence(), s.tellFull(port))
	}
	for _, method := range methods() {
		s.known[method] = true
	}
	s.search = newSearches(&c.limits, s.gate.Closed())
	s.counts = metrics.New(s.build, labels())
	s.measure()
	s.states.measure(s.counts)
	s.access.measure(s.counts)
	return s
}

// fill puts the services behind every port.
func (s *server) fill(rules solitairev1.RulesServiceServer, solver solitairev1.SolverServiceServer, grpcAddr net.Addr, further []step.Step) {
	s.surround(rules, solver, grpcAddr, append([]step.Step{s.identify, s.trace, s.observe, s.explain, s.contain, s.permit, s.admit, decode, s.inTurn}, further...))
}

// surround puts the services within the steps behind every port.
func (s *server) surround(rules solitairev1.RulesServiceServer, solver solitairev1.SolverServiceServer, grpcAddr net.Addr, steps []step.Step) {
	around := step.Chain(steps...)
	s.grpc = s.newGRPC(around)
	s.grpc.RegisterService(s.bounds.Service(&solitairev1.RulesService_ServiceDesc), rules)
	s.grpc.RegisterService(s.bounds.Service(&solitairev1.SolverService_ServiceDesc), solver)
	healthpb.RegisterHealthServer(s.grpc, s.health)
	if s.config.reflection.offered(grpcAddr) {
		reflection.Register(s.grpc)
	}
	connection := inprocess.New(around.Unary, around.Stream)
	connection.RegisterService(&solitairev1.RulesService_ServiceDesc, rules)
	connection.RegisterService(&solitairev1.SolverService_ServiceDesc, solver)
	s.http = s.newHTTP(connection)
	s.admin = s.newAdmin()
}

// ready tells everybody who asks whether calls are welcome.
func (s *server) ready() {
	status := healthpb.HealthCheckResponse_SERVING
	if s.unready() != "" {
		status = healthpb.HealthCheckResponse_NOT_SERVING
	}
	s.health.SetServingStatus("", status)
	for _, service := range services {
		s.health.SetServingStatus(service.ServiceName, status)
	}
}

// unready says why calls are not welcome, nothing where they are.
func (s *server) unready() string {
	switch {
	case !s.gate.Ready():
		return draining.String()
	case !s.states.ready():
		return noSealingKey.String()
	case !s.access.ready():
		return noTokenKey.String()
	}
	return ""
}

// services are the services of this project.
var services = []*grpc.ServiceDesc{&solitairev1.RulesService_ServiceDesc, &solitairev1.SolverService_ServiceDesc}

// methods lists the methods of the services by their full names.
func methods() []string {
	var names []string
	for _, service := range services {
		for _, m := range service.Methods {
			names = append(names, "/"+service.ServiceName+"/"+m.MethodName)
		}
		for _, m := range service.Streams {
			names = append(names, "/"+service.ServiceName+"/"+m.StreamName)
		}
	}
	return names
}

// A connection that is old, or has no calls, is ended, so that clients spread over new replicas; the framework adds
// the jitter. Pings more frequent than minPing are a flood.
const (
	leastGrace     = 5 * time.Minute
	connectionIdle = 15 * time.Minute
	pingEvery      = 2 * time.Minute
	pingTimeout    = 20 * time.Second
	minPing        = 10 * time.Second
	handshake      = 10 * time.Second
	headerBytes    = 16 << 10
	streamWorkers  = 64
)

func (s *server) newGRPC(around step.Step) *grpc.Server {
	c := s.config
	secrecy := insecure.NewCredentials()
	if c.identity != nil {
		secrecy = credentials.NewTLS(c.identity.Config("h2"))
	}
	return grpc.NewServer(
		grpc.Creds(paced.Credentials(secrecy, connections.Used, s.bounds.Pace.Wait)),
		grpc.InTapHandle(s.first),
		experimental.BufferPool(s.intake),
		grpc.UnaryInterceptor(func(ctx context.Context, request any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
			arrived(ctx)
			intake.Arrived(ctx)
			return around.Unary(ctx, request, info, handler)
		}),
		grpc.StreamInterceptor(func(service any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
			stream = intake.Stream(&awaited{ServerStream: stream, limit: c.limits.requestTime})
			if ours(info.FullMethod) {
				var end func()
				stream, end = s.bounds.Stream(stream)
				defer end()
			}
			return around.Stream(service, stream, info, handler)
		}),
		grpc.UnknownServiceHandler(func(any, grpc.ServerStream) error { return errNoMethod }),
		grpc.ForceServerCodecV2(wire.Codec(s.bounds, s.counts.GRPC())),
		grpc.RPCDecompressor(wire.Gzip()), //nolint:staticcheck // the newer way is one for the whole process
		// What is larger than our own limit gets our own error, unless it is far larger.
		grpc.MaxRecvMsgSize(2*c.limits.messageBytes),
		grpc.MaxConcurrentStreams(uint32(c.limits.streams)),
		grpc.MaxHeaderListSize(headerBytes),
		grpc.ConnectionTimeout(handshake),
		grpc.NumStreamWorkers(streamWorkers),
		grpc.KeepaliveParams(keepalive.ServerParameters{
			MaxConnectionAge: c.limits.connectionAge, MaxConnectionAgeGrace: c.limits.connectionGrace(), MaxConnectionIdle: connectionIdle,
			Time: pingEvery, Timeout: pingTimeout,
		}),
		grpc.KeepaliveEnforcementPolicy(keepalive.EnforcementPolicy{MinTime: minPing, PermitWithoutStream: true}),
	)
}

// checkMethod refuses what names no method of any service, which the framework would refuse in words
// of its own. All else has its time to arrive, and room.
func (s *server) checkMethod(ctx context.Context, call *tap.Info) (context.Context, error) {
	if strings.HasPrefix(call.FullMethodName, "/") && strings.Count(call.FullMethodName, "/") > 1 {
		return await(s.intake.Begin(ctx), s.config.limits.requestTime), nil
	}
	err := statusError(metadata.NewIncomingContext(ctx, call.Header), errNoMethod)
	s.refused(ctx, "", err)
	return ctx, err
}

// ours tells the methods of this project from those of health checks and reflection.
func ours(method string) bool { return strings.HasPrefix(method, "/solitaire.") }

// identify gives the call its id, and tells it to callers who brought one or got an error.
func (s *server) identify(ctx context.Context, _ string, next step.Next) error {
	if requestid.From(ctx) != "" {
		return next(ctx)
	}
	brought := ""
	if values := metadata.ValueFromIncomingContext(ctx, requestid.Key); len(values) > 0 {
		brought = values[0]
	}
	ctx = requestid.New(ctx, brought)
	err := next(ctx)
	told := metadata.Pairs(requestid.Key, requestid.From(ctx))
	switch {
	case err != nil:
		// Not in a header: an error that comes with one is never tried again by the framework's clients.
		_ = grpc.SetTrailer(ctx, told)
	case brought != "":
		// It fails only on a stream that has sent its header already.
		_ = grpc.SetHeader(ctx, told)
	}
	return err
}

// explain turns every error into a status. One that nobody foresaw is logged here and nowhere told.
func (s *server) explain(ctx context.Context, method string, next step.Next) error {
	err := next(ctx)
	if err == nil {
		return nil
	}
	answered := statusError(ctx, err)
	if reasonOf(answered) == internal && problemOf(err) != errPanicked {
		s.log.LogAttrs(ctx, slog.LevelError, "unforeseen error", slog.String("method", method), slog.String("error", err.Error()))
	}
	return answered
}

// contain makes a panic an error of one call.
func (s *server) contain(ctx context.Context, _ string, next step.Next) (err error) {
	defer func() {
		if cause := recover(); cause != nil {
			err = s.panicked(ctx, cause)
		}
	}()
	return next(ctx)
}

// errPanicked is the error of a call that panicked; the log has the rest.
var errPanicked = failure()

// panicked logs a panic and gives the error for it. A stack names functions and no contents.
func (s *server) panicked(ctx context.Context, cause any) error {
	s.log.LogAttrs(ctx, slog.LevelError, "panic", slog.String("cause", fmt.Sprint(cause)), slog.String("stack", frames()))
	return errPanicked
}

// admit lets a call in while the gate is open and there is a place. Health checks always come in.
func (s *server) admit(ctx context.Context, method string, next step.Next) error {
	if !ours(method) {
		ctx, cancel := s.gate.Context(ctx)
		defer cancel()
		return next(ctx)
	}
	if !s.gate.Open() {
		return errDraining
	}
	if !s.places.Enter() {
		return errOverloaded
	}
	defer s.places.Leave()
	return next(ctx)
}
