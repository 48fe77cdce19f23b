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
