package main

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func TestASealedStateIsConvertedIntoNothingThatShowsIt(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceFull))
	for _, v := range engine.Variants() {
		state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: v.String()}).Game.State
		for number, to := range solitairev1.ConvertPositionRequest_Format_name {
			for _, from := range []string{"POSITION", "MOVES"} {
				a := s.do(t, "POST", "/v1/games:convert", `{"from":"`+from+`","to":"`+to+`","state":"`+state+`"}`)
				if strings.Contains(string(a.body), v.String()+"/1") {
					t.Errorf("%s from %s to %s: %s", v, from, to, a.body)
				}
				if number != 0 && !keptFormats[solitairev1.ConvertPositionRequest_Format(number)] {
					if e := a.failure(t); e.Code != int(codes.FailedPrecondition) || e.reason() != "SEALED_GAME" || e.fields()[0] != "to" {
						t.Errorf("%s from %s to %s: %s", v, from, to, a.body)
					}
				}
			}
		}
	}
}

func TestARecordOfASealedGameStaysSealed(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "klondike", Options: map[string]string{"draw": "1"}}).Game.State
	convert := func(from, to, field, text string) map[string]any {
		t.Helper()
		body := map[string]any{"from": from, "to": to, field: text}
		if from == "MOVES" {
			body["moves"] = []string{"d", "u", "d"}
		}
		request, err := json.Marshal(body)
		if err != nil {
			t.Fatal(err)
		}
		a := s.do(t, "POST", "/v1/games:convert", string(request))
		if strings.Contains(string(a.body), "klondike/1") {
			t.Fatalf("from %s to %s: %s", from, to, a.body)
		}
		return object(t, a)
	}
	text := convert("MOVES", "RECORD_JSON", "state", state)["text"].(string)
	// The text of a record says more than its moves, and may repeat the state.
	text = strings.Replace(text, `"moves"`, `"player":"`+state+`","date":"2026-11-30","moves"`, 1)
	for range 3 {
		text = convert("RECORD_JSON", "RECORD_TEXT", "text", text)["text"].(string)
		text = convert("RECORD_TEXT", "RECORD_JSON", "text", text)["text"].(string)
	}
	record, err := engine.ReadRecords(strings.NewReader(text)).Next()
	if err != nil || !slices.Equal(record.Moves, []string{"d", "u", "d"}) || record.Date != "2026-11-30" || !strings.HasPrefix(record.Player, "talon1.") {
		t.Fatalf("%s: %v, %v", text, record, err)
	}
	answer := convert("RECORD_JSON", "MOVES", "text", text)
	if answer["text"] != "d u d" || !strings.HasPrefix(answer["state"].(string), "talon1.klondike-1.") {
		t.Errorf("moves: %v", answer)
	}
	replayed, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{State: record.State, Moves: record.Moves})
	if err != nil || !replayed.Complete || replayed.Game.MoveCount != 1 {
		t.Errorf("replayed: %v, %v", replayed, err)
	}
	before, err := s.states.unseal("", state)
	if err != nil {
		t.Fatal(err)
	}
	after, err := s.states.unseal("", record.State)
	if err != nil || after.state != before.state || after.origin != before.origin {
		t.Errorf("%+v has become %+v, %v", before, after, err)
	}
}

func TestAWrongRecordOfASealedGameIsNamedWithoutItsCards(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: "golf", Number: proto.Uint32(1)}).Game.State
	for text, reason := range map[string]string{
		`{"state":"` + state + `","moves":["zz"]}`:                        "MALFORMED_RECORD",
		`{"state":"` + state + `","moves":["r"]}`:                         "ILLEGAL_MOVE",
		`{"variant":"yukon","state":"` + state + `","moves":[]}`:          "MALFORMED_RECORD",
		`{"rulesVersion":3,"state":"` + state + `","moves":[]}`:           "UNKNOWN_RULES_VERSION",
		`{"options":{"wrap":"on"},"state":"` + state + `","moves":[]}`:    "MALFORMED_RECORD",
		`{"state":"` + state + `x","moves":[]}`:                           "BROKEN_SEAL",
		`{"state":"` + state + `","moves":[]`:                             "MALFORMED_RECORD",
		`{"state":"` + state + `","deal":{"number":1},"moves":[]}`:        "MALFORMED_RECORD",
		`{"state":"` + state + `","moves":[]}{"state":"` + state + `"}`:   "MALFORMED_RECORD",
		`{"state":"` + state + `","moves":[],"status":"` + state + `"}`:   "MALFORMED_RECORD",
		"[State \"" + state + "\"]\n\nd\n":                                "MALFORMED_RECORD",
		`{"state":"golf/1 m=0 w:Ac","player":"` + state + `","moves":[]}`: "IMPOSSIBLE_STATE",
	} {
		body, err := json.Marshal(map[string]string{"from": "RECORD_JSON", "to": "RECORD_TEXT", "text": text})
		if err != nil {
			t.Fatal(err)
		}
		a := s.do(t, "POST", "/v1/games:convert", string(body))
		if e := a.failure(t); e.reason() != reason {
			t.Errorf("%.60s…: %s", text, a.body)
		}
		if g, err := s.states.unseal("", state); err != nil || strings.Contains(string(a.body), g.state[:20]) && reason != "IMPOSSIBLE_STATE" {
			t.Errorf("%.60s…: %s", text, a.body)
		}
	}
}

func TestTheHashOfASealedGameIsComparedWhenNothingIsHidden(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	for v, hidden := range map[string]bool{"klondike": true, "freecell": false} {
		state := s.dealSealed(t, &solitairev1.DealGameRequest{Variant: v}).Game.State
		a := s.do(t, "POST", "/v1/games:replay", `{"state":"`+state+`","moves":[],"expect":{"stateSha256":"`+strings.Repeat("0", 64)+`"}}`)
		if hidden {
			if e := a.failure(t); e.reason() != "SEALED_GAME" || e.fields()[0] != "expect.stateSha256" {
				t.Errorf("%s: %s", v, a.body)
			}
			continue
		}
		if a.status != http.StatusOK || len(object(t, a)["differences"].([]any)) != 1 {
			t.Errorf("%s: %s", v, a.body)
		}
	}
}
