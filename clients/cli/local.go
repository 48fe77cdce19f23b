package main

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// local is this program as the authority on the rules.
type local struct {
	language phrase.Language
	memory   int // bytes of tables for a search
}

func (local) Close() error { return nil }

func (l local) DealGame(ctx context.Context, request *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	options, err := l.options("", request.GetVariant(), request.GetOptions())
	if err != nil {
		return nil, err
	}
	deal, proof, err := l.proved(ctx, options, request)
	if err != nil {
		return nil, err
	}
	position := deal.Position()
	return &solitairev1.DealGameResponse{Game: message.Game(&position, request.GetView()), Deal: message.Deal(deal), Proof: proof}, nil
}

func (l local) InspectGame(_ context.Context, request *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	position, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	return &solitairev1.InspectGameResponse{Game: message.Game(&position, request.GetView())}, nil
}

func (l local) ValidateMove(_ context.Context, request *solitairev1.ValidateMoveRequest) (*solitairev1.ValidateMoveResponse, error) {
	position, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	move, err := l.move(request.GetMove(), "move")
	if err != nil {
		return nil, err
	}
	refusal := message.Check(l.language, &position, move)
	return &solitairev1.ValidateMoveResponse{Legal: refusal == nil, Refusal: refusal}, nil
}

func (l local) ApplyMoves(_ context.Context, request *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	position, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	events, err := message.Play(&position, request.GetMoves())
	if err != nil {
		return nil, l.logFault(err)
	}
	return &solitairev1.ApplyMovesResponse{Game: message.Game(&position, request.GetView()), Events: events}, nil
}

func (l local) EnumerateMoves(_ context.Context, request *solitairev1.EnumerateMovesRequest) (*solitairev1.EnumerateMovesResponse, error) {
	position, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	return &solitairev1.EnumerateMovesResponse{Moves: message.Moves(&position)}, nil
}

func (l local) FinishGame(_ context.Context, request *solitairev1.FinishGameRequest) (*solitairev1.FinishGameResponse, error) {
	position, err := l.position(request.GetState())
	if err != nil {
		return nil, err
	}
	moves, err := position.Finish()
	if err != nil {
		return nil, l.finishFault(err)
	}
	played, events, err := message.PlayMoves(&position, moves)
	if err != nil {
		return nil, err
	}
	return &solitairev1.FinishGameResponse{Game: message.Game(&position, request.GetView()), Moves: played, Events: events}, nil
}

// ways are the ways to deal; those not given are nil.
type ways struct {
	number            *uint32
	seed, deck, daily *string
}

// deal deals by the one way that is given, or at random.
func (l local) deal(within string, options engine.Options, given ways) (deal engine.Deal, err error) {
	field := "number"
	switch {
	case given.number != nil:
		deal, err = engine.DealByNumber(options, engine.DealNumber(*given.number))
	case given.seed != nil:
		field = "seed"
		deal, err = engine.DealBySeed(options, *given.seed)
	case given.deck != nil:
		field = "deck"
		var cards []engine.Card
		if cards, err = engine.ParseCards(*given.deck); err == nil {
			deal, err = engine.DealByDeck(options, cards)
		}
	case given.daily != nil:
		return l.dealOfDay(within+"daily", options, *given.daily)
	default:
		deal, err = engine.DealByNumber(options, randomNumber(options.Variant()))
	}
	if err != nil {
		return deal, l.fault(within+field, solitairev1.ErrorReason_INVALID_DEAL, err)
	}
	return deal, nil
}

// randomNumber draws a deal number; in FreeCell one of those that players know.
func randomNumber(variant engine.Variant) engine.DealNumber {
	limit := uint32(math.MaxUint32)
	if variant == engine.FreeCell {
		limit = interop.MicrosoftDeals
	}
	return engine.DealNumber(1 + rand.Uint32N(limit))
}
