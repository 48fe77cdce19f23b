package engine_test

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// The naive game must itself be right: it plays the vectors that the project carries.
func TestNaiveGameFollowsTheVectors(t *testing.T) {
	for _, variant := range engine.Variants() {
		path := filepath.Join("testdata", "vectors", variant.String()+".jsonl")
		enginetest.EachLine(t, path, func(_ int, v vector) {
			game := naive.Parse(v.State)
			if got := game.String(); got != v.State {
				t.Errorf("%s: written back as %s", v.ID, got)
			}
			if legal, negative := v.Legal.(bool); negative && !legal {
				if m, ok := naive.ParseMove(v.Move); ok && game.Refusal(m) == "" {
					t.Errorf("%s: %s is legal, want %s", v.ID, v.Move, v.Reason)
				}
				return
			}
			checkNaive(t, v, game)
		})
	}
}

func checkNaive(t *testing.T, v vector, game *naive.Game) {
	t.Helper()
	var legal []string
	for _, m := range game.Moves() {
		legal = append(legal, m.Text)
	}
	slices.Sort(legal)
	if want := wantedMoves(v.Legal); !slices.Equal(legal, want) {
		t.Errorf("%s: legal moves %v, want %v", v.ID, legal, want)
	}
	if finish := game.Finish(); !slices.Equal(finish, v.Finish) {
		t.Errorf("%s: finish %v, want %v", v.ID, finish, v.Finish)
	}
	if status, _ := game.Status(naiveBudget); status != v.Status && status != "UNDECIDED" {
		t.Errorf("%s: status %s, want %s", v.ID, status, v.Status)
	}
	if v.Move == "" {
		return
	}
	m, _ := naive.ParseMove(v.Move)
	next, events := game.Play(m)
	if next.String() != v.Next || !slices.Equal(events, v.Events) {
		t.Errorf("%s: after %s\n got %s %q\nwant %s %q", v.ID, v.Move, next, events, v.Next, v.Events)
	}
}

// naiveBudget is how many positions the naive game explores for a status.
const naiveBudget = 400

// eachStart calls the test with a deal of every game under all its options, and
// with as many positions as late says from play and from near the end.
func eachStart(t *testing.T, late int, test func(t *testing.T, p engine.Position)) {
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			for i, o := range enginetest.AllOptions(t, v) {
				random := enginetest.Source(uint64(1000*i) + uint64(v))
				start := enginetest.RandomDeal(random, o).Position()
				test(t, start)
				for range late {
					test(t, enginetest.Wander(random, start, 60))
					test(t, enginetest.LatePosition(t, random, o))
				}
			}
		})
	}
}

// Paths are counted as far as the naive game gets in a moment.
func TestPerftIsThatOfTheNaiveGame(t *testing.T) {
	eachStart(t, 1, func(t *testing.T, p engine.Position) {
		game := naive.Parse(p.String())
		for depth, spent := 0, uint64(0); depth <= 6 && spent < 150; depth++ {
			want := game.Perft(depth)
			if got := engine.Perft(p, depth); got != want {
				t.Errorf("perft(%d) is %d, by the naive game %d\nfrom %s", depth, got, want, p.String())
			}
			spent += want
			// The next depth may have twenty times as many paths.
			spent *= 4
		}
	})
}

// A position is stuck exactly when the naive game, which draws and redeals card by card, never finds progress.
func TestStuckIsThatOfTheNaiveGame(t *testing.T) {
	late := battery(t, 2)
	seen := map[string]int{}
	eachStart(t, late, func(t *testing.T, p engine.Position) {
		want, tables := naive.Parse(p.String()).Status(naiveBudget)
		if want != "UNDECIDED" {
			if got := p.Status().String(); got != want {
				t.Errorf("status %s, by the naive game %s after %d tables\nof %s", got, want, tables, p.String())
			}
		}
		seen[p.Variant().String()+" "+want]++
	})
	for _, v := range engine.Variants() {
		for _, status := range []string{"IN_PROGRESS", "STUCK"} {
			if name := v.String() + " " + status; seen[name] == 0 {
				t.Errorf("no position was %s", name)
			}
		}
	}
	t.Log(seen)
}
