package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// situation is a case of engine/testdata/cases: a small position, moves from it, and
// sentences about what is reached, one a line.
type situation struct {
	lines []string
}

// at is a situation as far as it is read.
type at struct {
	*checker
	start  string
	game   *solitairev1.Game
	events []*solitairev1.Event
}

func (s situation) check(c *checker) {
	a := &at{checker: c}
	for _, line := range s.lines {
		word, rest, _ := strings.Cut(line, " ")
		if !a.line(word, rest, strings.Fields(rest)) {
			return
		}
	}
}

// line does what a line says. It is false where the rest makes no sense any more.
func (a *at) line(word, rest string, words []string) bool {
	if len(words) < map[string]int{"refused": 2, "table": 2, "pile": 2, "count": 2, "finish": 1}[word] {
		a.wrong("case", "%s needs more than %q", word, rest)
		return false
	}
	switch word {
	case "state":
		a.start = rest
		return a.after(nil)
	case "after":
		return a.after(words)
	case "legal":
		for _, move := range words {
			validated, ok := ask[solitairev1.ValidateMoveResponse](a.checker, &solitairev1.ValidateMoveRequest{State: a.game.GetState(), Move: move})
			a.holds("legal", ok && validated.GetLegal() && slices.Contains(a.moves(), move), "%s: %v, want it legal and listed", move, validated)
		}
	case "only":
		a.list("only", slices.Sorted(slices.Values(a.moves())), slices.Sorted(slices.Values(words)))
	case "moves":
		compare(a.checker, "moves", strconv.Itoa(len(a.moves())), rest)
	case "refused":
		a.refused(words[0], words[1])
	case "table":
		compare(a.checker, "table", pileOf(a.game.GetTable().GetPiles(), words[0]), strings.TrimPrefix(words[1], "-"))
	case "pile", "count":
		a.piles(word, words[0], words[1])
	case "status":
		compare(a.checker, "status", a.game.GetStatus().String(), rest)
	case "finish":
		a.finish(words)
	case "events":
		compare(a.checker, "events", strings.Join(eventTexts(a.events), ", "), rest)
	case "log":
		return a.log(words)
	case "text":
		a.holds("text", strings.HasSuffix(a.game.GetState(), " "+rest), "the state is %s, want it to end in %s", a.game.GetState(), rest)
	default:
		a.wrong("case", "the word %s is not known", word)
		return false
	}
	return true
}

// moves are the legal moves here.
func (a *at) moves() []string { return moveTexts(a.game.GetMoves()) }

// after goes to where moves lead from the beginning.
func (a *at) after(moves []string) bool {
	const view = solitairev1.Game_TABLE_AND_MOVES
	if len(moves) == 0 {
		inspected, ok := ask[solitairev1.InspectGameResponse](a.checker, &solitairev1.InspectGameRequest{State: a.start, View: view})
		a.game, a.events = inspected.GetGame(), nil
		return ok
	}
	// The events of the last move alone are asked for; the others go before it.
	state := a.start
	for i, move := range moves {
		applied, ok := ask[solitairev1.ApplyMovesResponse](a.checker, &solitairev1.ApplyMovesRequest{State: state, Moves: moves[i : i+1], View: view})
		if !ok {
			a.wrong("after", "%s cannot be played", move)
			return false
		}
		a.game, a.events = applied.GetGame(), applied.GetEvents()
		state = a.game.GetState()
	}
	together, ok := ask[solitairev1.ApplyMovesResponse](a.checker, &solitairev1.ApplyMovesRequest{State: a.start, Moves: moves, View: view})
	if ok {
		a.holds("after", proto.Equal(together.GetGame(), a.game), "played together the moves lead to %v, one by one to %v", together.GetGame(), a.game)
	}
	return ok
}

func (a *at) refused(move, reason string) {
	state := a.game.GetState()
	if validated, ok := ask[solitairev1.ValidateMoveResponse](a.checker, &solitairev1.ValidateMoveRequest{State: state, Move: move}); ok {
		compare(a.checker, "refused", move+" "+validated.GetRefusal().GetReason().String(), move+" "+reason)
	}
	f := askInVain[solitairev1.ApplyMovesResponse](a.checker, &solitairev1.ApplyMovesRequest{State: state, Moves: []string{move}, View: solitairev1.Game_STATE})
	if f != nil {
		compare(a.checker, "refused", f.reason, solitairev1.ErrorReason_ILLEGAL_MOVE)
		compare(a.checker, "refused", move+" "+f.refusal.GetReason().String(), move+" "+reason)
	}
}

// piles looks at a pile with every card named, or at a counter.
func (a *at) piles(word, name, want string) {
	converted, ok := ask[solitairev1.ConvertPositionResponse](a.checker, &solitairev1.ConvertPositionRequest{
		From: solitairev1.ConvertPositionRequest_POSITION, To: solitairev1.ConvertPositionRequest_PILES, State: a.game.GetState(),
	})
	if !ok {
		return
	}
	if word == "pile" {
		// Which cards lie face down is told by the table.
		got := strings.ReplaceAll(pileOf(converted.GetPiles(), name), "|", "")
		compare(a.checker, "pile", name+" "+got, name+" "+strings.TrimPrefix(want, "-"))
		return
	}
	counters := converted.GetCounters()
	got, known := map[string]int32{
		"m": counters.GetMoveCount(), "r": counters.GetRedeals(), "score": counters.GetScore(), "streak": counters.GetStreak(),
	}[name]
	a.holds("count", known && strconv.Itoa(int(got)) == want, "%s is %d, want %s", name, got, want)
}

func (a *at) finish(want []string) {
	request := &solitairev1.FinishGameRequest{State: a.game.GetState(), View: solitairev1.Game_STATE}
	compare(a.checker, "finish", a.game.GetFinishAvailable(), want[0] != "none")
	if want[0] == "none" {
		if f := askInVain[solitairev1.FinishGameResponse](a.checker, request); f != nil {
			compare(a.checker, "finish", f.reason, solitairev1.ErrorReason_FINISH_NOT_AVAILABLE)
		}
		return
	}
	if finished, ok := ask[solitairev1.FinishGameResponse](a.checker, request); ok {
		a.list("finish", moveTexts(finished.GetMoves()), want)
	}
}

// log plays a log, which stops where the line says so, and goes to its end.
func (a *at) log(words []string) bool {
	entries, stop := words, (*solitairev1.ReplayGameResponse_Stop)(nil)
	if i := slices.Index(words, "stops"); i >= 0 && i+2 < len(words) {
		entries = words[:i]
		index, err := strconv.ParseInt(words[i+1], 10, 32)
		if err != nil {
			a.wrong("case", "%v", err)
			return false
		}
		reason := solitairev1.Refusal_Reason(solitairev1.Refusal_Reason_value[words[i+2]])
		stop = &solitairev1.ReplayGameResponse_Stop{Index: int32(index), Refusal: &solitairev1.Refusal{Reason: reason}}
	}
	replayed, ok := ask[solitairev1.ReplayGameResponse](a.checker, &solitairev1.ReplayGameRequest{
		State: a.start, Moves: entries, View: solitairev1.Game_TABLE_AND_MOVES,
	})
	if !ok {
		return false
	}
	compare(a.checker, "log", stopText(replayed.GetStop()), stopText(stop))
	compare(a.checker, "log", replayed.GetComplete(), stop == nil)
	a.game, a.events = replayed.GetGame(), nil
	return true
}

func stopText(stop *solitairev1.ReplayGameResponse_Stop) string {
	if stop == nil {
		return "to the end"
	}
	return fmt.Sprintf("stops at %d with %v", stop.GetIndex(), stop.GetRefusal().GetReason())
}

// pileOf is a pile by its name.
func pileOf(piles []*solitairev1.Pile, name string) string {
	for _, pile := range piles {
		if pile.GetId() == name {
			return pile.GetCards()
		}
	}
	return "no pile"
}
