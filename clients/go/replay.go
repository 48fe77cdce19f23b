package talon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// How a log is played again: snapshots is how many states of it are asked for at
// once, of which servers give 2,000 unless they are told otherwise; atOnce is how
// many calls are under way together.
const (
	snapshots = 500
	atOnce    = 8
)

// ReplaySession goes on from a record, as JSON or as tags with moves, with a view as
// DealSession has it. The session stands at the end of the record, one step for each
// move; moves that the record took back are left out. That costs a call for each
// move, a few of them at a time.
//
// A move that breaks a rule is an error with its index in the metadata as move_index.
// Claims that the moves do not bear out are no error: Differences lists them.
func (c *Client) ReplaySession(ctx context.Context, record string, view solitairev1.Game_View) (*Session, error) {
	format := solitairev1.ConvertPositionRequest_RECORD_TEXT
	if strings.HasPrefix(strings.TrimLeft(record, "\ufeff \t\r\n"), "{") {
		format = solitairev1.ConvertPositionRequest_RECORD_JSON
	}
	read, err := c.ConvertPosition(ctx, &solitairev1.ConvertPositionRequest{
		From: format, To: solitairev1.ConvertPositionRequest_RECORD_JSON, Text: record,
	})
	if err != nil {
		return nil, err
	}
	var r Record
	if err := json.Unmarshal([]byte(read.GetText()), &r); err != nil {
		return nil, fmt.Errorf("the record as the server wrote it: %w", err)
	}
	replayed, err := c.ReplayGame(ctx, &solitairev1.ReplayGameRequest{
		State: read.GetState(), Moves: r.Moves, Expect: r.expectation(), View: solitairev1.Game_STATE,
	})
	if err != nil {
		return nil, err
	}
	s, err := c.OpenSession(ctx, read.GetState(), view)
	if err != nil {
		return nil, err
	}
	s.deal, s.differences = r.deal(s.start), replayed.GetDifferences()
	if s.steps, err = s.play(ctx, r.line()); err != nil {
		return nil, err
	}
	s.at = len(s.steps)
	return s, nil
}

// play plays each of some legal moves as a step of its own from the start.
func (s *Session) play(ctx context.Context, moves []string) ([]*Step, error) {
	states, err := s.client.states(ctx, s.start.GetState(), moves)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	steps, failed := make([]*Step, len(moves)), make([]error, len(moves))
	places := make(chan struct{}, atOnce)
	var calls sync.WaitGroup
	for i := range moves {
		places <- struct{}{}
		calls.Go(func() {
			defer func() { <-places }()
			request := &solitairev1.ApplyMovesRequest{State: states[i], Moves: moves[i : i+1], View: s.view}
			played, err := s.client.ApplyMoves(ctx, request)
			if err != nil {
				failed[i] = err
				cancel()
				return
			}
			steps[i] = &Step{request.GetMoves(), played.GetEvents(), played.GetGame()}
		})
	}
	calls.Wait()
	return steps, firstOf(failed)
}

// firstOf is the first error that is not only the end of the other calls.
func firstOf(failed []error) error {
	var ended error
	for _, err := range failed {
		switch {
		case err != nil && !errors.Is(err, context.Canceled):
			return err
		case err != nil && ended == nil:
			ended = err
		}
	}
	return ended
}

// states gives the state before each of some legal moves.
func (c *Client) states(ctx context.Context, state string, moves []string) ([]string, error) {
	states := []string{state}
	for len(moves) > 0 {
		part := moves[:min(len(moves), snapshots)]
		replayed, err := c.ReplayGame(ctx, &solitairev1.ReplayGameRequest{
			State: states[len(states)-1], Moves: part, SnapshotInterval: 1, View: solitairev1.Game_STATE,
		})
		if err != nil {
			return nil, err
		}
		if len(replayed.GetSnapshots()) != len(part) {
			return nil, fmt.Errorf("of %d moves the server played %d again", len(part), replayed.GetApplied())
		}
		for _, snapshot := range replayed.GetSnapshots() {
			states = append(states, snapshot.GetState())
		}
		moves = moves[len(part):]
	}
	return states, nil
}
