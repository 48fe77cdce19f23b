package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// keep makes a call about a sealed game, which is nil for an open one, and lets out nothing that its player must
// not know. Every answer and every error of such a call comes through here.
func keep[A proto.Message](g *sealedGame, request proto.Message, call func() (A, error)) (answer A, err error) {
	if g == nil {
		return call()
	}
	var none A
	defer func() {
		if cause := recover(); cause != nil {
			answer, err = none, &hiddenError{fmt.Sprintf("panic of %T", cause), frames()}
		}
	}()
	if err := g.allows(request); err != nil {
		return none, err
	}
	answer, err = call()
	if err == nil {
		err = g.redact(request, answer)
	}
	if err != nil {
		return none, redacted(err)
	}
	return answer, nil
}

// hiddenError is an error that nobody foresaw about a sealed game: what it says may name cards, so that only its
// type is left, and of a panic the way there.
type hiddenError struct{ kind, frames string }

func (e *hiddenError) Error() string { return "sealed game: " + e.kind + e.frames }

// redacted gives what may be known of an error.
func redacted(err error) error {
	var known *problem
	if errors.As(err, &known) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return &hiddenError{kind: fmt.Sprintf("%T", err)}
}

// keptFormats are the formats that name no card but those that a move turned up.
var keptFormats = map[solitairev1.ConvertPositionRequest_Format]bool{
	solitairev1.ConvertPositionRequest_POSITION: true, solitairev1.ConvertPositionRequest_MOVES: true,
	solitairev1.ConvertPositionRequest_RECORD_JSON: true, solitairev1.ConvertPositionRequest_RECORD_TEXT: true,
	solitairev1.ConvertPositionRequest_FREECELL_STANDARD: true,
}

// allows refuses what cannot be answered without the cards.
func (*sealedGame) allows(request proto.Message) error {
	r, conversion := request.(*solitairev1.ConvertPositionRequest)
	if _, known := solitairev1.ConvertPositionRequest_Format_name[int32(r.GetTo())]; conversion && known && !keptFormats[r.To] && r.To != 0 {
		return aboutSealed("to")
	}
	return nil
}

// redact takes everything out of an answer that shows cards which lie face down: open states become sealed
// ones, and how a secret game was dealt is left out. Tables, moves, events and refusals never show any.
func (g *sealedGame) redact(request, answer proto.Message) (err error) {
	switch a := answer.(type) {
	case *solitairev1.DealGameResponse:
		if g.origin.Secret() {
			a.Deal = nil
		}
		return g.redactGame(a.Game)
	case *solitairev1.InspectGameResponse:
		return g.redactGame(a.Game)
	case *solitairev1.ApplyMovesResponse:
		return g.redactGame(a.Game)
	case *solitairev1.FinishGameResponse:
		return g.redactGame(a.Game)
	case *solitairev1.ReplayGameResponse:
		return g.redactReplay(request, a)
	case *solitairev1.ConvertPositionResponse:
		// Of a conversion that is allowed no other field shows cards.
		opened := a.State
		a.State, err = g.seal(opened)
		a.Text = strings.ReplaceAll(a.Text, opened, a.State)
		return err
	case *solitairev1.FindLastWinnableResponse:
		if a.State != "" {
			a.State, err = g.seal(a.State)
		}
		return err
	case *solitairev1.ValidateMoveResponse, *solitairev1.EnumerateMovesResponse, *solitairev1.SuggestMoveResponse,
		*solitairev1.SolveGameResponse, *solitairev1.WatchSolveResponse:
		// They hold moves and refusals. What a solver looked at is told only where the server is set to.
		return nil
	}
	return fmt.Errorf("%T is not known to be safe", answer)
}

// redactGame seals the state of a game and tells which game it is.
func (g *sealedGame) redactGame(game *solitairev1.Game) (err error) {
	game.Seal = g.tell(game)
	game.State, err = g.seal(game.State)
	return err
}

// redactReplay seals every state of a replay. The hash of an open state could be tried with one arrangement of
// the hidden cards after the other.
func (g *sealedGame) redactReplay(request proto.Message, a *solitairev1.ReplayGameResponse) (err error) {
	r, _ := request.(*solitairev1.ReplayGameRequest)
	if r.GetExpect().GetStateSha256() != "" && a.Game.Status != solitairev1.Game_WON && hidesCards(a.Game.State) {
		return aboutSealed("expect.stateSha256")
	}
	for _, s := range a.Snapshots {
		if s.State, err = g.seal(s.State); err != nil {
			return err
		}
	}
	return g.redactGame(a.Game)
}

// tell tells which game it is: how it was dealt, or what the service has committed itself to until it is won.
func (g *sealedGame) tell(game *solitairev1.Game) *solitairev1.Seal {
	told := &solitairev1.Seal{Secret: g.origin.Secret(), Commitment: g.origin.Commitment()}
	if told.Secret && game.Status != solitairev1.Game_WON {
		return told
	}
	told.Deal = &solitairev1.Deal{Variant: game.Variant, Options: game.Options}
	switch {
	case g.origin.Number != 0:
		told.Deal.Number = &g.origin.Number
	case g.origin.Deck != "":
		told.Deal.Deck = &g.origin.Deck
	default:
		told.Deal.Seed = &g.origin.Seed
	}
	if told.Secret {
		told.Salt = &g.origin.Salt
	}
	return told
}
