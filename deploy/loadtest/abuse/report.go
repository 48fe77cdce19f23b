//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
)

// attack is one way to be a nuisance.
type attack struct {
	name, about string
	// fair lists how answers to the attacker may begin; nothing else is fair.
	fair []string
	// run attacks until the context ends.
	run func(ctx context.Context, t *target)
}

// answers counts what an attacker is answered.
type answers struct {
	mu    sync.Mutex
	count map[string]int
}

func (a *answers) add(what string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count[what]++
}

// list gives the answers, the most frequent first.
func (a *answers) list() []string {
	a.mu.Lock()
	defer a.mu.Unlock()
	var names []string
	for name := range a.count {
		names = append(names, name)
	}
	slices.SortFunc(names, func(x, y string) int {
		if n := a.count[y] - a.count[x]; n != 0 {
			return n
		}
		return strings.Compare(x, y)
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s ×%d", name, a.count[name])
	}
	return names
}

// times are the durations of the calls of one kind in one phase.
type times []time.Duration

// quantile gives the duration that the share q of the calls does not exceed.
func (t times) quantile(q float64) time.Duration {
	if len(t) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(t))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// round is a quiet phase and an attacked one.
type round struct{ quiet, attacked [len(kinds)]times }

// result is what an attack did.
type result struct {
	attack                      attack
	answers                     *answers
	before, during, peak, after int
	rounds                      []round
	failed                      failures
	ended                       bool
}

// ratio gives the median over the rounds of how much a quantile of a kind of call grew.
func (r *result) ratio(kind int, q float64) float64 {
	var ratios []float64
	for _, one := range r.rounds {
		if quiet := one.quiet[kind].quantile(q); quiet > 0 {
			ratios = append(ratios, float64(one.attacked[kind].quantile(q))/float64(quiet))
		}
	}
	if len(ratios) == 0 {
		return 0
	}
	slices.Sort(ratios)
	return ratios[len(ratios)/2]
}

// row is the line of the attack in the table.
func (r *result) row() string {
	var cells []string
	for kind := range kinds {
		var quiet times
		for _, one := range r.rounds {
			quiet = append(quiet, one.quiet[kind]...)
		}
		cells = append(cells, fmt.Sprintf("p99 %.1f ms ×%.1f, p50 ×%.1f",
			float64(quiet.quantile(0.99).Microseconds())/1000, r.ratio(kind, 0.99), r.ratio(kind, 0.5)))
	}
	return fmt.Sprintf("| %s | %s | %d, %d, %d | %s | %d of %d |\n", r.attack.name, strings.Join(r.answers.list(), "<br>"),
		r.before, r.peak, r.after, strings.Join(cells, " | "), r.failed.failed, r.failed.made)
}

// faults lists what the server should not have done.
func (r *result) faults(s *settings) []error {
	var faults []error
	fault := func(format string, args ...any) {
		faults = append(faults, fmt.Errorf(r.attack.name+": "+format, args...))
	}
	if r.ended {
		fault("the server ended")
	}
	if s.memory > 0 && r.peak > s.memory {
		fault("%d MiB of memory, more than %d", r.peak, s.memory)
	}
	if r.failed.failed > 0 {
		fault("%d of %d honest calls failed; the first: %w", r.failed.failed, r.failed.made, r.failed.first)
	}
	for _, answer := range r.answers.list() {
		if !slices.ContainsFunc(r.attack.fair, func(fair string) bool { return strings.HasPrefix(answer, fair) }) {
			fault("the attacker was answered %s", answer)
		}
	}
	for kind, name := range kinds {
		if ratio := r.ratio(kind, 0.99); s.ratio > 0 && ratio > s.ratio {
			fault("the p99 of %s grew by %.1f", name, ratio)
		}
	}
	return faults
}

// failures counts honest calls.
type failures struct {
	mu           sync.Mutex
	made, failed int
	first        error
}

func (f *failures) count(err error) {
	if f == nil {
		return
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.made++
	if err != nil {
		f.failed++
		if f.first == nil {
			f.first = errors.Join(err)
		}
	}
}
