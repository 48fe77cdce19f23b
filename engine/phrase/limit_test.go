package phrase

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func TestLimitNamesWhatItCounts(t *testing.T) {
	for _, test := range []struct {
		unit            string
		limit, asked    int
		english, german string
	}{
		{"bytes", 128, 200, "At most 128 bytes are allowed; these are 200.", "Höchstens 128 Bytes sind erlaubt; es sind 200."},
		{"cards", 104, 105, "At most 104 cards are allowed; these are 105.", "Höchstens 104 Karten sind erlaubt; es sind 105."},
		{"moves", 1, 2, "At most 1 move is allowed; these are 2.", "Höchstens 1 Zug ist erlaubt; es sind 2."},
		{"piles", 28, 0, "At most 28 piles are allowed.", "Höchstens 28 Stapel sind erlaubt."},
		{"snapshots", 2000, 2001, "At most 2000 snapshots are allowed; these are 2001.", "Höchstens 2000 Zwischenstände sind erlaubt; es sind 2001."},
		{"", 3, 4, "At most 3 elements are allowed; these are 4.", "Höchstens 3 Elemente sind erlaubt; es sind 4."},
	} {
		if got := Limit(English, test.unit, test.limit, test.asked); got != test.english {
			t.Errorf("%q: %q, want %q", test.unit, got, test.english)
		}
		if got := Limit(German, test.unit, test.limit, test.asked); got != test.german {
			t.Errorf("%q: %q, want %q", test.unit, got, test.german)
		}
	}
}

func TestWhatIsWrongInARecordNamesItsField(t *testing.T) {
	_, unreadable := engine.ParseState("nonsense")
	for name, test := range map[string]struct {
		err             engine.RecordError
		english, german string
	}{
		"a place in a line": {
			engine.RecordError{Line: 1, Column: 32, Field: "moves", Wanted: "a string"},
			"Line 1, column 32, field \"moves\": expected a string.",
			"Zeile 1, Spalte 32, Feld „moves“, erwartet: ein Text.",
		},
		"a place without a field": {
			engine.RecordError{Line: 2, Column: 1, Wanted: "deal or state"},
			"Line 2, column 1: expected deal or state.",
			"Zeile 2, Spalte 1, erwartet: deal oder state.",
		},
		"a field": {
			engine.RecordError{Field: "state", Wanted: "deal or state, not both"},
			"Field \"state\": expected deal or state, not both.",
			"Feld „state“, erwartet: deal oder state, nicht beides.",
		},
		"what is wanted of the whole": {
			engine.RecordError{Wanted: "deal or state"},
			"Expected deal or state.",
			"Erwartet: deal oder state.",
		},
		"a text that cannot be read": {
			engine.RecordError{Field: "state", Err: unreadable},
			"Field \"state\": " + Error(English, unreadable),
			"Feld „state“: " + Error(German, unreadable),
		},
		"what is wanted, and why": {
			engine.RecordError{Line: 1, Column: 39, Field: "moves", Wanted: "a target pile", Err: engine.ErrDealNumber},
			"Line 1, column 39, field \"moves\": expected a target pile. Deal numbers run from 1 to 4294967295.",
			"Zeile 1, Spalte 39, Feld „moves“, erwartet: der Stapel, auf den der Zug geht. Spielnummern gehen von 1 bis 4294967295.",
		},
	} {
		if got := Error(English, &test.err); got != test.english {
			t.Errorf("%s:\n got %s\nwant %s", name, got, test.english)
		}
		if got := Error(German, &test.err); got != test.german {
			t.Errorf("%s:\n got %s\nwant %s", name, got, test.german)
		}
	}
}
