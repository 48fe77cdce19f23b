package solve

import (
	"bytes"
	"context"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// exhaust decides a position by trying every legal move of the engine, with no
// insight at all; Unknown after so many positions.
func exhaust(p engine.Position, limit int) Verdict {
	var text []byte
	return exhaustBy(p, limit, func(p *engine.Position) string {
		text = p.AppendText(text[:0])
		return string(withoutMoveCounter(text))
	})
}

// exhaustBy is exhaust that takes positions with equal keys for one.
func exhaustBy[K comparable](p engine.Position, limit int, keyOf func(*engine.Position) K) Verdict {
	seen := map[K]bool{}
	open := []engine.Position{p}
	var moves []engine.Move
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.Won() {
			return Winnable
		}
		moves = at.LegalMoves(moves[:0])
		for _, m := range moves {
			next := at
			if err := next.Apply(m); err != nil {
				panic(err)
			}
			key := keyOf(&next)
			if seen[key] {
				continue
			}
			if len(seen) == limit {
				return Unknown
			}
			seen[key] = true
			open = append(open, next)
		}
	}
	return Unwinnable
}

// withoutMoveCounter drops m=…, which changes with every move and decides nothing.
func withoutMoveCounter(text []byte) []byte {
	from := bytes.Index(text, []byte(" m="))
	to := from + 1 + bytes.IndexByte(text[from+1:], ' ')
	if to == from {
		return text[:from]
	}
	return append(text[:from:from], text[to:]...)
}

// exhaustLimit is how many positions plain exhaustion may see, and lateGames how
// many positions per game are compared; TALON_BATTERY compares more.
const exhaustLimit = 30_000

func lateGames() int {
	if os.Getenv("TALON_BATTERY") != "" {
		return 20_000
	}
	return 400
}

// checkLate compares the solver with plain exhaustion on random late positions
// of the game under all its options.
func checkLate(t *testing.T, v engine.Variant) {
	t.Helper()
	options := enginetest.AllOptions(t, v)
	s := New(64 << 20)
	decided := map[Verdict]int{}
	for i := range lateGames() {
		random := enginetest.Source(uint64(i))
		p := enginetest.LatePosition(t, random, unscored(options[random.IntN(len(options))]))
		compare(t, s, p, decided)
	}
	if decided[Winnable] == 0 || decided[Unwinnable] == 0 {
		t.Errorf("the positions show too little: %v", decided)
	}
	t.Logf("decided by exhaustion: %v", decided)
}

// compare solves the position both ways and tells when they differ.
func compare(t *testing.T, s *Solver, p engine.Position, decided map[Verdict]int) {
	t.Helper()
	got, err := s.Solve(context.Background(), p, Budget{Nodes: 5_000_000}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.String())
	}
	want := exhaust(p, exhaustLimit)
	decided[want]++
	if want != Unknown && got.Verdict != Unknown && got.Verdict != want {
		t.Errorf("the search says %s, exhaustion %s:\n%s", got.Verdict, want, p.String())
	}
	if want != Unknown && got.Verdict == Unknown {
		t.Errorf("the search ran out of %s where %d positions are enough:\n%s", got.Shortage, exhaustLimit, p.String())
	}
}

// unscored returns the options without a scoring scheme, whose points would
// make equal positions differ.
func unscored(o engine.Options) engine.Options {
	values := o.Map()
	if _, has := values["scoring"]; has {
		values["scoring"] = "none"
	}
	plain, err := engine.ParseOptions(o.Variant(), values)
	if err != nil {
		panic(err)
	}
	return plain
}

// parsed returns the position of a text.
func parsed(t testing.TB, state string) engine.Position {
	t.Helper()
	p, err := engine.ParseState(state)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// wander returns late positions that play does reach: random play from a deal.
func wander(random *rand.Rand, o engine.Options, moves int) engine.Position {
	return enginetest.Wander(random, enginetest.RandomDeal(random, o).Position(), moves)
}
