package solve

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine/enginetest"
)

// reference is a deal with the verdict of other programs.
type reference struct{ ID, Verdict, State string }

// checkCorpus solves the deals of a file of the corpus, the part that the project
// carries and, where it is, the whole; every verdict must be that of the other
// programs, and at most the share undecided may stay open. TALON_SOLVE_TIMES
// logs the times.
func checkCorpus(t *testing.T, file string, memory int, budget Budget, undecided float64) {
	t.Helper()
	t.Run("carried", func(t *testing.T) {
		solveAll(t, filepath.Join("..", "testdata", "corpus", file+".jsonl"), memory, budget, undecided)
	})
	t.Run("whole", func(t *testing.T) {
		if testing.Short() {
			t.Skip("the whole corpus takes long")
		}
		solveAll(t, enginetest.Shared(t, "corpus", file+".jsonl"), memory, budget, undecided)
	})
}

func solveAll(t *testing.T, path string, memory int, budget Budget, undecided float64) {
	t.Helper()
	s := New(memory)
	var times []time.Duration
	var nodes, most uint64
	deals, open := 0, 0
	enginetest.EachLine(t, path, func(_ int, d reference) {
		began := time.Now()
		got, err := s.Solve(context.Background(), parsed(t, d.State), budget, nil)
		times = append(times, time.Since(began))
		if err != nil {
			t.Fatalf("%s: %v", d.ID, err)
		}
		deals++
		nodes += got.Nodes
		most = max(most, got.Nodes)
		switch {
		case got.Verdict == Unknown:
			open++
		case got.Verdict == Winnable && d.Verdict == "unwinnable", got.Verdict == Unwinnable && d.Verdict == "winnable":
			t.Errorf("%s is %s, the other programs say %s", d.ID, got.Verdict, d.Verdict)
		}
	})
	if float64(open) > undecided*float64(deals) {
		t.Errorf("%d of %d deals are undecided", open, deals)
	}
	if os.Getenv("TALON_SOLVE_TIMES") != "" {
		slices.Sort(times)
		var total time.Duration
		for _, d := range times {
			total += d
		}
		t.Logf("%d deals, %d open, median %v, p95 %v, max %v, total %v; nodes %d, most %d",
			deals, open, times[deals/2], times[deals*95/100], times[deals-1], total, nodes, most)
	}
}
