package main

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// lane is where one thing at a time is done beside the screen. What comes next, or
// a change of the game, ends what is going on.
type lane struct {
	serial int
	cancel context.CancelFunc // nil while nothing is going on
}

func (l *lane) busy() bool { return l.cancel != nil }

// stop ends what is going on; what it still finds is forgotten.
func (l *lane) stop() {
	if l.cancel != nil {
		l.cancel()
	}
	l.cancel = nil
	l.serial++
}

// found is the message that something done beside the screen has ended.
type found struct {
	lane   *lane
	serial int
	then   func() tea.Cmd
}

// beside does something that may take long, in a lane, and then what it returns.
func (s *screen) beside(l *lane, work func(context.Context) func() tea.Cmd) tea.Cmd {
	l.stop()
	ctx, cancel := context.WithCancel(s.ctx)
	l.cancel = cancel
	serial := l.serial
	return func() tea.Msg { return found{l, serial, work(ctx)} }
}

// judgeIt proves whether the game can still be won and since when it cannot, where
// lost games are marked.
func (s *screen) judgeIt() tea.Cmd {
	s.judging.stop()
	if s.session == nil || !s.player.mark {
		return nil
	}
	search := s.unproved(s.player.limits)
	if search == nil {
		return nil
	}
	return s.beside(&s.judging, func(ctx context.Context) func() tea.Cmd {
		finding := search(ctx)
		return func() tea.Cmd {
			s.learn(finding)
			return s.judgeIt()
		}
	})
}

// hint shows the next move worth making.
func (s *screen) hint() tea.Cmd {
	if s.hints != nil {
		s.hinted = (s.hinted + 1) % len(s.hints)
		s.showHint()
		return nil
	}
	s.note = s.say(searchingText)
	advise := s.advise(s.player.limits)
	return s.beside(&s.waiting, func(ctx context.Context) func() tea.Cmd {
		advice, err := advise(ctx)
		return func() tea.Cmd {
			switch {
			case err != nil:
				s.note = s.reason(err)
			case len(advice.GetSuggestions()) == 0:
				s.note = s.say(words{en: "There is no move to advise.", de: "Es gibt keinen Zug, zu dem zu raten ist."})
			default:
				s.hints, s.hinted = advice.GetSuggestions(), 0
				s.showHint()
			}
			return nil
		}
	})
}

// showHint says what a move is for, chooses its card and puts the cursor on its
// target, so that Enter plays it.
func (s *screen) showHint() {
	hint := s.hints[s.hinted]
	s.note = printable(s.say(words{en: "Hint %d of %d: %s – %s", de: "Tipp %d von %d: %s – %s"},
		s.hinted+1, len(s.hints), hint.GetMove().GetMove(), hint.GetMessage()))
	from, to := source(hint.GetMove()), hint.GetMove().GetTo()
	s.chosen = table.Spot{}
	switch {
	case from.Pile == "":
		s.cursor = s.sheet.Top("s")
	case to == "":
		s.cursor = from
	default:
		s.chosen, s.cursor = from, s.sheet.Top(to)
	}
	s.follow()
}

// winnable finds out until where the game could be won and offers to go back there.
func (s *screen) winnable() tea.Cmd {
	s.note = s.say(searchingText)
	trace := s.trace(s.player.limits)
	return s.beside(&s.waiting, func(ctx context.Context) func() tea.Cmd {
		finding := trace(ctx)
		return func() tea.Cmd {
			s.learn(finding)
			if finding.err != nil {
				s.note = s.reason(finding.err)
				return nil
			}
			s.note = s.turning(finding.turn)
			if step := s.lastWinnableStep(); step >= 0 && step < s.at {
				s.ask(s.note+" "+s.say(words{en: "Go back there?", de: "Dorthin zurück?"}), s.goBack)
			}
			return nil
		}
	})
}

// goBack goes back to the last step from which the game could be won.
func (s *screen) goBack() tea.Cmd {
	step := s.lastWinnableStep()
	if step < 0 || step == s.at {
		return s.refuse(s.nowhereToGo())
	}
	return s.call(s.atHand(step), func(ctx context.Context, game *session) error { return game.back(ctx, step) })
}

// refuse says why something cannot be done.
func (s *screen) refuse(why words) tea.Cmd { return s.done(errors.New(s.say(why))) }

var searchingText = words{en: "Searching… Esc stops it.", de: "Suche läuft … Esc bricht ab."}

// source is the spot that a move takes cards from; its pile is "" for a draw or a
// redeal.
func source(move *solitairev1.Move) table.Spot {
	count := 1
	if move.GetKind() == solitairev1.Move_MOVE {
		count = len(move.GetCards()) / 2
	}
	return table.Spot{Pile: move.GetFrom(), Count: count}
}
