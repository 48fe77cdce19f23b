// Package solve proves positions winnable or unwinnable, with full knowledge of
// the cards, face-down ones too (what the literature calls thoughtful play).
//
// It promises: WINNABLE comes with a line that the rules replayed to a win;
// UNWINNABLE comes only from a search that was exhausted, with prunings that
// lose no win; everything else is UNKNOWN and says what ran out. The same
// position and budget give the same answer on every machine. It refuses to
// guess, and it knows no clock: time is the caller's context.
package solve

import (
	"context"
	"fmt"

	"github.com/talon-solitaire/talon/engine"
)

// Verdict is what is proved about a position.
type Verdict uint8

// The verdicts.
const (
	NoVerdict Verdict = iota
	// Winnable: a line of legal moves leads to a win.
	Winnable
	// Unwinnable: no line of legal moves leads to a win.
	Unwinnable
	// Unknown: the search ended before it was exhausted; the Shortage says why.
	Unknown
)

// String returns WINNABLE, UNWINNABLE or UNKNOWN.
func (v Verdict) String() string {
	switch v {
	case Winnable:
		return "WINNABLE"
	case Unwinnable:
		return "UNWINNABLE"
	case Unknown:
		return "UNKNOWN"
	default:
		return ""
	}
}

// Answer is the outcome of a search.
type Answer struct {
	Verdict Verdict
	// Shortage says what ran out where the verdict is Unknown.
	Shortage Shortage
	// Line leads from the position to a win where the verdict is Winnable; it is
	// empty where the position is won already. It is valid until the next search
	// of the same Solver.
	Line []engine.Move
	// Nodes is how many positions the search looked at.
	Nodes uint64
}

// Along is how many of the steps that follow the position the line takes too.
func (a *Answer) Along(way []engine.Step) int {
	n := 0
	for n < len(way) && n < len(a.Line) && way[n].Move == a.Line[n] {
		n++
	}
	return n
}

// Solver searches positions, one after the other, in memory that it takes once.
// Its zero value is not usable, and it is not for several goroutines at once.
type Solver struct {
	memory memory
	line   []engine.Move
	games  map[engine.Variant]game
	nodes  uint64
}

// game searches the positions of one variant. It appends a winning line to line
// and returns it with the verdict.
type game interface {
	search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move)
}

// New returns a Solver whose tables take up to so many bytes; it takes them from
// the system as searches fill them. Fewer than MinMemory count as that.
func New(bytes int) *Solver {
	return &Solver{
		memory: newMemory(max(bytes, MinMemory)),
		line:   make([]engine.Move, 0, 1024),
		games: map[engine.Variant]game{
			engine.FreeCell: new(freecell),
			engine.Spider:   newSpider(),
			engine.Yukon:    new(yukon),
			engine.Golf:     new(golf),
			engine.Klondike: new(klondike),
			engine.Pyramid:  new(pyramid),
			engine.TriPeaks: new(triPeaks),
		},
	}
}

// Nodes is how many positions all its searches have looked at together.
func (s *Solver) Nodes() uint64 { return s.nodes }

// Solve searches the position within the budget and until the context is done.
// Progress, if it is not nil, is called now and then with the nodes so far, in
// the same goroutine. The error is that of a line that the rules refused to
// replay, which would be a defect of this package: no verdict comes with it.
func (s *Solver) Solve(ctx context.Context, p engine.Position, limit Budget, progress func(Progress)) (Answer, error) {
	if p.Won() {
		return Answer{Verdict: Winnable}, nil
	}
	g, known := s.games[p.Variant()]
	if !known {
		return Answer{}, fmt.Errorf("solve: %q is the position of no game", p.String())
	}
	b := budget{ctx: ctx, limit: limit, progress: progress}
	s.memory.reset()
	verdict, line := g.search(&p, &b, &s.memory, s.line[:0])
	s.line = line[:0]
	s.nodes += b.nodes
	answer := Answer{Verdict: verdict, Nodes: b.nodes}
	switch verdict {
	case Winnable:
		if err := replay(p, line); err != nil {
			return Answer{}, err
		}
		answer.Line = line
	case Unknown:
		answer.Shortage = b.shortage
	}
	return answer, nil
}

// replay plays the line by the rules and returns an error unless it wins.
func replay(p engine.Position, line []engine.Move) error {
	for i, m := range line {
		if err := p.Apply(m); err != nil {
			return fmt.Errorf("solve: move %d of the line: %w", i+1, err)
		}
	}
	if !p.Won() {
		return fmt.Errorf("solve: the line of %d moves does not win", len(line))
	}
	return nil
}
