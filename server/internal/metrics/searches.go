package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Search is one search that has ended.
type Search struct {
	Variant, Purpose string
	// Verdict is how it ended, empty where it was not to find one.
	Verdict string
	Nodes   uint64
	// Waited is the time until it had a worker, Took that from then on.
	Waited, Took time.Duration
	// Trace is the id of its trace if that is recorded.
	Trace string
}

type searches struct {
	total   *prometheus.CounterVec
	nodes   *prometheus.CounterVec
	refused *prometheus.CounterVec
	seconds *prometheus.HistogramVec
	waited  prometheus.Histogram

	variants, purposes, verdicts, reasons list
}

// searchBuckets run from a position that is all but won to the longest search that a server may allow.
var searchBuckets = []float64{1e-3, 5e-3, 25e-3, 100e-3, 250e-3, 500e-3, 1, 2.5, 5, 10, 30, 60, 300}

func newSearches(l *Labels) searches {
	return searches{
		total: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_searches_total", Help: "Searches that had a worker, by variant, purpose and verdict.",
		}, []string{"variant", "purpose", "verdict"}),
		nodes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_search_nodes_total", Help: "Positions that searches looked at, by variant.",
		}, []string{"variant"}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "talon_searches_refused_total", Help: "Searches that got no worker, by the reason of the error.",
		}, []string{"reason"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "talon_search_duration_seconds", Help: "Time that searches took once they had a worker, by variant.", Buckets: searchBuckets,
		}, []string{"variant"}),
		waited: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "talon_search_wait_seconds", Help: "Time that searches waited for a worker.", Buckets: searchBuckets,
		}),
		variants: listOf(l.Variants), purposes: listOf(l.Purposes), verdicts: listOf(l.Verdicts), reasons: listOf(l.Reasons),
	}
}

func (s *searches) collectors() []prometheus.Collector {
	return []prometheus.Collector{s.total, s.nodes, s.refused, s.seconds, s.waited}
}

// Search counts a search that had a worker.
func (m *Metrics) Search(one Search) {
	s := &m.searches
	variant := s.variants.bound(one.Variant)
	s.total.WithLabelValues(variant, s.purposes.bound(one.Purpose), s.verdicts.bound(one.Verdict)).Inc()
	s.nodes.WithLabelValues(variant).Add(float64(one.Nodes))
	observe(s.seconds.WithLabelValues(variant), one.Took.Seconds(), one.Trace)
	observe(s.waited, one.Waited.Seconds(), one.Trace)
}

// SearchRefused counts a search that got no worker.
func (m *Metrics) SearchRefused(reason string) {
	m.searches.refused.WithLabelValues(m.searches.reasons.bound(reason)).Inc()
}
