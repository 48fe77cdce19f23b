package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// Every way in which a position can be impossible, alone and with the pile that it concerns.
func TestEveryViolationIsNamed(t *testing.T) {
	seen := map[engine.ViolationKind]bool{}
	for _, test := range []struct {
		rest, header string
		fields       []string
		want         string
	}{
		{"t7", "klondike/1 m=0", nil, ""},
		{"w", "golf/1;wrap=on m=0", nil, "options OPTIONS_CONTRADICT"},
		{"t7", "klondike/1 m=-1", nil, "m COUNTER_NEGATIVE"},
		{"t7", "klondike/1 m=5 r=-2", nil, "r COUNTER_NEGATIVE"},
		{"t7", "klondike/1 m=5 r=6", nil, "r COUNTER_TOO_HIGH"},
		{"t7", "klondike/1 m=5 r=5", nil, ""},
		{"t7", "klondike/1;redeals=2 m=5 r=3", nil, "r COUNTER_TOO_HIGH"},
		{"t7", "klondike/1;redeals=2 m=5 r=2", nil, ""},
		{"t7", "klondike/1;redeals=0 m=5 r=1", nil, "r COUNTER_TOO_HIGH"},
		{"w", "golf/1 m=5 r=1", nil, "r COUNTER_UNKNOWN"},
		{"t7", "klondike/1 m=5 score=0", nil, "score COUNTER_UNKNOWN"},
		{"t7", "klondike/1 m=5 streak=1", nil, "streak COUNTER_UNKNOWN"},
		{"t7", "klondike/1;scoring=vegas m=5", nil, "score COUNTER_MISSING"},
		{"t7", "klondike/1;scoring=vegas m=5 score=0 streak=1", nil, "streak COUNTER_UNKNOWN"},
		{"w", "tripeaks/1 m=60 streak=2", nil, "streak COUNTER_UNKNOWN"},
		{"w", "tripeaks/1;scoring=classic m=60 score=0 streak=28", nil, ""},
		{"w", "tripeaks/1;scoring=classic m=60 score=0 streak=29", nil, "streak COUNTER_TOO_HIGH"},
		{"w", "tripeaks/1;scoring=classic m=60 score=0 streak=28", []string{places(map[int]string{1: "9h"})}, "streak COUNTER_TOO_HIGH"},
		{"w", "tripeaks/1;scoring=classic m=3 score=0 streak=4", nil, "streak COUNTER_TOO_HIGH"},
		{"w", "tripeaks/1;scoring=classic m=3 score=0 streak=-4", nil, "streak COUNTER_NEGATIVE"},
		{"t7", "klondike/1 m=0", []string{"t2:Ac2c|3c"}, "t2 TOO_MANY_FACE_DOWN"},
		{"t7", "klondike/1 m=0", []string{"t3:Ac2c|3c"}, ""},
		{"t7", "yukon/1 m=0", []string{"t1:Ac|3c"}, "t1 TOO_MANY_FACE_DOWN"},
		{"t10", "spider/1;suits=4 m=0 score=500", []string{"t5:AcAcAdAdAh|Ah"}, "t5 TOO_MANY_FACE_DOWN"},
		{"t10", "spider/1;suits=4 m=0 score=500", []string{"t4:AcAcAdAdAh|Ah"}, ""},
		{"t8", "freecell/1 m=0", []string{"t4:Ac|Ad"}, "t4 TOO_MANY_FACE_DOWN"},
		{"t7", "klondike/1 m=0", []string{"t4:AcAd|"}, "t4 TOP_FACE_DOWN"},
		{"t7", "klondike/1 m=0", []string{"s:AcAdAhAs2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c", "w:6d6h6s"}, ""},
		{"t7", "klondike/1 m=0", []string{"s:AcAdAhAs2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c", "w:6d6h6s7s"}, "s TOO_MANY_IN_PILE"},
		{"w", "golf/1 m=0", []string{"t3:AcAdAhAs2c2d"}, "t3 TOO_MANY_IN_PILE"},
		{"w", "golf/1 m=0", []string{"s:AcAdAhAs2c2d2h2s3c3d3h3s4c4d4h4s5c"}, "s TOO_MANY_IN_PILE"},
		{"w", "tripeaks/1 m=0", []string{"s:AcAdAhAs2c2d2h2s3c3d3h3s4c4d4h4s5c5d5h5s6c6d6h6s"}, "s TOO_MANY_IN_PILE"},
		{"t10", "spider/1 m=0 score=500", []string{"t1:KsQsJsTs9s8s7s6s5s4s3s2sAs"}, "t1 RUN_NOT_TAKEN"},
		{"t10", "spider/1 m=0 score=500", []string{"t1:KsQs|JsTs9s8s7s6s5s4s3s2sAs"}, ""},
		{"t10", "spider/1 m=0 score=500", []string{"s:KsQsJsTs9s8s7s6s5s"}, "s NOT_WHOLE_ROWS"},
		{"t10", "spider/1 m=0 score=500", []string{"s:" + strings.Repeat("KsQsJsTs9s8s7s6s5s4s", 6)}, "s TOO_MANY_IN_PILE"},
		{"s", "golf/1 m=0", []string{"t1:AcAdAhAs2c", "t2:2d2h2s3c3d", "t3:3h3s4c4d4h", "t4:4s5c5d5h5s", "t5:6c6d6h6s7c", "t6:7d7h7s8c8d", "t7:8h8s9c9d9h"}, "s TOO_MANY_IN_PILE, w WASTE_EMPTY"},
		{"w", "tripeaks/1 m=0", []string{places(map[int]string{4: "9h"})}, "p1 STILL_COVERED"},
		{"w", "tripeaks/1 m=0", []string{places(map[int]string{1: "Ac", 4: "9h", 11: "8h", 5: "7h"})}, ""},
		{"w", "tripeaks/1 m=0", []string{places(map[int]string{1: "Ac", 4: "9h", 11: "8h"})}, "p5 STILL_COVERED"},
		{"gone", "freecell/1;cells=2 m=0", []string{"t1:AcAd", "c3:Ah"}, "c3 PILE_UNKNOWN"},
		{"gone", "klondike/1 m=0", []string{"c1:Ac"}, "c1 PILE_UNKNOWN"},
	} {
		text := violated(t, test.rest, test.header, test.fields)
		setup, err := engine.ParseSetup(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var got []string
		for _, v := range setup.Violations() {
			seen[v.Kind] = true
			if v.Pile != "cards" || test.rest != "gone" {
				got = append(got, v.Pile+" "+v.Kind.String())
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%v, want %s\n%s", got, test.want, text)
		}
		if _, err := setup.Position(); (err == nil) != (test.want == "") {
			t.Errorf("%v, want %s\n%s", err, test.want, text)
		}
	}
	for _, kind := range []engine.ViolationKind{engine.CardMissing, engine.CardSurplus, engine.CardsUnpaired, engine.FoundationGap} {
		seen[kind] = true // the tests below are theirs
	}
	for _, kind := range engine.ViolationKinds() {
		if !seen[kind] {
			t.Errorf("no state here shows %s", kind)
		}
	}
}

// violated writes a board that may name piles which the game lacks.
func violated(t *testing.T, rest, header string, fields []string) string {
	t.Helper()
	if rest == "gone" {
		return header + " " + strings.Join(fields, " ")
	}
	return boardText(t, rest, header, fields...)
}

// The cards are exactly the deck: each that is missing and each that is there too often is named.
func TestMissingAndSurplusCardsAreNamed(t *testing.T) {
	for header, rest := range map[string]string{"klondike/1 m=0": "t7", "freecell/1 m=0": "t8", "yukon/1 m=0": "t7", "golf/1 m=0": "w", "tripeaks/1 m=0": "w", "spider/1 m=0 score=500": "t10"} {
		text := boardText(t, rest, header)
		wrong := strings.Replace(text, "5s", "7s", 1)
		setup, err := engine.ParseSetup(wrong)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range setup.Violations() {
			got = append(got, v.Pile+" "+v.Kind.String()+" "+v.Cards)
		}
		if !slices.Equal(got, []string{"cards CARD_MISSING 5s", "cards CARD_SURPLUS 7s"}) {
			t.Errorf("%s: %v", header, got)
		}
	}
}

// A pyramid may lack cards, but only as many of a rank as of its partner, and never has one twice.
func TestRemovedCardsOfAPyramidPairOff(t *testing.T) {
	for cards, want := range map[string]string{
		"p:Kh...................................................... w:5c8h":        "",
		"p:Kh...................................................... w:5c5d8h":      "cards CARDS_UNPAIRED 5",
		"p:Kh...................................................... w:Ac2c":        "cards CARDS_UNPAIRED A, cards CARDS_UNPAIRED 2",
		"p:Kh...................................................... w:KhQcAc":      "cards CARD_SURPLUS Kh",
		"p:Kh...................................................... s:Ks w:Kc":     "",
		"p:KhAc.................................................... s:AdAh w:QcQd": "cards CARDS_UNPAIRED A",
	} {
		setup, err := engine.ParseSetup("pyramid/1 m=60 " + cards)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, v := range setup.Violations() {
			got = append(got, v.Pile+" "+v.Kind.String()+" "+v.Cards)
		}
		if strings.Join(got, ", ") != want {
			t.Errorf("%s: %v, want %s", cards, got, want)
		}
	}
}

// Piles told one by one: foundations card by card or by their top, runs by their Kings, cells and places by one card.
func TestPilesToldOneByOne(t *testing.T) {
	for _, test := range []struct {
		header, pile, cards, want string
	}{
		{"freecell/1", "fh", "Ah2h3h", ""},
		{"freecell/1", "fh", "3h", ""},
		{"freecell/1", "fh", "2h3h", "fh FOUNDATION_GAP"},
		{"freecell/1", "fh", "Ah3h", "fh FOUNDATION_GAP"},
		{"freecell/1", "fh", "Ah2s", "fh FOUNDATION_GAP"},
		{"freecell/1", "fh", "3s", "fh FOUNDATION_GAP"},
		{"freecell/1", "c2", "3s", ""},
		{"freecell/1", "c2", "3s4s", "c2 TOO_MANY_IN_PILE"},
		{"freecell/1;cells=1", "c2", "3s", "c2 PILE_UNKNOWN"},
		{"freecell/1", "s", "3s", "s PILE_UNKNOWN"},
		{"spider/1", "f", "KsKs", ""},
		{"spider/1", "f", "KsQs", "f FOUNDATION_GAP"},
		{"tripeaks/1", "p1", "3s", ""},
		{"tripeaks/1", "p1", "3s4s", "p1 TOO_MANY_IN_PILE"},
	} {
		setup := engine.NewSetup(optionsOf(t, test.header))
		id, err := engine.ParsePile(test.pile)
		if err != nil {
			t.Fatal(err)
		}
		cards, err := engine.ParseCards(test.cards)
		if err != nil {
			t.Fatal(err)
		}
		setup.SetPile(id, 0, cards)
		var got []string
		for _, v := range setup.Violations() {
			if v.Pile == test.pile {
				got = append(got, v.Pile+" "+v.Kind.String())
			}
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s with %s on %s: %v, want %s", test.header, test.cards, test.pile, got, test.want)
		}
	}
}
