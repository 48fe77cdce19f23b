//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"sync/atomic"
	"time"
)

// attackerMode is the argument with which the program is an attacker and nothing else.
const attackerMode = "attacker"

// order is what an attacker is told.
type order struct {
	Attack, GRPC, HTTP, State, Hard string
	Idle                            int
	Length                          time.Duration
}

// attackAs attacks as an order says and tells what was answered. It writes a line when it begins.
func attackAs(ctx context.Context, in io.Reader, out io.Writer) error {
	var o order
	if err := json.NewDecoder(in).Decode(&o); err != nil {
		return err
	}
	all := attacks()
	at := slices.IndexFunc(all, func(a attack) bool { return a.name == o.Attack })
	if at < 0 {
		return fmt.Errorf("there is no attack %q", o.Attack)
	}
	t := &target{grpc: o.GRPC, http: o.HTTP, state: o.State, hard: o.Hard, idle: o.Idle, answers: &answers{count: map[string]int{}}}
	fmt.Fprintln(out, "begun")
	attacking, cancel := context.WithTimeout(ctx, o.Length)
	defer cancel()
	all[at].run(attacking, t)
	return json.NewEncoder(out).Encode(t.answers.count)
}

// attacker is a process that attacks. It gets the processor time that nobody else wants, so that it takes little of what
// the server wants and honest callers measure.
type attacker struct {
	process *exec.Cmd
	out     *bufio.Reader
}

// attack starts an attacker and waits until it begins.
func (t *target) attack(ctx context.Context, name string, length time.Duration) (*attacker, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	a := &attacker{process: exec.CommandContext(ctx, "chrt", "--idle", "0", self, attackerMode)}
	in, err1 := a.process.StdinPipe()
	out, err2 := a.process.StdoutPipe()
	if err := errors.Join(err1, err2); err != nil {
		return nil, err
	}
	a.process.Stderr, a.out = os.Stderr, bufio.NewReader(out)
	if err := a.process.Start(); err != nil {
		return nil, err
	}
	err = json.NewEncoder(in).Encode(order{name, t.grpc, t.http, t.state, t.hard, t.idle, length})
	if _, early := a.out.ReadString('\n'); err != nil || early != nil {
		return nil, errors.Join(err, early, a.process.Wait())
	}
	return a, nil
}

// grace is how long an attacker may take to let go of everything.
const grace = 20 * time.Second

// end waits for the attacker and counts what it was answered.
func (a *attacker) end(answers *answers) error {
	var killed atomic.Bool
	hung := time.AfterFunc(grace, func() {
		killed.Store(true)
		_ = a.process.Process.Kill()
	})
	defer hung.Stop()
	count := map[string]int{}
	err := json.NewDecoder(a.out).Decode(&count)
	if killed.Load() {
		// On a machine that is busy it may not get to its own end.
		answers.add("held until the attacker was ended")
		_ = a.process.Wait()
		return nil
	}
	answers.mu.Lock()
	for what, n := range count {
		answers.count[what] += n
	}
	answers.mu.Unlock()
	return errors.Join(err, a.process.Wait())
}
