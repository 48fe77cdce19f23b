package metrics

import (
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Call is one call that has ended.
type Call struct {
	Method string
	// Variant is the game that it was about, empty for none.
	Variant string
	Code    string
	// Reason is that of the error, empty where it has none.
	Reason string
	Took   time.Duration
	// Trace is the id of its trace if that is recorded.
	Trace string
}

// calls counts calls and what is wrong with them.
type calls struct {
	total    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	errors   *prometheus.CounterVec
	refusals *prometheus.CounterVec

	codes, reasons, rules, variants list
	// known holds what a call that went well touches, so that it need not be looked up by labels.
	known map[string]*series
}

// series are those of a method.
type series struct {
	seconds prometheus.Observer
	// good are the calls without an error by variant, each made when it is needed first.
	good map[string]*atomic.Pointer[prometheus.Counter]
}

// callBuckets run from a legal move to a long search.
var callBuckets = []float64{5e-6, 10e-6, 25e-6, 50e-6, 100e-6, 250e-6, 1e-3, 5e-3, 25e-3, 100e-3, 1, 10}

func newCalls(l *Labels) calls {
	c := calls{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_calls_total", Help: "Calls by method, gRPC code and variant, JSON included.",
		}, []string{"method", "code", "variant"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "talon_call_duration_seconds", Help: "Time that calls took inside the service, by method.", Buckets: callBuckets,
		}, []string{"method"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_errors_total", Help: "Errors answered, by method and reason.",
		}, []string{"method", "reason"}),
		refusals: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_refused_moves_total", Help: "Moves against the rules, by variant and the rule that they break.",
		}, []string{"variant", "reason"}),
		codes: listOf(l.Codes), reasons: listOf(l.Reasons), rules: listOf(l.Refusals), variants: listOf(l.Variants),
		known: map[string]*series{},
	}
	for _, method := range append([]string{Other}, l.Methods...) {
		s := &series{c.seconds.WithLabelValues(method), map[string]*atomic.Pointer[prometheus.Counter]{}}
		for _, variant := range append([]string{None, Other}, l.Variants...) {
			s.good[variant] = &atomic.Pointer[prometheus.Counter]{}
		}
		c.known[method] = s
	}
	return c
}

func (c *calls) collectors() []prometheus.Collector {
	return []prometheus.Collector{c.total, c.seconds, c.errors, c.refusals}
}

const ok = "OK"

// Call counts one call.
func (m *Metrics) Call(one Call) {
	c := &m.calls
	s, known := c.known[one.Method]
	if !known {
		one.Method, s = Other, c.known[Other]
	}
	observe(s.seconds, one.Took.Seconds(), one.Trace)
	if one.Code == ok {
		variant := c.variants.bound(one.Variant)
		good := s.good[variant].Load()
		if good == nil {
			made := c.total.WithLabelValues(one.Method, ok, variant)
			good = &made
			s.good[variant].Store(good)
		}
		(*good).Inc()
		return
	}
	m.Refused(one)
}

// Refused counts a call that was refused before it came into the service, where it took no time.
func (m *Metrics) Refused(one Call) {
	method := m.methodOf(one.Method)
	m.calls.total.WithLabelValues(method, m.calls.codes.bound(one.Code), m.calls.variants.bound(one.Variant)).Inc()
	m.Error(method, one.Reason)
}

// Error counts an error by its reason, also one that is only a part of an answer.
func (m *Metrics) Error(method, reason string) {
	m.calls.errors.WithLabelValues(m.methodOf(method), m.calls.reasons.bound(reason)).Inc()
}

// RefusedMove counts a move that is against the rules.
func (m *Metrics) RefusedMove(variant, reason string) {
	m.calls.refusals.WithLabelValues(m.calls.variants.bound(variant), m.calls.rules.bound(reason)).Inc()
}

// Variant gives what a label says of the name of a game.
func (m *Metrics) Variant(name string) string { return m.calls.variants.bound(name) }

func (m *Metrics) methodOf(name string) string {
	if _, known := m.calls.known[name]; !known {
		return Other
	}
	return name
}
