package main

import (
	"fmt"
	"slices"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// positionRecord is a line of <variant>.jsonl. Legal is a list of moves, or false
// where the record is about a move that is not legal.
type positionRecord struct {
	ID         string
	Options    map[string]any
	State      string
	Legal      any
	Status     string
	Finish     []string
	Move       string
	Next       string
	NextStatus string `json:"next_status"`
	Events     []string
	Reason     string
}

func (p positionRecord) vector() vector {
	if p.Legal == false {
		return vector{id: p.ID, check: p.checkRefused}
	}
	return vector{id: p.ID, check: p.check}
}

func (p positionRecord) check(c *checker) {
	inspected, ok := ask[solitairev1.InspectGameResponse](c, &solitairev1.InspectGameRequest{
		State: p.State, View: solitairev1.Game_TABLE_AND_MOVES,
	})
	if ok {
		game := inspected.GetGame()
		compare(c, "state", game.GetState(), p.State)
		c.game("game", game, valuesOf(p.Options), solitairev1.Game_TABLE_AND_MOVES)
		compare(c, "status", game.GetStatus().String(), p.Status)
		compare(c, "finish", game.GetFinishAvailable(), p.Finish != nil)
	}
	if listed, ok := ask[solitairev1.EnumerateMovesResponse](c, &solitairev1.EnumerateMovesRequest{State: p.State}); ok {
		moves := moveTexts(listed.GetMoves())
		c.list("legal", slices.Sorted(slices.Values(moves)), texts(p.Legal))
		c.list("legal", moveTexts(inspected.GetGame().GetMoves()), moves)
		c.moves("parts", p.State, listed.GetMoves())
	}
	c.converted(p.State, valuesOf(p.Options), p.Move)
	p.checkFinish(c)
	if p.Move != "" {
		p.checkMove(c)
	}
}

func (p positionRecord) checkFinish(c *checker) {
	request := &solitairev1.FinishGameRequest{State: p.State, View: solitairev1.Game_STATE}
	if p.Finish == nil {
		if f := askInVain[solitairev1.FinishGameResponse](c, request); f != nil {
			compare(c, "finish", f.reason, solitairev1.ErrorReason_FINISH_NOT_AVAILABLE)
			c.holds("finish", f.refusal.GetReason() != 0, "no refusal says why there is none")
		}
		return
	}
	if finished, ok := ask[solitairev1.FinishGameResponse](c, request); ok {
		c.list("finish", moveTexts(finished.GetMoves()), p.Finish)
		c.line("parts", p.State, finished.GetMoves())
		p.checkFinished(c, finished)
	}
}

// checkFinished holds the rest of a finish to what its moves lead to one by one.
func (p positionRecord) checkFinished(c *checker, finished *solitairev1.FinishGameResponse) {
	compare(c, "finish", finished.GetGame().GetStatus(), solitairev1.Game_WON)
	c.game("game", finished.GetGame(), valuesOf(p.Options), solitairev1.Game_STATE)
	if applied, ok := ask[solitairev1.ApplyMovesResponse](c, &solitairev1.ApplyMovesRequest{
		State: p.State, Moves: p.Finish, View: solitairev1.Game_STATE,
	}); ok {
		c.holds("finish", proto.Equal(finished.GetGame(), applied.GetGame()), "leads to %v, move by move to %v", finished.GetGame(), applied.GetGame())
		same := slices.EqualFunc(finished.GetEvents(), applied.GetEvents(), func(a, b *solitairev1.Event) bool { return proto.Equal(a, b) })
		c.holds("finish", same, "does %v, move by move %v", finished.GetEvents(), applied.GetEvents())
	}
}

func (p positionRecord) checkMove(c *checker) {
	if validated, ok := ask[solitairev1.ValidateMoveResponse](c, &solitairev1.ValidateMoveRequest{State: p.State, Move: p.Move}); ok {
		c.holds("move", validated.GetLegal() && validated.GetRefusal() == nil, "%s is refused: %v", p.Move, validated.GetRefusal())
	}
	if applied, ok := ask[solitairev1.ApplyMovesResponse](c, &solitairev1.ApplyMovesRequest{
		State: p.State, Moves: []string{p.Move}, View: solitairev1.Game_STATE,
	}); ok {
		compare(c, "next", applied.GetGame().GetState(), p.Next)
		compare(c, "next_status", applied.GetGame().GetStatus().String(), p.NextStatus)
		c.game("game", applied.GetGame(), valuesOf(p.Options), solitairev1.Game_STATE)
		compare(c, "next_finish", applied.GetGame().GetFinishAvailable(), c.finishable(p.Next))
		c.list("events", eventTexts(applied.GetEvents()), p.Events)
		for _, event := range applied.GetEvents() {
			compare(c, "events", event.GetMoveIndex(), 0)
		}
	}
}

// finishable tells whether FinishGame finds the finish that a game promises.
func (c *checker) finishable(state string) bool {
	answer := &solitairev1.FinishGameResponse{}
	return c.call(&solitairev1.FinishGameRequest{State: state, View: solitairev1.Game_STATE}, answer) == nil
}

// checkRefused asks in all three ways, which have to agree.
func (p positionRecord) checkRefused(c *checker) {
	wanted := p.refusedAs()
	var refusals []*solitairev1.Refusal
	validate := &solitairev1.ValidateMoveRequest{State: p.State, Move: p.Move}
	apply := &solitairev1.ApplyMovesRequest{State: p.State, Moves: []string{p.Move}, View: solitairev1.Game_STATE}
	replay := &solitairev1.ReplayGameRequest{State: p.State, Moves: []string{p.Move}, View: solitairev1.Game_STATE}

	f := askInVain[solitairev1.ApplyMovesResponse](c, apply)
	if f == nil {
		return
	}
	if f.reason == solitairev1.ErrorReason_MALFORMED_MOVE {
		c.holds("refusal", wanted.unreadable, "%s cannot be read, want it refused: %s", p.Move, p.Reason)
		for _, other := range []*failure{
			askInVain[solitairev1.ValidateMoveResponse](c, validate),
			askInVain[solitairev1.ReplayGameResponse](c, replay),
		} {
			if other != nil {
				compare(c, "refusal", other.reason, f.reason)
			}
		}
		return
	}
	compare(c, "refusal", f.reason, solitairev1.ErrorReason_ILLEGAL_MOVE)
	refusals = append(refusals, f.refusal)
	if validated, ok := ask[solitairev1.ValidateMoveResponse](c, validate); ok {
		compare(c, "refusal", validated.GetLegal(), false)
		refusals = append(refusals, validated.GetRefusal())
	}
	if replayed, ok := ask[solitairev1.ReplayGameResponse](c, replay); ok {
		compare(c, "refusal", replayed.GetComplete(), false)
		compare(c, "refusal", replayed.GetGame().GetState(), p.State)
		compare(c, "refusal", replayed.GetApplied(), 0)
		compare(c, "refusal", replayed.GetStop().GetIndex(), 0)
		c.game("game", replayed.GetGame(), valuesOf(p.Options), solitairev1.Game_STATE)
		refusals = append(refusals, replayed.GetStop().GetRefusal())
	}
	for _, refusal := range refusals {
		c.holds("refusal", wanted.includes(refusal.GetReason()), "%s is refused as %v, want %v (%s)", p.Move, refusal.GetReason(), wanted.reason, p.Reason)
		c.holds("refusal", proto.Equal(refusal, refusals[0]), "%s is refused as %v and as %v", p.Move, refusals[0], refusal)
	}
}

// texts are the strings of a JSON list.
func texts(list any) []string {
	found := []string{}
	if all, ok := list.([]any); ok {
		for _, each := range all {
			found = append(found, fmt.Sprint(each))
		}
	}
	return found
}

// valuesOf are the values of options as requests and answers write them: all strings;
// nil where the record does not name them.
func valuesOf(options map[string]any) map[string]string {
	if options == nil {
		return nil
	}
	values := map[string]string{}
	for name, value := range options {
		values[name] = fmt.Sprint(value)
	}
	return values
}

func moveTexts(moves []*solitairev1.Move) []string {
	found := []string{}
	for _, move := range moves {
		found = append(found, move.GetMove())
	}
	return found
}
