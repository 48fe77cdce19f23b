package talon

import (
	"sync"
	"time"

	"google.golang.org/grpc/balancer"
	"google.golang.org/grpc/balancer/roundrobin"
)

// turnsName is what the policy of gRPC calls our way of taking turns.
const turnsName = "talon_turns"

func init() { //nolint:gochecknoinits // gRPC lets nobody register a balancer later
	balancer.Register(turns{})
}

// turns is round_robin that goes past servers which let an attempt run into its
// timeout, until keepalive has had the time to find out whether they are there.
// Otherwise a call could come back to the same silent server with each attempt.
type turns struct{}

func (turns) Name() string { return turnsName }

func (turns) Build(conn balancer.ClientConn, options balancer.BuildOptions) balancer.Balancer {
	return balancer.Get(roundrobin.Name).Build(&turnsConn{ClientConn: conn}, options)
}

// turnsConn is what round_robin takes for gRPC.
type turnsConn struct {
	balancer.ClientConn
	quiet quiet
}

// UpdateState hands on which servers there are, with our way of choosing one.
func (c *turnsConn) UpdateState(state balancer.State) {
	state.Picker = &picker{state.Picker, &c.quiet}
	c.ClientConn.UpdateState(state)
}

type picker struct {
	balancer.Picker
	quiet *quiet
}

// maxPicks is how often a turn is passed on. Where every server is silent the last one gets
// the call: it may be a proxy, and the silent server behind it.
const maxPicks = 64

func (p *picker) Pick(info balancer.PickInfo) (result balancer.PickResult, err error) {
	for range maxPicks {
		result, err = p.Picker.Pick(info)
		if err != nil || !p.quiet.has(result.SubConn) {
			break
		}
	}
	a, timed := info.Ctx.Value(attemptKey{}).(*attempt)
	if err != nil || !timed {
		return result, err
	}
	a.sent(result.SubConn, p.quiet)
	done := result.Done
	result.Done = func(info balancer.DoneInfo) {
		a.answered()
		if done != nil {
			done(info)
		}
	}
	return result, nil
}

// quiet are the connections whose server was silent, and until when they are passed.
type quiet struct {
	guard sync.Mutex
	until map[balancer.SubConn]time.Time
}

func (q *quiet) has(conn balancer.SubConn) bool {
	q.guard.Lock()
	defer q.guard.Unlock()
	until, found := q.until[conn]
	return found && time.Now().Before(until)
}

func (q *quiet) add(conn balancer.SubConn) {
	now := time.Now()
	q.guard.Lock()
	defer q.guard.Unlock()
	if q.until == nil {
		q.until = map[balancer.SubConn]time.Time{}
	}
	for each, until := range q.until {
		if now.After(until) {
			delete(q.until, each)
		}
	}
	q.until[conn] = now.Add(pingEvery + pingTimeout)
}
