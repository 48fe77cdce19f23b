package main

import (
	"context"
	"io"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/internal/message"
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
	position, err := l.beginning(request.GetState(), request.GetDeal())
	if err != nil {
		return nil, err
	}
	answer, err := message.Replay(l.language, position, request)
	if err != nil {
		return nil, l.logFault(err)
	}
	return answer, nil
}

// beginning is the position in which a log begins.
func (l local) beginning(state string, from *solitairev1.Deal) (engine.Position, error) {
	if state != "" {
		return l.position(state)
	}
	options, err := l.options("deal.", from.GetVariant(), from.GetOptions())
	if err != nil {
		return engine.Position{}, err
	}
	deal, err := l.deal("deal.", options, ways{from.Number, from.Seed, from.Deck, from.Daily})
	return deal.Position(), err
}
