package phrase

// units are what limits count, by the words that errors and requests have for them.
var units = map[string]text{
	"bytes":     {"{limit:byte|bytes}", "{limit:Byte|Bytes}"},
	"cards":     {"{limit:card|cards}", "{limit:Karte|Karten}"},
	"moves":     {"{limit:move|moves}", "{limit:Zug|Züge}"},
	"piles":     {"{limit:pile|piles}", "Stapel"},
	"snapshots": {"{limit:snapshot|snapshots}", "{limit:Zwischenstand|Zwischenstände}"},
}

// Limit returns a sentence that says how much is allowed, and how much it is where
// asked is not 0. The unit is one of bytes, cards, moves, piles and snapshots; any
// other is an element of a list.
func Limit(l Language, unit string, limit, asked int) string {
	count := numbers{"limit": limit, "asked": asked}
	noun, known := units[unit]
	if !known {
		noun = text{"{limit:element|elements}", "{limit:Element|Elemente}"}
	}
	said := text{"At most {limit} {unit} {limit:is|are} allowed", "Höchstens {limit} {unit} {limit:ist|sind} erlaubt"}
	if asked > 0 {
		said.en += "; these are {asked}"
		said.de += "; es sind {asked}"
	}
	return fill(said.in(l), words{"unit": fill(noun.in(l), nil, count)}, count) + "."
}
