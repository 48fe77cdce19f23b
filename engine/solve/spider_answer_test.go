package solve

import (
	"context"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

func TestSpiderVerdicts(t *testing.T) {
	for _, c := range []struct {
		name, state string
		want        Verdict
	}{
		{"PR-33 three cards never fill ten columns", "spider/1 m=0 score=500 t1:3s t2:2s t3:As f:sssssss s:4s5s6s7s8s9sTsJsQsKs", Unwinnable},
		{"PR-34 the last run in pieces", "spider/1 m=0 score=500 t1:5s4s t2:3s2s t3:As t4:KsQs t5:JsTs t6:9s8s t7:7s6s f:sssssss", Winnable},
		{"PR-36 through the empty columns", "spider/1 m=0 score=500 t1:7sAsQs|KsQsJs t2:Ts7s3s|9s t3:Ts6sAs|Js t4:5s4sKs|2s t5:8s|3s t6:2s|4s t10:5s|9s8s6s f:ssssss", Winnable},
		{"the row finishes three runs at once", "spider/1 m=0 score=500 t1:KsQsJsTs9s8s7s6s5s4s3s2s t2:KsQsJsTs9s8s7s6s5s4s3s2s t3:KsQsJsTs9s8s7s6s5s4s3s2s t4:As2s3s4s5s6s7s8s9sTsJsQsKs t5:Qs t6:Js t7:Ts t8:9s t9:8s t10:7s f:sss s:KsAs2s3s4s5s6sAsAsAs", Winnable},
		{"a run beneath a card of another suit", "spider/1;suits=2 m=0 score=500 t1:KsQsJsTs9s8s7s6s5s4s3s2sAsAh t2:KhQhJhTh9h8h7h6h5h4h3h2h f:hhhsss", Winnable},
		{"PR-35 two moves to begin with", "spider/1 m=0 score=500 t1:9sKsQsAs|5s t2:Ts3s3s6s|5s t3:QsTs7s4s|6s t4:Ts4s6sJs|9s t5:Ks3s2s|Ks t6:5sQs|Js t7:As8s|9s t8:8sAs|2s t9:7s8s|2s t10:4s7s|Js f:sssss", Winnable},
	} {
		t.Run(c.name, func(t *testing.T) {
			p, err := engine.ParseState(c.state)
			if err != nil {
				t.Fatal(err)
			}
			got, err := New(4<<20).Solve(context.Background(), p, Budget{Nodes: 200_000}, nil)
			t.Log(got, err)
			if err != nil || got.Verdict != c.want {
				t.Errorf("%s after %d nodes, want %s (%v)", got.Verdict, got.Nodes, c.want, err)
			}
		})
	}
}

func spiderDeal(suits string, seed uint64) engine.Position {
	o, err := engine.ParseOptions(engine.Spider, map[string]string{"suits": suits})
	if err != nil {
		panic(err)
	}
	return enginetest.RandomDeal(enginetest.Source(seed), o).Position()
}

func TestSpiderWithLittleMemory(t *testing.T) {
	s := New(0)
	for _, suits := range []string{"1", "2", "4"} {
		for seed := range uint64(6) {
			got, err := s.Solve(context.Background(), spiderDeal(suits, seed), Budget{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			t.Log(suits, seed, got.Verdict, got.Shortage, got.Nodes, len(got.Line))
			if got.Verdict == Unwinnable || got.Verdict == Unknown && got.Shortage != Memory {
				t.Errorf("%s suits, seed %d: %s %s", suits, seed, got.Verdict, got.Shortage)
			}
		}
	}
}

func TestSpiderAnswersTheSameAgain(t *testing.T) {
	used := New(16 << 20)
	for round := range 2 {
		for seed := range uint64(6) {
			p := spiderDeal([]string{"1", "2", "4"}[seed%3], 20+seed)
			fresh, err := New(16<<20).Solve(context.Background(), p, Budget{Nodes: 10_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := used.Solve(context.Background(), p, Budget{Nodes: 10_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if fresh.Verdict != again.Verdict || fresh.Nodes != again.Nodes || !slices.Equal(fresh.Line, again.Line) {
				t.Errorf("round %d, deal %d: %v, then %v", round, seed, fresh, again)
			}
		}
	}
}

func TestSpiderAllocatesNothing(t *testing.T) {
	s := New(16 << 20)
	p := spiderDeal("4", 3)
	solve := func(nodes uint64) float64 {
		return testing.AllocsPerRun(2, func() {
			if _, err := s.Solve(context.Background(), p, Budget{Nodes: nodes}, nil); err != nil {
				t.Fatal(err)
			}
		})
	}
	if least, most := solve(1), solve(20_000); most > least {
		t.Errorf("%v allocations, %v for one node", most, least)
	}
}

func TestSpiderEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	got, err := New(0).Solve(ctx, spiderDeal("4", 1), Budget{}, nil)
	if err != nil || got.Verdict != Unknown || got.Shortage != Time {
		t.Errorf("%s %s after %d nodes (%v), want UNKNOWN TIME", got.Verdict, got.Shortage, got.Nodes, err)
	}
}
