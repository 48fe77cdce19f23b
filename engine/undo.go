package engine

// Game is a position and the way that led there, for taking moves back. A
// position is small and flat, so going back is remembering it: nothing can be
// restored wrongly, counters and face-down cards included.
type Game struct {
	position Position
	before   []Position
}

// NewGame returns a game that begins at the position.
func NewGame(start Position) *Game { return &Game{position: start} }

// Position returns the present position; it is valid until the next Play or TakeBack.
func (g *Game) Position() *Position { return &g.position }

// Played returns how many moves are made and not taken back.
func (g *Game) Played() int { return len(g.before) }

// Play makes the move; a refused move, an *IllegalMoveError, changes nothing.
func (g *Game) Play(m Move) error {
	return g.play(m, nil)
}

func (g *Game) play(m Move, j *journal) error {
	r := g.position.rules()
	if f := g.position.refusal(r, m); f.reason != NoReason {
		return g.position.illegal(r, m, f)
	}
	g.before = append(g.before, g.position)
	g.position.apply(r, m, j)
	return nil
}

// TakeBack takes back the latest move that is not yet taken back. With none
// left it is refused with NothingToUndo.
func (g *Game) TakeBack() error {
	last := len(g.before) - 1
	if last < 0 {
		r := g.position.rules()
		return g.position.illegal(r, Move{}, refuse(NothingToUndo))
	}
	g.position = g.before[last]
	g.before = g.before[:last]
	return nil
}
