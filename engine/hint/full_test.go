package hint

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	"github.com/talon-solitaire/talon/engine/solve"
)

// fewOrMany is how many games a test plays in a normal run and in a battery.
func fewOrMany(few, many int) int {
	if os.Getenv("TALON_BATTERY") != "" {
		return many
	}
	return few
}

// options are options of the game that differ from the defaults as given.
func options(t *testing.T, v engine.Variant, values map[string]string) engine.Options {
	t.Helper()
	o, err := engine.ParseOptions(v, values)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// eachWinnable calls test with the first so many deals that are proved winnable
// within a little search.
func eachWinnable(t *testing.T, s *solve.Solver, o engine.Options, deals int, test func(p engine.Position)) {
	t.Helper()
	const nodes = 300_000
	for n := engine.DealNumber(1); deals > 0; n++ {
		d, err := engine.DealByNumber(o, n)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := s.Solve(context.Background(), d.Position(), solve.Budget{Nodes: nodes}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if answer.Verdict == solve.Winnable {
			deals--
			test(d.Position())
		}
	}
}

// advisor names the next move at the end of a way.
type advisor func(t *testing.T, way []engine.Step) engine.Move

// follow plays as advised, asking again with the growing log, until the game is won.
func follow(t *testing.T, start engine.Position, log []string, advise advisor) {
	t.Helper()
	for moves := 0; ; moves++ {
		way, replayed := engine.Way(start, log)
		if replayed.Applied != len(log) {
			t.Fatalf("%s %v: %+v", start.String(), log, replayed)
		}
		p := way[len(way)-1].Position
		if p.Won() {
			return
		}
		if moves == 2000 {
			t.Fatalf("the advice goes on for ever: %s %v", start.String(), log)
		}
		log = append(log, advise(t, way).String())
	}
}

// full is Full as an advisor, for games that can be won.
func full(s *solve.Solver) advisor {
	return func(t *testing.T, way []engine.Step) engine.Move {
		t.Helper()
		advice, err := Full(context.Background(), s, way, solve.Budget{}, nil)
		if err != nil || advice.Verdict != solve.Winnable || advice.Shortage != solve.NoShortage || len(advice.Suggestions) != 1 || advice.Suggestions[0].Reason != Wins {
			t.Fatalf("%s after %d moves: %+v, %v", way[0].Position.String(), len(way)-1, advice, err)
		}
		return advice.Suggestions[0].Move
	}
}

func TestWhoFollowsFullAdviceWins(t *testing.T) {
	for _, test := range []struct {
		variant   engine.Variant
		values    map[string]string
		few, many int
	}{
		{engine.Golf, nil, 20, 200},
		{engine.FreeCell, nil, 20, 200},
		{engine.Klondike, nil, 20, 200},
		{engine.Klondike, map[string]string{"draw": "1", "redeals": "2"}, 5, 200},
		{engine.Pyramid, nil, 20, 200},
		{engine.TriPeaks, nil, 20, 200},
		{engine.Spider, map[string]string{"suits": "1"}, 3, 30},
		{engine.Yukon, nil, 3, 30},
	} {
		o := options(t, test.variant, test.values)
		t.Run(o.String(), func(t *testing.T) {
			s := solve.New(64 << 20)
			eachWinnable(t, s, o, fewOrMany(test.few, test.many), func(p engine.Position) { follow(t, p, nil, full(s)) })
		})
	}
}

// Whoever leaves the line and goes back, or goes on elsewhere, is led to the win
// all the same, as long as there is one.
func TestFullAdviceBringsBackWhoLeavesTheLine(t *testing.T) {
	for _, v := range []engine.Variant{engine.FreeCell, engine.Klondike, engine.TriPeaks} {
		t.Run(v.String(), func(t *testing.T) {
			s := solve.New(64 << 20)
			random := enginetest.Source(7)
			eachWinnable(t, s, v.Defaults(), fewOrMany(2, 100), func(start engine.Position) {
				var log []string
				strayed := 0
				follow(t, start, log, func(t *testing.T, way []engine.Step) engine.Move {
					if p := way[len(way)-1].Position; len(way)%4 == 0 && strayed < 12 {
						moves := p.LegalMoves(nil)
						m := moves[random.IntN(len(moves))]
						next := p
						if err := next.Apply(m); err != nil {
							t.Fatal(err)
						}
						answer, err := s.Solve(context.Background(), next, solve.Budget{}, nil)
						if err != nil {
							t.Fatal(err)
						}
						if answer.Verdict == solve.Winnable {
							strayed++
							return m
						}
					}
					return full(s)(t, way)
				})
			})
		})
	}
}

func TestFullAdviceIsHonestAboutWhatIsNotWon(t *testing.T) {
	s := solve.New(64 << 20)
	start := parsed(t, "golf/1 m=0 t1:2d7c s:Kh w:Ac2c3c4c5c6c8c9cTcJcQcKcAd3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQh2s3s4s5s6s7s8s9sTsJsQsKsAs")
	way, _ := engine.Way(start, nil)
	if advice, err := Full(context.Background(), s, way, solve.Budget{}, nil); err != nil || advice.Verdict != solve.Unwinnable || len(advice.Suggestions) > 0 {
		t.Errorf("a lost game: %+v, %v", advice, err)
	}
	won := parsed(t, "klondike/1 m=121 fc:K fd:K fh:K fs:K")
	way, _ = engine.Way(won, nil)
	if advice, err := Full(context.Background(), s, way, solve.Budget{}, nil); err != nil || advice.Verdict != solve.Winnable || len(advice.Suggestions) > 0 {
		t.Errorf("a won game: %+v, %v", advice, err)
	}
	d, err := engine.DealByNumber(engine.FreeCell.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	way, _ = engine.Way(d.Position(), []string{"t1c1", "t2c2"})
	if advice, err := Full(context.Background(), s, way, solve.Budget{Nodes: 1}, nil); err != nil || advice.Verdict != solve.Unknown || advice.Shortage != solve.Nodes || len(advice.Suggestions) > 0 {
		t.Errorf("without nodes: %+v, %v", advice, err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if advice, err := Full(ended, s, way, solve.Budget{}, nil); err != nil || advice.Verdict != solve.Unknown || advice.Shortage != solve.Time || len(advice.Suggestions) > 0 {
		t.Errorf("without time: %+v, %v", advice, err)
	}
}

// After a row the search from there alone runs out: the line found at the start is kept.
func TestFullAdviceKeepsTheLineThatItFoundAtTheStart(t *testing.T) {
	start := parsed(t, "spider/1;suits=2 m=0 score=500 t1:2s2hKh9h3s|4h t2:AhKhThJs2h|Th t3:AsQs8s3s7h|Ts t4:Jh3hAs5h9s|Qs t5:Jh4h4h4s|Ah t6:9h9hKsTh|Ks t7:JsJsKsTs|5s t8:6h3h3h8s|6s t9:2s2s9s8h|8h t10:2s8s5s8h|5h s:6h9s9s7sQs7s4sJhQh4h6h6s6sKh3s6h5s9hTs6sAh5h7sQh7s7hKsAsAhQh3hJh8s5s5hTsQh8h3s4s7hQs7hJsKh2h2hAsTh4s")
	s := solve.New(64 << 20)
	follow(t, start, nil, func(t *testing.T, way []engine.Step) engine.Move {
		t.Helper()
		advice, err := Full(context.Background(), s, way, solve.Budget{Nodes: 100_000}, nil)
		if err != nil || len(advice.Suggestions) != 1 {
			t.Fatalf("after %d moves: %+v, %v", len(way)-1, advice, err)
		}
		return advice.Suggestions[0].Move
	})
}

func TestWhatHasDepartedNeverComesBack(t *testing.T) {
	eachGame(t, func(t *testing.T, _ *rand.Rand, p engine.Position) {
		random := enginetest.Source(3)
		for range 120 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				return
			}
			before := departed(&p)
			if err := p.Apply(moves[random.IntN(len(moves))]); err != nil {
				t.Fatal(err)
			}
			if after := departed(&p); after > before {
				t.Fatalf("%d, then %d: %s", before, after, p.String())
			}
		}
	})
}

func TestFairAdviceInFreeCellWins(t *testing.T) {
	s := solve.New(64 << 20)
	eachWinnable(t, s, engine.FreeCell.Defaults(), fewOrMany(10, 200), func(p engine.Position) {
		follow(t, p, nil, func(t *testing.T, way []engine.Step) engine.Move {
			advice, err := Fair(context.Background(), s, way, solve.Budget{}, nil)
			if err != nil || len(advice) == 0 || advice[0].Reason != Wins {
				t.Fatalf("%s after %d moves: %v, %v", p.String(), len(way)-1, advice, err)
			}
			for i, a := range advice {
				if slices.ContainsFunc(advice[:i], func(b Suggestion) bool { return a.Move == b.Move }) {
					t.Fatalf("%v is advised twice", a.Move)
				}
			}
			return advice[0].Move
		})
	})
}

// Fair may look at every card only where the player does.
func TestFairAdviceIsVisibleAdviceWhereCardsAreHidden(t *testing.T) {
	s := solve.New(solve.MinMemory)
	eachGame(t, func(t *testing.T, random *rand.Rand, p engine.Position) {
		if p.Variant() == engine.FreeCell {
			return
		}
		p = enginetest.Wander(random, p, random.IntN(20))
		if !Hides(&p) {
			return
		}
		past := NewPast()
		past.Add(&p)
		way, _ := engine.Way(p, nil)
		got, err := Fair(context.Background(), s, way, solve.Budget{}, nil)
		if want := Visible(&p, past); err != nil || !slices.Equal(got, want) {
			t.Fatalf("%s: %v, %v, visible %v", p.String(), got, err, want)
		}
	})
}

func TestFairAdviceFallsBackOnWhatIsVisible(t *testing.T) {
	s := solve.New(solve.MinMemory)
	d, err := engine.DealByNumber(engine.FreeCell.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	way, _ := engine.Way(d.Position(), nil)
	p, past := d.Position(), NewPast()
	past.Add(&p)
	got, err := Fair(context.Background(), s, way, solve.Budget{Nodes: 1}, nil)
	if want := Visible(&p, past); err != nil || len(got) == 0 || !slices.Equal(got, want) {
		t.Errorf("%v, %v, visible %v", got, err, want)
	}
}

func TestFairAdviceLeadsIntoNoPositionOfTheLog(t *testing.T) {
	s := solve.New(64 << 20)
	for n := engine.DealNumber(1); n <= engine.DealNumber(fewOrMany(10, 200)); n++ {
		d, err := engine.DealByNumber(engine.FreeCell.Defaults(), n)
		if err != nil {
			t.Fatal(err)
		}
		random := enginetest.Source(uint64(n))
		var log []string
		for p := d.Position(); len(log) < 8; {
			moves := p.LegalMoves(nil)
			m := moves[random.IntN(len(moves))]
			if err := p.Apply(m); err != nil {
				t.Fatal(err)
			}
			log = append(log, m.String())
		}
		way, _ := engine.Way(d.Position(), log)
		past := NewPast()
		for i := range way {
			past.Add(&way[i].Position)
		}
		advice, err := Fair(context.Background(), s, way, solve.Budget{Nodes: 20_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, a := range advice {
			if past.after(&way[len(way)-1].Position, a.Move) {
				t.Errorf("%s %v: %v is advised", way[0].Position.String(), log, a.Move)
			}
		}
	}
}
