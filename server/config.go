package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"runtime"
	"strings"
	"time"

	"github.com/talon-solitaire/talon/engine/solve"
	"github.com/talon-solitaire/talon/server/internal/caller"
	"github.com/talon-solitaire/talon/server/internal/certificate"
	"github.com/talon-solitaire/talon/server/internal/cors"
	"github.com/talon-solitaire/talon/server/internal/quota"
	"github.com/talon-solitaire/talon/server/internal/seal"
	"github.com/talon-solitaire/talon/server/internal/token"
	"github.com/talon-solitaire/talon/server/internal/tracing"
)

// config is how the server was asked to run. readConfig makes it; nothing changes it afterwards.
type config struct {
	// grpcAddr, httpAddr and adminAddr are host:port; an empty adminAddr means no admin listener.
	grpcAddr, httpAddr, adminAddr string
	// tls are the files of the certificate, none for plain text; identity is what they hold once they are loaded.
	tls         certificate.Files
	identity    *certificate.Identity
	reflection  reflectionMode
	corsOrigins stringList
	limits      limits
	// states says which forms of states are taken, advice how much is told about sealed games. They are sealed
	// with the keys of the file sealKeys, which keys holds once they are loaded.
	states   formPolicy
	advice   advice
	sealKeys string
	keys     *seal.Ring
	// authKeys is the file or the URL of the keys that tokens are checked with, empty where nobody needs a token; tokens
	// checks them once they are loaded. authScopes says whether a token needs a scope for each method.
	authKeys, authIssuer string
	authAudience         stringList
	authScopes           bool
	tokens               *token.Verifier
	// trustedProxies are those whose X-Forwarded-For counts, clock what calls are counted by.
	trustedProxies proxyList
	clock          quota.Clock
	// drainDelay is how long calls are still let in after readiness is off, drainTimeout how long
	// the calls inside may take after that.
	drainDelay, drainTimeout time.Duration
	// traceEndpoint is where traces go, empty for nowhere, traceShare how many are recorded; traces records them
	// once it is opened.
	traceEndpoint string
	traceShare    share
	traces        *tracing.Tracing
	logLevel      slog.Level
	logJSON       bool
	// version asks to print the version and do nothing else.
	version bool
}

// limits bound what one request and all requests together may take.
type limits struct {
	// messageBytes is the size of a request, moves the length of its longest list, deckCards and
	// seedBytes the size of a deal, snapshots how many states a replay answers with.
	messageBytes, moves, deckCards, seedBytes, snapshots int
	// calls is how many calls are worked on at a time, streams how many of them one connection may
	// have open, window how many logs of one ReplayGames stream are in flight.
	calls, streams, window int
	// heldBytes is what long requests take together, and as much for those on their way over gRPC, and for answers
	// that nobody has read yet.
	heldBytes int
	// connections is how many of them each listener has at a time, connectionAge after how long one is ended,
	// requestTime how long a request may take to arrive.
	connections                int
	connectionAge, requestTime time.Duration
	// wait is how long there may be more calls than the processors can do before some are refused; 0 is any time.
	wait time.Duration
	// solvers is how many searches run at a time, solverQueue how many more may wait; each takes at
	// most solverBytes of memory and solverTime, and looks at solverNodes positions at most.
	solvers, solverQueue, solverBytes, solverNodes int
	solverTime                                     time.Duration
	// callRate and searchRate are how often one caller may call, and have something searched.
	callRate, searchRate quota.Rate
	// tokens tells that calls need a token.
	tokens bool
	// progressEvery is how often WatchSolve tells how far it is.
	progressEvery time.Duration
}

// The largest values that make sense: what the rules themselves allow, and what the framework's own
// limit of twice messageBytes leaves room for.
const (
	mostMessageBytes = 64 << 20
	mostDeckCards    = 104
	mostSeedBytes    = 128
	mostSolverTime   = time.Hour
	mostAge          = 24 * time.Hour
	mostRequestTime  = time.Hour
)

func defaults() config {
	return config{
		grpcAddr:  "127.0.0.1:9090",
		httpAddr:  "127.0.0.1:8080",
		adminAddr: "127.0.0.1:8081",
		limits: limits{
			messageBytes: 4 << 20, moves: 20000, deckCards: mostDeckCards, seedBytes: mostSeedBytes, snapshots: 2000,
			calls: 1024, streams: 256, window: 4, heldBytes: 64 << 20, wait: 50 * time.Millisecond,
			connections: 2048, connectionAge: 30 * time.Minute, requestTime: 30 * time.Second,
			solvers: max(1, runtime.GOMAXPROCS(0)-1), solverQueue: 16, solverBytes: 256 << 20, solverNodes: 100_000_000,
			solverTime: 10 * time.Second, progressEvery: 200 * time.Millisecond,
		},
		advice:       adviceVisible,
		authScopes:   true,
		drainTimeout: 20 * time.Second,
		logLevel:     slog.LevelInfo,
	}
}

// flags declares every setting once, for the command line, the environment and the help text.
func (c *config) flags(help io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("talon-server", flag.ContinueOnError)
	f.SetOutput(help)
	f.StringVar(&c.grpcAddr, "grpc-addr", c.grpcAddr, "`host:port` of gRPC; port 0 picks one")
	f.StringVar(&c.httpAddr, "http-addr", c.httpAddr, "`host:port` of JSON, its description and the probes")
	f.StringVar(&c.adminAddr, "admin-addr", c.adminAddr, "`host:port` of metrics, pprof and channelz; empty for none")
	f.StringVar(&c.tls.Cert, "tls-cert", c.tls.Cert, "`file` of the certificate in PEM, with those that vouch for it; gRPC and JSON then speak TLS only")
	f.StringVar(&c.tls.Key, "tls-key", c.tls.Key, "`file` of the key of -tls-cert in PEM")
	f.StringVar(&c.tls.ClientCA, "tls-client-ca", c.tls.ClientCA, "`file` of the authorities in PEM of which every client has to show a certificate")
	f.Var(&c.reflection, "reflection", "`on|off|auto`: gRPC reflection; auto is on while gRPC listens on loopback")
	f.Var(&c.corsOrigins, "cors-origins", "`origins` whose pages may call the JSON API, separated by commas; * for all")
	f.IntVar(&c.limits.messageBytes, "max-message-bytes", c.limits.messageBytes, "largest request in `bytes`")
	f.IntVar(&c.limits.moves, "max-moves", c.limits.moves, "most `moves` in a request")
	f.IntVar(&c.limits.deckCards, "max-deck-cards", c.limits.deckCards, "most `cards` in a deck; Spider needs 104")
	f.IntVar(&c.limits.seedBytes, "max-seed-bytes", c.limits.seedBytes, "longest seed in `bytes`")
	f.IntVar(&c.limits.snapshots, "max-snapshots", c.limits.snapshots, "most `states` that a replay answers with")
	f.IntVar(&c.limits.calls, "max-calls", c.limits.calls, "most `calls` worked on at a time; more are refused")
	f.DurationVar(&c.limits.wait, "max-wait", c.limits.wait, "`time` that more calls may want the processors than they can do; then some are refused; 0 for any time")
	f.IntVar(&c.limits.streams, "max-streams", c.limits.streams, "most open `calls` of one connection by HTTP/2; more wait")
	f.IntVar(&c.limits.connections, "max-connections", c.limits.connections, "most open `connections` of each port; more are closed at once")
	f.DurationVar(&c.limits.connectionAge, "max-connection-age", c.limits.connectionAge, "`time` after which a connection is ended between two calls, give or take a tenth")
	f.DurationVar(&c.limits.requestTime, "request-time", c.limits.requestTime, "most `time` that a request takes to arrive")
	f.IntVar(&c.limits.window, "max-window", c.limits.window, "most `logs` of one ReplayGames stream in flight; more wait")
	f.IntVar(&c.limits.heldBytes, "max-held-bytes", c.limits.heldBytes, "most `bytes` of long requests at a time, and of long answers that are not read; more are refused")
	f.IntVar(&c.limits.solvers, "solvers", c.limits.solvers, "`searches` that run at a time; more wait")
	f.IntVar(&c.limits.solverQueue, "solver-queue", c.limits.solverQueue, "most `searches` that wait; more are refused")
	f.IntVar(&c.limits.solverBytes, "solver-bytes", c.limits.solverBytes, "most `bytes` that the tables of a search take")
	f.IntVar(&c.limits.solverNodes, "solver-nodes", c.limits.solverNodes, "most `positions` that a search looks at")
	f.DurationVar(&c.limits.solverTime, "solver-time", c.limits.solverTime, "most `time` that a search takes")
	f.Var(&c.states, "states", "`open|sealed|both`: forms of states that are taken and given; both where there are -seal-keys, else open")
	f.StringVar(&c.sealKeys, "seal-keys", c.sealKeys, "`file` of the keys that seal states; talon-server keys makes one")
	f.Var(&c.advice, "hints", "`none|visible|full`: what is told about sealed games; full searches them, which shows their hidden cards")
	f.StringVar(&c.authKeys, "auth-keys", c.authKeys, "`file|url` of the public keys (JWKS) of tokens, which calls then need; an https url, or http on this machine")
	f.StringVar(&c.authIssuer, "auth-issuer", c.authIssuer, "`issuer` that tokens have to name")
	f.Var(&c.authAudience, "auth-audience", "`audiences` of which tokens have to name one, separated by commas")
	f.BoolVar(&c.authScopes, "auth-scopes", c.authScopes, "want in a token the scope of the method: talon.rules, talon.deal or talon.solve")
	f.Var(&c.limits.callRate, "rate", "`calls` that one caller may make a second, and behind a colon how many at once: 20:40; empty for no limit")
	f.Var(&c.limits.searchRate, "rate-search", "`searches` that one caller may ask for a second, in the same form: 0.5:5")
	f.Var(&c.trustedProxies, "trusted-proxies", "`networks` of proxies whose X-Forwarded-For is believed, separated by commas: 10.0.0.0/8")
	f.DurationVar(&c.drainDelay, "drain-delay", c.drainDelay, "`time` to go on serving after readiness is off")
	f.DurationVar(&c.drainTimeout, "drain-timeout", c.drainTimeout, "`time` that running calls get when the server stops")
	f.StringVar(&c.traceEndpoint, "trace-endpoint", c.traceEndpoint, "`url` of the collector of traces, by OTLP over gRPC; else what OTEL_EXPORTER_OTLP_ENDPOINT says, and none without it")
	f.Var(&c.traceShare, "trace-share", "`share` of traces that is recorded, from 0 to 1; else what OTEL_TRACES_SAMPLER says, and all without it")
	f.TextVar(&c.logLevel, "log-level", c.logLevel, "`level` debug (a line for each call), info, warn or error")
	f.BoolVar(&c.logJSON, "log-json", c.logJSON, "log JSON lines")
	f.BoolVar(&c.version, "version", c.version, "print the version and exit")
	f.Usage = func() {
		fmt.Fprint(help, "talon-server serves the rules of seven solitaire games over gRPC and JSON.\n"+
			"talon-server keys makes and rotates the keys that seal states.\n"+
			"talon-server licences tells the terms of what it is built on.\n\n")
		f.PrintDefaults()
		fmt.Fprintf(help, "\nEach flag is also an environment variable: -http-addr is %s. The flag wins.\n", variable("http-addr"))
	}
	return f
}

// readConfig reads the settings: a flag wins over an environment variable, that over the default.
// All that is wrong with them is said at once.
func readConfig(args []string, env func(string) (string, bool), help io.Writer) (config, error) {
	c := defaults()
	flags := c.flags(help)
	c.traceEndpoint = collectorOf(env)
	var wrong []error
	flags.VisitAll(func(f *flag.Flag) {
		if value, set := env(variable(f.Name)); set {
			if err := f.Value.Set(value); err != nil {
				wrong = append(wrong, fmt.Errorf("%s=%q: %w", variable(f.Name), value, err))
			}
		}
	})
	if err := flags.Parse(args); err != nil {
		return c, err
	}
	if flags.NArg() > 0 {
		wrong = append(wrong, fmt.Errorf("argument %q: only flags are taken, see -help", flags.Arg(0)))
	}
	return c, errors.Join(append(wrong, c.check()...)...)
}

// variable is the environment variable of a flag: -http-addr is TALON_HTTP_ADDR.
func variable(flag string) string {
	return "TALON_" + strings.ToUpper(strings.ReplaceAll(flag, "-", "_"))
}

func (c *config) check() []error {
	var wrong []error
	refuse := func(name, format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("-%s (%s): %s", name, variable(name), fmt.Sprintf(format, args...)))
	}
	for _, address := range []struct{ name, value string }{
		{"grpc-addr", c.grpcAddr}, {"http-addr", c.httpAddr}, {"admin-addr", c.adminAddr},
	} {
		if address.value == "" && address.name == "admin-addr" {
			continue
		}
		if _, _, err := net.SplitHostPort(address.value); err != nil {
			refuse(address.name, "%q is no host:port", address.value)
		}
	}
	if err := cors.Check(c.corsOrigins); err != nil {
		refuse("cors-origins", "%v", err)
	}
	for _, bound := range []struct {
		name              string
		value, low, limit int
	}{
		{"max-message-bytes", c.limits.messageBytes, 1 << 10, mostMessageBytes},
		{"max-moves", c.limits.moves, 1, 1 << 20},
		{"max-deck-cards", c.limits.deckCards, 52, mostDeckCards},
		{"max-seed-bytes", c.limits.seedBytes, 1, mostSeedBytes},
		{"max-snapshots", c.limits.snapshots, 1, 1 << 20},
		{"max-calls", c.limits.calls, 1, 1 << 20},
		{"max-streams", c.limits.streams, 1, 1 << 20},
		{"max-window", c.limits.window, 1, 1 << 10},
		{"max-connections", c.limits.connections, 1, 1 << 20},
		{"max-held-bytes", c.limits.heldBytes, c.limits.messageBytes, 1 << 36},
		{"solvers", c.limits.solvers, 1, 1 << 10},
		{"solver-queue", c.limits.solverQueue, 0, 1 << 16},
		{"solver-bytes", c.limits.solverBytes, solve.MinMemory, 1 << 36},
		{"solver-nodes", c.limits.solverNodes, 1, math.MaxUint32},
	} {
		if bound.value < bound.low || bound.value > bound.limit {
			refuse(bound.name, "%d is not between %d and %d", bound.value, bound.low, bound.limit)
		}
	}
	if c.sealKeys == "" && (c.states == sealedOnly || c.states == bothForms) {
		refuse("states", "%s needs -seal-keys (%s)", c.states.String(), variable("seal-keys"))
	}
	switch tls := c.tls; {
	case tls.Cert == "" && tls.Key == "" && tls.ClientCA != "":
		refuse("tls-client-ca", "it needs -tls-cert (%s) and -tls-key (%s)", variable("tls-cert"), variable("tls-key"))
	case tls.Cert == "" && tls.Key != "":
		refuse("tls-key", "it needs -tls-cert (%s)", variable("tls-cert"))
	case tls.Cert != "" && tls.Key == "":
		refuse("tls-cert", "it needs -tls-key (%s)", variable("tls-key"))
	}
	if c.limits.connectionAge < time.Second || c.limits.connectionAge > mostAge {
		refuse("max-connection-age", "%v is not between 1s and %v", c.limits.connectionAge, mostAge)
	}
	if c.limits.requestTime < time.Second || c.limits.requestTime > mostRequestTime {
		refuse("request-time", "%v is not between 1s and %v", c.limits.requestTime, mostRequestTime)
	}
	c.checkAuth(refuse)
	if c.limits.solverTime <= 0 || c.limits.solverTime > mostSolverTime {
		refuse("solver-time", "%v is not above zero and at most %v", c.limits.solverTime, mostSolverTime)
	}
	if c.traceEndpoint != "" {
		if err := tracing.CheckEndpoint(c.traceEndpoint); err != nil {
			refuse("trace-endpoint", "%v", err)
		}
	}
	if c.limits.wait < 0 {
		refuse("max-wait", "%v is below zero", c.limits.wait)
	}
	if c.drainDelay < 0 {
		refuse("drain-delay", "%v is below zero", c.drainDelay)
	}
	if c.drainTimeout <= 0 {
		refuse("drain-timeout", "%v is not above zero", c.drainTimeout)
	}
	return wrong
}

// loadKeys reads the keys that seal states.
func (c *config) loadKeys() (err error) {
	if c.sealKeys == "" {
		return nil
	}
	if c.keys, err = seal.Load(c.sealKeys); err != nil {
		return fmt.Errorf("-seal-keys (%s): %w", variable("seal-keys"), err)
	}
	return nil
}

// loadIdentity reads the certificate, its key, and whose certificates clients have to show.
func (c *config) loadIdentity() (err error) {
	if c.tls.Cert == "" {
		return nil
	}
	if c.identity, err = certificate.Load(c.tls); err != nil {
		return fmt.Errorf("-tls-cert, -tls-key, -tls-client-ca: %w", err)
	}
	return nil
}

// checkAuth finds out what is wrong with the settings of tokens.
func (c *config) checkAuth(refuse func(name, format string, args ...any)) {
	if c.authKeys == "" {
		if c.authIssuer != "" {
			refuse("auth-issuer", "it needs -auth-keys (%s)", variable("auth-keys"))
		}
		if len(c.authAudience) > 0 {
			refuse("auth-audience", "it needs -auth-keys (%s)", variable("auth-keys"))
		}
		return
	}
	if token.Remote(c.authKeys) {
		if err := token.CheckURL(c.authKeys); err != nil {
			refuse("auth-keys", "%v", err)
		}
	}
	if c.authIssuer == "" {
		refuse("auth-issuer", "-auth-keys needs it")
	}
	if len(c.authAudience) == 0 {
		refuse("auth-audience", "-auth-keys needs it")
	}
}

// loadTokenKeys reads the keys that tokens are checked with.
func (c *config) loadTokenKeys(ctx context.Context) error {
	if c.authKeys == "" {
		return nil
	}
	keys, err := token.Open(ctx, c.authKeys, time.Now)
	if err != nil {
		return fmt.Errorf("-auth-keys (%s): %w", variable("auth-keys"), err)
	}
	c.useTokens(keys)
	return nil
}

// useTokens has calls need tokens by these keys.
func (c *config) useTokens(keys *token.Keys) {
	c.tokens = token.NewVerifier(keys, token.Rules{Issuer: c.authIssuer, Audiences: c.authAudience})
	c.limits.tokens = true
}

// proxyList is a list of networks in one setting.
type proxyList caller.Proxies

func (l *proxyList) String() string {
	var texts []string
	for _, network := range *l {
		texts = append(texts, network.String())
	}
	return strings.Join(texts, ",")
}

// Set replaces the list.
func (l *proxyList) Set(text string) error {
	var texts stringList
	if err := texts.Set(text); err != nil {
		return err
	}
	networks, err := caller.ParseProxies(texts)
	if err == nil {
		*l = proxyList(networks)
	}
	return err
}

// reflectionMode is on, off, or auto, its zero value.
type reflectionMode string

const (
	reflectionAuto reflectionMode = ""
	reflectionOn   reflectionMode = "on"
	reflectionOff  reflectionMode = "off"
)

func (m *reflectionMode) String() string {
	if *m == reflectionAuto {
		return "auto"
	}
	return string(*m)
}

// Set reads a mode; true and false are what a flag without a value and many environments say.
func (m *reflectionMode) Set(text string) error {
	switch text {
	case "auto":
		*m = reflectionAuto
	case "on", "true":
		*m = reflectionOn
	case "off", "false":
		*m = reflectionOff
	default:
		return errors.New("wanted on, off or auto")
	}
	return nil
}

// IsBoolFlag lets -reflection alone mean on.
func (m *reflectionMode) IsBoolFlag() bool { return true }

// offered says whether a server on this address offers reflection.
func (m reflectionMode) offered(addr net.Addr) bool {
	if m != reflectionAuto {
		return m == reflectionOn
	}
	return onLoopback(addr)
}

// stringList is a list in one setting, separated by commas.
type stringList []string

func (l *stringList) String() string { return strings.Join(*l, ",") }

// Set replaces the list; an empty text is an empty list.
func (l *stringList) Set(text string) error {
	*l = nil
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item != "" {
			*l = append(*l, item)
		}
	}
	return nil
}
