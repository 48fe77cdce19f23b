package enginetest

import (
	"math/rand/v2"

	"github.com/talon-solitaire/talon/engine"
)

// Source returns a source of random numbers that is the same on every machine.
func Source(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0x7a1e)) }

// RandomDeal returns a deal of random cards.
func RandomDeal(random *rand.Rand, o engine.Options) engine.Deal {
	d, err := engine.DealByNumber(o, engine.DealNumber(1+random.Uint32N(1<<32-1)))
	if err != nil {
		panic(err) // every number from 1 on has a deal
	}
	return d
}

// Player picks one of the legal moves. There are several temperaments, so that
// games neither all draw nor all dig.
type Player struct {
	random *rand.Rand
	// patience is how often of eight it prefers a card move to a draw or redeal,
	// ambition how often it prefers foundations, pairs and the waste.
	patience, ambition int
}

// NewPlayer returns a player of random temperament.
func NewPlayer(random *rand.Rand) *Player {
	return &Player{random: random, patience: random.IntN(8), ambition: random.IntN(8)}
}

// Pick picks one of the moves, of which there is at least one.
func (p *Player) Pick(moves []engine.Move) engine.Move {
	if p.random.IntN(8) < p.ambition {
		if m, ok := p.among(moves, homeward); ok {
			return m
		}
	}
	if p.random.IntN(8) < p.patience {
		if m, ok := p.among(moves, cardMove); ok {
			return m
		}
	}
	return moves[p.random.IntN(len(moves))]
}

func (p *Player) among(moves []engine.Move, wanted func(engine.Move) bool) (engine.Move, bool) {
	var some []engine.Move
	for _, m := range moves {
		if wanted(m) {
			some = append(some, m)
		}
	}
	if len(some) == 0 {
		return engine.Move{}, false
	}
	return some[p.random.IntN(len(some))], true
}

// Wander returns the position after up to that many random moves.
func Wander(random *rand.Rand, p engine.Position, moves int) engine.Position {
	player := NewPlayer(random)
	for range moves {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		if err := p.Apply(player.Pick(legal)); err != nil {
			panic(err) // a listed move is legal
		}
	}
	return p
}

func cardMove(m engine.Move) bool { return m.Kind != engine.Draw && m.Kind != engine.Redeal }

func homeward(m engine.Move) bool {
	return m.Kind == engine.Remove || m.To.Kind() == engine.KindFoundation || m.To == engine.Waste
}
