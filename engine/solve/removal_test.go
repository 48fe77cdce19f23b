package solve

import (
	"context"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// hardDeals are unwinnable deals of the removal games that take long.
var hardDeals = []struct {
	game   engine.Variant
	number engine.DealNumber
}{
	{engine.Pyramid, 289},
	{engine.TriPeaks, 29},
	{engine.Golf, 1},
}

func dealt(t *testing.T, v engine.Variant, number engine.DealNumber) engine.Position {
	t.Helper()
	d, err := engine.DealByNumber(v.Defaults(), number)
	if err != nil {
		t.Fatal(err)
	}
	return d.Position()
}

func TestRemovalGamesSayWhatRanOut(t *testing.T) {
	ended, end := context.WithCancel(context.Background())
	end()
	for _, deal := range hardDeals {
		p := dealt(t, deal.game, deal.number)
		for _, limit := range []struct {
			context context.Context
			memory  int
			nodes   uint64
			want    Shortage
		}{
			{context.Background(), 64 << 20, 0, NoShortage},
			{context.Background(), 64 << 20, 1, Nodes},
			{context.Background(), 64 << 20, 20_000, Nodes},
			{context.Background(), 0, 0, Memory},
			{ended, 64 << 20, 0, Time},
		} {
			if limit.want == Memory && deal.game == engine.TriPeaks {
				continue // the least memory is enough
			}
			got, err := New(limit.memory).Solve(limit.context, p, Budget{Nodes: limit.nodes}, nil)
			want := Unknown
			if limit.want == NoShortage {
				want = Unwinnable
			}
			if err != nil || got.Verdict != want || got.Shortage != limit.want || limit.nodes != 0 && got.Nodes > limit.nodes {
				t.Errorf("%s %d in %d bytes and %d nodes: %+v, %v; want %s", deal.game, deal.number, limit.memory, limit.nodes, got, err, limit.want)
			}
		}
	}
}

func TestRemovalGamesAnswerAlikeWhateverWasSearched(t *testing.T) {
	used := New(32 << 20)
	for _, v := range []engine.Variant{engine.Golf, engine.Pyramid, engine.TriPeaks} {
		for number := range engine.DealNumber(12) {
			p := dealt(t, v, number+1)
			first, err := New(32<<20).Solve(context.Background(), p, Budget{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			again, err := used.Solve(context.Background(), p, Budget{}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if first.Verdict != again.Verdict || first.Nodes != again.Nodes || !slices.Equal(first.Line, again.Line) {
				t.Errorf("%s %d: %+v and then %+v", v, number+1, first, again)
			}
			allocated := testing.AllocsPerRun(1, func() {
				if _, err := used.Solve(context.Background(), p, Budget{}, nil); err != nil {
					t.Error(err)
				}
			})
			if allocated > 2 { // Solve itself: the position and the budget
				t.Errorf("%s %d: %v allocations", v, number+1, allocated)
			}
		}
	}
}

// caseStates are positions of the public cases, without their scoring.
var caseStates = []struct{ id, state string }{
	{"PR-43", "pyramid/1;stock_play=off m=0 p:Kd9hQsJs8s6dJdTc3cTh8c8d9c9dJc2c2d4c4d5c5dQhAc7d6sTd3hKc s:8h w:As2s3s4s5s5h7s"},
	{"PR-44", "pyramid/1;stock_play=off m=0 p:Kh9d2sQs2c6s7c2dAh9h6hTh9c5d..5c..3sTc....8s....7h...... s:Qh7s w:AsJsJhJd3h4s4h4d8h5h8c6d"},
	{"PR-45", "pyramid/1 m=0 p:4d...................................................... s:9h9d w:4s"},
	{"PR-46", "pyramid/1 m=0 p:Qs...................................................... w:As5s8h"},
	{"PR-47", "tripeaks/1 m=0 p:2h8h..6h9hTc......6d7c3sJc..........AsQd2cKh............ s:5c w:Ac3c4c6c8c9cQcKcAd2d3d4d5d7d8d9dTdJdKdAh3h4h5h7hThJhQh2s4s5s6s7s8s9sTsJsQsKs"},
	{"PR-48", "tripeaks/1 m=0 p:4d...................................................... s:7c3c2c w:Ac4c5c6c8c9cTcJcQcKcAd2d3d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s6s7s8s9sTsJsQsKs5s"},
	{"PR-49", "tripeaks/1 m=20 p:Ac2d..2c3cJs......4c5c6c7d..........7c8c9cTc............ s:3h2h w:JcQcKcAd3d4d5d8d9dTdJdQdKdAh4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsQsKs6d"},
	{"PR-50", "tripeaks/1 m=0 p:8c....7d5c........JcAs9c............3d..5d.............. w:Ac2c3c4c6c7cTcQcKcAd2d4d6d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKh2s3s5s6s7s8s9sTsJsQsKs4s"},
	{"PR-51", "golf/1 m=0 t1:8s t2:Kd s:9h w:Ac3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdAh2h3h4h5h6h7h8hThJhQhKhAs2s3s4s5s6s7s9sTsJsQsKs2c"},
	{"PR-52", "golf/1 m=0 t1:5d s:7c4c3c2c w:Ac5c8c9cTcJcQcKcAd2d3d4d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs6c"},
	{"PR-52", "golf/1 m=0 t1:2c t2:Kd t3:5s w:Ac3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdAh2h3h4h5h6h7h8hThJhQhKhAs2s3s4s6s7s8s9sTsJsQsKs9h"},
}

func TestRemovalCasesAgainstExhaustion(t *testing.T) {
	s := New(MinMemory)
	decided := map[Verdict]int{}
	for _, c := range caseStates {
		p := parsed(t, c.state)
		got, err := s.Solve(context.Background(), p, Budget{}, nil)
		want := exhaustRemoval(p, exhaustLimit)
		if err != nil || got.Verdict != want {
			t.Errorf("%s is %s (%v), exhaustion says %s", c.id, got.Verdict, err, want)
		}
		decided[want]++
	}
	if decided[Winnable] == 0 || decided[Unwinnable] == 0 || decided[Unknown] != 0 {
		t.Errorf("the cases show too little: %v", decided)
	}
}
