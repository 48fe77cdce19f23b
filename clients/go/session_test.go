package talon_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// nearlyWon is finished with three moves.
const nearlyWon = "klondike/1 m=88 t1:Kd t2:Qd t3:Ks fc:K fd:J fh:K fs:Q"

func connect(t *testing.T) *talon.Client {
	t.Helper()
	client, err := talon.Dial(address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = client.Close() }) // a test may have closed it
	return client
}

func open(t *testing.T, client *talon.Client, state string) *talon.Session {
	t.Helper()
	s, err := client.OpenSession(t.Context(), state, solitairev1.Game_TABLE_AND_MOVES)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// number deals a game of Klondike with draw 1.
func number(t *testing.T, client *talon.Client, view solitairev1.Game_View) *talon.Session {
	t.Helper()
	s, err := client.DealSession(t.Context(), &solitairev1.DealGameRequest{
		Variant: "klondike", Options: map[string]string{"draw": "1"}, Number: proto.Uint32(12345), View: view,
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func play(t *testing.T, s *talon.Session, moves ...string) {
	t.Helper()
	if _, err := s.Play(t.Context(), moves...); err != nil {
		t.Fatal(err)
	}
}

// walk goes through a session from its start and gives what it holds at every step. It
// ends where it began.
func walk(t *testing.T, s *talon.Session) (at int, games []*solitairev1.Game, moves [][]string) {
	t.Helper()
	for s.Undo() != nil {
		at++
	}
	games = append(games, s.Game())
	for s.CanRedo() {
		step := s.Redo()
		if s.Game() != step.Game {
			t.Errorf("after the step %v the game is another one", step.Moves)
		}
		games, moves = append(games, step.Game), append(moves, step.Moves)
	}
	if s.Restart(); s.CanUndo() {
		t.Error("a restart does not lead to the start")
	}
	for range at {
		s.Redo()
	}
	return at, games, moves
}

// same tells whether two sessions hold equal steps and stand at the same one.
func same(t *testing.T, a, b *talon.Session) {
	t.Helper()
	at, games, moves := walk(t, a)
	at2, games2, moves2 := walk(t, b)
	if at != at2 || !slices.EqualFunc(moves, moves2, slices.Equal) {
		t.Fatalf("at %d of %v, and at %d of %v", at, moves, at2, moves2)
	}
	for i := range games {
		if !proto.Equal(games[i], games2[i]) {
			t.Errorf("after %d steps\n%v and\n%v", i, games[i], games2[i])
		}
	}
}

func TestMovesPlayedTogetherAreOneStep(t *testing.T) {
	client := connect(t)
	together, single := number(t, client, solitairev1.Game_TABLE), number(t, client, solitairev1.Game_TABLE)
	moves := []string{"t4fs", "d", "d"}
	step, err := together.Play(t.Context(), moves...)
	if err != nil || !slices.Equal(step.Moves, moves) || len(step.Events) != 4 {
		t.Errorf("%v, %v", step, err)
	}
	for _, move := range moves {
		play(t, single, move)
	}
	if !proto.Equal(together.Game(), single.Game()) || !slices.Equal(together.Moves(), single.Moves()) {
		t.Errorf("%v\n%v", together.Game(), single.Game())
	}
	if undone := together.Undo(); undone != step || together.CanUndo() || together.Game() != together.Start() {
		t.Errorf("taken back: %v, and then the game is %v", undone, together.Game())
	}
}

func TestTheGamesOfASessionHaveItsView(t *testing.T) {
	client := connect(t)
	for view, want := range map[solitairev1.Game_View]struct{ table, moves bool }{
		solitairev1.Game_VIEW_UNSPECIFIED: {true, true},
		solitairev1.Game_STATE:            {false, false},
		solitairev1.Game_TABLE:            {true, false},
		solitairev1.Game_TABLE_AND_MOVES:  {true, true},
	} {
		dealt := number(t, client, view)
		play(t, dealt, "d")
		opened, err := client.OpenSession(t.Context(), nearlyWon, view)
		if err != nil {
			t.Fatal(err)
		}
		play(t, opened, "t2t3")
		replayed, err := client.ReplaySession(t.Context(), opened.Record().String(), view)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range []*talon.Session{dealt, opened, replayed} {
			for _, game := range []*solitairev1.Game{s.Start(), s.Game()} {
				if (game.GetTable() != nil) != want.table || (game.GetMoves() != nil) != want.moves {
					t.Errorf("%v: the game is %v", view, game)
				}
			}
		}
	}
}

func TestGoingBackAndForthNeedsNoCall(t *testing.T) {
	client := connect(t)
	s := number(t, client, solitairev1.Game_TABLE)
	play(t, s, "t4fs")
	play(t, s, "d", "d")
	play(t, s, "d")
	if err := client.Close(); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		move  func() bool
		moved bool
		count int32
	}{
		{"redo at the end", func() bool { return s.Redo() != nil }, false, 4},
		{"undo", func() bool { return s.Undo() != nil }, true, 3},
		{"undo of two moves", func() bool { return s.Undo() != nil }, true, 1},
		{"redo of two moves", func() bool { return s.Redo() != nil }, true, 3},
		{"back into the middle of a step", func() bool { return s.BackTo(2) == nil }, true, 1},
		{"back to where it stands", func() bool { return s.BackTo(1) == nil }, true, 1},
		{"forth to what was taken back", func() bool { return s.BackTo(3) == nil }, false, 1},
		{"before the start", func() bool { return s.BackTo(-1) == nil }, false, 1},
		{"back to the start", func() bool { return s.BackTo(0) == nil }, true, 0},
		{"undo at the start", func() bool { return s.Undo() != nil }, false, 0},
		{"redo", func() bool { return s.Redo() != nil }, true, 1},
		{"restart", func() bool { s.Restart(); return true }, true, 0},
		{"redo after a restart", func() bool { return s.Redo() != nil }, true, 1},
	} {
		if moved := test.move(); moved != test.moved || s.Game().GetMoveCount() != test.count || len(s.Moves()) != int(test.count) {
			t.Errorf("%s: %v, at %v with %d moves", test.name, moved, s.Moves(), s.Game().GetMoveCount())
		}
	}
	if _, err := s.Play(t.Context(), "d"); err == nil {
		t.Error("a move needs a call")
	}
}

func TestARefusedMoveLeavesTheSessionAsItWas(t *testing.T) {
	client := connect(t)
	s, untouched := number(t, client, solitairev1.Game_TABLE), number(t, client, solitairev1.Game_TABLE)
	for _, session := range []*talon.Session{s, untouched} {
		play(t, session, "t4fs", "d")
		play(t, session, "d")
		session.Undo()
	}
	_, err := s.Play(t.Context(), "d", "t1t2")
	if refusal := talon.RefusalOf(err); refusal.GetReason() != solitairev1.Refusal_WRONG_RANK {
		t.Errorf("the error is %v", err)
	}
	same(t, s, untouched)
	_, err = s.Play(t.Context(), "t0")
	if talon.ReasonOf(err) != solitairev1.ErrorReason_MALFORMED_MOVE || talon.RefusalOf(err) != nil {
		t.Errorf("the error is %v", err)
	}
	if _, err := s.Play(t.Context()); talon.ReasonOf(err) != solitairev1.ErrorReason_INVALID_REQUEST {
		t.Errorf("the error is %v", err)
	}
	_, err = s.Finish(t.Context())
	if refusal := talon.RefusalOf(err); refusal.GetReason() != solitairev1.Refusal_FINISH_NOT_AVAILABLE {
		t.Errorf("the error is %v", err)
	}
	same(t, s, untouched)
	play(t, s, "wfh")
	if got := s.Moves(); !slices.Equal(got, []string{"t4fs", "d", "wfh"}) || s.CanRedo() {
		t.Errorf("after another move the line is %v", got)
	}
}

func TestTheFinishIsOneStep(t *testing.T) {
	s := open(t, connect(t), nearlyWon)
	if !s.Game().GetFinishAvailable() || s.Deal() != nil {
		t.Fatalf("the game is %v, dealt as %v", s.Game(), s.Deal())
	}
	play(t, s, "t2t3")
	s.Undo()
	step, err := s.Finish(t.Context())
	if err != nil || len(step.Moves) != 3 || len(step.Events) == 0 || step.Game.GetStatus() != solitairev1.Game_WON {
		t.Fatalf("%v, %v", step, err)
	}
	if s.Game() != step.Game || !slices.Equal(s.Moves(), step.Moves) || s.CanRedo() {
		t.Errorf("the moves are %v, the game is %v", s.Moves(), s.Game())
	}
	if undone := s.Undo(); undone != step || s.Game() != s.Start() {
		t.Errorf("taken back: %v, and then the game is %v", undone, s.Game())
	}
}

func TestASearchOfASessionCanBeBounded(t *testing.T) {
	s := number(t, connect(t), solitairev1.Game_STATE)
	few := &solitairev1.SolveLimits{Nodes: proto.Uint32(1)}
	if advice, err := s.Suggest(t.Context(), solitairev1.Knowledge_FULL, few); err != nil || advice.GetUnknownReason() != solitairev1.UnknownReason_NODES {
		t.Errorf("%v, %v", advice, err)
	}
	if last, err := s.FindLastWinnable(t.Context(), few); err != nil || last.LastWinnable != nil || last.GetNodes() > 1 {
		t.Errorf("%v, %v", last, err)
	}
}

func TestALongRecordIsReplayedStepByStep(t *testing.T) {
	client := connect(t)
	s := number(t, client, solitairev1.Game_STATE)
	var moves []string
	for range 50 {
		moves = append(append(moves, slices.Repeat([]string{"d"}, 24)...), "r")
	}
	play(t, s, moves...)
	again, err := client.ReplaySession(t.Context(), s.Record().String(), solitairev1.Game_STATE)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(moves); i > 0; i-- {
		step := again.Undo()
		if !slices.Equal(step.Moves, moves[i-1:i]) || step.Game.GetMoveCount() != int32(i) || len(step.Events) != 1 {
			t.Fatalf("step %d is %v", i, step)
		}
	}
	if again.CanUndo() || again.State() != s.Start().GetState() {
		t.Errorf("it began with %s", again.State())
	}
}

func TestAdviceFollowsTheLine(t *testing.T) {
	s := open(t, connect(t), nearlyWon)
	for range 3 {
		advice, err := s.Suggest(t.Context(), solitairev1.Knowledge_VISIBLE, nil)
		if err != nil || len(advice.GetSuggestions()) == 0 {
			t.Fatalf("%v, %v", advice, err)
		}
		play(t, s, advice.GetSuggestions()[0].GetMove().GetMove())
	}
	if advice, err := s.Suggest(t.Context(), solitairev1.Knowledge_VISIBLE, nil); err != nil || len(advice.GetSuggestions()) != 0 {
		t.Errorf("in the won game: %v, %v", advice, err)
	}
	s.Undo()
	if last, err := s.FindLastWinnable(t.Context(), nil); err != nil || last.GetLastWinnable() != 2 || last.GetState() != s.State() {
		t.Errorf("%v, %v", last, err)
	}
}

func TestARecordIsReplayedAsItWasWritten(t *testing.T) {
	client := connect(t)
	dealt := number(t, client, solitairev1.Game_TABLE)
	seeded, err := client.DealSession(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Seed: proto.String(`"<Grüße>"`), View: solitairev1.Game_TABLE})
	if err != nil {
		t.Fatal(err)
	}
	opened, err := client.OpenSession(t.Context(), nearlyWon, solitairev1.Game_TABLE)
	if err != nil {
		t.Fatal(err)
	}
	for s, moves := range map[*talon.Session][]string{dealt: {"t4fs", "d", "d"}, seeded: {}, opened: {"t2t3"}} {
		for _, move := range moves {
			play(t, s, move)
		}
		for _, format := range []solitairev1.ConvertPositionRequest_Format{
			solitairev1.ConvertPositionRequest_RECORD_JSON, solitairev1.ConvertPositionRequest_RECORD_TEXT,
		} {
			written, err := client.ConvertPosition(t.Context(), &solitairev1.ConvertPositionRequest{
				From: solitairev1.ConvertPositionRequest_RECORD_JSON, To: format, Text: s.Record().String(),
			})
			if err != nil {
				t.Fatal(err)
			}
			again, err := client.ReplaySession(t.Context(), "\ufeff"+written.GetText(), solitairev1.Game_TABLE)
			if err != nil || len(again.Differences()) != 0 {
				t.Fatalf("%v: %v, %v", format, again, err)
			}
			same(t, s, again)
			if !proto.Equal(s.Deal(), again.Deal()) {
				t.Errorf("%v: dealt as %v, want %v", format, again.Deal(), s.Deal())
			}
		}
	}
}

func TestARecordIsOfTheLineUpToThePresentGame(t *testing.T) {
	s := number(t, connect(t), solitairev1.Game_TABLE)
	play(t, s, "t4fs", "d")
	play(t, s, "d")
	s.Undo()
	if r := s.Record(); len(r.Moves) != 2 || *r.MoveCount != 2 || r.Deal.Number != 12345 || r.Options["draw"] != "1" {
		t.Errorf("the record is %v", r)
	}
	bad := s.Record()
	seconds := math.Inf(1)
	bad.ElapsedSeconds = &seconds
	if bad.String() != s.Record().String() {
		t.Errorf("with endless seconds the record is %v", bad)
	}
}

func TestMovesThatARecordTookBackAreLeftOut(t *testing.T) {
	s, err := connect(t).ReplaySession(t.Context(),
		`{"variant":"klondike","options":{"draw":"1"},"deal":{"number":12345},"moves":["t4fs","d","u","u","d","u","t4fs","d"],"moveCount":2}`,
		solitairev1.Game_STATE)
	if err != nil || len(s.Differences()) != 0 || !slices.Equal(s.Moves(), []string{"t4fs", "d"}) || s.Game().GetMoveCount() != 2 {
		t.Errorf("%v, %v", s, err)
	}
}

func TestWhatARecordClaimsIsChecked(t *testing.T) {
	client := connect(t)
	s := open(t, client, nearlyWon)
	play(t, s, "t2fd")
	record := s.Record()
	record.Status, record.StateSHA256 = "WON", strings.Repeat("0", 64)
	*record.Score = 5
	*record.MoveCount = 90
	again, err := client.ReplaySession(t.Context(), record.String(), solitairev1.Game_STATE)
	if err != nil || again.State() != s.State() {
		t.Fatalf("%v, %v", again, err)
	}
	var fields []string
	for _, difference := range again.Differences() {
		fields = append(fields, difference.GetField())
	}
	slices.Sort(fields)
	if want := []string{"moveCount", "score", "stateSha256", "status"}; !slices.Equal(fields, want) {
		t.Errorf("the differences are in %v, want %v", fields, want)
	}
}

func TestARecordThatCannotBePlayedIsNoSession(t *testing.T) {
	client := connect(t)
	for _, test := range []struct {
		record string
		reason solitairev1.ErrorReason_Code
		index  string
	}{
		{`{"variant":"golf","deal":{"number":7},"moves":["d","t1t2"]}`, solitairev1.ErrorReason_ILLEGAL_MOVE, "1"},
		{`{"variant":"golf","deal":{"number":7},"moves":["u"]}`, solitairev1.ErrorReason_ILLEGAL_MOVE, "0"},
		{`{"variant":"golf","deal":{"number":7},"moves":["?"]}`, solitairev1.ErrorReason_MALFORMED_RECORD, ""},
		{`{"variant":"golf","deal":{"number":7},"cheats":1}`, solitairev1.ErrorReason_MALFORMED_RECORD, ""},
		{`[Variant "golf"]`, solitairev1.ErrorReason_MALFORMED_RECORD, ""},
		{``, solitairev1.ErrorReason_INVALID_REQUEST, ""},
	} {
		s, err := client.ReplaySession(t.Context(), test.record, solitairev1.Game_STATE)
		var e *talon.Error
		if s != nil || !errors.As(err, &e) || e.Reason != test.reason || e.Metadata["move_index"] != test.index {
			t.Errorf("%s: %v, %+v", test.record, s, e)
		}
	}
}

func TestAServerThatDoesNotPlayTheSameMovesAgainGivesNoSession(t *testing.T) {
	for name, snapshots := range map[string][]*solitairev1.ReplayGameResponse_Snapshot{
		"fewer": {{State: "a"}},
		"more":  {{State: "a"}, {State: "b"}, {State: "c"}},
	} {
		client := dial(t, &server{
			convert: func(*solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
				return &solitairev1.ConvertPositionResponse{Text: `{"state":"x","moves":["d","d"]}`}, nil
			},
			inspect: func(*solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
				return &solitairev1.InspectGameResponse{Game: &solitairev1.Game{State: "x"}}, nil
			},
			log: func(*solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
				return &solitairev1.ReplayGameResponse{Snapshots: snapshots}, nil
			},
		})
		if s, err := client.ReplaySession(t.Context(), "{}", 0); s != nil || err == nil {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
}

func TestAMoveThatCannotBePlayedAgainEndsTheReplay(t *testing.T) {
	client := dial(t, &server{
		convert: func(*solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
			return &solitairev1.ConvertPositionResponse{Text: `{"state":"x","moves":["d","d","d","d"]}`}, nil
		},
		inspect: func(*solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
			return &solitairev1.InspectGameResponse{Game: &solitairev1.Game{State: "x"}}, nil
		},
		log: func(*solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
			return &solitairev1.ReplayGameResponse{Snapshots: []*solitairev1.ReplayGameResponse_Snapshot{{}, {}, {State: "last"}, {}}}, nil
		},
		apply: func(ctx context.Context, r *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
			if r.GetState() == "last" {
				return nil, status.Error(codes.DataLoss, "defect")
			}
			<-ctx.Done() // the others end with it
			return nil, ctx.Err()
		},
	})
	if s, err := client.ReplaySession(t.Context(), "{}", 0); s != nil || status.Code(err) != codes.DataLoss {
		t.Errorf("%v, %v", s, err)
	}
}

func TestAStateWithoutAVersionHasNone(t *testing.T) {
	client := dial(t, &server{deal: func(context.Context, *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
		return &solitairev1.DealGameResponse{Deal: &solitairev1.Deal{}, Game: &solitairev1.Game{State: "x/y m=0"}}, nil
	}})
	s, err := client.DealSession(t.Context(), &solitairev1.DealGameRequest{})
	if err != nil {
		t.Fatal(err)
	}
	if r := s.Record(); r.RulesVersion != 0 {
		t.Errorf("the rules version of %s is %d", s.State(), r.RulesVersion)
	}
}
