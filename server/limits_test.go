package main

import (
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// groupOfEight is a position in which eight cards go from column 2 to column 1, in 21 single moves.
const groupOfEight = "freecell/1 m=0 t1:Ks t2:QhJsTh9s8h7s6h5s " +
	"t3:6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h7h9hJhKhAs2s3s4s6s8sTsQs t4:2c t5:3c t6:4c t7:5c c4:Ac"

func TestLimitsHoldInsideTextsAndForWhatIsWritten(t *testing.T) {
	s := start(t, func(c *config) { c.limits.moves, c.limits.seedBytes, c.limits.deckCards = 20, 8, 60 })
	type conversion = solitairev1.ConvertPositionRequest
	const (
		moves    = solitairev1.ConvertPositionRequest_MOVES
		standard = solitairev1.ConvertPositionRequest_FREECELL_STANDARD
		object   = solitairev1.ConvertPositionRequest_RECORD_JSON
		tags     = solitairev1.ConvertPositionRequest_RECORD_TEXT
		position = solitairev1.ConvertPositionRequest_POSITION
	)
	number := uint32(617)
	log := strings.Repeat("t2c1 u ", 13)
	const deal = "[Variant \"freecell\"]\n[Deal \"number=617\"]\n\n"
	for name, test := range map[string]struct {
		request             *conversion
		field, limit, asked string
	}{
		"a log":                {&conversion{From: moves, To: moves, Number: &number, Moves: strings.Fields(log)}, "moves", "20", "26"},
		"a record's log":       {&conversion{From: tags, To: moves, Text: deal + log}, "text", "20", "26"},
		"a log of no record":   {&conversion{From: tags, To: moves, Text: deal + strings.Repeat("u ", 20001)}, "text", "20000", "20001"},
		"a record's seed":      {&conversion{From: object, To: position, Text: `{"variant":"golf","deal":{"seed":"123456789"}}`}, "text", "8", "9"},
		"a record's deck":      {&conversion{From: object, To: position, Text: `{"variant":"golf","deal":{"deck":"` + strings.Repeat("Ac", 61) + `"}}`}, "text", "60", "61"},
		"standard notation":    {&conversion{From: standard, To: moves, Number: &number, Text: strings.Repeat("2a ", 20002)}, "text", "20000", "20002"},
		"single moves":         {&conversion{From: moves, To: standard, State: groupOfEight, Moves: []string{"t2t1x8"}, Single: true}, "moves", "20", "21"},
		"single moves of text": {&conversion{From: standard, To: standard, State: groupOfEight, Text: "21", Single: true}, "text", "20", "21"},
	} {
		_, err := s.client.ConvertPosition(t.Context(), test.request)
		e := asJSON(t, err)
		if status.Code(err) != codes.InvalidArgument || e.reason() != "LIMIT_EXCEEDED" || e.fact("limit") != test.limit || e.fact("asked") != test.asked || e.fields()[0] != test.field {
			t.Errorf("%s: %v: %+v", name, err, e)
		}
		if httpStatus(err) != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: HTTP status %d", name, httpStatus(err))
		}
	}
}
