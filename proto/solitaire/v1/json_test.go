package solitairev1_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// What a caller reads: zero values are there, and what does not apply is not.
func TestJSONHasZeroValuesAndLeavesOutWhatDoesNotApply(t *testing.T) {
	for _, test := range []struct {
		name    string
		message proto.Message
		want    string
	}{
		{
			"a draw has no piles and no cards",
			&solitairev1.Move{Move: "d", Kind: solitairev1.Move_DRAW},
			`{"move":"d","kind":"DRAW","turnsUp":[]}`,
		},
		{
			"an event has the fields of its kind",
			&solitairev1.Event{Kind: solitairev1.Event_BONUS, Row: proto.Int32(7), Points: proto.Int32(25)},
			`{"moveIndex":0,"kind":"BONUS","row":7,"points":25}`,
		},
		{
			"a deal names one origin",
			&solitairev1.Deal{Variant: "golf", Number: proto.Uint32(4294967295)},
			`{"variant":"golf","options":{},"number":4294967295}`,
		},
		{
			"a refusal without counting says 0",
			&solitairev1.Refusal{Reason: solitairev1.Refusal_FACE_DOWN, Rule: "klondike.build"},
			`{"reason":"FACE_DOWN","piles":[],"cards":"","limit":0,"asked":0,"rule":"klondike.build","message":""}`,
		},
		{
			"a legal move has no refusal",
			&solitairev1.ValidateMoveResponse{Legal: true},
			`{"legal":true}`,
		},
		{
			"an expectation of 0 is one",
			&solitairev1.Expectation{Score: proto.Int32(0), StateSha256: proto.String("")},
			`{"score":0,"stateSha256":""}`,
		},
		{
			"a complete replay has no stop",
			&solitairev1.ReplayGameResponse{Complete: true},
			`{"applied":0,"complete":true,"differences":[],"snapshots":[]}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, err := protojson.MarshalOptions{EmitDefaultValues: true}.Marshal(test.message)
			if err != nil {
				t.Fatal(err)
			}
			var got bytes.Buffer
			if err := json.Compact(&got, text); err != nil {
				t.Fatal(err)
			}
			if got.String() != test.want {
				t.Errorf("\n got %s\nwant %s", got.String(), test.want)
			}
		})
	}
}
