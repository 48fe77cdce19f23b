package main

import (
	"errors"
	"slices"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/hint"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func (s *supply) apply() *question {
	spot := s.spot()
	after := spot.at
	events, err := after.ApplyEvents(spot.move, nil)
	if err != nil {
		return nil
	}
	stands := stood(after)
	return about(&solitairev1.ApplyMovesRequest{State: spot.at.String(), Moves: []string{spot.move.String()}},
		(*talon.Client).ApplyMoves, func(answer *solitairev1.ApplyMovesResponse) string {
			if len(answer.GetEvents()) != len(events) {
				return "the number of events is not the engine's"
			}
			return stands(answer.GetGame())
		})
}

// elsewhere gives a legal move of another position, which is seldom legal at the spot, and what
// the engine says to it there.
func (s *supply) elsewhere(at *engine.Position) (m engine.Move, refused error) {
	m = s.spot().move
	return m, at.Check(m)
}

func (s *supply) validate() *question {
	spot := s.spot()
	move, refused := spot.move, error(nil)
	if s.random.IntN(4) == 0 {
		move, refused = s.elsewhere(&spot.at)
	}
	reason := reasonOf(refused)
	return about(&solitairev1.ValidateMoveRequest{State: spot.at.String(), Move: move.String()},
		(*talon.Client).ValidateMove, func(answer *solitairev1.ValidateMoveResponse) string {
			switch {
			case answer.GetLegal() != (refused == nil):
				return "the engine says otherwise whether the move is legal"
			case refused != nil && answer.GetRefusal().GetReason().String() != reason:
				return "the reason of the refusal is not the engine's"
			}
			return ""
		})
}

// reasonOf gives the reason why the engine refuses a move, nothing where it does not.
func reasonOf(refused error) string {
	var illegal *engine.IllegalMoveError
	if errors.As(refused, &illegal) {
		return illegal.Reason.String()
	}
	return ""
}

func (s *supply) list() *question {
	spot := s.spot()
	var want []string
	for _, m := range spot.at.LegalMoves(nil) {
		want = append(want, m.String())
	}
	return about(&solitairev1.EnumerateMovesRequest{State: spot.at.String()},
		(*talon.Client).EnumerateMoves, func(answer *solitairev1.EnumerateMovesResponse) string {
			if !slices.EqualFunc(answer.GetMoves(), want, func(m *solitairev1.Move, text string) bool { return m.GetMove() == text }) {
				return "the moves are not the engine's"
			}
			return ""
		})
}

func (s *supply) inspect() *question {
	spot := s.spot()
	stands, moves, piles := stood(spot.at), len(spot.at.LegalMoves(nil)), len(spot.at.Table())
	return about(&solitairev1.InspectGameRequest{State: spot.at.String(), View: solitairev1.Game_TABLE_AND_MOVES},
		(*talon.Client).InspectGame, func(answer *solitairev1.InspectGameResponse) string {
			if len(answer.GetGame().GetMoves()) != moves || len(answer.GetGame().GetTable().GetPiles()) != piles {
				return "the number of moves or piles is not the engine's"
			}
			return stands(answer.GetGame())
		})
}

func (s *supply) deal() *question {
	number := 1 + s.random.Uint32N(1_000_000)
	options := s.game().deal.Options
	dealt, err := engine.DealByNumber(options, engine.DealNumber(number))
	if err != nil {
		return nil
	}
	stands := stood(dealt.Position())
	// Sealed states, which a server may give by itself, are secret and cannot be compared.
	open := false
	return about(&solitairev1.DealGameRequest{Variant: options.Variant().String(), Options: options.Map(), Number: &number, Sealed: &open},
		(*talon.Client).DealGame, func(answer *solitairev1.DealGameResponse) string {
			if answer.GetDeal().GetNumber() != number {
				return "the deal is another one"
			}
			return stands(answer.GetGame())
		})
}

func (s *supply) replay() *question {
	g := s.game()
	number, won := uint32(g.deal.Number), solitairev1.Game_WON
	stands := stood(g.at[len(g.at)-1])
	return about(&solitairev1.ReplayGameRequest{
		Deal: &solitairev1.Deal{
			Variant: g.deal.Options.Variant().String(), Options: g.deal.Options.Map(), Number: &number,
		},
		Moves: g.line, Expect: &solitairev1.Expectation{Status: &won},
	}, (*talon.Client).ReplayGame, func(answer *solitairev1.ReplayGameResponse) string {
		switch {
		case !answer.GetComplete() || int(answer.GetApplied()) != len(g.line):
			return "the log was not played to its end"
		case len(answer.GetDifferences()) > 0:
			return "the game is said not to be won"
		}
		return stands(answer.GetGame())
	})
}

func (s *supply) suggest() *question {
	spot := s.spot()
	if !hint.Hides(&spot.at) {
		return nil
	}
	var want []string
	way := []engine.Step{{Position: spot.at}}
	for _, suggested := range hint.Visible(&spot.at, hint.PastOf(way)) {
		want = append(want, suggested.Move.String())
	}
	return about(&solitairev1.SuggestMoveRequest{State: spot.at.String(), Knowledge: solitairev1.Knowledge_VISIBLE},
		(*talon.Client).SuggestMove, func(answer *solitairev1.SuggestMoveResponse) string {
			if !slices.EqualFunc(answer.GetSuggestions(), want, func(s *solitairev1.Suggestion, text string) bool {
				return s.GetMove().GetMove() == text
			}) {
				return "the advice is not the engine's"
			}
			return ""
		})
}

func (s *supply) illegal() *question {
	spot := s.spot()
	move, refused := s.elsewhere(&spot.at)
	if refused == nil {
		return nil
	}
	q := about(&solitairev1.ApplyMovesRequest{State: spot.at.String(), Moves: []string{move.String()}},
		(*talon.Client).ApplyMoves, func(*solitairev1.ApplyMovesResponse) string {
			return "a move was played that the engine refuses"
		})
	reason := reasonOf(refused)
	q.refused = func(f *fault) string {
		switch {
		case f.code != codes.FailedPrecondition || f.reason != solitairev1.ErrorReason_ILLEGAL_MOVE.String():
			return "refused for another reason than the rules"
		case f.rule != reason:
			return "the reason of the refusal is not the engine's"
		}
		return ""
	}
	return q
}

func (s *supply) unreadable() *question {
	spot := s.spot()
	state := spot.at.String()
	q := about(&solitairev1.InspectGameRequest{State: state[:len(state)-1] + "#"},
		(*talon.Client).InspectGame, func(*solitairev1.InspectGameResponse) string {
			return "a state was read that the engine cannot read"
		})
	q.refused = func(f *fault) string {
		if f.code != codes.InvalidArgument || f.reason != solitairev1.ErrorReason_MALFORMED_STATE.String() {
			return "refused for another reason than the state"
		}
		return ""
	}
	return q
}

// middle is a position on a winning line, in its first half.
func (s *supply) middle() engine.Position {
	g := s.game()
	return g.at[s.random.IntN(1+len(g.line)/2)]
}

func (s *supply) solve() *question {
	at := s.middle()
	return about(&solitairev1.SolveGameRequest{State: at.String(), Limits: &solitairev1.SolveLimits{Nodes: &s.nodes}},
		(*talon.Client).SolveGame, func(answer *solitairev1.SolveGameResponse) string {
			return settled(answer.GetVerdict(), answer.GetUnknownReason(), func() string {
				if end := engine.Replay(at, answer.GetMoves(), nil); end.Applied < len(answer.GetMoves()) || !end.Position.Won() {
					return "the line does not win"
				}
				return ""
			})
		})
}

func (s *supply) advise() *question {
	at := s.middle()
	return about(&solitairev1.SuggestMoveRequest{
		State: at.String(), Knowledge: solitairev1.Knowledge_FULL, Limits: &solitairev1.SolveLimits{Nodes: &s.nodes},
	}, (*talon.Client).SuggestMove, func(answer *solitairev1.SuggestMoveResponse) string {
		return settled(answer.GetVerdict(), answer.GetUnknownReason(), func() string {
			for _, suggested := range answer.GetSuggestions() {
				if m, err := engine.ParseMove(suggested.GetMove().GetMove()); err != nil || at.Check(m) != nil {
					return "an illegal move is advised"
				}
			}
			if len(answer.GetSuggestions()) == 0 {
				return "no move is advised in a game that can be won"
			}
			return ""
		})
	})
}

// settled says what is wrong with the verdict on a game that can be won: UNKNOWN is right only
// where the positions ran out that the request grants, and WINNABLE has to be shown.
func settled(verdict solitairev1.Verdict, unknown solitairev1.UnknownReason, shown func() string) string {
	switch verdict {
	case solitairev1.Verdict_WINNABLE:
		return shown()
	case solitairev1.Verdict_UNWINNABLE:
		return "a game that can be won is said to be lost"
	case solitairev1.Verdict_UNKNOWN:
		if unknown == solitairev1.UnknownReason_NODES || unknown == solitairev1.UnknownReason_MEMORY {
			return ""
		}
		return outOfTime
	}
	return "there is no verdict"
}

// outOfTime is what is wrong with a search that was cut short for time: the server had a worker
// for it too late.
const outOfTime = "the search had no time left"
