package phrase

import (
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
)

func TestEveryErrorOfAConversionHasSentences(t *testing.T) {
	number := engine.DealNumber(1)
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
			"Der Text hat mehr als ein Protokoll.",
		},
		"other form": {
			interop.Conversion{From: "RECORD_TEXT", To: "MOVES", Text: `{"state":"golf/1 m=0","moves":[]}`},
			"The text is a record of the other form.",
			"Der Text ist ein Protokoll der anderen Form.",
		},
		"the engine's own": {
			interop.Conversion{From: "MICROSOFT_NUMBER", To: "POSITION", Number: new(engine.DealNumber)},
			"Deal numbers run from 1 to 4294967295.",
			"Spielnummern gehen von 1 bis 4294967295.",
		},
		"a foreign text": {
			interop.Conversion{From: "FREECELL_STANDARD", To: "MOVES", Number: &number, Text: "1a\nzz"},
			`line 2, column 1: wanted a move such as 26, 3a, b5, 1h or 26v3, found "zz"`,
			`Zeile 2, Spalte 1: nicht lesbar, gefunden "zz".`,
		},
		"the end of a foreign text": {
			interop.Conversion{From: "PYSOL_BOARD", To: "MOVES", Variant: "golf", Text: "\n"},
			"line 2, column 1: wanted a line Foundations: with the waste card, found the end of the text",
			"Zeile 2, Spalte 1: nicht lesbar.",
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
