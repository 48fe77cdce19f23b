package talon

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"

	"google.golang.org/protobuf/proto"

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
	r, state, err := c.read(ctx, record)
	if err != nil {
		return nil, err
	}
	replayed, err := c.ReplayGame(ctx, &solitairev1.ReplayGameRequest{
		State: state, Moves: r.Moves, Expect: r.expectation(), View: solitairev1.Game_STATE,
	})
	if err != nil {
		return nil, err
	}
	s, err := c.OpenSession(ctx, state, view)
	if err != nil {
		return nil, err
	}
	s.deal, s.differences = r.deal(s.start), replayed.GetDifferences()
	if s.steps, err = s.play(ctx, r.line()); err != nil {
		return nil, err
	}
	s.at = len(s.steps)
	s.see(s.Game())
	return s, nil
}

// read reads a record and gives the state in which it begins.
func (c *Client) read(ctx context.Context, record string) (r *Record, state string, err error) {
	format := solitairev1.ConvertPositionRequest_RECORD_TEXT
	if strings.HasPrefix(strings.TrimLeft(record, "\ufeff \t\r\n"), "{") {
		format = solitairev1.ConvertPositionRequest_RECORD_JSON
	}
	read, err := c.ConvertPosition(ctx, &solitairev1.ConvertPositionRequest{
		From: format, To: solitairev1.ConvertPositionRequest_RECORD_JSON, Text: record,
	})
	if ReasonOf(err) == solitairev1.ErrorReason_STATE_FORM_NOT_SERVED {
		if dealt := dealtRecord(record); dealt != nil {
			return c.deal(ctx, dealt)
		}
	}
	if err != nil {
		return nil, "", err
	}
	r = &Record{}
	if err := json.Unmarshal([]byte(read.GetText()), r); err != nil {
		return nil, "", fmt.Errorf("the record as the server wrote it: %w", err)
	}
	return r, read.GetState(), nil
}

// dealtRecord reads a record of the JSON form that begins with a deal; nil for any other one.
func dealtRecord(record string) *Record {
	text := json.NewDecoder(strings.NewReader(strings.TrimPrefix(record, "\ufeff")))
	text.DisallowUnknownFields()
	r := &Record{}
	if err := text.Decode(r); err != nil || r.Deal == nil {
		return nil
	}
	return r
}

// deal reads a record that begins with a deal on a server without open states: it deals, but
// converts no more than what begins with a sealed state.
func (c *Client) deal(ctx context.Context, r *Record) (*Record, string, error) {
	deal := r.deal(&solitairev1.Game{})
	dealt, err := c.DealGame(ctx, &solitairev1.DealGameRequest{
		Variant: r.Variant, Options: r.Options, Number: deal.Number, Seed: deal.Seed, Deck: deal.Deck,
		Sealed: proto.Bool(true), View: solitairev1.Game_STATE,
	})
	if err != nil {
		return nil, "", err
	}
	begun := *r
	begun.State, begun.Deal = dealt.GetGame().GetState(), nil
	read, state, err := c.read(ctx, begun.String())
	if err != nil {
		return nil, "", err
	}
	read.Deal = r.Deal
	return read, state, nil
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
