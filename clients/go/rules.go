package talon

import (
	"context"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// ListVariants lists the variants, without the text of their rules.
func (c *Client) ListVariants(ctx context.Context, request *solitairev1.ListVariantsRequest) (*solitairev1.ListVariantsResponse, error) {
	return call(ctx, c, request, c.rules.ListVariants)
}

// GetVariant describes one variant, with the text of its rules.
func (c *Client) GetVariant(ctx context.Context, request *solitairev1.GetVariantRequest) (*solitairev1.GetVariantResponse, error) {
	return call(ctx, c, request, c.rules.GetVariant)
}

// DealGame deals a new game.
func (c *Client) DealGame(ctx context.Context, request *solitairev1.DealGameRequest) (*solitairev1.DealGameResponse, error) {
	if request.GetWinnable() || request.GetDifficulty() != solitairev1.Difficulty_DIFFICULTY_UNSPECIFIED {
		// Such a deal may have to be searched for.
		return search(ctx, c, request, c.rules.DealGame)
	}
	return call(ctx, c, request, c.rules.DealGame)
}

// InspectGame tells everything about a state.
func (c *Client) InspectGame(ctx context.Context, request *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	return call(ctx, c, request, c.rules.InspectGame)
}

// ValidateMove says whether a move is legal; an illegal one is an answer, not an error.
func (c *Client) ValidateMove(ctx context.Context, request *solitairev1.ValidateMoveRequest) (*solitairev1.ValidateMoveResponse, error) {
	return call(ctx, c, request, c.rules.ValidateMove)
}

// ApplyMoves plays moves, all or none; RefusalOf says of its error which rule forbids one.
func (c *Client) ApplyMoves(ctx context.Context, request *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	return call(ctx, c, request, c.rules.ApplyMoves)
}

// EnumerateMoves lists the legal moves in their pinned order.
func (c *Client) EnumerateMoves(ctx context.Context, request *solitairev1.EnumerateMovesRequest) (*solitairev1.EnumerateMovesResponse, error) {
	return call(ctx, c, request, c.rules.EnumerateMoves)
}

// FinishGame plays the automatic finish; RefusalOf says of its error why there is none.
func (c *Client) FinishGame(ctx context.Context, request *solitairev1.FinishGameRequest) (*solitairev1.FinishGameResponse, error) {
	return call(ctx, c, request, c.rules.FinishGame)
}

// ReplayGame plays a log; where a rule stops it, the answer says so.
func (c *Client) ReplayGame(ctx context.Context, request *solitairev1.ReplayGameRequest) (*solitairev1.ReplayGameResponse, error) {
	return call(ctx, c, request, c.rules.ReplayGame)
}

// ConvertPosition converts between the notation of the service and other formats.
func (c *Client) ConvertPosition(ctx context.Context, request *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	return call(ctx, c, request, c.rules.ConvertPosition)
}

// GetVersion tells which build answers and what it serves.
func (c *Client) GetVersion(ctx context.Context, request *solitairev1.GetVersionRequest) (*solitairev1.GetVersionResponse, error) {
	return call(ctx, c, request, c.rules.GetVersion)
}
