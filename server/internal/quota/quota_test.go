package quota

import (
	"context"
	"errors"
	"net/netip"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/server/internal/caller"
)

// clock is a clock that stands still until it is set on. Who waits is told by waits.
type clock struct {
	now   time.Time
	waits chan time.Duration
	over  chan time.Time
}

func newClock() *clock {
	return &clock{time.Unix(1_700_000_000, 0), make(chan time.Duration, 1), make(chan time.Time)}
}

func (c *clock) clock() Clock {
	return Clock{func() time.Time { return c.now }, func(d time.Duration) <-chan time.Time {
		c.waits <- d
		return c.over
	}}
}

var someone, other = caller.Subject("i", "someone"), caller.Subject("i", "other")

func TestACallerMayCallAsOftenAsTheRateSays(t *testing.T) {
	c := newClock()
	q := New(Rate{2, 3}, Rate{}, c.clock())
	for i, step := range []struct {
		after time.Duration
		taken bool
		left  int
		next  time.Duration
	}{
		{0, true, 2, 500 * time.Millisecond},
		{0, true, 1, 500 * time.Millisecond},
		{0, true, 0, 500 * time.Millisecond},
		{0, false, 0, 500 * time.Millisecond},
		{200 * time.Millisecond, false, 0, 300 * time.Millisecond},
		{300 * time.Millisecond, true, 0, 500 * time.Millisecond},
		{time.Hour, true, 2, 500 * time.Millisecond},
	} {
		c.now = c.now.Add(step.after)
		s, taken := q.Of(someone).Take(Calls)
		if taken != step.taken || s.Left != step.left || s.Next.Round(time.Microsecond) != step.next {
			t.Errorf("step %d: %v, %+v", i, taken, s)
		}
	}
}

func TestCallersAndPoliciesAreCountedApart(t *testing.T) {
	c := newClock()
	q := New(Rate{1, 1}, Rate{0.1, 1}, c.clock())
	for i, step := range []struct {
		key    caller.Key
		policy Policy
		taken  bool
	}{
		{someone, Calls, true}, {someone, Calls, false}, {other, Calls, true}, {someone, Searches, true}, {someone, Searches, false}, {other, Searches, true},
	} {
		if _, taken := q.Of(step.key).Take(step.policy); taken != step.taken {
			t.Errorf("step %d: %v", i, taken)
		}
	}
}

func TestWithoutARateNobodyWaits(t *testing.T) {
	q := New(Rate{}, Rate{1, 1}, newClock().clock())
	for range 100 {
		if s, taken := q.Of(someone).Take(Calls); !taken || s.Rate.Limited() {
			t.Fatalf("%+v, %v", s, taken)
		}
		if err := q.Of(someone).Wait(t.Context(), Calls); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhoWaitsGoesOnWhenItIsItsTurn(t *testing.T) {
	c := newClock()
	q := New(Rate{2, 1}, Rate{}, c.clock())
	one := q.Of(someone)
	if err := one.Wait(t.Context(), Calls); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	wait := func(ctx context.Context) { ended <- one.Wait(ctx, Calls) }
	go wait(t.Context())
	if d := <-c.waits; d != 500*time.Millisecond {
		t.Errorf("it waits %v", d)
	}
	c.over <- c.now
	if err := <-ended; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go wait(ctx)
	if d := <-c.waits; d != time.Second {
		t.Errorf("the next one waits %v", d)
	}
	cancel()
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone gets %v", err)
	}
	go wait(t.Context())
	if d := <-c.waits; d != time.Second {
		t.Errorf("who has gone still has its turn: the next one waits %v", d)
	}
	c.over <- c.now
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

func TestTheFieldsAreThoseOfTheDraft(t *testing.T) {
	for _, test := range []struct {
		calls, searches Rate
		policy          Policy
		times           int
		field, limit    string
	}{
		{Rate{20, 40}, Rate{}, Calls, 1, `"calls";q=40;w=2`, `"calls";r=39;t=1`},
		{Rate{}, Rate{0.2, 3}, Searches, 4, `"searches";q=3;w=15`, `"searches";r=0;t=5`},
		{Rate{3, 1}, Rate{}, Calls, 1, `"calls";q=1;w=1`, `"calls";r=0;t=1`},
	} {
		q := New(test.calls, test.searches, newClock().clock())
		var s Standing
		for range test.times {
			s, _ = q.Of(someone).Take(test.policy)
		}
		if field, limit := s.Fields(); field != test.field || limit != test.limit {
			t.Errorf("%s and %s, want %s and %s", field, limit, test.field, test.limit)
		}
		s.Left, s.Next = s.Rate.Burst, 0
		if _, limit := s.Fields(); strings.Contains(limit, "t=") {
			t.Errorf("nothing is used up: %s", limit)
		}
	}
}

func TestRatesAreReadAndWritten(t *testing.T) {
	for text, want := range map[string]Rate{
		"": {}, "20:40": {20, 40}, "20": {20, 20}, "0.5": {0.5, 1}, "0.2:5": {0.2, 5}, "2.9": {2.9, 2}, "1000000:1000000": {1e6, 1e6},
	} {
		var r, again Rate
		if err := r.Set(text); err != nil || r != want {
			t.Errorf("%q: %+v, %v", text, r, err)
		}
		if err := again.Set(r.String()); err != nil || again != want {
			t.Errorf("%q is written as %q", text, r.String())
		}
	}
	for _, text := range []string{"0", "-1", "NaN", "Inf", "1e300", "0:5", "5:", "5:0", "5:-1", "5:1e3", "5:1:1", ":5", "20/s", " 20", "0.000001", "5:1000001"} {
		r := Rate{7, 7}
		if err := r.Set(text); err == nil || r != (Rate{7, 7}) {
			t.Errorf("%q is taken as %+v", text, r)
		}
	}
}

// TestManyAddressesTakeNoMoreMemory calls from more addresses than are remembered, and from as many again.
func TestManyAddressesTakeNoMoreMemory(t *testing.T) {
	q := New(Rate{1, 1}, Rate{1, 1}, newClock().clock())
	called := 0
	call := func() {
		for range MostCallers + 1000 {
			called++
			at := netip.AddrFrom16([16]byte{0x20, 0x01, byte(called >> 24), byte(called >> 16), byte(called >> 8), byte(called)})
			q.Of(caller.Address(at)).Take(Calls)
		}
	}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before := live()
	call()
	full := live() - before
	if q.Callers() != MostCallers {
		t.Errorf("%d callers are remembered", q.Callers())
	}
	t.Logf("%d callers take %d KiB, %d bytes each", MostCallers, full>>10, full/MostCallers)
	if full > 512*MostCallers {
		t.Errorf("a caller takes %d bytes", full/MostCallers)
	}
	call()
	if again := live() - before; again > full+full/4 {
		t.Errorf("from %d bytes it grew to %d", full, again)
	}
	runtime.KeepAlive(q)
}
