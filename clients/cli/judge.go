package main

import (
	"context"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// judge keeps what is proved about the positions of a game: which of them can still
// be won. A verdict holds for a position for ever, so nothing is searched twice.
type judge struct {
	verdicts map[string]solitairev1.Verdict // by state
	lines    map[string][]string            // the rest of a line that wins, by state
}

func newJudge() judge {
	return judge{map[string]solitairev1.Verdict{}, map[string][]string{}}
}

// verdict is what is known about a step of the way.
func (s *session) verdict(at int) solitairev1.Verdict { return s.verdicts[s.way[at].state] }

// infer judges where the game stands without a search, where that can be done: a
// game that is lost stays lost, and one that follows a line that wins can be won.
func (s *session) infer() solitairev1.Verdict {
	here := s.way[s.at]
	if s.verdicts[here.state] != 0 || s.at == 0 {
		return s.verdicts[here.state]
	}
	before := s.way[s.at-1].state
	switch line := s.lines[before]; {
	case s.game.GetStatus() == solitairev1.Game_WON:
		s.verdicts[here.state] = solitairev1.Verdict_WINNABLE
	case s.verdicts[before] == solitairev1.Verdict_UNWINNABLE, s.game.GetStatus() == solitairev1.Game_STUCK:
		s.verdicts[here.state] = solitairev1.Verdict_UNWINNABLE
	case len(line) > 0 && line[0] == here.move:
		s.verdicts[here.state], s.lines[here.state] = solitairev1.Verdict_WINNABLE, line[1:]
	}
	return s.verdicts[here.state]
}

// firstLost is the earliest step from which on every one, up to where the game
// stands, is proved lost; one behind where it stands if that is not.
func (s *session) firstLost() int {
	lost := s.at + 1
	for lost > 0 && s.verdict(lost-1) == solitairev1.Verdict_UNWINNABLE {
		lost--
	}
	return lost
}

// finding is what a search found out about a game.
type finding struct {
	state  string // where the game stood
	solved *solitairev1.SolveGameResponse
	turn   *solitairev1.FindLastWinnableResponse
	err    error
}

// search is what finds something out.
type search func(context.Context) finding

// unproved is the search that is to be made next to know whether the game can be won
// from where it stands and, if it cannot, since when; nil where all is known that
// can be. Each search that is learned from leaves less to be searched for.
func (s *session) unproved(limits *solitairev1.SolveLimits) search {
	rules, here := s.rules, s.way[s.at].state
	switch verdict, lost := s.infer(), s.firstLost(); {
	case verdict == 0:
		return func(ctx context.Context) finding {
			answer, err := rules.WatchSolve(ctx, &solitairev1.WatchSolveRequest{State: here, Limits: limits}, nil)
			return finding{state: here, solved: answer, err: err}
		}
	case verdict == solitairev1.Verdict_UNWINNABLE && lost > 0 && s.verdict(lost-1) == 0:
		return s.trace(limits)
	}
	return nil
}

// trace finds the last position on the way of a game from which it could be won.
func (s *session) trace(limits *solitairev1.SolveLimits) search {
	rules, here := s.rules, s.way[s.at].state
	request := &solitairev1.FindLastWinnableRequest{State: s.way[0].state, Moves: s.moves(), Limits: limits}
	return func(ctx context.Context) finding {
		answer, err := rules.FindLastWinnable(ctx, request)
		return finding{state: here, turn: answer, err: err}
	}
}

// learn keeps what was found out about the game as it stands. What a search left
// open, or one that failed, is unknown.
func (s *session) learn(found finding) {
	if solved := found.solved; solved != nil && solved.GetVerdict() != 0 {
		s.verdicts[found.state], s.lines[found.state] = solved.GetVerdict(), solved.GetMoves()
	} else if s.verdicts[found.state] == 0 {
		s.verdicts[found.state] = solitairev1.Verdict_UNKNOWN
	}
	if found.solved != nil {
		return
	}
	for i, step := range s.way[:s.at+1] {
		switch {
		case found.turn != nil && found.turn.FirstLost != nil && i >= int(found.turn.GetFirstLost()):
			s.verdicts[step.state] = solitairev1.Verdict_UNWINNABLE
		case found.turn != nil && found.turn.LastWinnable != nil && i <= int(found.turn.GetLastWinnable()):
			s.verdicts[step.state] = solitairev1.Verdict_WINNABLE
		case s.verdicts[step.state] == 0:
			s.verdicts[step.state] = solitairev1.Verdict_UNKNOWN
		}
	}
}

// lastWinnableStep is the latest step of the way, up to where the game stands, that
// is proved winnable; -1 where none is.
func (s *session) lastWinnableStep() int {
	for i := s.at; i >= 0; i-- {
		if s.verdict(i) == solitairev1.Verdict_WINNABLE {
			return i
		}
	}
	return -1
}

// nowhereToGo says why there is no earlier step to go back to.
func (s *session) nowhereToGo() words {
	if s.verdict(s.at) == solitairev1.Verdict_WINNABLE {
		return words{en: "The game can be won from here.", de: "Das Spiel ist von hier aus zu gewinnen."}
	}
	return words{en: "No point is known from which the game could be won.", de: "Kein Punkt ist bekannt, von dem aus das Spiel zu gewinnen war."}
}

// judgement says what is proved about winning the game from where it stands; ""
// while nothing is known, and when it is won.
func (s *session) judgement() string {
	if s.game.GetStatus() == solitairev1.Game_WON {
		return ""
	}
	switch s.verdict(s.at) {
	case solitairev1.Verdict_WINNABLE:
		return s.say(words{en: "can be won", de: "zu gewinnen"})
	case solitairev1.Verdict_UNKNOWN:
		return s.say(words{en: "unknown whether it can be won", de: "ungewiss, ob noch zu gewinnen"})
	case solitairev1.Verdict_UNWINNABLE:
	default:
		return ""
	}
	lost, won := s.firstLost(), s.lastWinnableStep()
	switch count := s.way[lost].count; {
	case lost == 0:
		return s.say(words{en: "could not be won from the beginning", de: "von Anfang an nicht zu gewinnen"})
	case won == lost-1:
		return s.say(words{en: "not winnable any more since move %d", de: "seit Zug %d nicht mehr gewinnbar"}, count)
	case won >= 0:
		return s.say(words{
			en: "not winnable any more, lost between moves %d and %d",
			de: "nicht mehr gewinnbar, verloren zwischen Zug %d und %d",
		}, s.way[won].count+1, count)
	default:
		return s.say(words{
			en: "not winnable any more, since move %d or before",
			de: "nicht mehr gewinnbar, seit Zug %d oder früher",
		}, count)
	}
}

// turning says up to which move a game could be won, and what of that is proved.
func (s *session) turning(turn *solitairev1.FindLastWinnableResponse) string {
	at := func(n int32) step { return s.way[min(max(0, int(n)), len(s.way)-1)] }
	last, lost := at(turn.GetLastWinnable()), at(turn.GetFirstLost())
	switch hasLast, hasLost := turn.LastWinnable != nil, turn.FirstLost != nil; {
	case hasLast && !hasLost && turn.GetProved():
		return s.say(words{en: "The game can still be won.", de: "Das Spiel ist noch zu gewinnen."})
	case hasLast && !hasLost:
		return s.say(words{
			en: "After move %d the game could still be won; whether it still can is not proved.",
			de: "Nach Zug %d war das Spiel noch zu gewinnen; ob immer noch, ist nicht nachgewiesen.",
		}, last.count)
	case hasLast && turn.GetProved():
		return s.say(words{
			en: "After move %d the game could still be won; move %d, %s, lost it.",
			de: "Nach Zug %d war das Spiel noch zu gewinnen; mit Zug %d, %s, ging es verloren.",
		}, last.count, lost.count, printable(lost.move))
	case hasLast:
		return s.say(words{
			en: "After move %d the game could still be won, after move %d it was lost; what lies between is not proved.",
			de: "Nach Zug %d war das Spiel noch zu gewinnen, nach Zug %d war es verloren; dazwischen ist nichts nachgewiesen.",
		}, last.count, lost.count)
	case hasLost && turn.GetProved():
		return s.say(words{
			en: "The game could not be won from the beginning.",
			de: "Das Spiel war von Anfang an nicht zu gewinnen.",
		})
	case hasLost:
		return s.say(words{
			en: "After move %d the game was lost; whether it could be won before is not proved.",
			de: "Nach Zug %d war das Spiel verloren; ob es vorher zu gewinnen war, ist nicht nachgewiesen.",
		}, lost.count)
	}
	return s.say(words{
		en: "Whether the game can be won is not proved.",
		de: "Ob das Spiel zu gewinnen ist, ist nicht nachgewiesen.",
	})
}
