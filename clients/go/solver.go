package talon

import (
	"context"
	"io"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// SolveGame proves a position winnable or not.
func (c *Client) SolveGame(ctx context.Context, request *solitairev1.SolveGameRequest) (*solitairev1.SolveGameResponse, error) {
	return search(ctx, c, request, c.solver.SolveGame)
}

// WatchSolve is SolveGame that calls progress, unless it is nil, now and then while
// the server searches. The end of the context ends the search. So does the end of the
// server, with UNAVAILABLE, once progress was told: a search that is begun again would
// take back what it has told.
func (c *Client) WatchSolve(ctx context.Context, request *solitairev1.WatchSolveRequest, progress func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error) {
	ctx, cancel := c.asking(ctx, c.searchTimeout)
	defer cancel()
	var stream solitairev1.SolverService_WatchSolveClient
	var answer *solitairev1.WatchSolveResponse
	err := c.patiently(ctx, func() (err error) {
		if stream, err = c.solver.WatchSolve(ctx, request); err == nil {
			answer, err = stream.Recv()
		}
		return errorOf(err)
	})
	for err == nil {
		if answer.GetResult() != nil {
			return answer.GetResult(), nil
		}
		if answer.GetProgress() != nil && progress != nil {
			progress(answer.GetProgress())
		}
		answer, err = stream.Recv()
	}
	if err == io.EOF {
		return nil, io.ErrUnexpectedEOF
	}
	return nil, errorOf(err)
}

// SuggestMove advises moves, from the cards that the player sees or from all.
func (c *Client) SuggestMove(ctx context.Context, request *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error) {
	return search(ctx, c, request, c.solver.SuggestMove)
}

// FindLastWinnable finds the last position of a log that could still be won.
func (c *Client) FindLastWinnable(ctx context.Context, request *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error) {
	return search(ctx, c, request, c.solver.FindLastWinnable)
}
