package main

import (
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
	"github.com/talon-solitaire/talon/server/internal/cors"
	"github.com/talon-solitaire/talon/server/internal/seal"
	"github.com/talon-solitaire/talon/server/internal/tracing"
)

// config is how the server was asked to run. readConfig makes it; nothing changes it afterwards.
type config struct {
	// grpcAddr, httpAddr and adminAddr are host:port; an empty adminAddr means no admin listener.
	grpcAddr, httpAddr, adminAddr string
	reflection                    reflectionMode
	corsOrigins                   stringList
	limits                        limits
	// states says which forms of states are taken, advice how much is told about sealed games. They are sealed
	// with the keys of the file sealKeys, which keys holds once they are loaded.
	states   formPolicy
	advice   advice
	sealKeys string
	keys     *seal.Ring
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
	// wait is how long there may be more calls than the processors can do before some are refused; 0 is any time.
	wait time.Duration
	// solvers is how many searches run at a time, solverQueue how many more may wait; each takes at
	// most solverBytes of memory and solverTime, and looks at solverNodes positions at most.
	solvers, solverQueue, solverBytes, solverNodes int
	solverTime                                     time.Duration
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
)

func defaults() config {
	return config{
		grpcAddr:  "127.0.0.1:9090",
		httpAddr:  "127.0.0.1:8080",
		adminAddr: "127.0.0.1:8081",
		limits: limits{
			messageBytes: 4 << 20, moves: 20000, deckCards: mostDeckCards, seedBytes: mostSeedBytes, snapshots: 2000,
			calls: 1024, streams: 256, window: 4, wait: 50 * time.Millisecond,
			solvers: max(1, runtime.GOMAXPROCS(0)-1), solverQueue: 16, solverBytes: 256 << 20, solverNodes: 100_000_000,
			solverTime: 10 * time.Second, progressEvery: 200 * time.Millisecond,
		},
		advice:       adviceVisible,
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
	f.Var(&c.reflection, "reflection", "`on|off|auto`: gRPC reflection; auto is on while gRPC listens on loopback")
	f.Var(&c.corsOrigins, "cors-origins", "`origins` whose pages may call the JSON API, separated by commas; * for all")
	f.IntVar(&c.limits.messageBytes, "max-message-bytes", c.limits.messageBytes, "largest request in `bytes`")
	f.IntVar(&c.limits.moves, "max-moves", c.limits.moves, "most `moves` in a request")
	f.IntVar(&c.limits.deckCards, "max-deck-cards", c.limits.deckCards, "most `cards` in a deck; Spider needs 104")
	f.IntVar(&c.limits.seedBytes, "max-seed-bytes", c.limits.seedBytes, "longest seed in `bytes`")
	f.IntVar(&c.limits.snapshots, "max-snapshots", c.limits.snapshots, "most `states` that a replay answers with")
	f.IntVar(&c.limits.calls, "max-calls", c.limits.calls, "most `calls` worked on at a time; more are refused")
	f.DurationVar(&c.limits.wait, "max-wait", c.limits.wait, "`time` that more calls may want the processors than they can do; then some are refused; 0 for any time")
	f.IntVar(&c.limits.streams, "max-streams", c.limits.streams, "most open `calls` of one gRPC connection; more wait")
	f.IntVar(&c.limits.window, "max-window", c.limits.window, "most `logs` of one ReplayGames stream in flight; more wait")
	f.IntVar(&c.limits.solvers, "solvers", c.limits.solvers, "`searches` that run at a time; more wait")
	f.IntVar(&c.limits.solverQueue, "solver-queue", c.limits.solverQueue, "most `searches` that wait; more are refused")
	f.IntVar(&c.limits.solverBytes, "solver-bytes", c.limits.solverBytes, "most `bytes` that the tables of a search take")
	f.IntVar(&c.limits.solverNodes, "solver-nodes", c.limits.solverNodes, "most `positions` that a search looks at")
	f.DurationVar(&c.limits.solverTime, "solver-time", c.limits.solverTime, "most `time` that a search takes")
	f.Var(&c.states, "states", "`open|sealed|both`: forms of states that are taken and given; both where there are -seal-keys, else open")
	f.StringVar(&c.sealKeys, "seal-keys", c.sealKeys, "`file` of the keys that seal states; talon-server keys makes one")
	f.Var(&c.advice, "hints", "`none|visible|full`: what is told about sealed games; full searches them, which shows their hidden cards")
	f.DurationVar(&c.drainDelay, "drain-delay", c.drainDelay, "`time` to go on serving after readiness is off")
	f.DurationVar(&c.drainTimeout, "drain-timeout", c.drainTimeout, "`time` that running calls get when the server stops")
	f.StringVar(&c.traceEndpoint, "trace-endpoint", c.traceEndpoint, "`url` of the collector of traces, by OTLP over gRPC; else what OTEL_EXPORTER_OTLP_ENDPOINT says, and none without it")
	f.Var(&c.traceShare, "trace-share", "`share` of traces that is recorded, from 0 to 1; else what OTEL_TRACES_SAMPLER says, and all without it")
	f.TextVar(&c.logLevel, "log-level", c.logLevel, "`level` debug (a line for each call), info, warn or error")
	f.BoolVar(&c.logJSON, "log-json", c.logJSON, "log JSON lines")
	f.BoolVar(&c.version, "version", c.version, "print the version and exit")
	f.Usage = func() {
		fmt.Fprint(help, "talon-server serves the rules of seven solitaire games over gRPC and JSON.\n"+
			"talon-server keys makes and rotates the keys that seal states.\n\n")
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
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
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
