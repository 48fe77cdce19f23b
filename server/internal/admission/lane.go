package admission

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

// Lane lets few through at a time, and the others wait: long requests take long to read and to answer, and cheap calls
// are not to wait for them. A place can rest after a request before the next one gets it: however many requests come
// that are refused, they get a tenth of the processor time of the lane, and where many wait it gives the cheap calls
// more of its time than it takes.
type Lane struct {
	places  chan struct{}
	waiting atomic.Int64
}

const (
	// forRefused is how many times as long as it took a place rests after a request that was refused.
	forRefused = 9
	// forWaiting is how many have to wait so that it rests as long as it took, twice as many for twice as long, and so
	// on up to mostForWaiting times.
	forWaiting     = 4
	mostForWaiting = 7
	// longestRest is for how long at most it rests.
	longestRest = time.Second
	// mostWaiting is how many wait at most: they take places that cheap calls need.
	mostWaiting = 64
)

// ErrFull is the error of a request where too many wait already.
var ErrFull = errors.New("too many wait for their turn")

// NewLane makes a lane for so many at a time.
func NewLane(width int) *Lane { return &Lane{places: make(chan struct{}, width)} }

// Do does the work of a request when there is a place, and leaves with what came of it; where it cannot Enter the error is
// that of Enter.
func (l *Lane) Do(ctx context.Context, work func() error) (err error) {
	leave, err := l.Enter(ctx)
	if err != nil {
		return err
	}
	defer func() { leave(err) }()
	return work()
}

// Enter waits until there is a place, or until the context ends, whose error it then gives; where too many wait it is
// ErrFull. Whoever got a place must leave, with what came of the request; nobody waits in that.
func (l *Lane) Enter(ctx context.Context) (leave func(error), err error) {
	defer l.waiting.Add(-1)
	if l.waiting.Add(1) > mostWaiting {
		return nil, ErrFull
	}
	select {
	case l.places <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	began := time.Now()
	return func(err error) {
		rest := min(l.waiting.Load()/forWaiting, mostForWaiting)
		if err != nil {
			rest = forRefused
		}
		if rest == 0 {
			l.free()
			return
		}
		time.AfterFunc(min(time.Duration(rest)*time.Since(began), longestRest), l.free)
	}, nil
}

func (l *Lane) free() { <-l.places }
