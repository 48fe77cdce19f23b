//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// serve answers each line, a position text, with the verdict and the
// microseconds of processor time of the whole process, the runtime's part too.
func serve(ctx context.Context, s settings, in io.Reader, out io.Writer) error {
	solver := solve.New(s.memory << 20)
	lines := bufio.NewScanner(in)
	for lines.Scan() {
		p, err := engine.ParseState(lines.Text())
		if err != nil {
			return err
		}
		said, cpu, err := timed(ctx, solver, p, s.limit)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "%s %d\n", said, cpu.Microseconds()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// timed solves the position and takes the processor time.
func timed(ctx context.Context, solver *solve.Solver, p engine.Position, limit time.Duration) (solve.Verdict, time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	before := processorTime()
	go watch(ctx, cancel, limit, func() time.Duration { return processorTime() - before })
	answer, err := solver.Solve(ctx, p, solve.Budget{}, nil)
	return answer.Verdict, processorTime() - before, err
}
