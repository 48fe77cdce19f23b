package main

import (
	"fmt"
	"maps"
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
		return vector{p.ID, p.checkRefused}
	}
	return vector{p.ID, p.check}
}

func (p positionRecord) check(c *checker) {
	inspected, ok := ask[solitairev1.InspectGameResponse](c, &solitairev1.InspectGameRequest{
		State: p.State, View: solitairev1.Game_TABLE_AND_MOVES,
	})
	if ok {
		game := inspected.GetGame()
		compare(c, "state", game.GetState(), p.State)
		c.holds("options", maps.Equal(game.GetOptions(), valuesOf(p.Options)), "got %v, want %v", game.GetOptions(), p.Options)
		compare(c, "status", game.GetStatus().String(), p.Status)
		compare(c, "finish", game.GetFinishAvailable(), p.Finish != nil)
	}
	if listed, ok := ask[solitairev1.EnumerateMovesResponse](c, &solitairev1.EnumerateMovesRequest{State: p.State}); ok {
		moves := moveTexts(listed.GetMoves())
		c.list("legal", slices.Sorted(slices.Values(moves)), texts(p.Legal))
		c.list("legal", moveTexts(inspected.GetGame().GetMoves()), moves)
	}
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
		compare(c, "finish", finished.GetGame().GetStatus(), solitairev1.Game_WON)
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
		c.list("events", eventTexts(applied.GetEvents()), p.Events)
	}
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

// valuesOf are the values of options as requests and answers write them: all strings.
func valuesOf(options map[string]any) map[string]string {
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
