package talon_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/internal/process"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// another starts a second server with the same keys and gives a client of it.
func another(t *testing.T, settings ...string) *talon.Client {
	t.Helper()
	client, err := talon.Dial(program.Serve(t, append(settings, process.Patient, keys())...).GRPC)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := client.Close(); err != nil {
			t.Error(err)
		}
	})
	return client
}

// sealedDeal deals a secret game that can be won.
func sealedDeal(t *testing.T, client *talon.Client) *talon.Session {
	t.Helper()
	s, err := client.DealSession(t.Context(), &solitairev1.DealGameRequest{
		Variant: "klondike", Options: map[string]string{"draw": "1"}, Winnable: true, Sealed: proto.Bool(true),
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// win wins the game of a session, with moves that a server with the keys tells.
func win(t *testing.T, told *talon.Client, s *talon.Session) {
	t.Helper()
	solved, err := told.SolveGame(t.Context(), &solitairev1.SolveGameRequest{State: s.State()})
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range solved.GetMoves() {
		play(t, s, move)
	}
	if s.Game().GetStatus() != solitairev1.Game_WON {
		t.Fatalf("%v after a winning line", s.Game().GetStatus())
	}
}

func TestASealedGameIsPlayedAndItsDealProved(t *testing.T) {
	client := connect(t)
	s := sealedDeal(t, client)
	if !s.Sealed() || s.Deal() != nil || s.Revealed() != nil || s.Proof().GetVerdict() != solitairev1.Verdict_WINNABLE {
		t.Fatalf("dealt %v with %v, revealed %v, %v", s.Game(), s.Deal(), s.Revealed(), s.Proof())
	}
	if err := s.VerifyDeal(t.Context()); !errors.Is(err, talon.ErrNotRevealed) {
		t.Errorf("before it is won: %v", err)
	}
	win(t, another(t, "-hints=full"), s)
	if err := s.VerifyDeal(t.Context()); err != nil {
		t.Error(err)
	}
	at, games, _ := walk(t, s)
	if at != len(games)-1 {
		t.Errorf("at step %d of %d", at, len(games)-1)
	}
	for i, game := range games {
		if !strings.HasPrefix(game.GetState(), "talon1.klondike-1.") || game.GetMoveCount() != int32(i) {
			t.Errorf("step %d: %v", i, game)
		}
	}
	// What was told once is known, whatever is taken back.
	s.Restart()
	if err := s.VerifyDeal(t.Context()); err != nil || s.Revealed().GetSalt() == "" {
		t.Errorf("after going back: %v, %v", s.Revealed(), err)
	}
}

func TestARecordOfASecretGame(t *testing.T) {
	client := connect(t)
	s := sealedDeal(t, client)
	play(t, s, s.Game().GetMoves()[0].GetMove())
	kept := s.Record()
	if kept.Deal != nil || kept.State != s.Start().GetState() || kept.StateSHA256 != "" {
		t.Errorf("on the way it is %v", kept)
	}
	again, err := client.ReplaySession(t.Context(), kept.String(), solitairev1.Game_TABLE_AND_MOVES)
	if err != nil {
		t.Fatal(err)
	}
	if len(again.Differences()) != 0 || !slices.Equal(again.Moves(), s.Moves()) || !proto.Equal(again.Game().GetTable(), s.Game().GetTable()) {
		t.Errorf("it was played again to %v with %v", again.Game(), again.Differences())
	}

	again.Restart()
	win(t, another(t, "-hints=full"), again)
	if err := again.VerifyDeal(t.Context()); err != nil {
		t.Error(err)
	}
	told := again.Record()
	if told.State != "" || told.Deal == nil || told.Deal.Seed != again.Revealed().GetDeal().GetSeed() || told.RulesVersion != 1 || told.Options["draw"] != "1" {
		t.Errorf("won it is %v", told)
	}
	// Everybody can play it again, open or sealed.
	for form, server := range map[string]*talon.Client{"open": another(t, "-states=open"), "sealed": another(t, "-states=sealed")} {
		opened, err := server.ReplaySession(t.Context(), told.String(), solitairev1.Game_TABLE)
		if err != nil {
			t.Fatal(err)
		}
		if opened.Game().GetStatus() != solitairev1.Game_WON || opened.Sealed() != (form == "sealed") || len(opened.Differences()) != 0 {
			t.Errorf("%s: %v, %v", form, opened.Game(), opened.Differences())
		}
	}
}

func TestAServerWithoutOpenStatesReadsARecordThatBeginsWithADeal(t *testing.T) {
	client := another(t, "-states=sealed")
	for record, reason := range map[string]solitairev1.ErrorReason_Code{
		`{"variant":"golf","rulesVersion":1,"deal":{"number":7},"moves":["d"],"status":"IN_PROGRESS"}`: 0,
		`{"variant":"golf","deal":{"seed":"birdie"},"moves":["d","d","u"]}`:                            0,
		`{"variant":"golf","rulesVersion":9,"deal":{"number":7},"moves":["d"]}`:                        solitairev1.ErrorReason_UNKNOWN_RULES_VERSION,
		`{"variant":"golf","deal":{"number":7},"moves":["d"],"cheats":1}`:                              solitairev1.ErrorReason_STATE_FORM_NOT_SERVED,
		`{"state":"golf/1 m=0","moves":["d"]}`:                                                         solitairev1.ErrorReason_STATE_FORM_NOT_SERVED,
		`{"variant":"golf","deal":{"deck":"Ah"},"moves":["d"]}`:                                        solitairev1.ErrorReason_INVALID_DEAL,
		`{"variant":"golf","deal":{"number":7},"moves":["t1t2"]}`:                                      solitairev1.ErrorReason_ILLEGAL_MOVE,
		`null`: solitairev1.ErrorReason_STATE_FORM_NOT_SERVED,
		`{"`:   solitairev1.ErrorReason_STATE_FORM_NOT_SERVED,
	} {
		s, err := client.ReplaySession(t.Context(), record, solitairev1.Game_TABLE)
		if talon.ReasonOf(err) != reason || (err == nil) != (reason == 0) {
			t.Errorf("%s: %v", record, err)
		}
		if err == nil && (!s.Sealed() || !slices.Equal(s.Moves(), []string{"d"}) || len(s.Differences()) > 0) {
			t.Errorf("%s: %v", record, s.Game())
		}
	}
}

func TestASealedGameByANumberIsNoSecret(t *testing.T) {
	client := connect(t)
	s, err := client.DealSession(t.Context(), &solitairev1.DealGameRequest{Variant: "golf", Number: proto.Uint32(7), Sealed: proto.Bool(true)})
	if err != nil {
		t.Fatal(err)
	}
	play(t, s, "d")
	if s.Revealed().GetDeal().GetNumber() != 7 || s.Record().Deal.Number != 7 || s.Record().StateSHA256 != "" {
		t.Errorf("%v, %v", s.Revealed(), s.Record())
	}
	if err := s.VerifyDeal(t.Context()); err != nil {
		t.Error(err)
	}
	middle := open(t, client, s.State())
	if err := middle.VerifyDeal(t.Context()); err == nil || middle.Record().State != middle.State() {
		t.Errorf("a session that begins after a move: %v, %v", err, middle.Record())
	}
	if err := number(t, client, solitairev1.Game_TABLE).VerifyDeal(t.Context()); err == nil {
		t.Error("the deal of an open game was verified")
	}
}

func TestAPromiseThatIsNotKeptIsNoticed(t *testing.T) {
	const seed, salt = "000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
	const commitment = "44ddf0990518ee08a29561869f146850becce45f874d9ce883826244dd38e598" // docs/sealed.md has it from sha256sum
	if got := talon.Commitment(seed, salt); got != commitment {
		t.Errorf("the commitment is %s", got)
	}
	first := &solitairev1.Seal{Secret: true, Commitment: commitment}
	last := func(change func(*solitairev1.Seal)) *solitairev1.Seal {
		s := &solitairev1.Seal{Secret: true, Commitment: commitment, Salt: proto.String(salt), Deal: &solitairev1.Deal{Seed: proto.String(seed)}}
		change(s)
		return s
	}
	for name, test := range map[string]struct {
		first, last *solitairev1.Seal
		want        error
	}{
		"kept":               {first, last(func(*solitairev1.Seal) {}), nil},
		"not told yet":       {first, first, talon.ErrNotRevealed},
		"no salt":            {first, last(func(s *solitairev1.Seal) { s.Salt = nil }), talon.ErrNotRevealed},
		"another seed":       {first, last(func(s *solitairev1.Seal) { s.Deal.Seed = proto.String(salt) }), talon.ErrBrokenPromise},
		"another salt":       {first, last(func(s *solitairev1.Seal) { s.Salt = proto.String(seed) }), talon.ErrBrokenPromise},
		"another commitment": {first, last(func(s *solitairev1.Seal) { s.Commitment = talon.Commitment(salt, seed) }), talon.ErrBrokenPromise},
		"no promise":         {&solitairev1.Seal{Secret: true}, last(func(*solitairev1.Seal) {}), talon.ErrBrokenPromise},
		"none at all":        {nil, nil, talon.ErrBrokenPromise},
	} {
		if err := talon.VerifySeal(test.first, test.last); !errors.Is(err, test.want) || (err == nil) != (test.want == nil) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAGameThatDoesNotComeFromItsSeedIsNoticed(t *testing.T) {
	const seed, salt = "000102030405060708090a0b0c0d0e0f", "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
	board := func(cards string) *solitairev1.Table {
		return &solitairev1.Table{Piles: []*solitairev1.Pile{{Id: "t1", Cards: cards}}}
	}
	seal := &solitairev1.Seal{Secret: true, Commitment: talon.Commitment(seed, salt)}
	told := proto.CloneOf(seal)
	told.Deal, told.Salt = &solitairev1.Deal{Variant: "golf", Seed: proto.String(seed)}, proto.String(salt)
	for name, test := range map[string]struct {
		dealt, replayed string
		complete        bool
		failing         error
		want            error
	}{
		"as promised":    {"Ah", "2h", true, nil, nil},
		"another deal":   {"As", "2h", true, nil, talon.ErrBrokenPromise},
		"another end":    {"Ah", "2s", true, nil, talon.ErrBrokenPromise},
		"a move refused": {"Ah", "2h", false, nil, talon.ErrBrokenPromise},
		"no answer":      {"Ah", "2h", true, status.Error(codes.InvalidArgument, "refused"), status.Error(codes.InvalidArgument, "refused")},
	} {
		t.Run(name, func(t *testing.T) {
			client := dial(t, &server{
				deal: func(_ context.Context, r *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
					if r.Seed == nil {
						return &solitairev1.DealGameResponse{Game: &solitairev1.Game{State: "talon1.golf-1.x", Seal: seal, Table: board("Ah")}}, nil
					}
					if r.GetSeed() != seed || !r.GetSealed() {
						t.Errorf("asked for %v", r)
					}
					return &solitairev1.DealGameResponse{Game: &solitairev1.Game{State: "talon1.golf-1.y", Table: board(test.dealt)}}, test.failing
				},
				apply: func(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
					return &solitairev1.ApplyMovesResponse{Game: &solitairev1.Game{State: "talon1.golf-1.z", Seal: told, Status: solitairev1.Game_WON, Table: board("2h")}}, nil
				},
				log: func(r *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
					if r.GetState() != "talon1.golf-1.y" || !slices.Equal(r.GetMoves(), []string{"d"}) {
						t.Errorf("asked for %v", r)
					}
					return &solitairev1.ReplayGameResponse{
						Complete: test.complete, Game: &solitairev1.Game{Status: solitairev1.Game_WON, Table: board(test.replayed)},
					}, nil
				},
			})
			s, err := client.DealSession(t.Context(), &solitairev1.DealGameRequest{Variant: "golf"})
			if err != nil {
				t.Fatal(err)
			}
			play(t, s, "d")
			err = s.VerifyDeal(t.Context())
			if test.want == nil && err != nil || status.Code(test.want) == codes.InvalidArgument && status.Code(err) != codes.InvalidArgument ||
				errors.Is(test.want, talon.ErrBrokenPromise) && !errors.Is(err, talon.ErrBrokenPromise) {
				t.Errorf("%v, want %v", err, test.want)
			}
		})
	}
}
