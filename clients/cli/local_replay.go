package main

import (
	"context"
	"fmt"
	"io"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// localReplays replays logs in the goroutine that sends them; another one prints
// the results meanwhile.
type localReplays struct {
	local
	results chan replayed
	done    <-chan struct{}
	cancel  context.CancelFunc
}

type replayed struct {
	result *solitairev1.ReplayGameResponse
	err    error
}

func (l local) ReplayGames(ctx context.Context) (replays, error) {
	const ahead = 64 // results that may wait to be printed
	ctx, cancel := context.WithCancel(ctx)
	return &localReplays{local: l, results: make(chan replayed, ahead), done: ctx.Done(), cancel: cancel}, nil
}

func (r *localReplays) Send(request *solitairev1.ReplayGameRequest) error {
	result, err := r.replay(request)
	select {
	case r.results <- replayed{result, err}:
		return nil
	case <-r.done:
		return io.EOF
	}
}

func (r *localReplays) CloseSend() error {
	close(r.results)
	return nil
}

func (r *localReplays) Next() (*solitairev1.ReplayGameResponse, error) {
	next, more := <-r.results
	if !more {
		return nil, io.EOF
	}
	return next.result, next.err
}

func (r *localReplays) Close() error {
	r.cancel()
	return nil
}

// replay plays a log.
func (l local) replay(request *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	position, err := l.beginning(request)
	if err != nil {
		return nil, err
	}
	var snapshots []*solitairev1.ReplayGameResponse_Snapshot
	interval := int(request.GetSnapshotInterval())
	replayed := engine.Replay(position, request.GetMoves(), func(applied int, at *engine.Position) {
		if interval > 0 && applied%interval == 0 {
			snapshots = append(snapshots, &solitairev1.ReplayGameResponse_Snapshot{Applied: int32(applied), State: at.String()})
		}
	})
	if replayed.Unreadable != nil {
		return nil, l.fault(fmt.Sprintf("moves[%d]", replayed.Applied), solitairev1.ErrorReason_MALFORMED_MOVE, replayed.Unreadable)
	}
	answer := &solitairev1.ReplayGameResponse{
		Game:      gameMessage(&replayed.Position, request.GetView()),
		Applied:   int32(replayed.Applied),
		Complete:  replayed.Refusal == nil,
		Snapshots: snapshots,
	}
	if replayed.Refusal != nil {
		answer.Stop = &solitairev1.ReplayGameResponse_Stop{
			Index:   int32(replayed.Applied),
			Refusal: refusalMessage(replayed.Refusal),
		}
	}
	if expect := request.GetExpect(); expect != nil {
		expectation := expectationOf(expect)
		for _, d := range expectation.Compare(&replayed.Position) {
			answer.Differences = append(answer.Differences, &solitairev1.ReplayGameResponse_Difference{Field: d.Field, Want: d.Want, Got: d.Got})
		}
	}
	return answer, nil
}

// beginning is the position in which a log begins.
func (l local) beginning(request *solitairev1.ReplayGameRequest) (engine.Position, error) {
	if request.GetState() != "" {
		return l.position(request.GetState())
	}
	options, err := l.options("deal.", request.GetDeal().GetVariant(), request.GetDeal().GetOptions())
	if err != nil {
		return engine.Position{}, err
	}
	deal, err := l.deal("deal.", options, request.GetDeal().Number, request.GetDeal().Seed, request.GetDeal().Deck)
	return deal.Position(), err
}
