package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// report is what a run ends with, as it is written in JSON. Times are in milliseconds.
type report struct {
	Mix      string        `json:"mix"`
	Stages   []stageReport `json:"stages"`
	Total    stageReport   `json:"total"`
	Capacity *capacity     `json:"capacity,omitempty"`
	Overload *overloaded   `json:"overload,omitempty"`
	// Broken are the bounds that were not kept.
	Broken []string `json:"broken"`
	Passed bool     `json:"passed"`
	// Interrupted tells that the run was ended before its time.
	Interrupted bool `json:"interrupted,omitempty"`
}

// stageReport is one stage, or all together.
type stageReport struct {
	Load    string  `json:"load"`
	Seconds float64 `json:"seconds"`
	Calls   int64   `json:"calls"`
	// Throughput is all calls that were made, a second; goodput those answered rightly before the
	// stage ended.
	Throughput float64 `json:"throughput"`
	Goodput    float64 `json:"goodput"`
	Right      int64   `json:"right"`
	// Expected are the right answers that are refusals.
	Expected int64 `json:"expectedRefusals"`
	Failed   int64 `json:"failed"`
	Wrong    int64 `json:"wrong"`
	// Overloads are refusals for overload, with and without RetryInfo.
	Overloads        int64          `json:"overloadRefusals"`
	WithRetryInfo    int64          `json:"withRetryInfo"`
	WithoutRetryInfo int64          `json:"withoutRetryInfo"`
	NotMade          int64          `json:"notMade"`
	Retries          int64          `json:"retries"`
	MostInFlight     int64          `json:"mostInFlight"`
	Times            times          `json:"times"`
	RefusalTimes     times          `json:"refusalTimes"`
	LateStarts       times          `json:"lateStarts"`
	Series           []seriesReport `json:"series"`
	Failures         []failReport   `json:"failures"`
}

// seriesReport is the calls of a kind over a wire.
type seriesReport struct {
	Kind  string `json:"kind"`
	Wire  string `json:"wire"`
	Calls int64  `json:"calls"`
	Right int64  `json:"right"`
	Times times  `json:"times"`
}

// failReport is a class of failures.
type failReport struct {
	failure
	Count   int64  `json:"count"`
	Example string `json:"example"`
}

// times are quantiles in milliseconds.
type times struct {
	Count int64   `json:"count"`
	P50   float64 `json:"p50"`
	P90   float64 `json:"p90"`
	P99   float64 `json:"p99"`
	P999  float64 `json:"p999"`
	Most  float64 `json:"max"`
}

// at gives the time that so many percent did not exceed.
func at(h *hdrhistogram.Histogram, percent float64) time.Duration {
	return time.Duration(h.ValueAtPercentile(percent)) * time.Microsecond
}

func timesOf(h *hdrhistogram.Histogram) times {
	ms := func(percent float64) float64 { return float64(h.ValueAtPercentile(percent)) / 1000 }
	return times{h.TotalCount(), ms(50), ms(90), ms(99), ms(99.9), float64(h.Max()) / 1000}
}

func reportOf(load string, t *tally) stageReport {
	r := stageReport{
		Load: load, Seconds: t.length.Seconds(), Calls: t.calls,
		Throughput: perSecond(t.calls-t.notMade, t.length), Goodput: t.goodput(),
		Right: t.right, Expected: t.expected, Failed: t.failed, Wrong: t.wrong,
		Overloads: t.refused, WithRetryInfo: t.told, WithoutRetryInfo: t.refused - t.told,
		NotMade: t.notMade, Retries: t.retries, MostInFlight: t.mostInFlight,
		Times: timesOf(t.took()), RefusalTimes: timesOf(t.turned), LateStarts: timesOf(t.late),
	}
	for _, key := range slices.SortedFunc(maps.Keys(t.series), func(a, b seriesKey) int {
		return cmp.Or(cmp.Compare(order(a.kind), order(b.kind)), cmp.Compare(a.wire, b.wire))
	}) {
		s := t.series[key]
		r.Series = append(r.Series, seriesReport{string(key.kind), string(key.wire), s.calls, s.right, timesOf(s.took)})
	}
	for f, c := range t.failures {
		r.Failures = append(r.Failures, failReport{f, c.count, c.example})
	}
	slices.SortFunc(r.Failures, func(a, b failReport) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.failure.String(), b.failure.String()))
	})
	return r
}

// order is the place of a kind in the list of kinds.
func order(k kind) int {
	return slices.IndexFunc(askings, func(a asking) bool { return a.kind == k })
}

// json writes the report for programs.
func (r *report) json(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

// table writes the report for people.
func (r *report) table(out io.Writer) error {
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "load\tseconds\tcalls\tcalls/s\tgood/s\tfailed\trefused\tp50 ms\tp99 ms\tmax ms\tin flight\tlate p99 ms\t")
	for _, s := range r.Stages {
		s.row(t)
	}
	if len(r.Stages) > 1 {
		r.Total.row(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	t = tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\nkind\twire\tcalls\tright\tp50 ms\tp90 ms\tp99 ms\tp99.9 ms\tmax ms")
	for _, s := range r.Total.Series {
		fmt.Fprintf(t, "%s\t%s\t%d\t%d\t%.2f\t%.2f\t%.2f\t%.2f\t%.2f\n", s.Kind, s.Wire, s.Calls, s.Right,
			s.Times.P50, s.Times.P90, s.Times.P99, s.Times.P999, s.Times.Most)
	}
	if len(r.Total.Failures) > 0 {
		fmt.Fprintln(t, "\nfailed\twire\tcode\treason\tcalls\tfor example")
	}
	for _, f := range r.Total.Failures {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%d\t%s\n", f.Kind, f.Wire, f.Code, cmp.Or(f.Reason, "-"), f.Count, f.Example)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	r.rest(out)
	return nil
}

func (s *stageReport) row(w io.Writer) {
	fmt.Fprintf(w, "%s\t%.1f\t%d\t%.1f\t%.1f\t%s\t%s\t%.2f\t%.2f\t%.2f\t%d\t%.2f\t\n", s.Load, s.Seconds, s.Calls, s.Throughput,
		s.Goodput, part(s.Failed, s.Calls), part(s.Overloads, s.Calls), s.Times.P50, s.Times.P99, s.Times.Most, s.MostInFlight,
		s.LateStarts.P99)
}

// part writes a part of a number as a percentage.
func part(n, of int64) string {
	if of == 0 {
		return "-"
	}
	return percent(float64(n) / float64(of))
}

// rest writes what is said in sentences.
func (r *report) rest(out io.Writer) {
	t := &r.Total
	fmt.Fprintf(out, "\n%d right answers, %d of them refusals that the rules ask for; %d wrong; %d retries.\n", t.Right, t.Expected, t.Wrong, t.Retries)
	if t.Overloads > 0 {
		fmt.Fprintf(out, "%d refusals for overload, %d of them with RetryInfo; they took %.2f ms (p50), %.2f ms (p99).\n",
			t.Overloads, t.WithRetryInfo, t.RefusalTimes.P50, t.RefusalTimes.P99)
	}
	if t.LateStarts.P99 > starved.Seconds()*1000 {
		fmt.Fprintf(out, "One call in a hundred was made %.1f ms late or more: this program lacked a processor, and the times are too long.\n", t.LateStarts.P99)
	}
	if r.Capacity != nil {
		fmt.Fprintln(out, r.Capacity)
	}
	if r.Overload != nil {
		r.Overload.table(out)
	}
	if r.Interrupted {
		fmt.Fprintln(out, "The run was interrupted.")
	}
	for _, broken := range r.Broken {
		fmt.Fprintln(out, "FAILED:", broken)
	}
	if r.Passed {
		fmt.Fprintln(out, "PASSED")
	}
}

// starved is how late calls may be made before the report says that the generator itself was too slow.
const starved = 10 * time.Millisecond
