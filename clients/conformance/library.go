package main

import (
	"context"
	"errors"

	"google.golang.org/protobuf/proto"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// library calls through clients/go.
type library struct{ talon *talon.Client }

func newLibrary(address string) (client, error) {
	c, err := talon.Dial(address)
	if err != nil {
		return nil, err
	}
	return &library{c}, nil
}

func (c *library) call(ctx context.Context, request, answer proto.Message) error {
	answered, err := c.ask(ctx, request)
	var e *talon.Error
	if errors.As(err, &e) && e.Reason != solitairev1.ErrorReason_CODE_UNSPECIFIED {
		f := &failure{code: e.Code, reason: e.Reason, message: e.Message, refusal: e.Refusal}
		for _, violation := range e.Violations {
			f.violations = append(f.violations, violation.Field)
		}
		return f
	}
	if err != nil {
		return err
	}
	proto.Merge(answer, answered)
	return nil
}

func (c *library) ask(ctx context.Context, request proto.Message) (proto.Message, error) {
	switch r := request.(type) {
	case *solitairev1.DealGameRequest:
		return c.talon.DealGame(ctx, r)
	case *solitairev1.InspectGameRequest:
		return c.talon.InspectGame(ctx, r)
	case *solitairev1.ValidateMoveRequest:
		return c.talon.ValidateMove(ctx, r)
	case *solitairev1.ApplyMovesRequest:
		return c.talon.ApplyMoves(ctx, r)
	case *solitairev1.EnumerateMovesRequest:
		return c.talon.EnumerateMoves(ctx, r)
	case *solitairev1.FinishGameRequest:
		return c.talon.FinishGame(ctx, r)
	case *solitairev1.ReplayGameRequest:
		return c.talon.ReplayGame(ctx, r)
	case *solitairev1.ConvertPositionRequest:
		return c.talon.ConvertPosition(ctx, r)
	}
	return nil, errNoCall(request)
}

func (c *library) close() error { return c.talon.Close() }
