//go:build unix

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"

	"github.com/talon-solitaire/talon/engine"
)

// chunk is how many deals of a range a process solves: few enough that both
// solvers meet the same weather, many enough that a start does not matter.
const chunk = 500

// columns are those of FreeCell.
const columns = 8

// unsolved is the line about a deal that the range solver leaves.
var unsolved = regexp.MustCompile(`(?m)^(?:Unsolved|Intractable) Board No\. (\d+) `)

// compareRange solves the Microsoft deals of the range, a chunk by each solver
// in turn, and prints the totals: single deals of a chunk have no times.
func compareRange(ctx context.Context, s settings, out io.Writer) error {
	var from, to engine.DealNumber
	if _, err := fmt.Sscanf(s.span, "%d-%d", &from, &to); err != nil || from < 1 || to < from || to > 1_000_000 {
		return fmt.Errorf("-range %q, want from-to within 1-1000000", s.span)
	}
	a := anchors["fc-solve"]
	a.program = "freecell-solver-range-parallel-solve"
	theirs, complete := newProcesses(a, s), newProcesses(anchors["fc-solve"], settings{cells: s.cells, limit: s.limit})
	theirs.limit = chunk * s.limit
	ours, err := startOurs(ctx, s)
	if err != nil {
		return err
	}
	options, err := freecellOptions(s.cells)
	if err != nil {
		return err
	}
	var their, our tally
	var differ []error
	for first := from; first <= to; first += chunk {
		last := min(to, first+chunk-1)
		open, err := theirs.chunk(ctx, first, last, s.cells, &their)
		if err != nil {
			return err
		}
		for n := first; n <= last; n++ {
			said, err := our.ours(ours, options, n)
			if err != nil {
				return err
			}
			expected := winnable
			if open[n] {
				if expected, err = their.second(ctx, complete, options, n); err != nil {
					return err
				}
			}
			if said != expected && said != unknown && expected != unknown {
				differ = append(differ, fmt.Errorf("deal %d: fc-solve says %s, ours %s", n, expected, said))
			}
		}
	}
	if our.peak, err = ours.stop(); err != nil {
		return err
	}
	their.peak = max(theirs.peak, complete.peak)
	fmt.Fprintf(out, "Microsoft deals %s, %d cells, %d MiB for the tables of ours\n\n", s.span, s.cells, s.memory)
	fmt.Fprintln(out, "| solver | deals | decided | won | mean ms | max ms | total CPU s | peak MiB |")
	fmt.Fprintln(out, "|---|---:|---:|---:|---:|---:|---:|---:|")
	their.print(out, "fc-solve range", int(to-from)+1, "–")
	our.print(out, "ours", int(to-from)+1, millis(our.longest))
	fmt.Fprintf(out, "| theirs / ours | | | | | | %s | |\n\n", ratio(their.cpu, our.cpu))
	return errors.Join(differ...)
}

// freecellOptions are those of FreeCell with so many cells.
func freecellOptions(cells int) (engine.Options, error) {
	return engine.ParseOptions(engine.FreeCell, map[string]string{"cells": fmt.Sprint(cells)})
}

// tally sums a range up.
type tally struct {
	decided, won int
	cpu, longest time.Duration
	peak         int64
}

func (t *tally) add(got outcome) {
	if got.verdict != unknown {
		t.decided++
	}
	if got.verdict == winnable {
		t.won++
	}
	t.cpu += got.cpu
	t.longest = max(t.longest, got.cpu)
}

func (t *tally) print(out io.Writer, name string, deals int, longest string) {
	fmt.Fprintf(out, "| %s | %d | %d | %d | %s | %s | %.3f | %s |\n",
		name, deals, t.decided, t.won, millis(t.cpu/time.Duration(deals)), longest, t.cpu.Seconds(), mebibytes(t.peak))
}

// chunk solves deals in one process and returns those that it leaves.
func (p *processes) chunk(ctx context.Context, first, last engine.DealNumber, cells int, t *tally) (map[engine.DealNumber]bool, error) {
	args := []string{fmt.Sprint(first), fmt.Sprint(last), fmt.Sprint(last), "--freecells-num", fmt.Sprint(cells), "-l", "lg"}
	output, cpu, err := p.run(ctx, attempt{args: args})
	if err != nil {
		return nil, err
	}
	if !strings.Contains(output, fmt.Sprintf("Reached Board No. %d ", last)) {
		return nil, fmt.Errorf("%s does not reach deal %d: %q", p.command[0], last, output)
	}
	open := map[engine.DealNumber]bool{}
	for _, found := range unsolved.FindAllStringSubmatch(output, -1) {
		var n engine.DealNumber
		if _, err := fmt.Sscan(found[1], &n); err != nil {
			return nil, err
		}
		open[n] = true
	}
	won := int(last-first) + 1 - len(open)
	t.decided, t.won, t.cpu = t.decided+won, t.won+won, t.cpu+cpu
	return open, nil
}

// second lets the complete search decide what the range solver left.
func (t *tally) second(ctx context.Context, p *processes, options engine.Options, n engine.DealNumber) (verdict, error) {
	r, err := numbered(options, n)
	if err != nil {
		return "", err
	}
	attempts, err := p.anchor.attempts(r, p.cells)
	if err != nil {
		return "", err
	}
	output, cpu, err := p.run(ctx, attempts[len(attempts)-1])
	said := p.read(output)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		said = unknown
	case err != nil:
		return "", err
	}
	t.add(outcome{verdict: said, cpu: cpu})
	return said, nil
}

// ours lets our solver decide the deal.
func (t *tally) ours(by *served, options engine.Options, n engine.DealNumber) (verdict, error) {
	r, err := numbered(options, n)
	if err != nil {
		return "", err
	}
	got, err := by.solve(r.State)
	t.add(got)
	return got.verdict, err
}

// numbered is the record of a deal by its number.
func numbered(options engine.Options, n engine.DealNumber) (record, error) {
	deal, err := engine.DealByNumber(options, n)
	if err != nil {
		return record{}, err
	}
	p := deal.Position()
	r := record{ID: fmt.Sprint(n), State: p.String()}
	r.Layout.Tableau = make([]string, columns)
	for i, card := range deal.Deck {
		r.Layout.Tableau[i%columns] += card.String() + " "
	}
	return r, nil
}
