package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// Cases that are about deals, or about more than one position; the others are in testdata/cases.
func TestDealCases(t *testing.T) {
	t.Run("PR-09 One pass and one card at a time are a set of rules like any other", func(t *testing.T) {
		one := dealtBy(t, engine.Klondike, map[string]string{"draw": "1", "redeals": "0"}, 9)
		two := dealtBy(t, engine.Klondike, map[string]string{"draw": "1"}, 9)
		if a, b := pilesOf(one), pilesOf(two); a != b {
			t.Errorf("the boards differ:\n%s\n%s", a, b)
		}
		// All of them combine.
		if all := enginetest.AllOptions(t, engine.Klondike); len(all) != 2*5*2*3 {
			t.Errorf("%d combinations of options are accepted, want 60", len(all))
		}
	})

	t.Run("PR-16 The number of cards drawn belongs to the game", func(t *testing.T) {
		p := dealtBy(t, engine.Klondike, map[string]string{"draw": "3"}, 16)
		if !strings.HasPrefix(p.String(), "klondike/1 ") || p.Options().Map()["draw"] != "3" {
			t.Errorf("%s with the options %v", p.String(), p.Options().Map())
		}
		for range 8 {
			before := len(p.Pile(engine.Waste))
			p = played(t, p, "d")
			if got := len(p.Pile(engine.Waste)) - before; got != 3 {
				t.Errorf("%d cards are drawn, want 3", got)
			}
		}
		if _, err := engine.ParseMove("d1"); err == nil {
			t.Error("a draw of a number of cards is a move")
		}
	})

	t.Run("PR-20 The scheme and the version of the rules stand in the state", func(t *testing.T) {
		p := dealtBy(t, engine.Klondike, map[string]string{"scoring": "vegas"}, 20)
		if !strings.HasPrefix(p.String(), "klondike/1;scoring=vegas m=0 score=-52 ") {
			t.Errorf("the state is %s", p.String())
		}
		var served *engine.RulesVersionError
		if _, err := engine.ParseState(strings.Replace(p.String(), "klondike/1", "klondike/2", 1)); !errors.As(err, &served) || !slices.Equal(served.Served, []int{1}) {
			t.Errorf("another version: %v", err)
		}
	})

	t.Run("PR-21 The table is the same for states that differ in hidden cards only", func(t *testing.T) {
		p := dealtBy(t, engine.Klondike, nil, 21)
		q := enginetest.SwapHidden(t, enginetest.Source(21), p)
		if p == q || !reflect.DeepEqual(p.Table(), q.Table()) {
			t.Errorf("%v\n%v", p.Table(), q.Table())
		}
	})

	t.Run("PR-28 Deal numbers make the Microsoft boards", func(t *testing.T) {
		p := dealtBy(t, engine.FreeCell, nil, 1)
		want := "freecell/1 m=0 t1:JdKd2s4c3s6d6s t2:2dKcKs5cTd8s9c t3:9h9s9dTs4s8d2h t4:Jc5sQdQhThQs6h t5:5dAdJs4h8h6c t6:7hQcAsAc2c3d t7:7cKhAh4dJh8c t8:5h3h3c7s7dTc"
		if p.String() != want {
			t.Errorf("deal 1 is %s", p.String())
		}
	})

	t.Run("PR-37 The deck follows the number of suits", func(t *testing.T) {
		for suits, copies := range map[string]int{"1": 8, "2": 4, "4": 2} {
			d, err := engine.DealByNumber(optionsFrom(t, engine.Spider, map[string]string{"suits": suits}), 37)
			if err != nil {
				t.Fatal(err)
			}
			counts := map[engine.Card]int{}
			for _, c := range d.Deck {
				counts[c]++
			}
			for c, n := range counts {
				if n != copies {
					t.Errorf("suits=%s: %d times %s, want %d", suits, n, c, copies)
				}
			}
			if len(d.Deck) != 104 || d.Options.DeckSize() != 104 {
				t.Errorf("suits=%s: %d cards", suits, len(d.Deck))
			}
		}
		for _, suits := range []string{"3", "5", "0", "", "one"} {
			var wrong *engine.OptionError
			if _, err := engine.ParseOptions(engine.Spider, map[string]string{"suits": suits}); !errors.As(err, &wrong) || wrong.Option != "suits" || wrong.Wanted != "1, 2, 4" {
				t.Errorf("suits=%s: %v", suits, err)
			}
		}
	})

	t.Run("PR-39 Legality depends on the cards, not on how they got there", func(t *testing.T) {
		start := dealtBy(t, engine.Spider, nil, 39)
		log := []string{}
		p := start
		player := enginetest.NewPlayer(enginetest.Source(39))
		for range 60 {
			m := player.Pick(p.LegalMoves(nil))
			if err := p.Apply(m); err != nil {
				t.Fatal(err)
			}
			log = append(log, m.String(), "u", m.String())
		}
		again := engine.Replay(start, log, nil).Position
		told := parsed(t, p.String())
		for _, other := range []engine.Position{again, told} {
			if other != p || !slices.Equal(other.LegalMoves(nil), p.LegalMoves(nil)) || other.Status() != p.Status() {
				t.Errorf("%s\n%s", other.String(), p.String())
			}
		}
	})

	t.Run("PR-42 Yukon has no stock, and 21 of its cards lie face down", func(t *testing.T) {
		p := dealtBy(t, engine.Yukon, nil, 42)
		down, up := 0, 0
		for column := 1; column <= 7; column++ {
			down += p.FaceDown(engine.Column(column))
			up += len(p.Pile(engine.Column(column))) - p.FaceDown(engine.Column(column))
		}
		if down != 21 || up != 31 {
			t.Errorf("%d cards face down and %d face up", down, up)
		}
		for _, move := range []string{"d", "r"} {
			if got := refusedFor(t, p, move); got != "NO_SUCH_MOVE" {
				t.Errorf("%s: %q", move, got)
			}
		}
	})
}

// optionsFrom returns options by name.
func optionsFrom(t testing.TB, v engine.Variant, values map[string]string) engine.Options {
	t.Helper()
	o, err := engine.ParseOptions(v, values)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// dealtBy returns the deal of a number.
func dealtBy(t testing.TB, v engine.Variant, values map[string]string, number engine.DealNumber) engine.Position {
	t.Helper()
	d, err := engine.DealByNumber(optionsFrom(t, v, values), number)
	if err != nil {
		t.Fatal(err)
	}
	return d.Position()
}

// pilesOf is the part of a state that says where the cards are.
func pilesOf(p engine.Position) string {
	_, piles, _ := strings.Cut(p.String(), " t1:")
	return piles
}
