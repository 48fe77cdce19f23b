package main

import (
	"context"
	"fmt"
	"slices"
)

// run is a run under way: what was driven, and what is said of it in the end.
type run struct {
	settings *settings
	driver   *driver
	report   report
	total    *tally
	// told is told of each stage when it is over.
	told func(*stageReport)
}

// stage drives a stage and puts it into the report.
func (r *run) stage(ctx context.Context, s stage) *tally {
	t := r.driver.run(ctx, s)
	if r.total == nil {
		r.total = newTally(t.began)
	}
	r.total.merge(t)
	done := reportOf(s.String(), t)
	r.report.Stages = append(r.report.Stages, done)
	r.told(&done)
	return t
}

// at drives a stage of a rate.
func (r *run) at(ctx context.Context, rate float64) *tally {
	return r.stage(ctx, stage{from: rate, to: rate, length: r.settings.length, calls: r.settings.calls})
}

// capacity is what a search for the highest rate found.
type capacity struct {
	// Rate is the highest one that kept the bounds, 0 if none did; Broken is the lowest that did not,
	// and Because says why.
	Rate    float64  `json:"rate"`
	Broken  float64  `json:"broken,omitempty"`
	Because []string `json:"because,omitempty"`
}

func (c *capacity) String() string {
	switch {
	case c.Broken == 0:
		return fmt.Sprintf("Capacity: at least %.0f calls a second; no bound was reached.", c.Rate)
	case c.Rate == 0:
		return fmt.Sprintf("Capacity: below %.0f calls a second: %s.", c.Broken, c.Because[0])
	}
	return fmt.Sprintf("Capacity: %.0f calls a second. At %.0f: %s.", c.Rate, c.Broken, c.Because[0])
}

// Where a search begins, how it goes up, and how near it comes.
const (
	firstRate = 100
	growth    = 2
	precision = 0.05
)

// find looks for the highest rate that keeps the bounds: it doubles the rate until one breaks, and halves
// the distance from then on.
func (r *run) find(ctx context.Context) *capacity {
	c := &capacity{}
	rate := r.settings.rate
	if rate == 0 {
		rate = firstRate
	}
	for ctx.Err() == nil && rate <= mostRate {
		t := r.at(ctx, rate)
		if ctx.Err() != nil {
			break
		}
		bounds := r.settings.bounds
		bounds.goodput = 0
		broken := bounds.broken(t)
		if t.goodput() < (1-precision)*rate {
			broken = append(broken, fmt.Sprintf("goodput is %.1f a second", t.goodput()))
		}
		if len(broken) == 0 {
			c.Rate = rate
		} else {
			c.Broken, c.Because = rate, broken
		}
		switch {
		case c.Broken == 0:
			rate *= growth
		case c.Broken-c.Rate <= precision*c.Broken:
			return c
		default:
			rate = (c.Rate + c.Broken) / 2
		}
		if c.Rate == 0 && rate < 1 {
			break
		}
	}
	return c
}

// wanting says what a capacity lacks: the bounds hold for the highest rate that kept them, so that there has
// to be one, of enough goodput.
func (c *capacity) wanting(b *bounds, t *tally) []string {
	broken := defects(t)
	if c.Rate == 0 || c.Rate < b.goodput {
		broken = append(broken, fmt.Sprintf("no rate of at least %.0f calls a second kept the bounds", max(b.goodput, 1)))
	}
	return broken
}

// median gives the number in the middle, 0 of none.
func median(numbers []float64) float64 {
	if len(numbers) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[len(sorted)/2]
}
