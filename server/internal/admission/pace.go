package admission

import (
	"sync"
	"time"
)

// Pace bounds how many bytes a second come in; who brings more waits. It is safe for concurrent use.
type Pace struct {
	// rate is in bytes a second.
	rate float64
	mu   sync.Mutex
	// due is when all that came so far would be there, had it come evenly.
	due time.Time
}

// ahead is how long before their time bytes may come: so much of a second comes at once.
const ahead = time.Second / 4

// NewPace makes a pace of so many bytes a second.
func NewPace(bytes int) *Pace { return &Pace{rate: float64(bytes)} }

// Wait waits until so many bytes more may have come.
func (p *Pace) Wait(bytes int) {
	if early := p.take(bytes); early > 0 {
		time.Sleep(early)
	}
}

// take counts bytes and tells how long before their time they are.
func (p *Pace) take(bytes int) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := time.Now()
	if p.due.Before(now) {
		p.due = now
	}
	p.due = p.due.Add(time.Duration(float64(bytes) / p.rate * float64(time.Second)))
	return p.due.Sub(now) - ahead
}
