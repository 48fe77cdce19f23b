package main

import (
	"context"
	"runtime"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/admission"
	"github.com/talon-solitaire/talon/server/internal/step"
	"github.com/talon-solitaire/talon/server/internal/wire"
)

// newBounds makes room for long requests and as much for long answers, and a lane that leaves a processor to all
// other calls, as the searches do.
func newBounds(l *limits) *wire.Bounds {
	lanes := max(1, runtime.GOMAXPROCS(0)-1)
	return &wire.Bounds{
		Bytes: l.messageBytes, Elements: l.moves,
		Requests: admission.NewRoom(l.heldBytes), Answers: admission.NewRoom(l.heldBytes),
		Lane: admission.NewLane(lanes), Pace: admission.NewPace(lanes * l.heldBytes / 2),
	}
}

// longLog is how many moves make a call a long one: more than games have, so that only tests and tables of
// tournaments have such.
const longLog = 1000

// long reports whether a request takes long to answer.
func long(request any) bool {
	if r, is := request.(interface{ GetMoves() []string }); is && len(r.GetMoves()) > longLog {
		return true
	}
	r, is := request.(interface{ GetText() string })
	return is && len(r.GetText()) > admission.Small
}

// decode reads the request of a call over gRPC, now that its caller may come in.
func decode(ctx context.Context, _ string, next step.Next) error {
	if err := wire.Open(ctx); err != nil {
		return err
	}
	return next(ctx)
}

// inTurn has long calls of the rules answered a few at a time. Searches have workers of their own.
func (s *server) inTurn(ctx context.Context, method string, next step.Next) error {
	request := step.CallOf(ctx).Request
	if !long(request) || searching(request) {
		return next(ctx)
	}
	return s.queue(ctx, func() error { return next(ctx) })
}

// searching reports whether a request is one that workers answer.
func searching(request any) bool {
	switch request.(type) {
	case *solitairev1.SuggestMoveRequest, *solitairev1.FindLastWinnableRequest:
		return true
	}
	return false
}

// queue has a long call answered when it is its turn. It refuses where more answers wait to be read than there is room
// for.
func (s *server) queue(ctx context.Context, answer func() error) error {
	if s.bounds.Answers.Full() {
		return errOverloaded
	}
	return s.bounds.Lane.Do(ctx, answer)
}
