// Command loadtest puts load on Talon servers as their operator wants it, holds every answer against the
// engine of this module, and reports throughput, times and failures. It changes nothing on the servers and
// keeps nothing; it needs servers that serve open states.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends it without a report.
	context.AfterFunc(ctx, stop)
	code := execute(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// What a run ends with.
const (
	allKept = iota
	notKept
	notRun
)

// execute does what the command line says and gives the exit code.
func execute(ctx context.Context, args []string, output, errput io.Writer) int {
	r, err := drive(ctx, args, output, errput)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return allKept
	case err != nil:
		fmt.Fprintln(errput, "loadtest:", err)
		return notRun
	case !r.Passed:
		return notKept
	}
	return allKept
}

// deckSize is how many questions there are before they are asked again.
const deckSize = 10_000

// drive makes the run and writes its report.
func drive(ctx context.Context, args []string, output, errput io.Writer) (*report, error) {
	s, err := readSettings(args, errput)
	if err != nil {
		return nil, err
	}
	stages, err := s.plan()
	if err != nil {
		return nil, err
	}
	m, err := readMix(s.mix)
	if err != nil {
		return nil, err
	}
	games, err := readGames(records)
	if err != nil {
		return nil, fmt.Errorf("games: %w", err)
	}
	questions, err := m.shuffle(newSupply(games, s.seed, uint32(s.nodes)), deckSize)
	if err != nil {
		return nil, err
	}
	to, err := connect(s)
	if err != nil {
		return nil, err
	}
	defer to.close()
	r := &run{settings: s, driver: &driver{settings: s, lines: to, deck: questions}, report: report{Mix: s.mix}, told: func(done *stageReport) {
		fmt.Fprintf(errput, "%s: %.1f good answers a second, %s failed, p99 %.2f ms\n", done.Load, done.Goodput, part(done.Failed, done.Calls), done.Times.P99)
	}}
	r.all(ctx, stages)
	return &r.report, r.write(output)
}

// all does all that the settings ask for, and judges it.
func (r *run) all(ctx context.Context, stages []stage) {
	var broken []string
	switch {
	case r.settings.overload > 0:
		r.report.Overload = r.overload(ctx)
		broken = r.report.Overload.broken(&r.settings.bounds, r.total)
	case r.settings.find:
		r.report.Capacity = r.find(ctx)
		broken = r.report.Capacity.wanting(&r.settings.bounds, r.total)
	default:
		for _, s := range stages {
			if ctx.Err() == nil {
				r.stage(ctx, s)
			}
		}
		broken = r.settings.bounds.broken(r.total)
	}
	r.report.Interrupted = ctx.Err() != nil
	r.report.Total = reportOf("all", r.total)
	r.report.Broken = slices.Concat([]string{}, broken)
	r.report.Passed = len(broken) == 0
}

// write writes the report where it is wanted.
func (r *run) write(output io.Writer) error {
	if r.settings.report == "-" {
		return r.report.json(output)
	}
	if err := r.report.table(output); err != nil || r.settings.report == "" {
		return err
	}
	file, err := os.Create(r.settings.report)
	if err != nil {
		return fmt.Errorf("-report: %w", err)
	}
	return errors.Join(r.report.json(file), file.Close())
}
