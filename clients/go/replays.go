package talon

import (
	"context"
	"errors"
	"strings"

	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Replays replays many logs over one call: one goroutine sends them, another one
// takes the results, which come in the order of the logs. Neither method may be
// called by two goroutines at once.
//
// The call ends with the server that has it: when that stops, is killed or freezes,
// Next says UNAVAILABLE. Whoever has kept the logs that were not answered sends them
// over a new call.
type Replays struct {
	stream solitairev1.RulesService_ReplayGamesClient
	cancel context.CancelFunc
}

// ReplayGames opens a call for many logs. It has to be closed.
func (c *Client) ReplayGames(ctx context.Context) (*Replays, error) {
	ctx, cancel := c.asking(ctx, 0)
	stream, err := c.rules.ReplayGames(ctx)
	if err != nil {
		cancel()
		return nil, errorOf(err)
	}
	return &Replays{stream: stream, cancel: cancel}, nil
}

// Send sends a log. It waits while the server has enough to do. An error says only
// that the call has ended; Next tells why.
func (r *Replays) Send(request *solitairev1.ReplayGameRequest) error {
	return r.stream.Send(&solitairev1.ReplayGamesRequest{Replay: request})
}

// CloseSend says that no more logs come.
func (r *Replays) CloseSend() error { return r.stream.CloseSend() }

// Next returns the result of the next log. An *Error with the code INVALID_ARGUMENT
// or FAILED_PRECONDITION is that of the log, and the next call has the next result;
// after the last one comes io.EOF; any other error ends the call.
func (r *Replays) Next() (*solitairev1.ReplayGameResponse, error) {
	answer, err := r.stream.Recv()
	if err != nil {
		return nil, errorOf(err)
	}
	if answer.GetError() == nil {
		return answer.GetResult(), nil
	}
	err = errorOf(status.FromProto(answer.GetError()).Err())
	var e *Error
	if errors.As(err, &e) {
		for i := range e.Violations {
			// The caller knows the log, not the message that carried it.
			e.Violations[i].Field = strings.TrimPrefix(e.Violations[i].Field, "replay.")
		}
	}
	return nil, err
}

// Close ends the call and gives up the logs not yet answered.
func (r *Replays) Close() error {
	r.cancel()
	return nil
}
