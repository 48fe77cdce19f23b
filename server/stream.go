package main

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/wire"
)

type replayStream = grpc.BidiStreamingServer[solitairev1.ReplayGamesRequest, solitairev1.ReplayGamesResponse]

// pending is a log that is being replayed; the answer comes through it once.
type pending chan *solitairev1.ReplayGamesResponse

// ReplayGames replays many logs at a time and answers them in their order. No more than a window of
// them is read ahead: a caller that does not fetch its answers is not read from either.
func (s *rulesService) ReplayGames(stream replayStream) error {
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	queue := make(chan pending, s.limits.window)
	ended := make(chan error, 1)
	go func() {
		defer close(queue)
		ended <- s.readLogs(ctx, stream, queue)
	}()
	for {
		select {
		case <-s.stop:
			return errDraining
		case next, more := <-queue:
			if !more {
				return <-ended
			}
			if err := stream.Send(<-next); err != nil {
				return err
			}
		}
	}
}

// readLogs starts a replay for each log of the stream, until the caller has no more.
func (s *rulesService) readLogs(ctx context.Context, stream replayStream, queue chan<- pending) error {
	for place := int32(0); ; place++ {
		r, err := stream.Recv()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !wire.Refused(err):
			return err
		}
		answer := make(pending, 1)
		select {
		case queue <- answer:
		case <-ctx.Done():
			return ctx.Err()
		}
		go func() { answer <- s.answerLog(ctx, place, r, err) }()
	}
}

// answerLog answers one log; unread is why its message could not be read.
func (s *rulesService) answerLog(ctx context.Context, place int32, r *solitairev1.ReplayGamesRequest, unread error) (answer *solitairev1.ReplayGamesResponse) {
	answer = &solitairev1.ReplayGamesResponse{Index: place}
	if unread != nil {
		answer.Error = statusOf(ctx, unread)
		return answer
	}
	if r.Index != nil {
		answer.Index = *r.Index
	}
	defer func() {
		if cause := recover(); cause != nil {
			answer.Result, answer.Error = nil, statusOf(ctx, s.panicked(ctx, cause))
		}
	}()
	if r.Replay == nil {
		answer.Error = statusOf(ctx, missing("replay"))
		return answer
	}
	result, err := s.replayInTurn(ctx, r.Replay)
	if err != nil {
		answer.Error = statusOf(ctx, within("replay", err))
		return answer
	}
	answer.Result = result
	return answer
}

// replayInTurn replays a log, a long one when it is its turn.
func (s *rulesService) replayInTurn(ctx context.Context, r *solitairev1.ReplayGameRequest) (answer *solitairev1.ReplayGameResponse, err error) {
	if s.queue == nil || !long(r) {
		return s.replay(ctx, r)
	}
	err = s.queue(ctx, func() error {
		answer, err = s.replay(ctx, r)
		return err
	})
	return answer, err
}
