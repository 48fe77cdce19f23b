// Package admission bounds how many calls are worked on at a time, so that a flood is refused at
// once instead of slowing down everybody.
package admission

import "sync/atomic"

// Limit counts calls in flight. It is safe for concurrent use.
type Limit struct {
	most     int64
	inFlight atomic.Int64
}

// New makes a limit of so many calls at a time.
func New(most int) *Limit { return &Limit{most: int64(most)} }

// Enter takes a place and reports whether there was one. Whoever got one must Leave.
func (l *Limit) Enter() bool {
	if l.inFlight.Add(1) > l.most {
		l.inFlight.Add(-1)
		return false
	}
	return true
}

// Leave gives the place back.
func (l *Limit) Leave() { l.inFlight.Add(-1) }

// InFlight gives the number of calls that are being worked on.
func (l *Limit) InFlight() int { return int(l.inFlight.Load()) }
