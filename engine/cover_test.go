package engine_test

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func TestCoversNameThePlacesThatLieOnAPlace(t *testing.T) {
	for _, want := range []struct {
		game        engine.Variant
		place       int
		left, right engine.PileID
	}{
		{engine.Pyramid, 1, engine.Place(2), engine.Place(3)},
		{engine.Pyramid, 21, engine.Place(27), engine.Place(28)},
		{engine.Pyramid, 22, engine.NoPile, engine.NoPile},
		{engine.TriPeaks, 3, engine.Place(8), engine.Place(9)},
		{engine.TriPeaks, 18, engine.Place(27), engine.Place(28)},
		{engine.TriPeaks, 19, engine.NoPile, engine.NoPile},
		{engine.Golf, 1, engine.NoPile, engine.NoPile},
	} {
		if got := want.game.Covers(engine.Place(want.place)); got != [2]engine.PileID{want.left, want.right} {
			t.Errorf("%s: place %d lies under %v, want %v and %v", want.game, want.place, got, want.left, want.right)
		}
	}
	if got := engine.Pyramid.Covers(engine.Stock); got != [2]engine.PileID{} {
		t.Errorf("the stock lies under %v", got)
	}
}
