//go:build unix

// Command anchors times this project's solver and another one on the same deals,
// by turns in one run, each in processes of its own with one thread.
//
//	anchors fc-solve freecell.jsonl
//	anchors -cells 2 -first 100 fc-solve freecell.jsonl
//	anchors -verdict unwinnable fc-solve-tfts freecell.jsonl
//	anchors -range 1-32000 fc-solve
//	anchors black-hole-solve golf-wrap.jsonl
//	anchors -command 'program argument' served klondike-draw1.jsonl
//	anchors recorded:lonelybot klondike-draw1.jsonl
//
// The files are those of the reference deals, one record a line. The table that
// it prints is of processor time, not of seconds on the clock, so that a busy
// machine spoils it less. It fails where a verdict differs from the other
// solver's or from the record's.
//
// The other solvers are installed by who wants the comparison; nothing of them
// is part of this project.
//
//   - fc-solve (MIT) is Debian's freecell-solver-bin. A deal is a process: the
//     preset lg, which finds nearly every win and proves nothing, and where that
//     gives up the complete tfts; both count. fc-solve-tfts is the latter alone,
//     for the deals known to be impossible. With -range it is its sibling
//     freecell-solver-range-parallel-solve, many Microsoft deals in a process
//     and so without the cost of starts, and tfts for those that lg leaves.
//     Its rules are ours: no card comes back from the foundations.
//   - black-hole-solve (MIT) is black-hole-solver of Arch or Alpine; Debian 12
//     has no package of it. A deal is a process, with --rank-reach-prune and the
//     options that make its rules those of the three files. The way it is called
//     follows its source and was not tried against the program yet.
//   - served is any program that stays: it reads a line with the 52 cards in the
//     order of the deal ("3d 5d 6h …"), and answers it with a line of its verdict
//     (WINNABLE, UNWINNABLE or UNKNOWN) and the microseconds of processor time
//     that it took. Ours is timed in the same way. lonelybot (MIT) is a library
//     in Rust: a loop over its function solve of some ten lines makes it one. It
//     plays Klondike as the records do, with unlimited redeals and cards that
//     come back from the foundations, and cannot do otherwise; not all of its
//     prunings are proved.
//   - recorded:name runs nothing: it repeats the verdicts and the processor time
//     that the records give for solvers whose name begins so. These times are of
//     another day and perhaps another machine; they say how far off a figure is,
//     not which of two near ones is better. recorded:fc-solve beside fc-solve
//     tells what the days differ by.
//
// Starting a process takes longer than most FreeCell deals: of every run of a
// process the median time of a start, measured on a board without work beside
// each deal, is subtracted. What is left is noisy by some tenths of a
// millisecond, and holds the first touch of fresh memory, which ours pays once.
// With -runs the fastest of several counts, for both. The two tables answer two
// questions: a deal in a fresh process, and with -range a deal among many.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "anchors:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	command string
	limit   time.Duration
	memory  int
	runs    int
	first   int
	verdict string
	cells   int
	span    string
	serve   bool
}

func run(args []string, in io.Reader, out io.Writer) error {
	var s settings
	flags := flag.NewFlagSet("anchors", flag.ContinueOnError)
	flags.StringVar(&s.command, "command", "", "the other solver's `program` and arguments, where it is not in the path")
	flags.DurationVar(&s.limit, "limit", time.Minute, "processor `time` for a deal; what is served looks after itself")
	flags.IntVar(&s.memory, "memory", 256, "`MiB` for the tables of ours")
	flags.IntVar(&s.runs, "runs", 1, "runs of each deal, the fastest counts")
	flags.IntVar(&s.first, "first", 0, "only so many deals of each file")
	flags.StringVar(&s.verdict, "verdict", "", "only the deals that the records call winnable or unwinnable")
	flags.IntVar(&s.cells, "cells", 4, "free cells of FreeCell")
	flags.StringVar(&s.span, "range", "", "Microsoft deals `from-to` instead of files")
	flags.BoolVar(&s.serve, "serve", false, "answer position texts on the standard input: ours, for anchors itself")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if s.runs < 1 || s.memory < 1 || s.first < 0 || s.limit <= 0 || s.cells < 1 || s.cells > 4 {
		return errors.New("want -runs, -memory and -limit above 0, -first not below, -cells of 1 to 4")
	}
	ctx := context.Background()
	switch {
	case s.serve && flags.NArg() == 0:
		return serve(ctx, s, in, out)
	case s.span != "" && flags.NArg() == 1 && flags.Arg(0) == "fc-solve":
		return compareRange(ctx, s, out)
	case s.span == "" && flags.NArg() > 1:
		for _, file := range flags.Args()[1:] {
			if err := compareFile(ctx, s, flags.Arg(0), file, out); err != nil {
				return fmt.Errorf("%s: %w", file, err)
			}
		}
		return nil
	}
	return errors.New("want: anchors [flags] solver file…, or anchors -range from-to fc-solve")
}
