package main

import (
	"context"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// authority is who knows the rules: this program or a server. Both answer in the
// messages of the service and fail with a *talon.Error, so that the commands and
// their output are the same with either.
type authority interface {
	ListVariants(context.Context, *solitairev1.ListVariantsRequest) (*solitairev1.ListVariantsResponse, error)
	GetVariant(context.Context, *solitairev1.GetVariantRequest) (*solitairev1.GetVariantResponse, error)
	DealGame(context.Context, *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error)
	InspectGame(context.Context, *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error)
	ValidateMove(context.Context, *solitairev1.ValidateMoveRequest) (*solitairev1.ValidateMoveResponse, error)
	ApplyMoves(context.Context, *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error)
	EnumerateMoves(context.Context, *solitairev1.EnumerateMovesRequest) (*solitairev1.EnumerateMovesResponse, error)
	FinishGame(context.Context, *solitairev1.FinishGameRequest) (*solitairev1.FinishGameResponse, error)
	ReplayGames(context.Context) (replays, error)
	ConvertPosition(context.Context, *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error)
	WatchSolve(context.Context, *solitairev1.WatchSolveRequest, func(*solitairev1.WatchSolveResponse_Progress)) (*solitairev1.SolveGameResponse, error)
	SuggestMove(context.Context, *solitairev1.SuggestMoveRequest) (*solitairev1.SuggestMoveResponse, error)
	FindLastWinnable(context.Context, *solitairev1.FindLastWinnableRequest) (*solitairev1.FindLastWinnableResponse, error)
	GetVersion(context.Context, *solitairev1.GetVersionRequest) (*solitairev1.GetVersionResponse, error)
	Close() error
}

// replays is a conversation about many logs: one goroutine sends, another one
// takes the results in order.
type replays interface {
	Send(*solitairev1.ReplayGameRequest) error
	CloseSend() error
	Next() (*solitairev1.ReplayGameResponse, error)
	Close() error
}

// remote is a server as the authority on the rules.
type remote struct{ *talon.Client }

func (r remote) ReplayGames(ctx context.Context) (replays, error) { return r.Client.ReplayGames(ctx) }
