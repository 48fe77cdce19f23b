//go:build linux

// Command abuse attacks a server as strangers would, and tells what that does to everybody else: how much memory the
// server takes, how long cheap calls of honest callers take beside the same calls in peace, and what the attacker is
// answered.
//
//	go build -o bin/ ./server ./deploy/loadtest/abuse
//	bin/abuse -list
//	bin/abuse -server bin/talon-server
//	sudo chrt --rr 6 bin/abuse -server 'chrt --rr 5 bin/talon-server' ping-flood idle-grpc
//	bin/abuse -grpc host:9090 -http host:8080 -pid 4711 stalled-body
//
// Each attack has a server of its own where -server says how to start one. Quiet and attacked phases take turns, so
// that what else the machine does falls on both; a ratio is the median over the rounds. The attacker gets the processor
// time that nobody else wants, for one elsewhere would take none from the server either. The scheduler still lets the
// server wait for it now and then, unless it is told to be strict, by chrt as above; threads of the server take turns
// then after 100 ms, unless kernel.sched_rr_timeslice_ms is 2.
//
// It ends with exit code 1 where the server ended, took more memory than -memory, failed an honest call or gave
// an attacker an answer that is not among those that the attack names.
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
	"strings"
	"syscall"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	command := func() error { return run(ctx, os.Args[1:], os.Stdout, os.Stderr) }
	if len(os.Args) == 2 && os.Args[1] == attackerMode {
		command = func() error { return attackAs(ctx, os.Stdin, os.Stdout) }
	}
	switch err := command(); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "abuse:", err)
		os.Exit(1)
	}
}

// settings are the flags.
type settings struct {
	server     string
	grpc, http string
	pid        int
	rounds     int
	phase      time.Duration
	idle       int
	memory     int
	ratio      float64
	list       bool
}

func readSettings(args []string, help io.Writer) (*settings, []attack, error) {
	s := &settings{}
	f := flag.NewFlagSet("abuse", flag.ContinueOnError)
	f.SetOutput(help)
	f.StringVar(&s.server, "server", "", "`command` that starts a server; addresses are added to it")
	f.StringVar(&s.grpc, "grpc", "", "`host:port` of gRPC of a server that runs already")
	f.StringVar(&s.http, "http", "", "`host:port` of JSON of a server that runs already")
	f.IntVar(&s.pid, "pid", 0, "process `id` of a server that runs already, on this machine; without it no memory is measured")
	f.IntVar(&s.rounds, "rounds", 3, "how often a quiet and an attacked phase take turns")
	f.DurationVar(&s.phase, "phase", 5*time.Second, "`time` of each phase")
	f.IntVar(&s.idle, "idle", 10000, "`connections` of the attacks that hold idle ones")
	f.IntVar(&s.memory, "memory", 0, "fail where the server takes more than so many `MiB`; 0 for no limit")
	f.Float64Var(&s.ratio, "ratio", 0, "fail where the p99 of cheap calls grows by more than this `factor`; 0 for no limit")
	f.BoolVar(&s.list, "list", false, "list the attacks and end")
	f.Usage = func() {
		fmt.Fprintln(help, "abuse attacks a server and tells what that does to everybody else. Arguments pick attacks by name.")
		f.PrintDefaults()
	}
	if err := f.Parse(args); err != nil {
		return nil, nil, err
	}
	chosen := attacks()
	if f.NArg() > 0 {
		var picked []attack
		for _, name := range f.Args() {
			at := slices.IndexFunc(chosen, func(a attack) bool { return a.name == name })
			if at < 0 {
				return nil, nil, fmt.Errorf("there is no attack %q; -list names them all", name)
			}
			picked = append(picked, chosen[at])
		}
		chosen = picked
	}
	switch {
	case s.list:
	case (s.server == "") == (s.grpc == "" || s.http == ""):
		return nil, nil, errors.New("wanted: either -server, or both -grpc and -http")
	case s.rounds < 1, s.phase <= 0:
		return nil, nil, errors.New("wanted: -rounds and -phase above zero")
	}
	return s, chosen, nil
}

func run(ctx context.Context, args []string, out, help io.Writer) error {
	s, chosen, err := readSettings(args, help)
	if err != nil {
		return err
	}
	if s.list {
		for _, a := range chosen {
			fmt.Fprintf(out, "%-20s %s\n", a.name, a.about)
		}
		return nil
	}
	fmt.Fprint(out, heading())
	var faults []error
	for _, a := range chosen {
		r, err := s.try(ctx, a)
		if err != nil {
			return fmt.Errorf("%s: %w", a.name, err)
		}
		fmt.Fprint(out, r.row())
		faults = append(faults, r.faults(s)...)
	}
	return errors.Join(faults...)
}

// try runs one attack against a server.
func (s *settings) try(ctx context.Context, a attack) (*result, error) {
	t, err := s.target(ctx)
	if err != nil {
		return nil, err
	}
	defer t.stop()
	t.idle = s.idle
	if err := t.prepare(ctx); err != nil {
		return nil, err
	}
	honest, err := newHonest(t)
	if err != nil {
		return nil, err
	}
	defer honest.close()
	r := &result{attack: a, answers: t.answers}
	honest.measure(ctx, s.phase/2, nil)
	r.before = t.memory().resident
	t.forgetPeak()
	for range s.rounds {
		quiet := honest.measure(ctx, s.phase, &r.failed)
		attacker, err := t.attack(ctx, a.name, s.phase)
		if err != nil {
			return nil, err
		}
		attacked := honest.measure(ctx, s.phase, &r.failed)
		r.during = max(r.during, t.memory().resident)
		if err := attacker.end(t.answers); err != nil {
			return nil, err
		}
		r.rounds = append(r.rounds, round{quiet, attacked})
	}
	honest.measure(ctx, s.phase, &r.failed)
	// What the attack left behind is still being worked on after it.
	r.after, r.peak = t.memory().resident, t.memory().peak
	r.ended = t.ended()
	return r, nil
}

// heading is the head of the table.
func heading() string {
	return "| attack | answered | RSS before, peak, after in MiB | " + strings.Join(kinds[:], " | ") + " | failed |\n" +
		"|---|---|---|" + strings.Repeat("---|", len(kinds)) + "---|\n"
}
