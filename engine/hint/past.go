package hint

import "github.com/talon-solitaire/talon/engine"

// Past is the set of the positions that a game has been in, counters aside. A
// pass through the stock in which nothing was played leads back into it.
type Past struct{ boards map[engine.Position]struct{} }

// NewPast returns an empty past.
func NewPast() *Past { return &Past{boards: map[engine.Position]struct{}{}} }

// PastOf returns the past of a game that went this way.
func PastOf(way []engine.Step) *Past {
	past := NewPast()
	for i := range way {
		past.Add(&way[i].Position)
	}
	return past
}

// Add notes a position.
func (past *Past) Add(p *engine.Position) { past.boards[p.Board()] = struct{}{} }

// Holds reports whether the game has been in the position. A nil past holds none.
func (past *Past) Holds(p *engine.Position) bool {
	if past == nil {
		return false
	}
	_, held := past.boards[p.Board()]
	return held
}

// after reports whether the legal move leads from the position into the past.
func (past *Past) after(p *engine.Position, m engine.Move) bool {
	if past == nil {
		return false
	}
	next := *p
	return next.Apply(m) != nil || past.Holds(&next)
}
