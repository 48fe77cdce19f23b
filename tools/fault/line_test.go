package fault

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// line is a game as the engine played it here: what every server has to answer.
type line struct {
	Variant string `json:"variant"`
	Number  uint32 `json:"number"`
	Sealed  bool   `json:"sealed"`
	// Played are the moves, and Positions one more: before the first and after each of them.
	Played    []string   `json:"played"`
	Positions []position `json:"positions"`
	// Endgame is an open state near the end of a game, Verdict what a search finds of it.
	Endgame string `json:"endgame"`
	Verdict string `json:"verdict"`
}

// position is what the engine says of a position.
type position struct {
	State string   `json:"state"` // when open
	Moves []string `json:"moves"` // that are legal, in order
}

func positionOf(p engine.Position) position {
	told := position{State: p.String(), Moves: []string{}}
	for _, move := range p.LegalMoves(nil) {
		told.Moves = append(told.Moves, move.String())
	}
	return told
}

// lines plays games at random: each variant, open and sealed.
func lines(t *testing.T) []line {
	t.Helper()
	const seed, longest = 7, 8
	random := rand.New(rand.NewPCG(seed, seed))
	solver := solve.New(64 << 20)
	var found []line
	for i, variant := range append(engine.Variants(), engine.Variants()...) {
		options, err := engine.ParseOptions(variant, nil)
		if err != nil {
			t.Fatal(err)
		}
		deal, err := engine.DealByNumber(options, engine.DealNumber(1+random.Uint32N(1000)))
		if err != nil {
			t.Fatal(err)
		}
		p := deal.Position()
		l := line{Variant: variant.String(), Number: uint32(deal.Number), Sealed: i%2 == 1, Positions: []position{positionOf(p)}}
		for len(l.Played) < longest {
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			move := legal[random.IntN(len(legal))]
			if err := p.Apply(move); err != nil {
				t.Fatal(err)
			}
			l.Played = append(l.Played, move.String())
			l.Positions = append(l.Positions, positionOf(p))
		}
		l.Endgame, l.Verdict = endgame(t, random, solver)
		found = append(found, l)
	}
	return found
}

// endgame plays Golf, whose searches are short, until few cards are left.
func endgame(t *testing.T, random *rand.Rand, solver *solve.Solver) (state, verdict string) {
	t.Helper()
	options, err := engine.ParseOptions(engine.Golf, nil)
	if err != nil {
		t.Fatal(err)
	}
	deal, err := engine.DealByNumber(options, engine.DealNumber(1+random.Uint32N(1000)))
	if err != nil {
		t.Fatal(err)
	}
	p := deal.Position()
	for range 12 {
		legal := p.LegalMoves(nil)
		if len(legal) == 0 {
			break
		}
		if err := p.Apply(legal[random.IntN(len(legal))]); err != nil {
			t.Fatal(err)
		}
	}
	answer, err := solver.Solve(context.Background(), p, solve.Budget{}, nil)
	if err != nil || answer.Verdict == solve.Unknown {
		t.Fatalf("%s: %v, %v", p.String(), answer.Verdict, err)
	}
	return p.String(), answer.Verdict.String()
}
