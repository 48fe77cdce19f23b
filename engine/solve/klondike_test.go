package solve

import (
	"context"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

func TestKlondikeDraw1AgreesWithTheOtherPrograms(t *testing.T) {
	checkCorpus(t, "klondike-draw1", 256<<20, Budget{}, 0)
}

func TestKlondikeDraw3AgreesWithTheOtherPrograms(t *testing.T) {
	checkCorpus(t, "klondike-draw3", 256<<20, Budget{}, 0)
}

// Positions whose verdict is known, by the reason why they are hard.
func TestKlondikeKnownPositions(t *testing.T) {
	s := New(16 << 20)
	for _, c := range []struct {
		why, state string
		want       Verdict
	}{
		{
			"PR-11: the way begins with a card taken back",
			"klondike/1;draw=1;redeals=0 m=0 t1:Jd t2:Jh|Kh t3:Kc|Kd t4:9d|Th t5:9h|Td t6:Ks|Qh t7:Qs|Qd fc:Q fd:8 fh:8 fs:J", Winnable,
		},
		{
			"two suits come back before a third card goes on one of them",
			"klondike/1 m=0 t1:KcQcJcTc9c8c t2:KsQsJsTs9s8s t3:KdQdJdTd9d8d t4:KhQhJhTh9h8h t5:6s7s4s|5s fc:7 fd:7 fh:7 fs:3", Winnable,
		},
		{
			"8h goes home once 7h is there and 8d has been placed for 7c, neither of which helps alone",
			"klondike/1;draw=1;foundation_return=off m=0 t1:KdQsJh t2:KhQc t4:KsQhJsTd9s8h7c t5:KcQdJcTh9c t6:9d|Jd t7:8cTsTc7d6c5c|9h fc:4 fd:6 fh:6 fs:8 s:7h8d",
			Winnable,
		},
		{
			"8d has to be placed for 7c, so that 8h goes home from its column",
			"klondike/1;foundation_return=off m=0 t1:KdQsJh t2:KhQcJd t4:KsQhJsTd t5:KcQdJcTh9c t6:9d|8h7c t7:8cTsTc7d6c5c|9h fc:4 fd:6 fh:7 fs:9 s:8d",
			Winnable,
		},
		{
			"PR-11 without cards taken back",
			"klondike/1;draw=1;redeals=0;foundation_return=off m=0 t1:Jd t2:Jh|Kh t3:Kc|Kd t4:9d|Th t5:9h|Td t6:Ks|Qh t7:Qs|Qd fc:Q fd:8 fh:8 fs:J",
			Unwinnable,
		},
	} {
		got, err := s.Solve(context.Background(), parsed(t, c.state), Budget{}, nil)
		if err != nil || got.Verdict != c.want {
			t.Errorf("%s: %s, %v, want %s", c.why, got.Verdict, err, c.want)
		}
	}
}

// klondikeHard is a deal whose draw 3 takes long.
const klondikeHard = "klondike/1 m=0 t1:5s t2:2h|Jd t3:5dAc|6h t4:QcKs6c|6s t5:8c4d4c8d|Kc t6:Jc8hTs7h9h|Kd t7:Tc9cJh3s9sQd|Kh s:Td2c5h2s8s4sAd6d7sJsAsQsQh3c3h3d4h7d7cAhTh9d5c2d"

func TestKlondikeSaysWhatRanOut(t *testing.T) {
	p := parsed(t, klondikeHard)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		memory int
		budget Budget
		ctx    context.Context
		want   Shortage
	}{
		{64 << 20, Budget{Nodes: 1_000}, context.Background(), Nodes},
		{MinMemory, Budget{}, context.Background(), Memory},
		{64 << 20, Budget{}, done, Time},
	} {
		got, err := New(c.memory).Solve(c.ctx, p, c.budget, nil)
		if err != nil || got.Verdict != Unknown || got.Shortage != c.want {
			t.Errorf("%s %s, %v, want UNKNOWN %s", got.Verdict, got.Shortage, err, c.want)
		}
	}
}

func TestKlondikeAnswersTheSameAgainWithoutAllocating(t *testing.T) {
	s := New(64 << 20)
	for _, options := range enginetest.AllOptions(t, engine.Klondike) {
		p := enginetest.RandomDeal(enginetest.Source(7), options).Position()
		solve := func() Answer {
			got, err := s.Solve(context.Background(), p, Budget{Nodes: 20_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			return got
		}
		first := solve()
		line := slices.Clone(first.Line)
		allocated := testing.AllocsPerRun(1, func() {
			again := solve()
			if again.Verdict != first.Verdict || again.Nodes != first.Nodes || !slices.Equal(again.Line, line) {
				t.Errorf("%s: %s after %d nodes, then %s after %d", options, first.Verdict, first.Nodes, again.Verdict, again.Nodes)
			}
		})
		if allocated > 2 { // Solve itself: the position and the budget
			t.Errorf("%s: %v allocations", options, allocated)
		}
	}
}

func TestKlondikeDecidesDealsWithRareOptions(t *testing.T) {
	s := New(256 << 20)
	decided := map[Verdict]int{}
	options := enginetest.AllOptions(t, engine.Klondike)
	for i := range 100 {
		random := enginetest.Source(uint64(i))
		p := enginetest.RandomDeal(random, options[random.IntN(len(options))]).Position()
		p = enginetest.Wander(random, p, random.IntN(30))
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 1_000_000}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.String())
		}
		decided[got.Verdict]++
	}
	if decided[Unknown] > 1 || decided[Winnable] == 0 || decided[Unwinnable] == 0 {
		t.Errorf("decided: %v", decided)
	}
	t.Logf("decided: %v", decided)
}
