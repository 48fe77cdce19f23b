package main

import (
	"sync"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// Latencies are kept in microseconds, to three digits.
const (
	shortest = 1
	longest  = int64(10 * time.Minute / time.Microsecond)
	digits   = 3
)

func newHistogram() *hdrhistogram.Histogram { return hdrhistogram.New(shortest, longest, digits) }

// record keeps a time, as the nearest that the histogram can hold.
func record(h *hdrhistogram.Histogram, d time.Duration) {
	_ = h.RecordValue(min(max(d.Microseconds(), shortest), longest))
}

// seriesKey is what times are kept apart by.
type seriesKey struct {
	kind kind
	wire wire
}

// series is all calls of a kind over a wire.
type series struct {
	calls, right int64
	// took is how long right answers took.
	took *hdrhistogram.Histogram
}

// classed is a class of failures: how many, and the first one's text.
type classed struct {
	count   int64
	example string
}

// tally counts the calls of a stage. It is safe for concurrent use.
type tally struct {
	mu sync.Mutex
	// began and length are when the stage began and how long calls came; until is their end.
	began  time.Time
	length time.Duration
	// right are the calls answered rightly, inTime those of them that were before the stage ended.
	calls, right, inTime int64
	expected             int64
	// refused are the calls that an overloaded server turned away, told those that were told when
	// to come back.
	refused, told int64
	wrong         int64
	failed        int64
	notMade       int64
	retries       int64
	mostInFlight  int64
	series        map[seriesKey]*series
	failures      map[failure]*classed
	// turned is how long it took until a call was turned away, late how late calls were made.
	turned, late *hdrhistogram.Histogram
}

func newTally(began time.Time) *tally {
	return &tally{
		began: began, series: map[seriesKey]*series{}, failures: map[failure]*classed{},
		turned: newHistogram(), late: newHistogram(),
	}
}

// ended is a call that is over.
type ended struct {
	kind kind
	wire wire
	// due is when the call was to be made, made when it was, done when it was over.
	due, made, done time.Time
	// wrong says what was wrong with the answer; fault is the error, nil where there was none.
	wrong string
	fault *fault
	// expected tells that the error is the right answer.
	expected bool
}

// add counts a call.
func (t *tally) add(e *ended) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	record(t.late, e.made.Sub(e.due))
	s := t.of(seriesKey{e.kind, e.wire})
	s.calls++
	took := e.done.Sub(e.due)
	switch {
	case e.wrong != "":
		t.wrong++
		t.failed++
		t.class(failure{string(e.kind), string(e.wire), wrongAnswer, ""}, e.wrong)
	case e.fault != nil && !e.expected:
		t.failed++
		if e.fault.overload() {
			t.refused++
			record(t.turned, took)
			if e.fault.retry {
				t.told++
			}
		}
		t.class(failureOf(e.kind, e.wire, e.fault), e.fault.message)
	default:
		t.right++
		s.right++
		record(s.took, took)
		if e.expected {
			t.expected++
		}
		if t.length == 0 || !e.done.After(t.began.Add(t.length)) {
			t.inTime++
		}
	}
}

// skip counts a call that was due and not made, and why.
func (t *tally) skip(why string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.calls++
	t.failed++
	t.notMade++
	t.class(failure{Kind: "any", Code: neverMade}, why)
}

func (t *tally) of(key seriesKey) *series {
	s, known := t.series[key]
	if !known {
		s = &series{took: newHistogram()}
		t.series[key] = s
	}
	return s
}

func (t *tally) class(f failure, text string) {
	c, known := t.failures[f]
	if !known {
		c = &classed{example: example(text)}
		t.failures[f] = c
	}
	c.count++
}

// end closes the tally: calls came for so long.
func (t *tally) end(length time.Duration, retries, mostInFlight int64) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.length == 0 {
		t.length = length
	}
	t.retries, t.mostInFlight = retries, mostInFlight
}

// took is how long the right answers of all series took.
func (t *tally) took() *hdrhistogram.Histogram {
	all := newHistogram()
	for _, s := range t.series {
		all.Merge(s.took)
	}
	return all
}

// merge adds the calls of another stage.
func (t *tally) merge(other *tally) {
	t.length += other.length
	t.calls += other.calls
	t.right += other.right
	t.inTime += other.inTime
	t.expected += other.expected
	t.refused += other.refused
	t.told += other.told
	t.wrong += other.wrong
	t.failed += other.failed
	t.notMade += other.notMade
	t.retries += other.retries
	t.mostInFlight = max(t.mostInFlight, other.mostInFlight)
	t.turned.Merge(other.turned)
	t.late.Merge(other.late)
	for key, from := range other.series {
		s := t.of(key)
		s.calls += from.calls
		s.right += from.right
		s.took.Merge(from.took)
	}
	for f, from := range other.failures {
		c, known := t.failures[f]
		if !known {
			c = &classed{example: from.example}
			t.failures[f] = c
		}
		c.count += from.count
	}
}

// goodput is the right answers a second that came while the stage lasted.
func (t *tally) goodput() float64 { return perSecond(t.inTime, t.length) }

func perSecond(n int64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(n) / d.Seconds()
}

// share is a part of all calls.
func (t *tally) share(n int64) float64 {
	if t.calls == 0 {
		return 0
	}
	return float64(n) / float64(t.calls)
}
