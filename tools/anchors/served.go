//go:build unix

package main

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"time"
)

// served is a solver that stays: a line with a deal goes in, a line with a
// verdict and microseconds comes out.
type served struct {
	cmd *exec.Cmd
	in  io.WriteCloser
	out *bufio.Reader
}

// startServed starts the command, with one thread where it is written in Go.
func startServed(ctx context.Context, command []string) (*served, error) {
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &served{cmd: cmd, in: in, out: bufio.NewReader(out)}, nil
}

// startOurs starts this program as the server of our solver.
func startOurs(ctx context.Context, s settings) (*served, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	return startServed(ctx, []string{self, "-serve", "-memory", fmt.Sprint(s.memory), "-limit", s.limit.String()})
}

// solve hands a deal over and waits for the answer.
func (s *served) solve(deal string) (outcome, error) {
	if _, err := fmt.Fprintln(s.in, deal); err != nil {
		return outcome{}, fmt.Errorf("%s: %w", s.cmd.Path, err)
	}
	line, err := s.out.ReadString('\n')
	if err != nil {
		return outcome{}, fmt.Errorf("%s ends without an answer to %q: %w", s.cmd.Path, deal, err)
	}
	var said verdict
	var micros float64
	if _, err := fmt.Sscan(line, &said, &micros); err != nil {
		return outcome{}, fmt.Errorf("%s answers %q, want a verdict and microseconds", s.cmd.Path, line)
	}
	switch said {
	case winnable, unwinnable, unknown:
		return outcome{verdict: said, cpu: time.Duration(micros * 1e3)}, nil
	}
	return outcome{}, fmt.Errorf("%s answers %q, want WINNABLE, UNWINNABLE or UNKNOWN", s.cmd.Path, line)
}

// stop ends the program and returns the most memory that it held, in KiB.
func (s *served) stop() (int64, error) {
	if err := s.in.Close(); err != nil {
		return 0, err
	}
	if err := s.cmd.Wait(); err != nil {
		return 0, fmt.Errorf("%s: %w", s.cmd.Path, err)
	}
	return peak(s.cmd.ProcessState), nil
}
