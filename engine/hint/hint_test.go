package hint

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// games is how many games per variant a test plays.
func games() int {
	if os.Getenv("TALON_BATTERY") != "" {
		return 2000
	}
	return 12
}

// eachGame runs the test on random deals of every variant under all its options.
func eachGame(t *testing.T, test func(t *testing.T, random *rand.Rand, p engine.Position)) {
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			options := enginetest.AllOptions(t, v)
			for i := range games() {
				random := enginetest.Source(uint64(i))
				o := options[random.IntN(len(options))]
				test(t, random, enginetest.RandomDeal(random, o).Position())
			}
		})
	}
}

func TestVisibleAdviceDependsOnWhatIsSeenOnly(t *testing.T) {
	eachGame(t, func(t *testing.T, random *rand.Rand, p engine.Position) {
		p = enginetest.Wander(random, p, random.IntN(80))
		if random.IntN(2) == 0 {
			p = enginetest.LatePosition(t, random, p.Options())
		}
		advice := Visible(&p, nil)
		for range 4 {
			other := enginetest.SwapHidden(t, random, p)
			if other.Status() != p.Status() {
				continue
			}
			if got := Visible(&other, nil); !slices.Equal(got, advice) {
				t.Fatalf("%s\n%v\n%s\n%v", p.String(), advice, other.String(), got)
			}
		}
	})
}

func TestVisibleAdviceNeverLeadsInCircles(t *testing.T) {
	eachGame(t, func(t *testing.T, _ *rand.Rand, p engine.Position) {
		past := NewPast()
		past.Add(&p)
		for moves := 0; ; moves++ {
			if moves == 2000 {
				t.Fatalf("the advice goes on for ever: %s", p.String())
			}
			advice := Visible(&p, past)
			if len(advice) == 0 {
				return
			}
			if err := p.Apply(advice[0].Move); err != nil {
				t.Fatal(err)
			}
			if past.Holds(&p) {
				t.Fatalf("%s is advised into twice", p.String())
			}
			past.Add(&p)
		}
	})
}

func TestEveryAdviceIsALegalMoveWithAReason(t *testing.T) {
	eachGame(t, func(t *testing.T, random *rand.Rand, p engine.Position) {
		p = enginetest.Wander(random, p, random.IntN(60))
		advice := Visible(&p, nil)
		if p.Status() != engine.InProgress && len(advice) > 0 {
			t.Fatalf("%s is %s and gets advice", p.String(), p.Status())
		}
		for i, a := range advice {
			if err := p.Check(a.Move); err != nil || a.Reason == NoReason {
				t.Fatalf("%s: %v for %q: %v", p.String(), a.Move, a.Reason, err)
			}
			if slices.ContainsFunc(advice[:i], func(b Suggestion) bool { return b.Move == a.Move }) {
				t.Fatalf("%s: %v is advised twice", p.String(), a.Move)
			}
		}
	})
}

func TestAMoveThatIsWorthItForTwoReasonsIsAdvisedOnce(t *testing.T) {
	p := parsed(t, "spider/1;suits=2 m=27 score=473 t1:5s|KhQsJh4h3h2hAh5h t2:Th8h5s5s9h|7sKhQsJsTs9s8h7h6hJs5h t3:8s2s3s6s|ThQsKs9h t4:3h9s4s|6hQhJhQh t5:QhJh|8s7h6hTs9s8s t6:4s9h2s2h|4s3h7s6s5h4h3sJsAh t7:TsKhQs3s|2sAs2hAs5s t8:7h5h6s8s|Ah2s t9:9h3hQhKh|ThAs2h7s s:AsKs6sKsJh4h3s6hJs7h8h4s8hTsAh4h9s7sThKs")
	seen := map[engine.Move]bool{}
	for _, a := range Visible(&p, nil) {
		if seen[a.Move] {
			t.Errorf("%s is advised twice", a.Move)
		}
		seen[a.Move] = true
	}
	if len(seen) == 0 {
		t.Error("nothing is advised")
	}
}

func TestPlayerWhoFollowsAdviceWinsMoreThanOneWhoPlaysAtRandom(t *testing.T) {
	for _, v := range []engine.Variant{engine.Klondike, engine.Spider, engine.Pyramid, engine.TriPeaks, engine.Yukon} {
		advised, random := 0, 0
		for n := range 30 {
			d, err := engine.DealByNumber(v.Defaults(), engine.DealNumber(n+1))
			if err != nil {
				t.Fatal(err)
			}
			if end := NewPlayer(1).Play(d.Position()); end.Won() {
				advised++
			}
			if end := enginetest.Wander(enginetest.Source(uint64(n)), d.Position(), patience); end.Won() {
				random++
			}
		}
		if advised <= random {
			t.Errorf("%s: %d of 30 won with advice, %d without", v, advised, random)
		}
	}
}

func TestPlayerPlaysTheSameGameForTheSameSeed(t *testing.T) {
	d, err := engine.DealByNumber(engine.Klondike.Defaults(), 3)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := NewPlayer(5).Play(d.Position()), NewPlayer(5).Play(d.Position()); a != b {
		t.Errorf("%s\n%s", a.String(), b.String())
	}
	if a, b := NewPlayer(5).Play(d.Position()), NewPlayer(6).Play(d.Position()); a == b {
		t.Error("two seeds play the same game")
	}
}

func BenchmarkVisible(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			random := enginetest.Source(1)
			d, err := engine.DealByNumber(v.Defaults(), 1)
			if err != nil {
				b.Fatal(err)
			}
			p := enginetest.Wander(random, d.Position(), 20)
			b.ReportAllocs()
			for b.Loop() {
				Visible(&p, nil)
			}
		})
	}
}

func BenchmarkPlayer(b *testing.B) {
	for _, v := range engine.Variants() {
		b.Run(v.String(), func(b *testing.B) {
			won, played := 0, 0
			pl := NewPlayer(1)
			for b.Loop() {
				d, err := engine.DealByNumber(v.Defaults(), engine.DealNumber(1+played%50))
				if err != nil {
					b.Fatal(err)
				}
				played++
				if end := pl.Play(d.Position()); end.Won() {
					won++
				}
			}
			b.ReportMetric(100*float64(won)/float64(played), "%won")
		})
	}
}
