package fault

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// How many games of each caller are played at a time, and how many calls of each player make a fault be over,
// or show that nothing is wrong. While a server is frozen some calls take their whole time.
const (
	players = 2
	settled = 30
	frozen  = 8
)

// caller is one way to call the service. A call tells how many requests it took.
type caller interface {
	deal(ctx context.Context, l *line) (position, int, error)
	play(ctx context.Context, state, move string) (position, int, error)
	replay(ctx context.Context, state string, moves []string) (string, int, error)
	solve(ctx context.Context, state string) (string, int, error)
}

// tally counts the calls of one load during one fault.
type tally struct {
	calls, requests int
	failed          map[string]int // by what the caller was told
	longest         time.Duration
}

// load plays games until it is stopped, and counts.
type load struct {
	t       *testing.T
	guard   sync.Mutex
	changed *sync.Cond
	phase   string
	// ended counts the calls of each player that have begun in this phase and ended.
	ended  map[player]int
	counts map[string]map[string]*tally // by phase and name of the caller
	phases []string
	stop   bool
	all    sync.WaitGroup
}

// player is one of those who play the games of a caller.
type player struct {
	caller string
	number int
}

func newLoad(t *testing.T) *load {
	t.Helper()
	l := &load{t: t, ended: map[player]int{}, counts: map[string]map[string]*tally{}}
	l.changed = sync.NewCond(&l.guard)
	return l
}

// begin names what happens from now on.
func (l *load) begin(phase string) {
	l.guard.Lock()
	defer l.guard.Unlock()
	l.phase = phase
	if l.counts[phase] == nil {
		l.phases = append(l.phases, phase)
		l.counts[phase] = map[string]*tally{}
	}
	for one := range l.ended {
		l.ended[one] = 0
	}
}

// await waits until each player has ended so many calls that began in this phase, and so every call from
// before has ended too.
func (l *load) await(calls int) {
	l.guard.Lock()
	defer l.guard.Unlock()
	for !l.stop && slices.Min(slices.Collect(maps.Values(l.ended))) < calls {
		l.changed.Wait()
	}
}

// next waits until any call more has ended, and reports whether the load goes on.
func (l *load) next() bool {
	l.guard.Lock()
	defer l.guard.Unlock()
	if !l.stop {
		l.changed.Wait()
	}
	return !l.stop
}

// join adds a player.
func (l *load) join(one player) {
	l.guard.Lock()
	defer l.guard.Unlock()
	l.ended[one] = 0
}

// called counts a call for the phase that it ends in; it began in another one if the fault came upon it.
func (l *load) called(one player, began string, requests int, took time.Duration, class string) (stopped bool) {
	l.guard.Lock()
	defer l.guard.Unlock()
	counted := l.counts[l.phase][one.caller]
	if counted == nil {
		counted = &tally{failed: map[string]int{}}
		l.counts[l.phase][one.caller] = counted
	}
	counted.calls++
	counted.requests += requests
	counted.longest = max(counted.longest, took)
	if class != "" {
		counted.failed[class]++
		if l.phase == calm && !l.stop {
			l.t.Errorf("%v: a call fails though nothing is wrong: %s", one, class)
			l.stop = true
		}
	}
	if began == l.phase {
		l.ended[one]++
	}
	l.changed.Broadcast()
	return l.stop
}

func (l *load) now() string {
	l.guard.Lock()
	defer l.guard.Unlock()
	return l.phase
}

// plays starts the players of a caller. A call that fails is counted and made again, so that the game goes on.
func (l *load) plays(name string, lines []line, calling caller) {
	for number := range players {
		one := player{name, number}
		l.join(one)
		l.all.Go(func() {
			for game := number; l.game(one, &lines[game%len(lines)], calling); game++ {
			}
		})
	}
}

// game plays a game and reports whether another one is to follow.
func (l *load) game(one player, game *line, calling caller) bool {
	ctx := l.t.Context()
	stopped := false
	step := func(call func() (int, error)) {
		for failed := true; failed && !stopped; {
			phase, start := l.now(), time.Now()
			requests, err := call()
			failed = err != nil
			stopped = l.called(one, phase, requests, time.Since(start), classOf(err))
		}
	}
	var state string
	at := func(i int, call func() (position, int, error)) {
		step(func() (requests int, err error) {
			told, requests, err := call()
			if err != nil {
				return requests, err
			}
			want := game.Positions[i]
			if !slices.Equal(told.Moves, want.Moves) || !game.Sealed && told.State != want.State {
				l.t.Errorf("%v: %s %d after %d moves: %v, want %v", one, game.Variant, game.Number, i, told, want)
			}
			state = told.State
			return requests, nil
		})
	}
	at(0, func() (position, int, error) { return calling.deal(ctx, game) })
	start := state
	for i, move := range game.Played {
		if !stopped {
			at(i+1, func() (position, int, error) { return calling.play(ctx, state, move) })
		}
	}
	if !stopped {
		step(func() (int, error) {
			told, requests, err := calling.replay(ctx, start, game.Played)
			if want := game.Positions[len(game.Played)].State; err == nil && !game.Sealed && told != want {
				l.t.Errorf("%v: %s %d played again: %s, want %s", one, game.Variant, game.Number, told, want)
			}
			return requests, err
		})
	}
	if !stopped {
		step(func() (int, error) {
			told, requests, err := calling.solve(ctx, game.Endgame)
			if err == nil && told != game.Verdict {
				l.t.Errorf("%v: %s is %s, want %s", one, game.Endgame, told, game.Verdict)
			}
			return requests, err
		})
	}
	return !stopped
}

// end lets the players end their calls.
func (l *load) end() {
	l.guard.Lock()
	l.stop = true
	l.guard.Unlock()
	l.changed.Broadcast()
	l.all.Wait()
}

// of is what was counted.
func (l *load) of(phase, caller string) *tally {
	l.guard.Lock()
	defer l.guard.Unlock()
	if counted := l.counts[phase][caller]; counted != nil {
		return counted
	}
	return &tally{}
}

// lost is how many calls failed.
func (c *tally) lost() (sum int) {
	for _, count := range c.failed {
		sum += count
	}
	return sum
}

// table tells all counts, in the form that docs/deploy.md has.
func (l *load) table(callers []string) string {
	var text strings.Builder
	text.WriteString("\n| fault | client | calls | made again | failed | longest | told |\n|---|---|---|---|---|---|---|\n")
	for _, phase := range l.phases {
		for _, name := range callers {
			c := l.of(phase, name)
			var classes []string
			for _, class := range slices.Sorted(maps.Keys(c.failed)) {
				classes = append(classes, fmt.Sprintf("%d × %s", c.failed[class], class))
			}
			fmt.Fprintf(&text, "| %s | %s | %d | %d | %d | %.1f s | %s |\n",
				phase, name, c.calls, c.requests-c.calls, c.lost(), c.longest.Seconds(), strings.Join(classes, ", "))
		}
	}
	return text.String()
}
