// Package workers lends out a fixed number of workers, so that long work is done by
// few at a time. Who finds none free waits in a short queue; when that is full too,
// it is refused at once.
package workers

import (
	"context"
	"errors"
	"sync/atomic"
	"time"
)

var (
	// ErrBusy is the error of work for which there is neither a worker nor a place in
	// the queue, or which has waited there as long as anybody may.
	ErrBusy = errors.New("all workers are busy")
	// ErrClosed is the error of work that waits when the queue is closed.
	ErrClosed = errors.New("the queue is closed")
)

// Queue is where work waits for a worker.
type Queue struct {
	// Places is how much work may wait, Patience how long.
	Places   int
	Patience time.Duration
	// Closed ends the waiting when it is closed; nil never does.
	Closed <-chan struct{}
}

// Pool is a number of workers and a queue before them. It is safe for concurrent use.
type Pool[W any] struct {
	free chan W
	// hire makes a worker; each is made when it is needed first.
	hire    func() W
	hired   atomic.Int64
	size    int64
	queue   Queue
	waiting atomic.Int64
}

// New makes a pool of so many workers with a queue before them.
func New[W any](size int, queue Queue, hire func() W) *Pool[W] {
	return &Pool[W]{free: make(chan W, size), hire: hire, size: int64(size), queue: queue}
}

// Do has a worker do the work. It waits for one until the context is done, whose
// error it then returns. A worker whose work panics is replaced by a new one.
func (p *Pool[W]) Do(ctx context.Context, work func(W) error) error {
	w, err := p.take(ctx)
	if err != nil {
		return err
	}
	returned := false
	defer func() {
		if !returned {
			// What it holds is anybody's guess.
			w = p.hire()
		}
		p.free <- w
	}()
	err = work(w)
	returned = true
	return err
}

func (p *Pool[W]) take(ctx context.Context) (w W, err error) {
	select {
	case w := <-p.free:
		return w, nil
	default:
	}
	if p.hired.Add(1) <= p.size {
		return p.hire(), nil
	}
	p.hired.Add(-1)
	if p.waiting.Add(1) > int64(p.queue.Places) {
		p.waiting.Add(-1)
		return w, ErrBusy
	}
	defer p.waiting.Add(-1)
	patience := time.NewTimer(p.queue.Patience)
	defer patience.Stop()
	select {
	case w := <-p.free:
		return w, nil
	case <-ctx.Done():
		return w, ctx.Err()
	case <-p.queue.Closed:
		return w, ErrClosed
	case <-patience.C:
		return w, ErrBusy
	}
}

// Busy gives the number of workers that are at work.
func (p *Pool[W]) Busy() int { return int(min(p.hired.Load(), p.size)) - len(p.free) }

// Waiting gives how much work waits for a worker.
func (p *Pool[W]) Waiting() int { return int(min(p.waiting.Load(), int64(p.queue.Places))) }
