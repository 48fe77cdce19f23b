package engine

import "errors"

// Undo is the entry of a move log that takes back the latest move not yet taken back.
const Undo = "u"

// Replayed is how far a move log could be played.
type Replayed struct {
	// Position is the position after the entries applied.
	Position Position
	// Applied is how many entries were applied, undos included. Where it is
	// less than the length of the log, the entry of that index stopped it.
	Applied int
	// Refusal is why a readable entry stopped the log, nil if none did.
	Refusal *IllegalMoveError
	// Unreadable is why an entry could not be read, nil if all could.
	Unreadable *ParseError
}

// Replay plays a move log from the position and keeps the valid prefix. The
// entries are moves and u. If visit is not nil, it is called with the number of
// entries applied and the position there, after each of them.
func Replay(start Position, log []string, visit func(applied int, at *Position)) Replayed {
	game := NewGame(start)
	for i, entry := range log {
		if err := game.enter(entry); err != nil {
			stopped := Replayed{Position: *game.Position(), Applied: i}
			errors.As(err, &stopped.Refusal)
			errors.As(err, &stopped.Unreadable)
			return stopped
		}
		if visit != nil {
			visit(i+1, game.Position())
		}
	}
	return Replayed{Position: *game.Position(), Applied: len(log)}
}

// enter applies one entry of a move log.
func (g *Game) enter(entry string) error {
	if entry == Undo {
		return g.TakeBack()
	}
	m, err := ParseMove(entry)
	if err != nil {
		return err
	}
	return g.Play(m)
}
