package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// lines reads the records of a file of reference vectors, which an independent implementation made.
// They lie beside the repository, or where TALON_SHARED says.
func lines[T any](t *testing.T, name string) []T {
	t.Helper()
	shared := os.Getenv("TALON_SHARED")
	if shared == "" {
		shared = "../../shared"
	}
	file, err := os.Open(filepath.Join(shared, "corpus", "vectors", name))
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("the reference vectors are not here")
	}
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var records []T
	scanner := bufio.NewScanner(file)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		var record T
		if err := json.Unmarshal(scanner.Bytes(), &record); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		records = append(records, record)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return records
}

// values makes the option values of a vector, numbers and strings, the strings of a request.
func values(options map[string]any) map[string]string {
	all := map[string]string{}
	for name, value := range options {
		text, err := json.Marshal(value)
		if err != nil {
			continue
		}
		all[name] = strings.Trim(string(text), `"`)
	}
	return all
}

func TestTheReferenceGamesReplayOverOneStream(t *testing.T) {
	type game struct {
		Variant     string
		Options     map[string]any
		Deck        []string
		Moves       []string
		FinalState  string `json:"final_state"`
		FinalStatus string `json:"final_status"`
		Score       *int32
		MovesCount  int32 `json:"moves_count"`
	}
	s := start(t, nil)
	for _, v := range engine.Variants() {
		games := lines[game](t, "logs-"+v.String()+".jsonl")
		stream, err := s.client.ReplayGames(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, g := range games {
			send(t, stream, &solitairev1.ReplayGamesRequest{
				Index: proto.Int32(int32(100 + i)),
				Replay: &solitairev1.ReplayGameRequest{
					Deal:  &solitairev1.Deal{Variant: g.Variant, Options: values(g.Options), Deck: proto.String(strings.Join(g.Deck, ""))},
					Moves: g.Moves, View: solitairev1.Game_STATE,
					Expect: &solitairev1.Expectation{
						Status: solitairev1.Game_Status(solitairev1.Game_Status_value[g.FinalStatus]).Enum(), Score: g.Score, MoveCount: &g.MovesCount,
					},
				},
			})
		}
		if err := stream.CloseSend(); err != nil {
			t.Fatal(err)
		}
		answers := receive(t, stream)
		if len(answers) != len(games) {
			t.Fatalf("%s: %d answers for %d games", v, len(answers), len(games))
		}
		for i, a := range answers {
			r := a.GetResult()
			if int(a.Index) != 100+i || !r.GetComplete() || r.GetGame().GetState() != games[i].FinalState || len(r.GetDifferences()) != 0 {
				t.Errorf("%s %d: %v", v, i, a)
			}
		}
	}
}

func TestTheReferencePositionsAreInspectedListedAndPlayed(t *testing.T) {
	type position struct {
		ID     string
		State  string
		Legal  json.RawMessage
		Status string
		Finish []string
		Move   *string
		Next   string
		Events []string
	}
	s := start(t, nil)
	for _, v := range engine.Variants() {
		for _, want := range lines[position](t, v.String()+".jsonl") {
			if string(want.Legal) == "false" {
				s.checkIllegal(t, want.ID, want.State, *want.Move)
				continue
			}
			inspected, err := s.client.InspectGame(t.Context(), &solitairev1.InspectGameRequest{State: want.State, View: solitairev1.Game_TABLE_AND_MOVES})
			if err != nil {
				t.Errorf("%s: %v", want.ID, err)
				continue
			}
			g := inspected.Game
			if g.State != want.State || g.Status.String() != want.Status || g.FinishAvailable != (want.Finish != nil) {
				t.Errorf("%s: %v, want status %s, finish %v", want.ID, g, want.Status, want.Finish)
			}
			var moves, legal []string
			for _, m := range g.Moves {
				moves = append(moves, m.Move)
			}
			if err := json.Unmarshal(want.Legal, &legal); err != nil {
				t.Fatal(err)
			}
			slices.Sort(moves)
			if !slices.Equal(moves, legal) {
				t.Errorf("%s: moves %v, want %v", want.ID, moves, legal)
			}
			if want.Move == nil {
				continue
			}
			applied, err := s.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: want.State, Moves: []string{*want.Move}, View: solitairev1.Game_STATE})
			if err != nil || applied.Game.State != want.Next || len(applied.Events) != len(want.Events) {
				t.Errorf("%s: %v, %v, want %s and %v", want.ID, applied, err, want.Next, want.Events)
			}
		}
	}
}

// checkIllegal asks both methods that can refuse a move, which must agree.
func (r *running) checkIllegal(t *testing.T, id, state, move string) {
	t.Helper()
	_, err := r.client.ApplyMoves(t.Context(), &solitairev1.ApplyMovesRequest{State: state, Moves: []string{move}})
	applied := asJSON(t, err)
	verdict, err := r.client.ValidateMove(t.Context(), &solitairev1.ValidateMoveRequest{State: state, Move: move})
	if err != nil {
		if validated := asJSON(t, err); validated.reason() != "MALFORMED_MOVE" || applied.reason() != "MALFORMED_MOVE" {
			t.Errorf("%s: %s is %s and %s", id, move, validated.reason(), applied.reason())
		}
		return
	}
	if verdict.Legal || verdict.Refusal.GetReason().String() != applied.detail("Refusal")["reason"] {
		t.Errorf("%s: %s is %v and %v", id, move, verdict, applied)
	}
}
