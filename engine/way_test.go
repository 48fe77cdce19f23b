package engine_test

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func TestWayLeavesOutWhatWasTakenBack(t *testing.T) {
	d, err := engine.DealByNumber(engine.Klondike.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	start := d.Position()
	way, replayed := engine.Way(start, []string{"d", "d", "u", "u", "d", "d", "d", "u"})
	if replayed.Applied != 8 {
		t.Fatalf("stopped after %d entries", replayed.Applied)
	}
	want := []struct {
		index int
		move  string
		stock int
	}{{4, "", 24}, {5, "d", 21}, {8, "d", 18}}
	if len(way) != len(want) {
		t.Fatalf("the way has %d steps, want %d", len(way), len(want))
	}
	for i, step := range way {
		if step.Index != want[i].index || step.Move.String() != want[i].move || len(step.Position.Pile(engine.Stock)) != want[i].stock {
			t.Errorf("step %d: index %d, move %q, %d stock cards; want %v",
				i, step.Index, step.Move, len(step.Position.Pile(engine.Stock)), want[i])
		}
	}
	if way[2].Position != replayed.Position {
		t.Error("the way does not end where the log does")
	}
}

func TestWayEndsWhereALogIsRefused(t *testing.T) {
	d, err := engine.DealByNumber(engine.Golf.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	way, replayed := engine.Way(d.Position(), []string{"d", "u", "u", "d"})
	if len(way) != 1 || way[0].Index != 2 || replayed.Applied != 2 || replayed.Refusal == nil {
		t.Errorf("%d steps, %d entries applied, refusal %v", len(way), replayed.Applied, replayed.Refusal)
	}
}
