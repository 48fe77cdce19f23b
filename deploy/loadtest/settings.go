package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"time"
)

// settings are what the command line says.
type settings struct {
	persistence
	// grpcAddrs and jsonAddrs are lists with commas; json is the part of the calls that goes there.
	grpcAddrs, jsonAddrs         string
	json                         share
	connections, jsonConnections int

	mix   string
	nodes uint
	check share
	seed  uint64

	rate     float64
	workers  int
	stages   string
	length   time.Duration
	calls    int64
	arrivals pattern
	timeout  time.Duration
	// maxInFlight bounds the calls under way.
	maxInFlight int64

	find     bool
	overload float64
	rounds   int

	report string
	bounds bounds
}

// pattern is how calls of an open loop come.
type pattern string

const (
	constant pattern = "constant"
	poisson  pattern = "poisson"
)

func (p *pattern) String() string { return string(*p) }

// Set reads a pattern.
func (p *pattern) Set(text string) error {
	if pattern(text) != constant && pattern(text) != poisson {
		return errors.New("wanted constant or poisson")
	}
	*p = pattern(text)
	return nil
}

func standard() settings {
	return settings{
		grpcAddrs: "127.0.0.1:9090", jsonAddrs: "127.0.0.1:8080", json: 0.5, connections: 4, jsonConnections: 256,
		mix: "play", nodes: 20_000, check: 1, seed: 1,
		length: 10 * time.Second, arrivals: poisson, timeout: 5 * time.Second, maxInFlight: 20_000, rounds: 3,
		bounds: bounds{failed: 0.001, ratio: 0.85},
	}
}

func (s *settings) flags(help io.Writer) *flag.FlagSet {
	f := flag.NewFlagSet("loadtest", flag.ContinueOnError)
	f.SetOutput(help)
	f.StringVar(&s.grpcAddrs, "addr", s.grpcAddrs, "`servers` of gRPC, separated by commas; https:// for TLS")
	f.StringVar(&s.jsonAddrs, "json-addr", s.jsonAddrs, "`servers` of JSON, separated by commas; https:// for TLS")
	f.Var(&s.json, "json", "`share` of the calls that goes over JSON, from 0 to 1")
	f.IntVar(&s.connections, "connections", s.connections, "gRPC `clients`, each with a connection to every server")
	f.IntVar(&s.jsonConnections, "json-connections", s.jsonConnections, "most `connections` to a server of JSON")
	f.StringVar(&s.mix, "mix", s.mix, "`mix` of calls: "+mixNames()+", weights such as \"apply=3 validate=1\", or @ and a file of them")
	f.UintVar(&s.nodes, "nodes", s.nodes, "`positions` that a search asked for may look at")
	f.Var(&s.check, "check", "`share` of the answers that is held against the engine, from 0 to 1")
	f.Uint64Var(&s.seed, "seed", s.seed, "`number` that the random choices follow from")
	f.Float64Var(&s.rate, "rate", s.rate, "open loop: `calls` a second, however slow the answers are; where -find begins")
	f.IntVar(&s.workers, "workers", s.workers, "closed loop: `workers` that make one call after the other")
	f.StringVar(&s.stages, "stages", s.stages, "open loop in `stages` of rate and time, or a ramp: 100/10s,100-500/30s")
	f.DurationVar(&s.length, "for", s.length, "`time` that a stage lasts")
	f.Int64Var(&s.calls, "calls", s.calls, "most `calls` of a stage; 0 for as many as its time takes")
	f.Var(&s.arrivals, "arrivals", "`constant|poisson`: how calls of an open loop come")
	f.DurationVar(&s.timeout, "timeout", s.timeout, "`time` that a call may take from when it was due; an answer after it is a failure")
	f.Int64Var(&s.maxInFlight, "max-in-flight", s.maxInFlight, "most `calls` under way; what is due beyond them is not made, and a failure")
	f.BoolVar(&s.retry, "retry", s.retry, "make calls again that met no server, up to three times, as clients/go does by itself")
	f.DurationVar(&s.patience, "patience", s.patience, "`time` that a call waits in all when an overloaded server says when to come back; 0 for none")
	f.BoolVar(&s.find, "find", s.find, "find the highest rate that keeps -max-p99 and -max-failed")
	f.Float64Var(&s.overload, "overload", s.overload, "find the highest goodput, then offer up to so many `times` as much")
	f.IntVar(&s.rounds, "rounds", s.rounds, "`times` that -overload goes through its rates")
	f.StringVar(&s.report, "report", s.report, "`file` to write the report to as JSON; - for the standard output in place of the table")
	s.bounds.flags(f)
	f.Usage = func() {
		fmt.Fprint(help, usage)
		for _, a := range askings {
			fmt.Fprintf(help, "  %-10s  %s\n", a.kind, a.about)
		}
		fmt.Fprint(help, "\nFlags:\n\n")
		f.PrintDefaults()
	}
	return f
}

const usage = `loadtest puts load on Talon servers, holds every answer against the rules, and
reports throughput, times and failures. It ends with 0 where all bounds are kept,
with 1 where one is not, and with 2 where it could not run. Ctrl-C ends it with
the report of what was done so far.

  loadtest -rate 500 -for 30s                  500 calls a second
  loadtest -workers 16 -for 30s                16 callers, one call after the other
  loadtest -stages 100/10s,100-1000/1m         in stages, the second one a ramp
  loadtest -find -max-p99 20ms                 the highest rate that keeps a bound
  loadtest -overload 3 -mix rules -timeout 1s  three times what the servers can do

Kinds of calls, for -mix:

`

// readSettings reads the command line.
func readSettings(args []string, help io.Writer) (*settings, error) {
	s := standard()
	f := s.flags(help)
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	if f.NArg() > 0 {
		return nil, fmt.Errorf("argument %q: only flags are taken, see -help", f.Arg(0))
	}
	return &s, errors.Join(append(s.refusals(), s.contradictions(f)...)...)
}

// refusals says all that is wrong with the settings one by one.
func (s *settings) refusals() []error {
	var wrong []error
	refuse := func(name, format string, args ...any) {
		wrong = append(wrong, fmt.Errorf("-%s: %s", name, fmt.Sprintf(format, args...)))
	}
	for _, part := range []struct {
		name  string
		value share
	}{{"json", s.json}, {"check", s.check}, {"max-failed", s.bounds.failed}, {"min-ratio", s.bounds.ratio}} {
		if !(part.value >= 0 && part.value <= 1) {
			refuse(part.name, "%s is not from 0 to 1, or to 100%%", &part.value)
		}
	}
	for _, number := range []struct {
		name             string
		value, low, most int64
	}{
		{"connections", int64(s.connections), 1, 1 << 16},
		{"json-connections", int64(s.jsonConnections), 1, 1 << 16},
		{"nodes", int64(s.nodes), 1, math.MaxUint32},
		{"workers", int64(s.workers), 0, 1 << 16},
		{"calls", s.calls, 0, math.MaxInt64},
		{"max-in-flight", s.maxInFlight, 1, 1 << 20},
		{"rounds", int64(s.rounds), 1, 1 << 10},
	} {
		if number.value < number.low || number.value > number.most {
			refuse(number.name, "%d is not between %d and %d", number.value, number.low, number.most)
		}
	}
	for _, length := range []struct {
		name       string
		value, low time.Duration
	}{
		{"for", s.length, 1},
		{"timeout", s.timeout, 1},
		{"patience", s.patience, 0},
		{"max-p99", s.bounds.p99, 0},
	} {
		if length.value < length.low || length.value > 24*time.Hour {
			refuse(length.name, "%v is not between %v and 24h", length.value, length.low)
		}
	}
	if s.rate != 0 && !(s.rate > 0 && s.rate <= mostRate) {
		refuse("rate", "%v is not above 0 and at most %.0f", s.rate, mostRate)
	}
	if s.overload != 0 && !(s.overload >= 1 && s.overload <= 100) {
		refuse("overload", "%v is not between 1 and 100", s.overload)
	}
	if s.bounds.goodput < 0 {
		refuse("min-goodput", "%v is below 0", s.bounds.goodput)
	}
	return wrong
}

// contradictions names the settings that cannot be had together.
func (s *settings) contradictions(f *flag.FlagSet) []error {
	set := map[string]bool{}
	f.Visit(func(f *flag.Flag) { set[f.Name] = true })
	var shapes []string
	for _, name := range []string{"workers", "stages", "find", "overload", "rate"} {
		// A search begins at a rate.
		if set[name] && !(name == "rate" && (set["find"] || set["overload"])) {
			shapes = append(shapes, "-"+name)
		}
	}
	var wrong []error
	if len(shapes) > 1 {
		wrong = append(wrong, fmt.Errorf("%s: only one of them can be had", strings.Join(shapes, ", ")))
	}
	for _, only := range []struct {
		name string
		with []string
	}{
		{"rounds", []string{"overload"}},
		{"min-ratio", []string{"overload"}},
		{"arrivals", []string{"rate", "stages", "find", "overload"}},
	} {
		if set[only.name] && !slices.ContainsFunc(only.with, func(name string) bool { return set[name] }) {
			wrong = append(wrong, fmt.Errorf("-%s: it says something only with -%s", only.name, strings.Join(only.with, " or -")))
		}
	}
	return wrong
}

// workersByDefault make the load of who asks for no other.
const workersByDefault = 8

// plan gives the stages of a run that searches for nothing.
func (s *settings) plan() ([]stage, error) {
	switch {
	case s.stages != "":
		stages, err := readStages(s.stages)
		for i := range stages {
			stages[i].calls = s.calls
		}
		return stages, err
	case s.rate > 0:
		return []stage{{from: s.rate, to: s.rate, length: s.length, calls: s.calls}}, nil
	case s.workers > 0:
		return []stage{{workers: s.workers, length: s.length, calls: s.calls}}, nil
	}
	return []stage{{workers: workersByDefault, length: s.length, calls: s.calls}}, nil
}
