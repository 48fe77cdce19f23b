package engine

import (
	"errors"
	"unicode/utf8"
)

// recordPlace is where a field of a record stands.
type recordPlace struct {
	field string
	// line and column, both counted from 1, are where its value begins.
	line, column int
	// text is the value if it stands there as it is, nothing in it escaped, one
	// character after the column; else empty.
	text string
}

// begins keeps where a field stands whose value reaches from one byte of the line to another.
func (b *recordBuilder) begins(line *recordLine, field string, from, to int, value string) {
	switch field {
	case "variant", "rulesVersion", "options", "state", "deal", "deal.number", "deal.seed", "deal.deck", "deal.options":
	default:
		return // no part of the beginning
	}
	place := recordPlace{field: field, line: line.number, column: utf8.RuneCount(line.text[:from]) + 1}
	if value != "" && from+1+len(value)+1 == to && string(line.text[from+1:to-1]) == value {
		place.text = value
	}
	b.places = append(b.places, place)
}

// Start returns the position in which the record begins that Next returned last.
// It is what Start of that record returns, with the line and the column in its errors.
func (rr *RecordReader) Start() (Position, error) {
	r := rr.latest
	if r == nil {
		r = &Record{} // which has no beginning
	}
	p, err := r.Start()
	var refusal *RecordError
	if errors.As(err, &refusal) {
		rr.locate(refusal)
	}
	return p, err
}

// locate gives an error about the beginning of the latest record its place: where
// in the field reading stopped, if that can be told, else where the field begins.
func (rr *RecordReader) locate(e *RecordError) {
	place, within := rr.placeOf(e.Field)
	e.Line, e.Column = place.line, place.column
	var parse *ParseError
	if errors.As(e.Err, &parse) && place.text != "" && within+parse.Offset <= len(place.text) {
		e.Column += 1 + utf8.RuneCountInString(place.text[:within+parse.Offset])
	}
}

// placeOf returns where a field stands, and the byte of its value at which the
// field begins where a tag holds it together with its name.
func (rr *RecordReader) placeOf(field string) (place recordPlace, within int) {
	// A field may stand within the deal: the options in JSON, the deck in a tag.
	for _, candidate := range [...]struct {
		name   string
		within int
	}{{field, 0}, {"deal." + field, 0}, {"deal", len(field) - len("deal.") + len("=")}} {
		for _, p := range rr.places {
			if p.field == candidate.name {
				return p, candidate.within
			}
		}
	}
	return recordPlace{line: rr.began, column: 1}, 0
}
