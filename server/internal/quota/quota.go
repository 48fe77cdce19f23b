// Package quota counts how often each caller does something, and says who has to wait and for how long. It
// remembers the callers of late, and no more than fit: whom it has forgotten begins anew.
package quota

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"golang.org/x/time/rate"

	"github.com/talon-solitaire/talon/server/internal/caller"
	"github.com/talon-solitaire/talon/server/internal/recent"
)

// Policy is what is counted by itself.
type Policy int

// What is counted.
const (
	Calls Policy = iota
	Searches
	policies
)

// String is the name that callers are told.
func (p Policy) String() string { return [...]string{"calls", "searches"}[p] }

// MostCallers is how many callers are remembered.
const MostCallers = 1 << 16

// Clock tells the time and when some of it is over; the zero value is that of the system.
type Clock struct {
	Now   func() time.Time
	After func(time.Duration) <-chan time.Time
}

// Quotas are those of all callers. They are safe for concurrent use.
type Quotas struct {
	rates [policies]Rate
	// fields are the rates as headers tell them.
	fields  [policies]string
	clock   Clock
	callers *recent.Cache[caller.Key, *Caller]
}

// New makes the quotas for so many calls and searches of each caller.
func New(calls, searches Rate, clock Clock) *Quotas {
	if clock.Now == nil {
		clock = Clock{time.Now, time.After}
	}
	q := &Quotas{rates: [policies]Rate{calls, searches}, clock: clock, callers: recent.New[caller.Key, *Caller](MostCallers)}
	for p, r := range q.rates {
		if r.Limited() {
			q.fields[p] = fmt.Sprintf("%q;q=%d;w=%d", Policy(p), r.Burst, seconds(r.window()))
		}
	}
	return q
}

// Callers gives the number of callers that are remembered.
func (q *Quotas) Callers() int { return q.callers.Len() }

// Of gives what is counted of a caller.
func (q *Quotas) Of(key caller.Key) *Caller {
	return q.callers.Make(key, func() *Caller {
		c := &Caller{quotas: q}
		for p, r := range q.rates {
			if r.Limited() {
				c.limiters[p] = rate.NewLimiter(rate.Limit(r.PerSecond), r.Burst)
			}
		}
		return c
	})
}

// Caller is one of the callers.
type Caller struct {
	quotas   *Quotas
	limiters [policies]*rate.Limiter
}

// Standing is how a caller stands with a policy after it was counted.
type Standing struct {
	Policy Policy
	Rate   Rate
	// Left is how often it may go on at once, Next when it may do so once more; 0 where all is left.
	Left int
	Next time.Duration
	// field is the rate as a header tells it.
	field string
}

// Take counts once, unless the caller has to wait until Next of its standing. Where there is no limit the rate of
// the standing is none.
func (c *Caller) Take(p Policy) (s Standing, taken bool) {
	limiter := c.limiters[p]
	if limiter == nil {
		return Standing{Policy: p}, true
	}
	now := c.quotas.clock.Now()
	taken = limiter.AllowN(now, 1)
	left := max(0, limiter.TokensAt(now))
	s = Standing{Policy: p, Rate: c.quotas.rates[p], Left: int(left), field: c.quotas.fields[p]}
	if s.Left < s.Rate.Burst {
		s.Next = s.Rate.lasting(float64(s.Left+1) - left)
	}
	return s, taken
}

// Wait counts once and waits until the caller may, or the context is done, whose error it then returns.
func (c *Caller) Wait(ctx context.Context, p Policy) error {
	limiter := c.limiters[p]
	if limiter == nil {
		return nil
	}
	now := c.quotas.clock.Now()
	turn := limiter.ReserveN(now, 1)
	delay := turn.DelayFrom(now)
	if delay == 0 {
		return nil
	}
	select {
	case <-c.quotas.clock.After(delay):
		return nil
	case <-ctx.Done():
		turn.CancelAt(c.quotas.clock.Now())
		return ctx.Err()
	}
}

// Fields writes the standing as the fields RateLimit-Policy and RateLimit of draft-ietf-httpapi-ratelimit-headers-11.
func (s Standing) Fields() (policy, limit string) {
	text := append(make([]byte, 0, 32), '"')
	text = append(text, s.Policy.String()...)
	text = strconv.AppendInt(append(text, "\";r="...), int64(s.Left), 10)
	if s.Next > 0 {
		text = strconv.AppendInt(append(text, ";t="...), seconds(s.Next), 10)
	}
	return s.field, string(text)
}

// seconds is a time in whole seconds after which it is over.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }
