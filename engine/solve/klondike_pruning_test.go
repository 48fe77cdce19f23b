package solve

import (
	"context"
	"os"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// Every pruning alone, and all together, change no verdict.
func TestKlondikePruningsLoseNoWin(t *testing.T) {
	games, nodes := 100, uint64(20_000)
	if os.Getenv("TALON_BATTERY") != "" {
		games, nodes = 25_000, 50_000
	}
	options := enginetest.AllOptions(t, engine.Klondike)
	s, plain := New(64<<20), New(64<<20)
	less := plain.games[engine.Klondike].(*klondike)
	const all = 2*klondikeRelaxing - 1
	full := s.games[engine.Klondike].(*klondike)
	decided := map[Verdict]int{}
	for i := range games {
		random := enginetest.Source(uint64(i))
		p := smallKlondike(t, random, s, unscored(options[random.IntN(len(options))]))
		full.without = klondikePruning(i%2) * klondikePatient
		got, err := s.Solve(context.Background(), p, Budget{}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.String())
		}
		for _, without := range [2]klondikePruning{all, 1 << random.IntN(8)} {
			less.without = without
			want, err := plain.Solve(context.Background(), p, Budget{Nodes: nodes}, nil)
			if err != nil {
				t.Fatalf("without %b: %v\n%s", without, err, p.String())
			}
			decided[want.Verdict]++
			if want.Verdict != Unknown && want.Verdict != got.Verdict {
				t.Errorf("%s, without %b %s:\n%s", got.Verdict, without, want.Verdict, p.String())
			}
		}
	}
	t.Logf("decided: %v", decided)
}
