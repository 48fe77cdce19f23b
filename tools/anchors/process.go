//go:build unix

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"time"
)

// verdict is what a solver says of a deal.
type verdict string

// The verdicts, as this project writes them.
const (
	winnable   verdict = "WINNABLE"
	unwinnable verdict = "UNWINNABLE"
	unknown    verdict = "UNKNOWN"
)

// outcome is a verdict and what it took.
type outcome struct {
	verdict verdict
	cpu     time.Duration
	starts  int
}

// processes solves each deal in processes of its own.
type processes struct {
	anchor  anchor
	command []string
	cells   int
	limit   time.Duration
	peak    int64
}

// newProcesses returns those of the anchor, run by the command if that is not
// empty.
func newProcesses(a anchor, s settings) *processes {
	command := strings.Fields(s.command)
	if len(command) == 0 {
		command = []string{a.program}
	}
	return &processes{anchor: a, command: command, cells: s.cells, limit: s.limit}
}

// solve makes the attempts at a deal.
func (p *processes) solve(ctx context.Context, r record) (outcome, error) {
	attempts, err := p.anchor.attempts(r, p.cells)
	if err != nil {
		return outcome{}, err
	}
	total := outcome{verdict: unknown}
	for _, a := range attempts {
		output, cpu, err := p.run(ctx, a)
		total.cpu += cpu
		total.starts++
		if errors.Is(err, context.DeadlineExceeded) {
			continue
		}
		if err != nil {
			return outcome{}, err
		}
		said := p.read(output)
		if said == winnable || said == unwinnable && !a.incomplete {
			total.verdict = said
			break
		}
	}
	return total, nil
}

// start takes the time of a start.
func (p *processes) start(ctx context.Context) (time.Duration, error) {
	_, cpu, err := p.run(ctx, p.anchor.empty)
	return cpu, err
}

// read finds the verdict in the output: a line that is one of the words.
func (p *processes) read(output string) verdict {
	for line := range strings.Lines(output) {
		if said, known := p.anchor.words[strings.TrimSpace(line)]; known {
			return said
		}
	}
	return unknown
}

// run runs the program and returns its output and processor time. That it ends
// with a status of its own is no error: some do where a deal is not solved.
func (p *processes) run(ctx context.Context, a attempt) (string, time.Duration, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	args := append(p.command[1:len(p.command):len(p.command)], a.args...)
	cmd := exec.CommandContext(ctx, p.command[0], args...)
	var output bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(a.input), &output, os.Stderr
	cmd.Env = append(os.Environ(), "FREECELL_SOLVER_QUIET=1")
	if err := cmd.Start(); err != nil {
		return "", 0, err
	}
	go watch(ctx, cancel, p.limit, processorTimeOf(cmd.Process.Pid))
	err := cmd.Wait()
	p.peak = max(p.peak, peak(cmd.ProcessState))
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	var status *exec.ExitError
	switch {
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.As(err, &status) && status.Exited():
		err = nil
	case err != nil:
		err = fmt.Errorf("%s: %w", p.command[0], err)
	}
	return output.String(), cpu, err
}

// peak is the most memory that an ended process held, in KiB.
func peak(state *os.ProcessState) int64 {
	if usage, ok := state.SysUsage().(*syscall.Rusage); ok {
		return usage.Maxrss
	}
	return 0
}
