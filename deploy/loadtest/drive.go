package main

import (
	"context"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"
)

// driver makes calls and counts how they end.
type driver struct {
	settings *settings
	lines    *lines
	deck     deck
	next     atomic.Uint64
	inFlight atomic.Int64
	most     atomic.Int64
	// streams is how many have their own random numbers.
	streams uint64
}

// run drives a stage. It ends when the stage is over or ctx is, and every call has been answered.
func (d *driver) run(ctx context.Context, s stage) *tally {
	t := newTally(time.Now())
	t.length = s.length
	d.most.Store(0)
	before := d.lines.attempts.Load()
	if s.workers > 0 {
		d.closed(ctx, s, t)
	} else {
		d.open(ctx, s, t)
	}
	retries := int64(0)
	if d.settings.again() {
		retries = max(0, d.lines.attempts.Load()-before-t.calls+t.notMade)
	}
	t.end(time.Since(t.began), retries, d.most.Load())
	return t
}

// closed has workers make one call after the other, so that a slow server gets fewer of them.
func (d *driver) closed(ctx context.Context, s stage, t *tally) {
	ctx, cancel := within(ctx, s.length)
	defer cancel()
	var made atomic.Int64
	var workers sync.WaitGroup
	for range s.workers {
		random := d.random()
		workers.Go(func() {
			for ctx.Err() == nil && (s.calls == 0 || made.Add(1) <= s.calls) {
				d.enter()
				d.call(context.WithoutCancel(ctx), d.draw(random), time.Now(), t)
			}
		})
	}
	workers.Wait()
	if t.length == 0 || ctx.Err() != nil && time.Since(t.began) < t.length {
		t.length = time.Since(t.began)
	}
}

// within ends a context after a while; 0 is no end.
func within(ctx context.Context, length time.Duration) (context.Context, context.CancelFunc) {
	if length == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, length)
}

// open makes each call when it is due, however slow the answers are. A call's time counts from when it
// was due, so that what holds up this program or the server shows in it.
func (d *driver) open(ctx context.Context, s stage, t *tally) {
	var calls sync.WaitGroup
	defer calls.Wait()
	random, due := d.random(), arrivals{stage: s}
	if d.settings.arrivals == poisson {
		due.random = d.random()
	}
	for made := int64(0); s.calls == 0 || made < s.calls; made++ {
		at, more := due.next()
		if !more {
			break
		}
		moment := t.began.Add(at)
		if !pause(ctx, moment) {
			t.length = time.Since(t.began)
			return
		}
		if d.inFlight.Load() >= d.settings.maxInFlight {
			t.skip("too many calls were under way; see -max-in-flight")
			continue
		}
		d.enter()
		j := d.draw(random)
		calls.Go(func() { d.call(context.WithoutCancel(ctx), j, moment, t) })
	}
	if s.calls > 0 {
		t.length = min(t.length, time.Since(t.began))
		return
	}
	pause(ctx, t.began.Add(s.length))
}

// job is a call to be made.
type job struct {
	*question
	wire wire
	line line
	// read tells that the answer is to be held against the engine.
	read bool
}

// draw takes the next question and chooses its way.
func (d *driver) draw(random *rand.Rand) job {
	j := job{question: d.deck[d.next.Add(1)%uint64(len(d.deck))]}
	j.wire, j.line = d.lines.pick(random)
	j.read = d.settings.check >= 1 || random.Float64() < float64(d.settings.check)
	return j
}

// random gives random numbers of its own to each who asks, the same in every run.
func (d *driver) random() *rand.Rand {
	d.streams++
	return rand.New(rand.NewPCG(d.settings.seed, d.streams)) //nolint:gosec // the same load again is the point
}

// enter counts a call that is about to be made.
func (d *driver) enter() {
	now := d.inFlight.Add(1)
	for most := d.most.Load(); now > most && !d.most.CompareAndSwap(most, now); most = d.most.Load() {
	}
}

// call makes a call that was due at a moment. It leaves what enter entered.
func (d *driver) call(ctx context.Context, j job, due time.Time, t *tally) {
	defer d.inFlight.Add(-1)
	e := &ended{kind: j.kind, wire: j.wire, due: due, made: time.Now()}
	if e.made.Sub(due) >= d.settings.timeout {
		t.skip("made too late to be answered in time: this program lacked a processor")
		return
	}
	ctx, cancel := context.WithDeadline(ctx, due.Add(d.settings.timeout))
	answer, err := j.line.call(ctx, j.question, j.read)
	e.done = time.Now()
	cancel()
	switch {
	case err != nil:
		e.fault = faultOf(err)
		if j.refused != nil && !e.fault.overload() && e.fault.reason != "" {
			e.wrong = j.refused(e.fault)
			e.expected = e.wrong == ""
		}
	case j.refused != nil:
		e.wrong = j.wrong(nil)
	case j.read:
		e.wrong = j.wrong(answer)
	}
	t.add(e)
}

// pause waits until a moment; false where ctx ends before.
func pause(ctx context.Context, moment time.Time) bool {
	wait := time.Until(moment)
	if wait <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
