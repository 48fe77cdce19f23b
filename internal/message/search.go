package message

import (
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/hint"
	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/engine/pool"
	"github.com/talon-solitaire/talon/engine/solve"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

var (
	verdicts       = numbers(solitairev1.Verdict_value, solve.Winnable, solve.Unwinnable, solve.Unknown)
	unknownReasons = numbers(solitairev1.UnknownReason_value, solve.Nodes, solve.Memory, solve.Time)
	hintReasons    = numbers(solitairev1.Suggestion_Reason_value, hint.Reasons()...)
	difficulties   = numbers(solitairev1.Difficulty_value, pool.Difficulties()...)
)

// Solution tells what a search proved and how long it took, in seconds.
func Solution(a *solve.Answer, seconds float64) *solitairev1.SolveGameResponse {
	message := &solitairev1.SolveGameResponse{
		Verdict:        solitairev1.Verdict(verdicts[a.Verdict]),
		UnknownReason:  solitairev1.UnknownReason(unknownReasons[a.Shortage]),
		Nodes:          a.Nodes,
		ElapsedSeconds: seconds,
		Knowledge:      solitairev1.Knowledge_FULL,
	}
	for _, m := range a.Line {
		message.Moves = append(message.Moves, m.String())
	}
	return message
}

// FairAdvice tells what is worth doing at the end of the way, from what the player sees.
func FairAdvice(l phrase.Language, way []engine.Step, s []hint.Suggestion) *solitairev1.SuggestMoveResponse {
	return &solitairev1.SuggestMoveResponse{
		Knowledge:   solitairev1.Knowledge_VISIBLE,
		Suggestions: suggestions(l, &way[len(way)-1].Position, s),
	}
}

// FullAdvice tells what a solver advises at the end of the way.
func FullAdvice(l phrase.Language, way []engine.Step, a hint.Advice) *solitairev1.SuggestMoveResponse {
	return &solitairev1.SuggestMoveResponse{
		Knowledge:     solitairev1.Knowledge_FULL,
		Suggestions:   suggestions(l, &way[len(way)-1].Position, a.Suggestions),
		Verdict:       solitairev1.Verdict(verdicts[a.Verdict]),
		UnknownReason: solitairev1.UnknownReason(unknownReasons[a.Shortage]),
	}
}

// suggestions tells moves worth making from the position, with sentences in the language.
func suggestions(l phrase.Language, p *engine.Position, worth []hint.Suggestion) []*solitairev1.Suggestion {
	var all []*solitairev1.Suggestion
	for _, s := range worth {
		all = append(all, &solitairev1.Suggestion{
			Move:    move(p, s.Move),
			Reason:  solitairev1.Suggestion_Reason(hintReasons[s.Reason]),
			Message: phrase.Hint(l, s.Reason),
		})
	}
	return all
}

// Turn tells between which entries of a log a game was lost, and how long it took to find out.
func Turn(way []engine.Step, turn solve.Turn, seconds float64) *solitairev1.FindLastWinnableResponse {
	message := &solitairev1.FindLastWinnableResponse{Proved: turn.Proved(), Nodes: turn.Nodes, ElapsedSeconds: seconds}
	if turn.Won >= 0 {
		index := int32(way[turn.Won].Index)
		message.LastWinnable, message.State = &index, way[turn.Won].Position.String()
	}
	if turn.Lost < len(way) {
		// The game left the step before for the last time one entry after its index.
		index := int32(0)
		if turn.Lost > 0 {
			index = int32(way[turn.Lost-1].Index) + 1
		}
		message.FirstLost = &index
	}
	return message
}

// Proof tells that a deal is proved winnable, and how difficult it is if that was measured.
func Proof(d pool.Difficulty) *solitairev1.DealGameResponse_Proof {
	message := &solitairev1.DealGameResponse_Proof{Verdict: solitairev1.Verdict_WINNABLE}
	if d != pool.NoDifficulty {
		difficulty := solitairev1.Difficulty(difficulties[d])
		message.Difficulty = &difficulty
	}
	return message
}

// Difficulty reads a difficulty; false for a number that there is not.
func Difficulty(d solitairev1.Difficulty) (pool.Difficulty, bool) {
	for _, known := range append([]pool.Difficulty{pool.NoDifficulty}, pool.Difficulties()...) {
		if difficulties[known] == int32(d) {
			return known, true
		}
	}
	return pool.NoDifficulty, false
}

// dealTables lists the tables of proved deals of a variant.
func dealTables(v engine.Variant) []*solitairev1.Variant_DealTable {
	var all []*solitairev1.Variant_DealTable
	for _, t := range pool.Tables(v) {
		message := &solitairev1.Variant_DealTable{Options: map[string]string{}, DealsEach: leastEach(t)}
		for name, value := range t.Options.Map() {
			if name != "scoring" && value != v.Defaults().Get(name) {
				message.Options[name] = value
			}
		}
		if days := t.Days(); len(days) > 0 {
			message.FirstDay, message.LastDay = days[0].Date, days[len(days)-1].Date
		}
		all = append(all, message)
	}
	return all
}

// leastEach is how many deals of each difficulty a table holds at least.
func leastEach(t *pool.Table) int32 {
	least := len(t.Deals(pool.Easy))
	for _, d := range pool.Difficulties() {
		least = min(least, len(t.Deals(d)))
	}
	return int32(least)
}
