package phrase

import "github.com/talon-solitaire/talon/engine/interop"

// faults are the sentences about a field of a conversion, its name left out.
var faults = map[interop.Fault]text{
	interop.Missing:     {"The field is missing.", "Das Feld fehlt."},
	interop.Exclusive:   {"{field} and {other} exclude each other.", "{field} und {other} schließen einander aus."},
	interop.Unused:      {"The field has to be left out: reading {format} does not use it.", "Das Feld muss wegbleiben: {format} wird ohne es gelesen."},
	interop.Told:        {"The field has to be left out: the {other} says them.", "Das Feld muss wegbleiben: {other} nennt sie schon."},
	interop.Repeated:    {"The pile is there twice.", "Der Stapel ist zweimal da."},
	interop.ManyRecords: {"The text has more than one record.", "Der Text hat mehr als ein Protokoll."},
	interop.OtherForm:   {"The text is a record of the other form.", "Der Text ist ein Protokoll der anderen Form."},
}

func fieldError(l Language, e *interop.FieldError) string {
	if e.Err != nil {
		return Error(l, e.Err)
	}
	return fill(faults[e.Fault].in(l), words{"field": e.Field, "other": e.Other, "format": e.Format}, nil)
}

// readError says where a text of another program cannot be read. What was
// expected there is said in English only, as in the manuals of those programs.
func readError(l Language, e *interop.ReadError) string {
	if l == English {
		return e.Error()
	}
	found := ""
	if e.Found != "" {
		found = ", gefunden " + quote(e.Found)
	}
	return fill("Zeile {line}, Spalte {column}: nicht lesbar{found}.", words{"found": found},
		numbers{"line": e.Line, "column": e.Column})
}

func unsupportedError(l Language, e *interop.UnsupportedError) string {
	if l == English {
		return e.Error()
	}
	return fill("Aus dem, was als {from} gelesen wurde, wird kein {to}.", words{"from": e.From, "to": e.To}, nil)
}
