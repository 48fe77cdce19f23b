package admission

import (
	"math/rand/v2"
	"sync/atomic"
	"time"
)

// Valve lets a part of the calls in: all of them until they have to wait for too long, then as many as the
// processors can do. Enter and Open are safe for concurrent use; Set is for one goroutine.
type Valve struct {
	// most is the longest wait that is no overload.
	most time.Duration
	// long is how many times in a row the waits were longer.
	long int
	// open is the part let in, of whole.
	open atomic.Uint64
}

// whole is everything. At least a fiftieth is let in however long the waits are, so that the end of what holds
// the processors up shows.
const (
	whole = 1 << 32
	least = whole / 50
)

// How the valve closes and opens at each Set, and how many long waits in a row it takes for a burst.
const (
	closing = 0.9
	opening = 1.05
	burst   = 4
)

// NewValve makes a valve that is open, and stays so until work waits longer than most; 0 is for ever.
func NewValve(most time.Duration) *Valve {
	v := &Valve{most: most}
	v.open.Store(whole)
	return v
}

// Enter reports whether a call is let in.
func (v *Valve) Enter() bool {
	open := v.open.Load()
	return open == whole || uint64(rand.Uint32()) < open //nolint:gosec // which calls are let in is no secret
}

// Open gives the part that is let in, from 0 to 1.
func (v *Valve) Open() float64 { return float64(v.open.Load()) / whole }

// Set moves the valve by how long work waits now.
func (v *Valve) Set(wait time.Duration) {
	open := v.open.Load()
	if v.most <= 0 || wait <= v.most {
		v.long = 0
		v.open.Store(min(whole, uint64(float64(open)*opening)))
		return
	}
	if v.long++; v.long >= burst || open < whole {
		v.open.Store(max(least, uint64(float64(open)*closing)))
	}
}
