package phrase

import "strings"

// The engine says in English what it expected where it could not read on; here
// is the German for it. * stands for whatever the engine put in, which is
// translated in its turn if it is one of these. The first one that fits counts.
var wanted = []text{
	// cards and piles
	{"a variant: *", "ein Spiel: *"},
	{"a card: rank A23456789TJQK and suit cdhs", "eine Karte aus Wert A23456789TJQK und Farbe cdhs"},
	{"a pile: t1 to t10, p1 to p28, c1 to c4, fc fd fh fs, f, s or w", "ein Stapel: t1 bis t10, p1 bis p28, c1 bis c4, fc fd fh fs, f, s oder w"},

	// moves
	{"a move such as * or *", "ein Zug wie * oder *"},
	{"a target pile", "der Stapel, auf den der Zug geht"},
	{"a target that moves of this form have", "ein Stapel, auf den solche Züge gehen"},
	{"the piles of a pair in the order waste, stock, places by number", "die Stapel eines Paares in der Reihenfolge Ablage, Talon, Plätze nach Nummer"},
	{"x and a number of cards, or the end of the move", "x und eine Zahl von Karten oder das Ende des Zuges"},
	{"a number of cards from 2 to 104 and the end of the move", "eine Zahl von Karten von 2 bis 104 und das Ende des Zuges"},
	{"the end of the move", "das Ende des Zuges"},

	// positions
	{"the end of the position, which is at most * bytes long", "das Ende der Stellung, die höchstens * Bytes lang ist"},
	{"a blank, m= and the number of moves", "ein Leerzeichen, m= und die Zahl der Züge"},
	{"a blank or the end of the position", "ein Leerzeichen oder das Ende der Stellung"},
	{"/ and a rules version", "/ und eine Regelversion"},
	{"a rules version, 1 or more", "eine Regelversion ab 1"},
	{"a rules version", "eine Regelversion"},
	{"an option of * in canonical order, each once: *", "eine Option von * in der festen Reihenfolge, jede einmal: *"},
	{"a value of * other than its default *, which is never written", "ein anderer Wert von * als der Standardwert *, der nie geschrieben wird"},
	{"a value of *: *", "ein Wert von *: *"},
	{"unlimited or a whole number from 0 to *", "unlimited oder eine ganze Zahl von 0 bis *"},
	{"a whole number of at most 32 bits without leading zeros", "eine ganze Zahl mit höchstens 32 Bit ohne führende Nullen"},
	{"a number other than 0, which is never written", "eine andere Zahl als 0, die nie geschrieben wird"},
	{"a pile in canonical order after *", "ein Stapel, der in der festen Reihenfolge nach * kommt"},
	{"a pile: t1 to t10, p, c1 to c4, fc fd fh fs, f, s or w", "ein Stapel: t1 bis t10, p, c1 bis c4, fc fd fh fs, f, s oder w"},
	{"a colon", "ein Doppelpunkt"},
	{"the rank on top of the foundation: *", "der oberste Wert des Zielstapels: *"},
	{"28 places, each a card or .. where it is gone", "28 Plätze, jeder eine Karte oder .., wo sie weg ist"},
	{"a card: where all places are gone, p is left out", "eine Karte; wo alle Plätze leer sind, fehlt p"},
	{"at most eight finished runs", "höchstens acht fertige Folgen"},
	{"the suits of the finished runs, sorted c d h s", "die Farben der fertigen Folgen, geordnet c d h s"},

	// records
	{"a record of at most * bytes", "eine Aufzeichnung von höchstens * Bytes"},
	{"a record: *", "eine Aufzeichnung: ein JSON-Objekt oder eine Kopfzeile wie [Variant \"klondike\"]"},
	{"UTF-8 text", "Text in UTF-8"},
	{"one JSON object on the line, here *", "ein JSON-Objekt in der Zeile, hier *"},
	{"the name of a field in quotes", "der Name eines Feldes in Anführungszeichen"},
	{"a value", "ein Wert"},
	{"a comma or *", "ein Komma oder *"},
	{"the end of the line", "das Ende der Zeile"},
	{"the quotation mark that ends the string", "das Anführungszeichen am Ende des Textes"},
	{"a character that is no control character, which is written like *", "ein Zeichen, das kein Steuerzeichen ist; ein solches schreibt man wie *"},
	{"an escape such as * or *", "eine Umschreibung wie * oder *"},
	{"a hexadecimal digit", "eine hexadezimale Ziffer"},
	{"a digit", "eine Ziffer"},
	{"no more than * values within one another", "nicht mehr als * Werte ineinander"},
	{"an object", "ein Objekt"},
	{"a number", "eine Zahl"},
	{"a string in quotes, *", "ein Text in Anführungszeichen, mit \\\" und \\\\ für Anführungszeichen und umgekehrte Schrägstriche"},
	{"a string", "ein Text"},
	{"whole surrogate pairs", "vollständige Surrogatpaare"},
	{"a list of moves", "eine Liste von Zügen"},
	{"at most * moves", "höchstens * Züge"},
	{"each field once", "jedes Feld nur einmal"},
	{"each option once", "jede Option nur einmal"},
	{"one of the fields *", "eines der Felder *"},
	{"one of the tags *", "eine der Kopfzeilen *"},
	{"one of *", "eines von *"},
	{"a tag such as *, or a blank line before the moves", "eine Kopfzeile wie * oder eine Leerzeile vor den Zügen"},
	{"options such as *", "Optionen wie *"},
	{"the name of an option and its value", "der Name einer Option und ihr Wert"},
	{"deal or state, not both", "deal oder state, nicht beides"},
	{"deal or state", "deal oder state"},
	{"exactly one of number, seed and deck", "genau eines von number, seed und deck"},
	{"a deal number from 1 to 4294967295", "eine Spielnummer von 1 bis 4294967295"},
	{"a seed", "ein Seed"},
	{"the cards in dealing order", "die Karten in der Reihenfolge des Gebens"},
	{"number=12345, seed=text or deck=cards", "number=12345, seed=Text oder deck=Karten"},
	{"the variant of the record, *", "das Spiel der Aufzeichnung, *"},
	{"the options of the record", "die Optionen der Aufzeichnung"},
	{"* as in state", "* wie in state"},
	{"the options of state, *", "die Optionen von state, *"},
	{"variant", "variant, der Name des Spiels"},
	{"IN_PROGRESS, WON or STUCK", "IN_PROGRESS, WON oder STUCK"},
	{"a state", "eine Stellung"},
	{"a score: a whole number of 32 bits", "ein Punktestand: eine ganze Zahl mit 32 Bit"},
	{"a number of moves, 0 or more", "eine Zahl von Zügen ab 0"},
	{"a number of seconds", "eine Zahl von Sekunden"},
	{"64 lower-case hexadecimal digits", "64 kleine hexadezimale Ziffern"},

	// texts of other programs
	{"board text", "ein Brett"},
	{"a line Foundations: with the waste card", "eine Zeile Foundations: mit der Karte der Ablage"},
	{"a line Talon: with the cards to be drawn", "eine Zeile Talon: mit den Karten zum Ziehen"},
	{"column * of *", "Reihe * von *"},
	{"a column, *", "eine Reihe, *"},
	{"*: or *:", "*: oder *:"},
	{"the end of the board after * columns", "das Ende des Bretts nach * Reihen"},
	{"a card: rank A 2 to 9 T or 10 J Q K and suit C D H S", "eine Karte aus Wert A 2 bis 9 T oder 10 J Q K und Farbe C D H S"},
	{"no more than the cards of the deck", "nicht mehr Karten, als das Kartenspiel hat"},
	{"no more than * cells", "nicht mehr Zellen als *"},
	{"a suit and its top rank, for example * or *", "eine Farbe und ihr oberster Wert, zum Beispiel * oder *"},
	{"each suit once", "jede Farbe nur einmal"},
	{"whole cards before the bar", "ganze Karten vor dem Strich"},
	{"a number of cards from 1 to d after v", "eine Zahl von Karten von 1 bis d nach v"},
	{"a legal move", "ein erlaubter Zug"},
	{"the rule * would play another game", "die Regel * würde ein anderes Spiel spielen"},
	{"the rule * would play * after it, the game does not", "die Regel * würde danach * spielen, das Spiel nicht"},
}

// expected returns what was wanted in the language, in English where there is no German for it.
func expected(l Language, what string) string {
	if l != German {
		return what
	}
	for _, t := range wanted {
		if gaps, ok := matchGaps(t.en, what); ok {
			parts := strings.Split(t.de, "*")
			out := parts[0]
			for i, part := range parts[1:] {
				out += expected(l, gaps[i]) + part
			}
			return out
		}
	}
	return what
}

// matchGaps reports whether the pattern, in which * stands for some text, fits
// the whole text, and what its gaps hold.
func matchGaps(pattern, text string) (gaps []string, ok bool) {
	parts := strings.Split(pattern, "*")
	rest, ok := strings.CutPrefix(text, parts[0])
	if !ok {
		return nil, false
	}
	for i, part := range parts[1:] {
		at := strings.Index(rest, part)
		if part == "" && i == len(parts)-2 {
			at = len(rest)
		}
		if at < 0 {
			return nil, false
		}
		gaps = append(gaps, rest[:at])
		rest = rest[at+len(part):]
	}
	return gaps, rest == ""
}
