// Package drain is the gate that a server closes when it shuts down: calls that come later are
// refused, calls inside go on to their end, and streams hear that they should come to one.
package drain

import (
	"context"
	"sync"
	"sync/atomic"
)

// Gate is open until Close. It is safe for concurrent use.
type Gate struct {
	unready atomic.Bool
	once    sync.Once
	closed  chan struct{}
}

// New makes an open gate.
func New() *Gate { return &Gate{closed: make(chan struct{})} }

// Announce makes Ready false and lets calls in all the same: whoever sends them takes a while to
// notice.
func (g *Gate) Announce() { g.unready.Store(true) }

// Ready reports whether new callers are welcome.
func (g *Gate) Ready() bool { return !g.unready.Load() }

// Close lets no new calls in.
func (g *Gate) Close() {
	g.Announce()
	g.once.Do(func() { close(g.closed) })
}

// Closed is closed together with the gate.
func (g *Gate) Closed() <-chan struct{} { return g.closed }

// Open reports whether calls are let in.
func (g *Gate) Open() bool {
	select {
	case <-g.closed:
		return false
	default:
		return true
	}
}

// Context gives a context that ends with ctx or when the gate closes.
func (g *Gate) Context(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		select {
		case <-g.closed:
			cancel()
		case <-ctx.Done():
		}
	}()
	return ctx, cancel
}
