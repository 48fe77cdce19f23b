package main

import (
	"context"
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"
)

// mostHeld is how many keys are held back while a server is waited for.
const mostHeld = 64

// What keys do while a server is waited for: some give the call up, some take back
// what it was to do, some change nothing of the game, and all others are held back
// until it has answered, as all are that follow one of these.
var (
	givingUp = []string{"esc", "q", "ctrl+d"}
	leaving  = []string{"q", "ctrl+d"}
	undoing  = []string{"u", "backspace"}
	harmless = []string{
		"left", "right", "up", "down", "pgup", "pgdown", "k", "?", "f1",
		"1", "2", "3", "4", "5", "6", "7", "8", "9", "0",
	}
)

var (
	waitingText = words{en: "Waiting for the server… Esc gives up.", de: "Warten auf den Server … Esc gibt auf."}
	givenUp     = words{en: "Given up: the game is as before.", de: "Aufgegeben: Das Spiel steht wie zuvor."}
)

// call changes the game. Where a server is to be asked for that, it is done with a
// copy of the game, beside the screen; what is at hand needs no call. Where it fails
// the game stays as it was, but for moves made before one that was refused.
func (s *screen) call(atHand bool, change func(context.Context, *session) error) tea.Cmd {
	next := s.fork()
	settle := func(err error) tea.Cmd {
		var some *halted
		if err == nil || errors.As(err, &some) {
			s.session = next
		}
		return s.done(err)
	}
	if atHand || s.player.flags.server == "" {
		return settle(change(s.ctx, next))
	}
	s.waiting.stop()
	return s.beside(&s.calling, func(ctx context.Context) func() tea.Cmd {
		err := change(ctx, next)
		return func() tea.Cmd {
			if err != nil {
				s.held = nil // they were meant for another position
			}
			return s.catchUp(settle(err))
		}
	})
}

// catchUp does what the keys mean that were held back, until a call is made again.
func (s *screen) catchUp(first tea.Cmd) tea.Cmd {
	commands := []tea.Cmd{first}
	for len(s.held) > 0 && !s.calling.busy() {
		next := s.held[0]
		s.held = s.held[1:]
		commands = append(commands, s.key(next))
	}
	return tea.Batch(commands...)
}

// keyMeanwhile does what a key means while a server is waited for.
func (s *screen) keyMeanwhile(k tea.KeyPressMsg) tea.Cmd {
	switch name, first := k.String(), len(s.held) == 0; {
	case slices.Contains(givingUp, name), slices.Contains(undoing, name) && first:
		s.calling.stop()
		s.held = nil
		s.note = s.say(givenUp)
		if slices.Contains(leaving, name) {
			return s.leave()
		}
	case slices.Contains(harmless, name) && first:
		return s.bound(name)
	case len(s.held) < mostHeld:
		s.held = append(s.held, k)
	}
	return nil
}
