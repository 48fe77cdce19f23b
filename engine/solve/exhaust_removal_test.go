package solve

import (
	"fmt"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// removalKey tells positions of one removal game apart. The order of stock and waste
// follows from the deal; in Golf and Tri-Peaks only the top of the waste matters.
type removalKey struct {
	table, stock, waste uint64
	top                 engine.Card
	redeals             int
}

func removalKeyOf(p *engine.Position, limited bool) removalKey {
	var key removalKey
	var buffer [52]engine.Card
	set := func(id engine.PileID) (cards uint64) {
		for _, c := range p.AppendPile(buffer[:0], id) {
			cards |= 1 << (13*int(c.Suit()) + int(c.Rank()))
		}
		return cards
	}
	if p.Variant() == engine.Golf {
		for column := range golfColumns {
			key.table |= set(engine.Column(column + 1))
		}
	} else {
		for place := range peakPlaces {
			key.table |= set(engine.Place(place + 1))
		}
	}
	key.stock = set(engine.Stock)
	if p.Variant() == engine.Pyramid {
		key.waste = set(engine.Waste)
	} else {
		waste := p.AppendPile(buffer[:0], engine.Waste)
		key.top = waste[len(waste)-1]
	}
	if limited {
		key.redeals = p.Redeals()
	}
	return key
}

// exhaustRemoval decides a position of a removal game by trying every legal move of the
// engine; Unknown after so many positions.
func exhaustRemoval(p engine.Position, limit int) Verdict {
	_, limited := redealsOf(p.Options())
	return exhaustBy(p, limit, func(p *engine.Position) removalKey { return removalKeyOf(p, limited) })
}

// redealsOf returns the limit of redeals and whether there is one.
func redealsOf(o engine.Options) (limit int, limited bool) {
	_, err := fmt.Sscan(o.Get("redeals"), &limit)
	return limit, err == nil
}

// unscoredOptions returns all options of the game without a scoring scheme.
func unscoredOptions(t *testing.T, v engine.Variant) []engine.Options {
	t.Helper()
	var all []engine.Options
	for _, o := range enginetest.AllOptions(t, v) {
		if plain := unscored(o); !slices.Contains(all, plain) {
			all = append(all, plain)
		}
	}
	return all
}

// tellsEnough fails unless exhaustion found wins and losses and most that there are.
func tellsEnough(t *testing.T, decided map[Verdict]int) {
	t.Helper()
	if decided[Winnable] == 0 || decided[Unwinnable] == 0 || decided[Unknown] > decided[Winnable]+decided[Unwinnable] {
		t.Errorf("the positions show too little: %v", decided)
	}
	t.Logf("decided by exhaustion: %v", decided)
}
