package hint

import (
	"math/rand/v2"

	"github.com/talon-solitaire/talon/engine"
)

// Player is a simple player who sees only the cards that lie open. It follows the
// visible advice, three times of four the best one, else the next best by the
// same rule, looks a few moves ahead, never returns to a position, and gives up
// when no advice is left. How it fares tells how difficult a deal is.
type Player struct {
	stream *rand.ChaCha8
	past   *Past
}

// glimpse is how many positions the player looks ahead, and patience how many
// moves it makes at most.
const (
	glimpse  = 24
	patience = 600
)

// NewPlayer returns a player whose choices follow from the seed.
func NewPlayer(seed uint64) *Player {
	var key [32]byte
	for i := range 8 {
		key[i] = byte(seed >> (8 * i))
	}
	return &Player{stream: rand.NewChaCha8(key), past: NewPast()}
}

// Play plays from the position and returns where it ends.
func (pl *Player) Play(p engine.Position) engine.Position {
	clear(pl.past.boards)
	for range patience {
		pl.past.Add(&p)
		advice := advise(&p, pl.past, glimpse)
		if len(advice) == 0 || p.Apply(pl.choose(advice)) != nil {
			break
		}
	}
	return p
}

// choose picks one of the suggestions, of which there is at least one; it turns
// to the stock only where that is the best one.
func (pl *Player) choose(advice []Suggestion) engine.Move {
	for i, a := range advice {
		last := i+1 == len(advice) || advice[i+1].Move.Kind == engine.Draw || advice[i+1].Move.Kind == engine.Redeal
		if last || pl.stream.Uint64()&3 != 0 {
			return a.Move
		}
	}
	return advice[0].Move
}
