package main

import (
	"fmt"
	"io"
	"time"
)

// progress is a line on a terminal that tells how far something long is.
type progress struct {
	to    io.Writer // nil where nobody is looking
	told  time.Time // when the line was written last, or the run began
	shown bool
}

// progress returns the line of a run, which is written where standard error is a
// terminal and answers are for people.
func (t *tool) progress() *progress {
	p := &progress{told: time.Now()}
	if t.errTerminal && !t.flags.json {
		p.to = t.err
	}
	return p
}

// tell writes the line, five times a second at most.
func (p *progress) tell(text func() string) {
	const pause = time.Second / 5
	if now := time.Now(); p.to != nil && now.Sub(p.told) >= pause {
		p.told, p.shown = now, true
		fmt.Fprint(p.to, "\r\x1b[K", text())
	}
}

// away takes the line off the terminal.
func (p *progress) away() {
	if p.shown {
		fmt.Fprint(p.to, "\r\x1b[K")
		p.shown = false
	}
}
