//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// solver decides deals one after the other.
type solver interface {
	// solve decides a deal.
	solve(ctx context.Context, r record) (outcome, error)
	// start takes the time of a start that solve's time holds.
	start(ctx context.Context) (time.Duration, error)
	// stop ends it and returns the most memory that it held, in KiB.
	stop() (int64, error)
}

// resident is a served program with what a record looks like to it.
type resident struct {
	*served
	line func(record) string
}

func (r resident) solve(_ context.Context, deal record) (outcome, error) {
	return r.served.solve(r.line(deal))
}

func (resident) start(context.Context) (time.Duration, error) { return 0, nil }

func (p *processes) stop() (int64, error) { return p.peak, nil }

// startOther starts the solver of that name.
func startOther(ctx context.Context, s settings, name string) (solver, error) {
	if a, known := anchors[name]; known {
		return newProcesses(a, s), nil
	}
	if past, ok := strings.CutPrefix(name, "recorded:"); ok {
		return recorded{past}, nil
	}
	command := strings.Fields(s.command)
	if name != "served" || len(command) == 0 {
		return nil, fmt.Errorf("solver %q, want fc-solve, fc-solve-tfts, black-hole-solve, recorded:name, or served and a -command", name)
	}
	other, err := startServed(ctx, command)
	return resident{other, func(r record) string { return r.Deck }}, err
}

// compareFile solves the deals of a file by turns and prints the table.
func compareFile(ctx context.Context, s settings, name, file string, out io.Writer) error {
	records, err := readRecords(file, s.verdict, s.first)
	if err != nil {
		return err
	}
	if past, ok := strings.CutPrefix(name, "recorded:"); ok {
		if records, err = (recorded{past}).known(records); err != nil {
			return err
		}
	}
	for i := range records {
		records[i] = records[i].withCells(s.cells)
	}
	other, err := startOther(ctx, s, name)
	if err != nil {
		return err
	}
	child, err := startOurs(ctx, s)
	if err != nil {
		return err
	}
	ours := resident{child, func(r record) string { return r.State }}
	if name == "served" {
		name = filepath.Base(strings.Fields(s.command)[0])
	}
	theirs, mine := newColumn(name, len(records)), newColumn("ours", len(records))
	for range s.runs {
		for i, r := range records {
			if err := theirs.take(ctx, other, i, r); err != nil {
				return err
			}
			if err := mine.take(ctx, ours, i, r); err != nil {
				return err
			}
		}
	}
	if theirs.peak, err = other.stop(); err != nil {
		return err
	}
	if mine.peak, err = ours.stop(); err != nil {
		return err
	}
	start := theirs.subtractStarts()
	fmt.Fprintf(out, "%s: %d deals, %d MiB for the tables of ours, runs: %d", filepath.Base(file), len(records), s.memory, s.runs)
	if start > 0 {
		fmt.Fprintf(out, "; %s ms for each start of %s are subtracted", millis(start), name)
	}
	fmt.Fprint(out, "\n\n")
	printTable(out, theirs, mine)
	return errors.Join(disagreements(records, theirs, mine)...)
}

// column is what one solver took for the deals.
type column struct {
	name   string
	deals  []outcome
	starts []time.Duration
	peak   int64
}

func newColumn(name string, deals int) *column {
	return &column{name: name, deals: make([]outcome, deals), starts: make([]time.Duration, deals)}
}

// take solves deal i; of several runs the fastest counts, and so with starts.
func (c *column) take(ctx context.Context, by solver, i int, r record) error {
	got, err := by.solve(ctx, r)
	if err != nil {
		return err
	}
	start, err := by.start(ctx)
	if err != nil {
		return err
	}
	before := c.deals[i]
	switch {
	case before.verdict == "":
		c.deals[i], c.starts[i] = got, start
		return nil
	case before.verdict == unknown:
		before.verdict = got.verdict
	case got.verdict != before.verdict && got.verdict != unknown:
		return fmt.Errorf("%s: %s says %s and then %s", r.ID, c.name, before.verdict, got.verdict)
	}
	before.cpu = min(before.cpu, got.cpu)
	c.deals[i], c.starts[i] = before, min(c.starts[i], start)
	return nil
}

// subtractStarts takes the median start off every run of a process and returns
// it.
func (c *column) subtractStarts() time.Duration {
	starts := slices.Sorted(slices.Values(c.starts))
	start := starts[len(starts)/2]
	for i := range c.deals {
		c.deals[i].cpu = max(0, c.deals[i].cpu-time.Duration(c.deals[i].starts)*start)
	}
	return start
}

// disagreements lists the deals whose verdicts differ.
func disagreements(records []record, theirs, ours *column) []error {
	var found []error
	for i, r := range records {
		says := map[verdict]bool{
			theirs.deals[i].verdict:             true,
			ours.deals[i].verdict:               true,
			verdict(strings.ToUpper(r.Verdict)): true,
		}
		if says[winnable] && says[unwinnable] {
			found = append(found, fmt.Errorf("%s: %s says %s, ours %s, the record %q",
				r.ID, theirs.name, theirs.deals[i].verdict, ours.deals[i].verdict, r.Verdict))
		}
	}
	return found
}
