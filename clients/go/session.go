package talon

import (
	"context"
	"fmt"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Session is one game as somebody plays it: its steps from the beginning, with the
// game after each of them. The service keeps nothing, so the session does: going back
// and forth needs no call.
//
// A call that fails, and a move that is refused, leave the session as it was. A
// session is for one goroutine at a time; many sessions may share a client.
type Session struct {
	client      *Client
	deal        *solitairev1.Deal
	proof       *solitairev1.DealGameResponse_Proof
	differences []*solitairev1.ReplayGameResponse_Difference
	view        solitairev1.Game_View
	revealed    *solitairev1.Seal
	start       *solitairev1.Game
	steps       []*Step
	at          int
}

// Step is what was done at once: the moves of one Play, or an automatic finish.
// Nothing of it is to be changed.
type Step struct {
	// Moves are the moves as texts.
	Moves []string
	// Events are what they did, in order.
	Events []*solitairev1.Event
	// Game is the game after them.
	Game *solitairev1.Game
}

// DealSession deals a game. The view of the request is that of all games of the
// session, TABLE_AND_MOVES when it has none. A sealed game is played like any other; its
// Record and VerifyDeal say what is peculiar to it.
func (c *Client) DealSession(ctx context.Context, request *solitairev1.DealGameRequest) (*Session, error) {
	request = proto.CloneOf(request)
	request.View = viewOf(request.GetView())
	dealt, err := c.DealGame(ctx, request)
	if err != nil {
		return nil, err
	}
	s := newSession(c, request.GetView(), dealt.GetGame())
	s.deal, s.proof = dealt.GetDeal(), dealt.GetProof()
	return s, nil
}

// OpenSession goes on from a state, with a view as DealSession has it.
func (c *Client) OpenSession(ctx context.Context, state string, view solitairev1.Game_View) (*Session, error) {
	view = viewOf(view)
	inspected, err := c.InspectGame(ctx, &solitairev1.InspectGameRequest{State: state, View: view})
	if err != nil {
		return nil, err
	}
	return newSession(c, view, inspected.GetGame()), nil
}

// newSession begins with a game.
func newSession(c *Client, view solitairev1.Game_View, start *solitairev1.Game) *Session {
	s := &Session{client: c, view: view, start: start}
	s.see(start)
	return s
}

// viewOf is the view of a session that was asked for with one.
func viewOf(asked solitairev1.Game_View) solitairev1.Game_View {
	if asked == solitairev1.Game_VIEW_UNSPECIFIED {
		return solitairev1.Game_TABLE_AND_MOVES
	}
	return asked
}

// Start is the game before its first move.
func (s *Session) Start() *solitairev1.Game { return s.start }

// Deal says how the game was dealt, nil where it was opened from a state and where the
// deal is secret.
func (s *Session) Deal() *solitairev1.Deal { return s.deal }

// Proof is what is proved about the deal, nil unless the request asked for it.
func (s *Session) Proof() *solitairev1.DealGameResponse_Proof { return s.proof }

// Differences are the claims of a replayed record that its moves do not bear out.
func (s *Session) Differences() []*solitairev1.ReplayGameResponse_Difference { return s.differences }

// Game is the game as it stands. It belongs to the session and is not to be changed.
func (s *Session) Game() *solitairev1.Game {
	if s.at == 0 {
		return s.start
	}
	return s.steps[s.at-1].Game
}

// State is the state of the game as it stands.
func (s *Session) State() string { return s.Game().GetState() }

// Moves are the moves from the start to the game as it stands.
func (s *Session) Moves() []string {
	moves := []string{}
	for _, step := range s.steps[:s.at] {
		moves = append(moves, step.Moves...)
	}
	return moves
}

// CanUndo tells whether there is a step to take back.
func (s *Session) CanUndo() bool { return s.at > 0 }

// CanRedo tells whether there is a step that was taken back.
func (s *Session) CanRedo() bool { return s.at < len(s.steps) }

// Play plays a move, or several as one step, all or none. RefusalOf says of its error
// which rule forbids one. Steps that were taken back are forgotten.
func (s *Session) Play(ctx context.Context, moves ...string) (*Step, error) {
	played, err := s.client.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{State: s.State(), Moves: moves, View: s.view})
	if err != nil {
		return nil, err
	}
	return s.step(&Step{moves, played.GetEvents(), played.GetGame()}), nil
}

// Finish plays the automatic finish as one step. RefusalOf says of its error why there
// is none; finish_available of the game tells beforehand.
func (s *Session) Finish(ctx context.Context) (*Step, error) {
	finished, err := s.client.FinishGame(ctx, &solitairev1.FinishGameRequest{State: s.State(), View: s.view})
	if err != nil {
		return nil, err
	}
	moves := make([]string, len(finished.GetMoves()))
	for i, move := range finished.GetMoves() {
		moves[i] = move.GetMove()
	}
	return s.step(&Step{moves, finished.GetEvents(), finished.GetGame()}), nil
}

// step puts a step behind the game as it stands.
func (s *Session) step(step *Step) *Step {
	s.steps = append(s.steps[:s.at], step)
	s.at++
	s.see(step.Game)
	return step
}

// Undo takes the latest step back and returns it, nil where there is none.
func (s *Session) Undo() *Step {
	if !s.CanUndo() {
		return nil
	}
	s.at--
	return s.steps[s.at]
}

// Redo makes the step again that was taken back last and returns it, nil where there
// is none.
func (s *Session) Redo() *Step {
	if !s.CanRedo() {
		return nil
	}
	s.at++
	return s.steps[s.at-1]
}

// Restart goes back to the start. Redo leads forward again until a move is played.
func (s *Session) Restart() { s.at = 0 }

// BackTo goes back to where so many moves were played; FindLastWinnable counts like
// that. In the middle of a step it goes to where the step began.
func (s *Session) BackTo(index int) error {
	if count := len(s.Moves()); index < 0 || index > count {
		return fmt.Errorf("back to move %d: expected 0 to %d", index, count)
	}
	at, played := 0, 0
	for at < s.at && played+len(s.steps[at].Moves) <= index {
		played += len(s.steps[at].Moves)
		at++
	}
	s.at = at
	return nil
}

// Suggest advises moves for the game as it stands. The advice never leads in circles.
// Limits bound the search that FULL needs; nil stands for those of the server. Of a sealed
// game most servers refuse FULL, with the reason SEALED_GAME: GetVersion tells how much
// advice they give.
func (s *Session) Suggest(ctx context.Context, knowledge solitairev1.Knowledge, limits *solitairev1.SolveLimits) (*solitairev1.SuggestMoveResponse, error) {
	return s.client.SuggestMove(ctx, &solitairev1.SuggestMoveRequest{
		State: s.start.GetState(), Moves: s.Moves(), Knowledge: knowledge, Limits: limits,
	})
}

// FindLastWinnable finds the last position of the moves played that could still be
// won; BackTo goes there. Limits bound all searches together; nil stands for those of
// the server.
func (s *Session) FindLastWinnable(ctx context.Context, limits *solitairev1.SolveLimits) (*solitairev1.FindLastWinnableResponse, error) {
	return s.client.FindLastWinnable(ctx, &solitairev1.FindLastWinnableRequest{
		State: s.start.GetState(), Moves: s.Moves(), Limits: limits,
	})
}
