//go:build unix

package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"
)

// figures are those of a row.
type figures struct {
	deals, decided, won           int
	mean, median, p95, max, total time.Duration
}

// figures sums the deals up.
func (c *column) figures() figures {
	var f figures
	var times []time.Duration
	for _, d := range c.deals {
		f.deals++
		if d.verdict != unknown {
			f.decided++
		}
		if d.verdict == winnable {
			f.won++
		}
		f.total += d.cpu
		times = append(times, d.cpu)
	}
	slices.Sort(times)
	n := len(times)
	f.mean, f.median, f.p95, f.max = f.total/time.Duration(n), times[n/2], times[n*95/100], times[n-1]
	return f
}

// printTable prints both rows and the ratios, as Markdown has it.
func printTable(out io.Writer, theirs, ours *column) {
	a, b := theirs.figures(), ours.figures()
	fmt.Fprintln(out, "| solver | deals | decided | won | mean ms | median ms | p95 ms | max ms | total CPU s | peak MiB |")
	fmt.Fprintln(out, "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	row(out, theirs.name, a, theirs.peak)
	row(out, ours.name, b, ours.peak)
	fmt.Fprintf(out, "| theirs / ours | | | | %s | %s | %s | %s | %s | |\n\n",
		ratio(a.mean, b.mean), ratio(a.median, b.median), ratio(a.p95, b.p95), ratio(a.max, b.max), ratio(a.total, b.total))
}

func row(out io.Writer, name string, f figures, peak int64) {
	fmt.Fprintf(out, "| %s | %d | %d | %d | %s | %s | %s | %s | %.3f | %s |\n",
		name, f.deals, f.decided, f.won, millis(f.mean), millis(f.median), millis(f.p95), millis(f.max), f.total.Seconds(), mebibytes(peak))
}

// mebibytes writes KiB as MiB, and a dash where nobody knows them.
func mebibytes(kib int64) string {
	if kib == 0 {
		return "–"
	}
	return strconv.FormatInt(kib>>10, 10)
}

// millis writes a time in milliseconds, to the microsecond below ten.
func millis(d time.Duration) string {
	ms := d.Seconds() * 1e3
	if ms < 10 {
		return strconv.FormatFloat(ms, 'f', 3, 64)
	}
	return strconv.FormatFloat(ms, 'f', 1, 64)
}

// ratio writes a/b, and a dash where one is too small to be measured.
func ratio(a, b time.Duration) string {
	if a <= 0 || b <= 0 {
		return "–"
	}
	return strconv.FormatFloat(float64(a)/float64(b), 'g', 3, 64)
}
