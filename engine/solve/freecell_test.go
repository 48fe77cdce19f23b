package solve

import (
	"context"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
)

// freecellDeal returns the Microsoft deal with so many cells.
func freecellDeal(t testing.TB, number engine.DealNumber, cells int) engine.Position {
	t.Helper()
	o, err := engine.ParseOptions(engine.FreeCell, map[string]string{"cells": strconv.Itoa(cells)})
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.DealByNumber(o, number)
	if err != nil {
		t.Fatal(err)
	}
	return d.Position()
}

func TestFreeCellCorpus(t *testing.T) {
	checkCorpus(t, "freecell", 256<<20, Budget{}, 0)
}

// freecellLost are the deals of the first million that cannot be won.
var freecellLost = []engine.DealNumber{11982, 146692, 186216, 455889, 495505, 512118, 517776, 781948}

func TestFreeCellImpossibleDeals(t *testing.T) {
	s := New(256 << 20)
	for _, number := range freecellLost {
		got, err := s.Solve(context.Background(), freecellDeal(t, number, 4), Budget{}, nil)
		if err != nil || got.Verdict != Unwinnable {
			t.Errorf("deal %d is %s %s, %v", number, got.Verdict, got.Shortage, err)
		}
	}
}

// TestFreeCellNumbered solves the deals 1 to 500, with TALON_BATTERY all that the
// first FreeCell of that numbering had, 1 to 32000.
func TestFreeCellNumbered(t *testing.T) {
	last := 500
	if os.Getenv("TALON_BATTERY") != "" {
		last = 32_000
	}
	times := make([]time.Duration, 0, last)
	nodes := uint64(0)
	s := New(256 << 20)
	for n := 1; n <= last; n++ {
		p := freecellDeal(t, engine.DealNumber(n), 4)
		began := time.Now()
		got, err := s.Solve(context.Background(), p, Budget{}, nil)
		times = append(times, time.Since(began))
		want := Winnable
		if slices.Contains(freecellLost, engine.DealNumber(n)) {
			want = Unwinnable
		}
		if err != nil || got.Verdict != want {
			t.Errorf("deal %d is %s %s, %v", n, got.Verdict, got.Shortage, err)
		}
		nodes += got.Nodes
	}
	if os.Getenv("TALON_SOLVE_TIMES") != "" {
		logTimes(t, times, nodes)
	}
}

// TestFreeCellFewCells solves deals with fewer cells; at most one of a hundred may stay open.
func TestFreeCellFewCells(t *testing.T) {
	last := 20
	if os.Getenv("TALON_BATTERY") != "" {
		last = 300
	}
	s := New(256 << 20)
	for cells := 1; cells <= 3; cells++ {
		var times []time.Duration
		decided := map[Verdict]int{}
		nodes := uint64(0)
		for n := 1; n <= last; n++ {
			began := time.Now()
			got, err := s.Solve(context.Background(), freecellDeal(t, engine.DealNumber(n), cells), Budget{}, nil)
			times = append(times, time.Since(began))
			if err != nil {
				t.Fatalf("deal %d with %d cells: %v", n, cells, err)
			}
			decided[got.Verdict]++
			nodes += got.Nodes
		}
		if 100*decided[Unknown] > last {
			t.Errorf("%d cells: %v", cells, decided)
		}
		if os.Getenv("TALON_SOLVE_TIMES") != "" {
			t.Logf("%d cells: %v", cells, decided)
			logTimes(t, times, nodes)
		}
	}
}

func logTimes(t *testing.T, times []time.Duration, nodes uint64) {
	t.Helper()
	slices.Sort(times)
	total := time.Duration(0)
	for _, d := range times {
		total += d
	}
	n := len(times)
	t.Logf("%d deals, mean %v, median %v, p95 %v, max %v, total %v; nodes %d",
		n, total/time.Duration(n), times[n/2], times[n*95/100], times[n-1], total, nodes)
}

// TestFreeCellAgain: an answer does not depend on what was searched before, and a search allocates nothing.
func TestFreeCellAgain(t *testing.T) {
	s := New(16 << 20)
	for _, number := range []engine.DealNumber{1, 617, 781948} {
		p := freecellDeal(t, number, 4)
		first, err := New(16<<20).Solve(context.Background(), p, Budget{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := s.Solve(context.Background(), p, Budget{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if first.Verdict != again.Verdict || first.Nodes != again.Nodes || !slices.Equal(first.Line, again.Line) {
			t.Errorf("deal %d: %+v and then %+v", number, first, again)
		}
		allocated := testing.AllocsPerRun(1, func() {
			if _, err := s.Solve(context.Background(), p, Budget{}, nil); err != nil {
				t.Error(err)
			}
		})
		if allocated > 2 { // Solve itself: the position and the budget
			t.Errorf("deal %d: %v allocations", number, allocated)
		}
	}
}

func TestFreeCellShortages(t *testing.T) {
	lost := freecellDeal(t, 11982, 4)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		ctx    context.Context
		memory int
		budget Budget
		want   Shortage
	}{
		{context.Background(), 64 << 20, Budget{Nodes: 100}, Nodes},
		{context.Background(), 64 << 20, Budget{Nodes: 2000}, Nodes},
		{context.Background(), MinMemory, Budget{}, Memory},
		{done, 64 << 20, Budget{}, Time},
	} {
		got, err := New(c.memory).Solve(c.ctx, lost, c.budget, nil)
		if err != nil || got.Verdict != Unknown || got.Shortage != c.want {
			t.Errorf("%d bytes, %+v: %s %s, %v", c.memory, c.budget, got.Verdict, got.Shortage, err)
		}
		if c.budget.Nodes != 0 && got.Nodes != c.budget.Nodes {
			t.Errorf("%d nodes of %d", got.Nodes, c.budget.Nodes)
		}
	}
}
