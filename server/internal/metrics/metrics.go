// Package metrics counts for Prometheus what a server does. Labels are closed lists, of methods, codes,
// reasons, variants: whatever is on none of them counts as "other". No label is ever a deal, a state or a
// caller.
package metrics

import (
	"net/http"
	"runtime/debug"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics is everything that is counted. It is safe for concurrent use.
type Metrics struct {
	registry *prometheus.Registry
	calls    calls
	searches searches
	messages messages
	spans    *prometheus.CounterVec
}

// Labels are the values that labels can have.
type Labels struct {
	// Methods are full names, "/solitaire.v1.RulesService/DealGame", Codes those of gRPC, "OK".
	Methods, Codes []string
	// Reasons are why errors are answered, Refusals the rules that moves break, Variants the games.
	Reasons, Refusals, Variants []string
	// Purposes are what searches are for, Verdicts how they end.
	Purposes, Verdicts []string
}

// What a label says of a value that is on no list, and where there is nothing to say.
const (
	Other = "other"
	None  = "none"
)

// list is the values that a label can have.
type list map[string]bool

func listOf(values []string) list {
	l := list{}
	for _, v := range values {
		l[v] = true
	}
	return l
}

// bound gives the label of a value.
func (l list) bound(value string) string {
	switch {
	case value == "":
		return None
	case !l[value]:
		return Other
	}
	return value
}

// New makes the metrics of a build.
func New(build string, labels *Labels) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls:    newCalls(labels),
		searches: newSearches(labels),
		messages: newMessages(),
		spans: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_spans_total", Help: "Spans of traces, by what became of them.",
		}, []string{"result"}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "talon_build_info", Help: "Always 1; the labels say which build runs.",
		ConstLabels: prometheus.Labels{"version": build, "go": goVersion()},
	})
	info.Set(1)
	m.registry.MustRegister(info, m.spans, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.registry.MustRegister(m.calls.collectors()...)
	m.registry.MustRegister(m.searches.collectors()...)
	m.registry.MustRegister(m.messages.collector())
	return m
}

func goVersion() string {
	if info, found := debug.ReadBuildInfo(); found {
		return info.GoVersion
	}
	return "unknown"
}

// Gauge adds something that is asked for its value when the metrics are read.
func (m *Metrics) Gauge(name, help string, value func() float64) {
	m.registry.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, value))
}

// Counters adds counters that are kept elsewhere, one for each value of the label. They are asked for when the
// metrics are read; their labels have to be a closed list.
func (m *Metrics) Counters(name, help, label string, values func() map[string]float64) {
	m.add(prometheus.CounterValue, name, help, []string{label}, func(tell func(float64, ...string)) {
		for value, count := range values() {
			tell(count, value)
		}
	})
}

// Gauges adds gauges that are kept elsewhere. When the metrics are read, values tells each with its labels, which
// have to be closed lists.
func (m *Metrics) Gauges(name, help string, labels []string, values func(tell func(value float64, labels ...string))) {
	m.add(prometheus.GaugeValue, name, help, labels, values)
}

func (m *Metrics) add(kind prometheus.ValueType, name, help string, labels []string, values func(tell func(float64, ...string))) {
	m.registry.MustRegister(&elsewhere{prometheus.NewDesc(name, help, labels, nil), kind, values})
}

// elsewhere collects what is kept elsewhere.
type elsewhere struct {
	desc   *prometheus.Desc
	kind   prometheus.ValueType
	values func(tell func(float64, ...string))
}

// Describe is a method of a collector.
func (e *elsewhere) Describe(all chan<- *prometheus.Desc) { all <- e.desc }

// Collect is a method of a collector.
func (e *elsewhere) Collect(all chan<- prometheus.Metric) {
	e.values(func(value float64, labels ...string) {
		all <- prometheus.MustNewConstMetric(e.desc, e.kind, value, labels...)
	})
}

// Spans counts spans that were exported, or could not be.
func (m *Metrics) Spans(count int, failed bool) {
	result := "exported"
	if failed {
		result = "failed"
	}
	m.spans.WithLabelValues(result).Add(float64(count))
}

// observe puts a value into a histogram, with the trace it came from where there is one.
func observe(into prometheus.Observer, value float64, trace string) {
	if with, can := into.(prometheus.ExemplarObserver); can && trace != "" {
		with.ObserveWithExemplar(value, prometheus.Labels{"trace_id": trace})
		return
	}
	into.Observe(value)
}

// Handler serves all of it as Prometheus reads it; to those who ask for OpenMetrics with the exemplars.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{EnableOpenMetrics: true})
}
