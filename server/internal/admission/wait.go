package admission

import (
	"context"
	"runtime/metrics"
	"time"
)

// scheduling is the runtime's histogram of how long goroutines that could run had to wait for a processor.
const scheduling = "/sched/latencies:seconds"

// Waits tells how long work has waited for a processor lately, whoever it is for: the one queue in which calls
// of every kind stand when there are more of them than the processors can do.
type Waits struct {
	sample []metrics.Sample
	before []uint64
	since  []uint64
	// looks is how often there were too few waits to say anything.
	looks int
}

// NewWaits begins to look.
func NewWaits() *Waits {
	w := &Waits{sample: []metrics.Sample{{Name: scheduling}}}
	metrics.Read(w.sample)
	if w.sample[0].Value.Kind() == metrics.KindFloat64Histogram {
		counts := w.sample[0].Value.Float64Histogram().Counts
		w.before, w.since = append(w.before, counts...), make([]uint64, len(counts))
	}
	return w
}

// So many waits say something about all; who finds fewer so many times in a row has nothing to do.
const (
	fewest = 16
	idle   = 5
)

// Long gives the time that the longest tenth of the waits since it last told one took at least. Most waits are
// short even then: who answers goes before who comes. It tells nothing before there are enough of them, but after
// a while it tells 0.
func (w *Waits) Long() (wait time.Duration, told bool) {
	metrics.Read(w.sample)
	if w.sample[0].Value.Kind() != metrics.KindFloat64Histogram {
		return 0, false
	}
	now, total := w.sample[0].Value.Float64Histogram(), uint64(0)
	for i, count := range now.Counts {
		w.since[i] = count - w.before[i]
		total += w.since[i]
	}
	if w.looks++; total < fewest && w.looks < idle {
		return 0, false
	}
	w.looks = 0
	copy(w.before, now.Counts)
	if total < fewest {
		return 0, true
	}
	return longest(w.since, total, now.Buckets), true
}

// longest gives the lower bound of the bucket in which the longest tenth begins.
func longest(counts []uint64, total uint64, buckets []float64) time.Duration {
	seen := uint64(0)
	for i, count := range counts {
		if seen += count; 10*seen > 9*total {
			return time.Duration(max(buckets[i], 0) * float64(time.Second))
		}
	}
	return 0
}

// lookEvery is how often the waits are looked at.
const lookEvery = 20 * time.Millisecond

// Follow sets a valve by the waits until ctx ends.
func Follow(ctx context.Context, v *Valve) {
	if v.most <= 0 {
		return
	}
	ticks := time.NewTicker(lookEvery)
	defer ticks.Stop()
	waits := NewWaits()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks.C:
			if wait, told := waits.Long(); told {
				v.Set(wait)
			}
		}
	}
}
