package admission

import (
	"runtime"
	"runtime/metrics"
	"sync/atomic"
	"time"
)

// Crowd tells whether more work wants the processors than they can do: a queue of goroutines that could run,
// and that has not been short for a while. All calls stand in it before anything of them is done, whatever they
// come over, and nothing else knows of them then. It is safe for concurrent use.
type Crowd struct {
	// patience is how long a queue may last that is only a burst; short is how long a queue is none.
	patience time.Duration
	short    uint64
	queue    func() uint64
	now      func() time.Duration
	// looked is when the queue was looked at last; it is also who may look.
	looked atomic.Int64
	// long is since when the queue has not been short, 0 where it is, strict until when a long one is no
	// burst. Who looks writes them.
	long, strict atomic.Int64
	full         atomic.Bool
	turn         atomic.Uint64
}

const (
	// shortQueue is a queue for each processor that calls are through in milliseconds.
	shortQueue = 32
	// lookEvery is how old a look may be.
	lookEvery = time.Millisecond
	// memory is how long after an overload a long queue is the next one at once.
	memory = time.Second
	// oneOf so many is let in all the same, so that no flood of calls that are turned away is all that there is.
	oneOf = 16
)

// NewCrowd looks at the queue of this process. A queue that is long for less than the patience is a burst; a
// patience of 0 never ends.
func NewCrowd(patience time.Duration) *Crowd {
	began := time.Now()
	return &Crowd{
		patience: patience, short: uint64(shortQueue * runtime.GOMAXPROCS(0)), queue: runnable,
		now: func() time.Duration { return time.Since(began) },
	}
}

// Full reports whether a call that comes now is one too many.
func (c *Crowd) Full() bool {
	if c.patience <= 0 {
		return false
	}
	now, looked := int64(c.now()), c.looked.Load()
	if now-looked >= int64(lookEvery) && c.looked.CompareAndSwap(looked, now) {
		c.look(now)
	}
	return c.full.Load() && c.turn.Add(1)%oneOf != 0
}

func (c *Crowd) look(now int64) {
	if c.queue() <= c.short {
		c.long.Store(0)
		c.full.Store(false)
		return
	}
	since := c.long.Load()
	if since == 0 {
		since = now
		c.long.Store(now)
	}
	full := now < c.strict.Load() || now-since >= int64(c.patience)
	if full {
		c.strict.Store(now + int64(memory))
	}
	c.full.Store(full)
}

// runnable is how many goroutines wait for a processor.
func runnable() uint64 {
	sample := []metrics.Sample{{Name: "/sched/goroutines/runnable:goroutines"}}
	if metrics.Read(sample); sample[0].Value.Kind() != metrics.KindUint64 {
		return 0
	}
	return sample[0].Value.Uint64()
}
