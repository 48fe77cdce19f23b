package main

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// The cases of this file are behaviour that other services got wrong, each under its number in the
// list of conformance cases.

// klondike is a dealt game, draw one.
const klondike = "klondike/1;draw=1 m=0 t1:5c t2:7c|7d t3:4s9h|3c t4:6cJs8d|As t5:6s4hKc9s|2d t6:5hKdJhAc5d|Td t7:Qh4d7sQc8hQd|8s s:Qs2c3d2s6h2hKs3s6d8c9c5sTc4c7hJd3hJc9dThAdKhTsAh"

func TestPR53TheSameNumberMeansTheSameDealEverywhere(t *testing.T) {
	s := start(t, nil)
	body := s.do(t, "POST", "/v1/games:deal", `{"variant":"freecell","number":10}`)
	path := s.do(t, "GET", "/v1/variants/freecell/deals/10", "")
	if body.status != http.StatusOK || string(body.body) != string(path.body) {
		t.Errorf("body: %s\npath: %s", body.body, path.body)
	}
	wire, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{Variant: "freecell", Number: proto.Uint32(10)})
	if err != nil || !strings.Contains(string(body.body), wire.Game.State) {
		t.Errorf("gRPC: %v, %v", wire, err)
	}
	for _, number := range []string{"010", "0x10", "0X10", "0o10", "0b10", "1_000", "+5", "-5", "%205", "5%20", "5.0", "5e0", "1e3", "٥", "0"} {
		if a := s.do(t, "GET", "/v1/variants/freecell/deals/"+number, ""); a.status != http.StatusBadRequest || a.failure(t).reason() != "INVALID_DEAL" {
			t.Errorf("path %s: %d %s", number, a.status, a.body)
		}
	}
	for _, number := range []string{`010`, `"010"`, `"10"`, `0x10`, `"0x10"`, `1_000`, `"1_000"`, `+5`, `"+5"`, `5.0`, `1e3`, `-5`, `[5]`, `true`} {
		a := s.do(t, "POST", "/v1/games:deal", `{"variant":"freecell","number":`+number+`}`)
		if e := a.failure(t); a.status != http.StatusBadRequest || e.reason() != "MALFORMED_JSON" || e.fields()[0] != "number" {
			t.Errorf("body %s: %d %s", number, a.status, a.body)
		}
	}
}

func TestPR54UnknownBodyFieldsAreNotSwallowed(t *testing.T) {
	s := start(t, nil)
	a := s.do(t, "POST", "/v1/games:deal", `{"variant":"freecell","number":1,"option":{"cells":"3"}}`)
	if e := a.failure(t); a.status != http.StatusBadRequest || e.reason() != "UNKNOWN_FIELD" || e.fact("field") != "option" {
		t.Errorf("%d %s", a.status, a.body)
	}
	// Over gRPC a newer client may send fields that are not known here.
	newer := &solitairev1.DealGameRequest{Variant: "freecell", Number: proto.Uint32(1)}
	newer.ProtoReflect().SetUnknown(protoreflect.RawFields{0xfa, 0x3e, 0x01, 'x'})
	if _, err := s.client.DealGame(t.Context(), newer); err != nil {
		t.Errorf("gRPC: %v", err)
	}
}

func TestPR55AnEmptyBodyIsNotADefaultGame(t *testing.T) {
	s := start(t, nil)
	for _, test := range []struct{ body, reason string }{
		{"", "MALFORMED_JSON"},
		{" \n\t", "MALFORMED_JSON"},
		{"null", "MALFORMED_JSON"},
		{"[]", "MALFORMED_JSON"},
		{"{}", "INVALID_REQUEST"},
	} {
		announced := s.do(t, "POST", "/v1/games:deal", test.body)
		if e := announced.failure(t); announced.status != http.StatusBadRequest || e.reason() != test.reason {
			t.Errorf("%q: %d %s", test.body, announced.status, announced.body)
		}
		response := s.raw(t, fmt.Sprintf("POST /v1/games:deal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n%s0\r\n\r\n", chunk(test.body)))
		if response.StatusCode != http.StatusBadRequest {
			t.Errorf("%q in chunks: %d", test.body, response.StatusCode)
		}
		_ = response.Body.Close()
	}
	_, err := s.client.DealGame(t.Context(), &solitairev1.DealGameRequest{})
	if e := asJSON(t, err); e.reason() != "INVALID_REQUEST" || e.fields()[0] != "variant" {
		t.Errorf("gRPC: %v", err)
	}
}

func chunk(body string) string {
	if body == "" {
		return ""
	}
	return fmt.Sprintf("%x\r\n%s\r\n", len(body), body)
}

func TestPR56BytesAfterTheJSONValueAreAnError(t *testing.T) {
	s := start(t, nil)
	for _, body := range []string{`{"variant":"golf"}{"variant":"yukon"}`, `{"variant":"golf"} x`, `{"variant":"golf"},`, `{"variant":"golf"}` + "\x00"} {
		if a := s.do(t, "POST", "/v1/games:deal", body); a.status != http.StatusBadRequest || a.failure(t).reason() != "MALFORMED_JSON" {
			t.Errorf("%q: %d %s", body, a.status, a.body)
		}
	}
}

// TestPR57 is the golden files of TestWire, which hold an error of every kind, and this.
func TestPR57AnErrorThatCannotBeRenderedIsStillAnError(t *testing.T) {
	s := start(t, nil)
	for _, text := range []string{"\xff\xfe", strings.Repeat("ä", 5000), "\x00\u2028<script>"} {
		for _, a := range []answer{
			s.do(t, "GET", "/v1/variants/"+fmt.Sprintf("%%%x", text[:2]), ""),
			s.do(t, "GET", "/v1/variants?"+strings.Repeat("%ff", 2000)+"=1", ""),
			s.do(t, "POST", "/v1/games:inspect", fmt.Sprintf(`{"state":%q}`, text)),
			s.do(t, "POST", "/v1/games:deal", fmt.Sprintf(`{%q:1}`, text)),
			s.do(t, "POST", "/v1/games:deal", fmt.Sprintf(`{"variant":"golf","options":{%q:"1"}}`, text)),
		} {
			if a.failure(t); a.status >= 500 {
				t.Errorf("%d %s", a.status, a.body)
			}
		}
	}
}

func TestPR58OKIsNotSaidAboutAMoveThatWasNotMade(t *testing.T) {
	s := start(t, nil)
	const state = "yukon/1 m=63 t5:Ks fc:K fd:K fh:K fs:Q"
	verdict, err := s.client.ValidateMove(t.Context(), &solitairev1.ValidateMoveRequest{State: state, Move: "t1t5"})
	if err != nil || verdict.Legal || verdict.Refusal.GetReason() != solitairev1.Refusal_EMPTY_PILE || verdict.Refusal.Piles[0] != "t1" {
		t.Errorf("ValidateMove: %v, %v", verdict, err)
	}
	answer, err := s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: state, Moves: []string{"t1t5"}})
	e := asJSON(t, err)
	if answer.GetGame() != nil || status.Code(err) != codes.FailedPrecondition || e.detail("Refusal")["reason"] != "EMPTY_PILE" {
		t.Errorf("ApplyMoves: %v, %v", answer, err)
	}
	a := s.do(t, "POST", "/v1/games:validateMove", `{"state":"`+state+`","move":"t1t5"}`)
	if o := object(t, a); o["legal"] != false || o["refusal"].(map[string]any)["reason"] != "EMPTY_PILE" {
		t.Errorf("validateMove: %s", a.body)
	}
	a = s.do(t, "POST", "/v1/games:applyMoves", `{"state":"`+state+`","moves":["t1t5"]}`)
	if e := a.failure(t); a.status != http.StatusBadRequest || e.detail("Refusal")["reason"] != "EMPTY_PILE" || strings.Contains(string(a.body), `"game"`) {
		t.Errorf("applyMoves: %d %s", a.status, a.body)
	}
}

func TestPR59TooLargeIsNotTooManyRequests(t *testing.T) {
	s := start(t, nil)
	logOf := func(moves int) *solitairev1.ReplayGameRequest {
		// A game that draws and takes back never ends.
		r := &solitairev1.ReplayGameRequest{State: klondike, View: solitairev1.Game_STATE, Moves: make([]string, moves)}
		for i := range r.Moves {
			r.Moves[i] = []string{"d", "u"}[i%2]
		}
		return r
	}
	asBody := func(r *solitairev1.ReplayGameRequest) string {
		return `{"state":"` + r.State + `","view":"STATE","moves":["` + strings.Join(r.Moves, `","`) + `"]}`
	}
	if a := s.do(t, "POST", "/v1/games:replay", asBody(logOf(20000))); a.status != http.StatusOK {
		t.Errorf("a log of the limit: %d %s", a.status, a.body)
	}
	if _, err := s.client.ReplayGame(t.Context(), logOf(20000)); err != nil {
		t.Errorf("a log of the limit over gRPC: %v", err)
	}
	a := s.do(t, "POST", "/v1/games:replay", asBody(logOf(20001)))
	if e := a.failure(t); a.status != http.StatusRequestEntityTooLarge || e.Code != int(codes.InvalidArgument) || e.fact("limit") != "20000" || e.fact("asked") != "20001" || e.fields()[0] != "moves" {
		t.Errorf("a log above the limit: %d %s", a.status, a.body)
	}
	_, err := s.client.ReplayGame(t.Context(), logOf(20001))
	if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.reason() != "LIMIT_EXCEEDED" || e.fact("limit") != "20000" || e.fact("asked") != "20001" {
		t.Errorf("a log above the limit over gRPC: %v", err)
	}

	const limit = 4 << 20
	a = s.do(t, "POST", "/v1/games:inspect", `{"state":"`+strings.Repeat("x", 5<<20)+`"}`)
	if e := a.failure(t); a.status != http.StatusRequestEntityTooLarge || e.Code != int(codes.InvalidArgument) || e.reason() != "LIMIT_EXCEEDED" || e.fact("limit") != "4194304" || e.fact("asked") != "5242892" {
		t.Errorf("5 MiB: %d %.300s", a.status, a.body)
	}
	_, err = s.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: strings.Repeat("x", 5<<20)})
	if e := asJSON(t, err); status.Code(err) != codes.InvalidArgument || e.reason() != "LIMIT_EXCEEDED" || e.fact("limit") != "4194304" {
		t.Errorf("5 MiB over gRPC: %.300v", err)
	}
	_, err = s.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: strings.Repeat("x", 9<<20)})
	if status.Code(err) != codes.ResourceExhausted || retryAfter(err) != 0 {
		t.Errorf("9 MiB over gRPC: %.300v", err)
	}
	just := `{"state":"` + strings.Repeat("x", limit-len(`{"state":""}`)) + `"}`
	if a := s.do(t, "POST", "/v1/games:inspect", just); a.status != http.StatusBadRequest || a.failure(t).reason() != "MALFORMED_STATE" {
		t.Errorf("4 MiB: %d %.300s", a.status, a.body)
	}
}

func TestPR60WhatThePlayerMayNotKnowIsNotInTheAnswer(t *testing.T) {
	s := start(t, nil)
	for _, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 1)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		answer, err := s.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: p.String(), View: solitairev1.Game_TABLE_AND_MOVES})
		if err != nil {
			t.Fatal(err)
		}
		for _, pile := range answer.Game.Table.Piles {
			id, err := engine.ParsePile(pile.Id)
			if err != nil {
				t.Fatal(err)
			}
			down := p.FaceDown(id)
			if !strings.HasPrefix(pile.Cards, strings.Repeat("??", down)) || strings.Count(pile.Cards, "?") != 2*down {
				t.Errorf("%s: %s shows %q, of which %d lie face down", v, pile.Id, pile.Cards, down)
			}
		}
		for _, m := range answer.Game.Moves {
			if m.Kind == solitairev1.Move_DRAW && m.Cards != nil {
				t.Errorf("%s: the draw names %q", v, *m.Cards)
			}
		}
	}
	// Going back behind the turn of a card hides it again.
	back, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{State: klondike, Moves: []string{"t4t5", "u"}})
	if err != nil {
		t.Fatal(err)
	}
	if cards := back.Game.Table.Piles[3].Cards; cards != "??????As" {
		t.Errorf("column 4 after going back: %q", cards)
	}
	// The log names no state and no card, whatever was asked.
	s.do(t, "POST", "/v1/games:inspect", `{"state":"`+klondike+`Zz"}`)
	s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","seed":"my secret seed"}`)
	for _, secret := range []string{"t1:", "klondike/1", "Zz", "secret", "Ah"} {
		if strings.Contains(s.log.String(), secret) {
			t.Errorf("%q is in the log:\n%s", secret, s.log)
		}
	}
}

func TestPR61EveryDoorChecksTheStateInTheSameWay(t *testing.T) {
	s := start(t, nil)
	for name, state := range map[string]string{
		"two Kd":                            "yukon/1 m=63 t1:Kd t2:Kd t3:Ks fc:K fd:Q fh:K fs:Q",
		"53 cards":                          "yukon/1 m=63 t1:Ks t2:Qs fc:K fd:K fh:K fs:Q",
		"a face-down top card":              "klondike/1;draw=1 m=5 t2:KsKd| fc:K fd:Q fh:K fs:Q",
		"redeals above the limit":           "klondike/1;draw=1;redeals=1 m=9 r=2 t1:Ks fc:K fd:K fh:K fs:Q",
		"a pile that the game lacks":        "golf/1 m=9 t1:Ks c1:Kd w:Ac",
		"everything at once":                "klondike/1;draw=1;redeals=0 m=1 r=2 t1:Kd|Kd t9:Kd fc:Q",
		"a counter that the game lacks":     "yukon/1 m=63 r=1 t1:Ks fc:K fd:K fh:K fs:Q",
		"a place gone beneath another card": "pyramid/1 m=2 p:..Kd....................................................",
	} {
		var want string
		for _, call := range []struct{ path, rest string }{
			{"inspect", ""},
			{"validateMove", `,"move":"d"`},
			{"applyMoves", `,"moves":["d"]`},
			{"enumerateMoves", ""},
			{"finish", ""},
			{"replay", `,"moves":["d"]`},
			{"convert", `,"from":"POSITION","to":"PILES"`},
			{"solve", ""},
			{"watchSolve", ""},
			{"suggestMove", `,"knowledge":"FULL"`},
			{"findLastWinnable", `,"moves":["d"]`},
		} {
			a := s.do(t, "POST", "/v1/games:"+call.path, `{"state":"`+state+`"`+call.rest+`}`)
			e := a.failure(t)
			if a.status != http.StatusBadRequest || e.Code != int(codes.InvalidArgument) || e.reason() != "IMPOSSIBLE_STATE" || len(e.fields()) == 0 {
				t.Errorf("%s, %s: %d %s", name, call.path, a.status, a.body)
			}
			if want == "" {
				want = string(a.body)
			}
			if string(a.body) != want {
				t.Errorf("%s: %s says\n%s\ninspect says\n%s", name, call.path, a.body, want)
			}
		}
		setup, err := engine.ParseSetup(state)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range setup.Violations() {
			if !strings.Contains(want, `"field":"state[`+v.Pile+`]"`) || !strings.Contains(want, v.Kind.String()) {
				t.Errorf("%s: %s of %s is not in %s", name, v.Kind, v.Pile, want)
			}
		}
	}
}

func TestPR62ARejectedMoveTellsTheActingClientAtOnceAndOnlyOnce(t *testing.T) {
	s := start(t, nil)
	_, err := s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: klondike, Moves: []string{"t4t5", "t1t5", "d"}})
	if e := asJSON(t, err); status.Code(err) != codes.FailedPrecondition || e.fact("move_index") != "1" || e.fact("move") != "t1t5" {
		t.Errorf("the batch: %v", err)
	}
	a := s.do(t, "POST", "/v1/games:applyMoves", `{"state":"`+klondike+`","moves":["t4t5","t1t5","d"]}`)
	if e := a.failure(t); a.status != http.StatusBadRequest || e.fact("move_index") != "1" {
		t.Errorf("the batch: %d %s", a.status, a.body)
	}
	var all sync.WaitGroup
	for range 8 {
		for _, single := range []struct {
			move  string
			legal bool
		}{{"t4t5", true}, {"t1t5", false}, {"d", true}} {
			all.Go(func() {
				wire, err := s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: klondike, Moves: []string{single.move}, View: solitairev1.Game_STATE})
				if (err == nil) != single.legal || single.legal && wire.Game.MoveCount != 1 {
					t.Errorf("%s: %v, %v", single.move, wire, err)
				}
				a := s.do(t, "POST", "/v1/games:applyMoves", `{"state":"`+klondike+`","moves":["`+single.move+`"],"view":"STATE"}`)
				if (a.status == http.StatusOK) != single.legal || !single.legal && a.failure(t).fact("move") != single.move {
					t.Errorf("%s: %d %s", single.move, a.status, a.body)
				}
			})
		}
	}
	all.Wait()
}

// TestPR63 is TestExamplesOfTheDescription, and the tests of the documentation.

func TestPR64UndoWorksOnAGameThatWasStoredAndLoadedAgain(t *testing.T) {
	s := start(t, nil)
	const deal = `{"variant":"klondike","options":{"draw":"1","scoring":"standard"},"number":12345}`
	begin := object(t, s.do(t, "POST", "/v1/games:deal", deal))["game"].(map[string]any)["state"].(string)
	moves := `"d","d","d","d","d","d","d","d","d","d"`
	undos := `"u","u","u","u","u","u","u","u","u","u"`

	record := strings.ReplaceAll(`{"variant":"klondike","rulesVersion":1,"options":{"draw":"1","scoring":"standard"},"deal":{"number":12345},"moves":[`+moves+`]}`, `"`, `\"`)
	stored := object(t, s.do(t, "POST", "/v1/games:convert", `{"from":"RECORD_JSON","to":"RECORD_TEXT","text":"`+record+`"}`))["text"].(string)
	loaded := object(t, s.do(t, "POST", "/v1/games:convert", fmt.Sprintf(`{"from":"RECORD_TEXT","to":"MOVES","text":%q}`, stored)))
	if loaded["state"] != begin || len(loaded["moves"].([]any)) != 10 {
		t.Fatalf("the record comes back as %v", loaded)
	}

	ten := object(t, s.do(t, "POST", "/v1/games:replay", `{"deal":`+deal+`,"moves":[`+moves+`,`+undos+`],"view":"STATE"}`))
	if ten["complete"] != true || ten["game"].(map[string]any)["state"] != begin {
		t.Errorf("ten: %v", ten)
	}
	eleven := object(t, s.do(t, "POST", "/v1/games:replay", `{"deal":`+deal+`,"moves":[`+moves+`,`+undos+`,"u"],"view":"STATE"}`))
	stop, _ := eleven["stop"].(map[string]any)
	if eleven["complete"] != false || stop["index"] != 20.0 || stop["refusal"].(map[string]any)["reason"] != "NOTHING_TO_UNDO" {
		t.Errorf("eleven: %v", eleven)
	}
	wire, err := s.client.ReplayGame(t.Context(), &solitairev1.ReplayGameRequest{State: begin, Moves: []string{"d", "u", "u"}})
	if err != nil || wire.Stop.GetIndex() != 2 || wire.Stop.GetRefusal().GetReason() != solitairev1.Refusal_NOTHING_TO_UNDO {
		t.Errorf("gRPC: %v, %v", wire, err)
	}
	// A bare state cannot be undone.
	a := s.do(t, "POST", "/v1/games:applyMoves", `{"state":"`+begin+`","moves":["u"]}`)
	if a.failure(t).reason() != "MALFORMED_MOVE" {
		t.Errorf("undo of a bare state: %d %s", a.status, a.body)
	}
}

func TestPR66OneSpellingOfACardInStates(t *testing.T) {
	s := start(t, nil)
	const state = "yukon/1 m=63 t5:%s fc:K fd:K fh:9 fs:K"
	for _, spelling := range []string{"TH", "th", "10h", "10H", "hT", "Xx", "7"} {
		a := s.do(t, "POST", "/v1/games:inspect", `{"state":"`+fmt.Sprintf(state, spelling+"JhQhKh")+`"}`)
		if e := a.failure(t); a.status != http.StatusBadRequest || e.reason() != "MALFORMED_STATE" || e.fact("offset") != "16" {
			t.Errorf("%s: %d %s", spelling, a.status, a.body)
		}
	}
	if a := s.do(t, "POST", "/v1/games:inspect", `{"state":"`+fmt.Sprintf(state, "ThJhQhKh")+`"}`); a.status != http.StatusOK {
		t.Errorf("Th: %d %s", a.status, a.body)
	}
}
