package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"
)

// overloaded is what came of more load than the servers can take.
type overloaded struct {
	// Highest is the highest goodput of a load, which is the median of its rounds: the highest of all stages would be
	// the one in which the machine had the least else to do.
	Highest float64       `json:"highestGoodput"`
	Offered []offeredLoad `json:"offered"`
	// Kept is the goodput at the highest load in relation to the highest, the median of the rounds.
	Kept float64 `json:"kept"`
}

// offeredLoad is a load as a multiple of the highest goodput that was found before.
type offeredLoad struct {
	Round   int     `json:"round"`
	Times   float64 `json:"times"`
	Rate    float64 `json:"rate"`
	Goodput float64 `json:"goodput"`
	// Kept is the goodput in relation to the highest.
	Kept    float64 `json:"kept"`
	Refused int64   `json:"refused"`
	Told    int64   `json:"withRetryInfo"`
	// Other are the calls that failed and were not refused for overload.
	Other int64   `json:"failedOtherwise"`
	P99   float64 `json:"p99"`
	Late  float64 `json:"lateStartsP99"`
}

// How -overload looks for the highest goodput: so much more load at each step, until so many steps asked for
// more than came.
const (
	stepUp   = 1.25
	inVain   = 2
	mostStep = 40
)

// overload finds the highest goodput by going up in steps, and then offers multiples of what comes of that when it is
// offered again, in rounds.
func (r *run) overload(ctx context.Context) *overloaded {
	rate, highest := r.settings.rate, 0.0
	if rate == 0 {
		rate = firstRate
	}
	for behind, step := 0, 0; behind < inVain && step < mostStep && rate <= mostRate && ctx.Err() == nil; step++ {
		t := r.at(ctx, rate)
		highest = max(highest, t.goodput())
		if t.goodput() < (1-2*precision)*rate {
			behind++
		}
		rate *= stepUp
	}
	var again []float64
	for range r.settings.rounds {
		if highest > 0 && ctx.Err() == nil {
			again = append(again, r.at(ctx, min(highest, mostRate)).goodput())
		}
	}
	capacity := median(again)
	o := &overloaded{}
	for round := range r.settings.rounds {
		for _, times := range multiples(r.settings.overload) {
			if capacity == 0 || ctx.Err() != nil {
				break
			}
			t := r.at(ctx, min(times*capacity, mostRate))
			o.Offered = append(o.Offered, offeredLoad{
				Round: round + 1, Times: times, Rate: times * capacity, Goodput: t.goodput(), Refused: t.refused, Told: t.told,
				Other: t.failed - t.refused, P99: timesOf(t.took()).P99, Late: timesOf(t.late).P99,
			})
		}
	}
	o.compare(r.settings.overload)
	return o
}

// multiples are the whole numbers up to the highest, and that.
func multiples(highest float64) []float64 {
	var times []float64
	for n := 1.0; n < highest; n++ {
		times = append(times, n)
	}
	return append(times, highest)
}

// compare finds the highest goodput, and relates every other to it.
func (o *overloaded) compare(most float64) {
	at := map[float64][]float64{}
	for _, load := range o.Offered {
		at[load.Times] = append(at[load.Times], load.Goodput)
	}
	for _, rounds := range at {
		o.Highest = max(o.Highest, median(rounds))
	}
	if o.Highest == 0 {
		return
	}
	for i := range o.Offered {
		o.Offered[i].Kept = o.Offered[i].Goodput / o.Highest
	}
	o.Kept = median(at[most]) / o.Highest
}

// broken says what of an overload is not as it should be.
func (o *overloaded) broken(b *bounds, t *tally) []string {
	broken := defects(t)
	switch {
	case o.Highest == 0:
		broken = append(broken, "no call was answered rightly")
	case o.Kept < float64(b.ratio):
		broken = append(broken, fmt.Sprintf("goodput fell to %s of the highest, at least %s is wanted", percent(o.Kept), percent(float64(b.ratio))))
	}
	return broken
}

func (o *overloaded) table(out io.Writer) {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "\nHighest goodput: %.1f a second.\n", o.Highest)
	fmt.Fprintln(t, "round\ttimes\trate\tgood/s\tof highest\trefused\twith RetryInfo\tfailed otherwise\tp99 ms\tlate p99 ms\t")
	for _, l := range o.Offered {
		fmt.Fprintf(t, "%d\t%g\t%.0f\t%.1f\t%.2f\t%d\t%d\t%d\t%.2f\t%.2f\t\n",
			l.Round, l.Times, l.Rate, l.Goodput, l.Kept, l.Refused, l.Told, l.Other, l.P99, l.Late)
	}
	_ = t.Flush()
}
