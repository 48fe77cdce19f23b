package talon

import (
	"context"
	"sync"
	"time"

	"google.golang.org/grpc/balancer"
)

// AttemptTimeout is how long the first attempt of a call that does not search waits
// for its answer.
const AttemptTimeout = 2 * time.Second

// maxAttempts is how often a call is made at most, whatever it fails with.
const maxAttempts = 4

// attempting makes a call until one attempt is answered in its time. A server that is
// frozen, or whose network is gone, takes a call and says nothing; gRPC would wait
// for it as long as the call may take. Each attempt has twice the time of the one
// before, so that a slow network or a server with too much to do is not asked more and
// more often; the last one has all that is left, and with a first of 0 each has. An
// answer that a proxy broke off is asked for again too, which gRPC does not do.
func (c *Client) attempting(ctx context.Context, first time.Duration, try func(context.Context) error) error {
	for made, timeout := 1, first; ; made, timeout = made+1, 2*timeout {
		silent, err := c.once(ctx, timeout, made == maxAttempts, try)
		if made == maxAttempts || ctx.Err() != nil || !silent && !brokenOff(err) {
			return err
		}
	}
}

// once makes one attempt, and reports whether its timeout ended it.
func (c *Client) once(ctx context.Context, timeout time.Duration, last bool, try func(context.Context) error) (silent bool, err error) {
	end, bounded := ctx.Deadline()
	if last || timeout <= 0 || bounded && time.Until(end) <= timeout {
		return false, try(ctx)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	a := newAttempt(timeout, cancel)
	err = try(context.WithValue(ctx, attemptKey{}, a))
	return a.end() && err != nil, err
}

// attemptKey is the key of an *attempt in its context.
type attemptKey struct{}

// attempt is one attempt of a call, within which gRPC may make some of its own. Its
// time runs while no server is connected, and while one has the call; not while gRPC
// waits because a server asked for that.
type attempt struct {
	guard   sync.Mutex
	timer   *time.Timer
	timeout time.Duration
	expired bool
	quiet   *quiet
	conn    balancer.SubConn // that has the call, or had it last
}

// newAttempt begins one that is given up with cancel.
func newAttempt(timeout time.Duration, cancel context.CancelFunc) *attempt {
	a := &attempt{timeout: timeout}
	a.guard.Lock()
	defer a.guard.Unlock()
	a.timer = time.AfterFunc(timeout, func() {
		a.guard.Lock()
		defer a.guard.Unlock()
		a.expired = true
		cancel()
	})
	return a
}

// sent says which connection gets the call.
func (a *attempt) sent(conn balancer.SubConn, quiet *quiet) {
	a.guard.Lock()
	defer a.guard.Unlock()
	a.conn, a.quiet = conn, quiet
	if !a.expired {
		a.timer.Reset(a.timeout)
	}
}

// answered says that the connection does not have the call any more.
func (a *attempt) answered() {
	a.guard.Lock()
	defer a.guard.Unlock()
	a.timer.Stop()
}

// end ends the attempt, and reports whether it ran out of its time.
func (a *attempt) end() bool {
	a.guard.Lock()
	defer a.guard.Unlock()
	a.timer.Stop()
	if a.expired && a.conn != nil {
		a.quiet.add(a.conn)
	}
	return a.expired
}
