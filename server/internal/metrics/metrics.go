// Package metrics counts calls for Prometheus. Labels are methods, codes and reasons, all of them
// closed lists: never a deal, a state or a caller.
package metrics

import (
	"net/http"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics is everything that is counted. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	seconds  *prometheus.HistogramVec
	errors   *prometheus.CounterVec
	// known holds what a call that went well touches, so that it need not be looked up by labels.
	known map[string]series
}

type series struct {
	good    prometheus.Counter
	seconds prometheus.Observer
}

// buckets run from a legal move to a long search.
var buckets = []float64{5e-6, 10e-6, 25e-6, 50e-6, 100e-6, 250e-6, 1e-3, 5e-3, 25e-3, 100e-3, 1, 10}

// Gauge is something that is asked for its value when the metrics are read.
type Gauge struct {
	Name, Help string
	Value      func() int
}

// New makes the metrics of a build. Methods are full names, "/solitaire.v1.RulesService/DealGame";
// others are counted as "other".
func New(build string, methods []string, gauges ...Gauge) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_calls_total", Help: "Calls by method and gRPC code, JSON included.",
		}, []string{"method", "code"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "talon_call_duration_seconds", Help: "Time that calls took inside the service, by method.", Buckets: buckets,
		}, []string{"method"}),
		errors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_errors_total", Help: "Errors answered, by method and reason.",
		}, []string{"method", "reason"}),
		known: map[string]series{},
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "talon_build_info", Help: "Always 1; the labels say which build runs.",
		ConstLabels: prometheus.Labels{"version": build, "go": goVersion()},
	})
	info.Set(1)
	m.registry.MustRegister(
		m.calls, m.seconds, m.errors, info,
		collectors.NewGoCollector(),
		collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
	)
	for _, g := range gauges {
		m.registry.MustRegister(prometheus.NewGaugeFunc(
			prometheus.GaugeOpts{Name: g.Name, Help: g.Help}, func() float64 { return float64(g.Value()) },
		))
	}
	for _, method := range append(methods, Other) {
		m.known[method] = series{m.calls.WithLabelValues(method, ok), m.seconds.WithLabelValues(method)}
	}
	return m
}

// Gauge adds something that is asked for its value when the metrics are read.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Counters adds counters that are kept elsewhere, one for each value of the label. They are asked for when the
// metrics are read; their labels have to be a closed list.
func (m *Metrics) Counters(name, help, label string, values func() map[string]float64) {
	m.registry.MustRegister(&counters{prometheus.NewDesc(name, help, []string{label}, nil), values})
}

type counters struct {
	desc   *prometheus.Desc
	values func() map[string]float64
}

// Describe is a method of a collector.
func (c *counters) Describe(all chan<- *prometheus.Desc) { all <- c.desc }

// Collect is a method of a collector.
func (c *counters) Collect(all chan<- prometheus.Metric) {
	for label, value := range c.values() {
		all <- prometheus.MustNewConstMetric(c.desc, prometheus.CounterValue, value, label)
	}
}

// Other is the method of what is none of the methods.
const Other = "other"

const ok = "OK"

func goVersion() string {
	if info, found := debug.ReadBuildInfo(); found {
		return info.GoVersion
	}
	return "unknown"
}

// Call counts one call: its gRPC code, the reason if it failed, and how long it took.
func (m *Metrics) Call(method, code, reason string, took time.Duration) {
	s, known := m.known[method]
	if !known {
		method, s = Other, m.known[Other]
	}
	s.seconds.Observe(took.Seconds())
	if code == ok {
		s.good.Inc()
		return
	}
	m.Refused(method, code, reason)
}

// Refused counts a call that was refused before it came into the service, where it took no time.
func (m *Metrics) Refused(method, code, reason string) {
	if _, known := m.known[method]; !known {
		method = Other
	}
	m.calls.WithLabelValues(method, code).Inc()
	m.errors.WithLabelValues(method, reason).Inc()
}

// Handler serves all of it as Prometheus reads it.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}
