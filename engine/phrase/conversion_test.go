package phrase

import (
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
)

func TestEveryErrorOfAConversionHasSentences(t *testing.T) {
	number, horne := engine.DealNumber(1), interop.Horne
	for name, test := range map[string]struct {
		c               interop.Conversion
		english, german string
	}{
		"missing": {
			interop.Conversion{From: "POSITION", To: "PILES"},
			"The field is missing.",
			"Das Feld fehlt.",
		},
		"exclusive": {
			interop.Conversion{From: "MOVES", To: "PILES", Number: &number, State: "x"},
			"number and state exclude each other.",
			"number und state schließen einander aus.",
		},
		"unused": {
			interop.Conversion{From: "POSITION", To: "PILES", Single: true},
			"The field has to be left out: reading POSITION does not use it.",
			"Das Feld muss wegbleiben: POSITION wird ohne es gelesen.",
		},
		"told": {
			interop.Conversion{From: "MOVES", To: "PILES", State: "x", Options: map[string]string{"cells": "4"}},
			"The field has to be left out: the state says them.",
			"Das Feld muss wegbleiben: state nennt sie schon.",
		},
		"repeated": {
			interop.Conversion{From: "PILES", To: "POSITION", Variant: "golf", Piles: []interop.Pile{{ID: "t1"}, {ID: "t1"}}},
			"The pile is there twice.",
			"Der Stapel ist zweimal da.",
		},
		"many records": {
			interop.Conversion{From: "RECORD_JSON", To: "MOVES", Text: strings.Repeat(`{"state":"golf/1 m=0","moves":[]}`+"\n", 2)},
			"The text has more than one record.",
			"Der Text hat mehr als eine Aufzeichnung.",
		},
		"other form": {
			interop.Conversion{From: "RECORD_TEXT", To: "MOVES", Text: `{"state":"golf/1 m=0","moves":[]}`},
			"The text is a record of the other form.",
			"Der Text ist eine Aufzeichnung der anderen Form.",
		},
		"the engine's own": {
			interop.Conversion{From: "MICROSOFT_NUMBER", To: "POSITION", Number: new(engine.DealNumber)},
			"Deal numbers run from 1 to 4294967295.",
			"Spielnummern gehen von 1 bis 4294967295.",
		},
		"a foreign text": {
			interop.Conversion{From: "FREECELL_STANDARD", To: "MOVES", Number: &number, Text: "1a\nzz"},
			`Line 2, column 1: expected a move such as 26, 3a, b5, 1h or 26v3, but found "zz".`,
			"Zeile 2, Spalte 1, erwartet: ein Zug wie 26, 3a, b5, 1h oder 26v3. Gefunden: „zz“.",
		},
		"the end of a foreign text": {
			interop.Conversion{From: "PYSOL_BOARD", To: "MOVES", Variant: "golf", Text: "\n"},
			"Line 2, column 1: expected a line Foundations: with the waste card, but found the end of the text.",
			"Zeile 2, Spalte 1, erwartet: eine Zeile Foundations: mit der Karte der Ablage. Gefunden: das Ende des Textes.",
		},
		"a board of another game": {
			interop.Conversion{From: "PYSOL_BOARD", To: "MOVES", Variant: "klondike", Text: "\n"},
			"Board text has no form for Klondike, only for FreeCell and Golf.",
			"Ein Brett gibt es nicht für Klondike, nur für FreeCell und Golf.",
		},
		"a format without the game": {
			interop.Conversion{From: "POSITION", To: "FC_SOLVE_BOARD", State: "klondike/1 m=9 fc:K fd:K fh:K fs:K"},
			"FC_SOLVE_BOARD has no form for Klondike, only for FreeCell and Golf.",
			"FC_SOLVE_BOARD gibt es nicht für Klondike, nur für FreeCell und Golf.",
		},
		"moves that a rule changes": {
			interop.Conversion{
				From: "MOVES", To: "FREECELL_STANDARD", State: "freecell/1 m=0 t1:KsQs c1:Kh fc:K fd:K fh:Q fs:J",
				Moves: []string{"t1fs", "t1c2"}, Autoplay: &horne,
			},
			"Move 0 cannot be written: the rule horne would play c1fh after it, the game does not.",
			"Zug 0 lässt sich nicht schreiben: die Regel horne würde danach c1fh spielen, das Spiel nicht.",
		},
		"too many moves": {
			interop.Conversion{
				From: "MOVES", To: "FREECELL_STANDARD", State: "freecell/1 m=0 t1:KsQs c1:Kh fc:K fd:K fh:Q fs:J",
				Moves: []string{"t1fs", "t1fs"}, Limits: interop.Limits{Moves: 1},
			},
			"At most 1 move is allowed; these are 2.",
			"Höchstens 1 Zug ist erlaubt; es sind 2.",
		},
		"no conversion": {
			interop.Conversion{From: "MICROSOFT_NUMBER", To: "MOVES", Number: &number},
			"MOVES cannot be made of what was read as MICROSOFT_NUMBER.",
			"Aus dem, was als MICROSOFT_NUMBER gelesen wurde, wird kein MOVES.",
		},
	} {
		_, err := interop.Convert(test.c)
		if err == nil {
			t.Errorf("%s: no error", name)
			continue
		}
		if got := Error(English, err); got != test.english {
			t.Errorf("%s: %q, want %q", name, got, test.english)
		}
		if got := Error(German, err); got != test.german {
			t.Errorf("%s: %q, want %q", name, got, test.german)
		}
	}
}
