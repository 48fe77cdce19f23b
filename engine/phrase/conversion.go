package phrase

import "github.com/talon-solitaire/talon/engine/interop"

// faults are the sentences about a field of a conversion, its name left out.
var faults = map[interop.Fault]text{
	interop.Missing:     {"The field is missing.", "Das Feld fehlt."},
	interop.Exclusive:   {"{field} and {other} exclude each other.", "{field} und {other} schließen einander aus."},
	interop.Unused:      {"The field has to be left out: reading {format} does not use it.", "Das Feld muss wegbleiben: {format} wird ohne es gelesen."},
	interop.Told:        {"The field has to be left out: the {other} says them.", "Das Feld muss wegbleiben: {other} nennt sie schon."},
	interop.Repeated:    {"The pile is there twice.", "Der Stapel ist zweimal da."},
	interop.ManyRecords: {"The text has more than one record.", "Der Text hat mehr als eine Aufzeichnung."},
	interop.OtherForm:   {"The text is a record of the other form.", "Der Text ist eine Aufzeichnung der anderen Form."},
}

func fieldError(l Language, e *interop.FieldError) string {
	switch {
	case e.Fault == interop.TooMuch:
		return Limit(l, e.Unit, e.Limit, e.Asked)
	case e.Err != nil:
		return Error(l, e.Err)
	}
	return fill(faults[e.Fault].in(l), words{"field": e.Field, "other": e.Other, "format": e.Format}, nil)
}

// readError says where a text of another program cannot be read.
func readError(l Language, e *interop.ReadError) string {
	found := text{"the end of the text", "das Ende des Textes"}.in(l)
	if e.Found != "" {
		found = quote(l, e.Found)
	}
	return sentence(text{
		"line {line}, column {column}: expected {wanted}, but found {found}.",
		"Zeile {line}, Spalte {column}, erwartet: {wanted}. Gefunden: {found}.",
	}.in(l), words{"wanted": expected(l, e.Wanted), "found": found}, numbers{"line": e.Line, "column": e.Column})
}

func unsupportedError(l Language, e *interop.UnsupportedError) string {
	if e.Err != nil {
		return Error(l, e.Err)
	}
	return fill(text{
		"{to} cannot be made of what was read as {from}.",
		"Aus dem, was als {from} gelesen wurde, wird kein {to}.",
	}.in(l), words{"from": e.From, "to": e.To}, nil)
}

func formError(l Language, e *interop.VariantError) string {
	names := make([]string, len(e.Wanted))
	for i, v := range e.Wanted {
		names[i] = Variant(l, v)
	}
	return sentence(text{
		"{format} has no form for {game}, only for {names}.",
		"{format} gibt es nicht für {game}, nur für {names}.",
	}.in(l), words{"format": expected(l, e.Format), "game": Variant(l, e.Variant), "names": list(l, names)}, nil)
}

func writeError(l Language, e *interop.WriteError) string {
	return fill(text{
		"Move {index} cannot be written: {why}.",
		"Zug {index} lässt sich nicht schreiben: {why}.",
	}.in(l), words{"why": expected(l, e.Why)}, numbers{"index": e.Index})
}
