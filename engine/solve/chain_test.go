package solve

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// proof decides a position of Golf or Tri-Peaks by the sweep alone, which the probe
// leaves little to do for.
type proof struct{ memory memory }

func (c *proof) solve(t *testing.T, p engine.Position) Verdict {
	t.Helper()
	c.memory.reset()
	b := budget{ctx: context.Background()}
	var verdict Verdict
	var line []engine.Move
	if p.Variant() == engine.Golf {
		var g golf
		g.begin(&p)
		verdict, line = g.prove(&g, g.read(&p), &b, &c.memory, nil)
	} else {
		var peaks triPeaks
		peaks.begin(&p)
		verdict, line = peaks.prove(&peaks, peaks.read(&p), &b, &c.memory, nil)
	}
	if verdict == Winnable {
		if err := replay(p, line); err != nil {
			t.Errorf("%v\n%s", err, p.String())
		}
	}
	return verdict
}

// checkChain compares sweep and probe with exhaustion on random late positions of the game,
// laid out and played, under all its options.
func checkChain(t *testing.T, v engine.Variant, played int) {
	t.Helper()
	for name, position := range map[string]func(testing.TB, *rand.Rand, engine.Options) engine.Position{
		"late": enginetest.LatePosition,
		"dealt": func(_ testing.TB, random *rand.Rand, o engine.Options) engine.Position {
			return wander(random, o, played+random.IntN(played))
		},
	} {
		t.Run(name, func(t *testing.T) {
			options := unscoredOptions(t, v)
			s := New(64 << 20)
			c := proof{newMemory(64 << 20)}
			decided := map[Verdict]int{}
			for i := range lateGames() {
				random := enginetest.Source(uint64(i))
				p := position(t, random, options[random.IntN(len(options))])
				if p.Won() {
					continue
				}
				want := exhaustRemoval(p, exhaustLimit)
				decided[want]++
				got, err := s.Solve(context.Background(), p, Budget{}, nil)
				if err != nil {
					t.Fatalf("%v\n%s", err, p.String())
				}
				proved := c.solve(t, p)
				if got.Verdict != proved || want != Unknown && got.Verdict != want {
					t.Errorf("the search says %s, the sweep %s, exhaustion %s:\n%s", got.Verdict, proved, want, p.String())
				}
			}
			tellsEnough(t, decided)
		})
	}
}
