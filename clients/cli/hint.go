package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// hintCommand advises moves.
func (t *tool) hintCommand() *cobra.Command {
	var (
		l    limits
		full bool
	)
	command := &cobra.Command{
		Use:   t.say(words{en: "hint STATE [MOVE…]", de: "hint STELLUNG [ZUG…]"}),
		Short: t.say(words{en: "Advise a move", de: "Zu einem Zug raten"}),
		Long: t.say(words{
			en: `Names the moves worth making, the best one first, and what each is for. The advice
rests on what a player sees; --full looks at every card and names the next move of
a line that wins. The log of the game, u for a move taken back, follows the state in
which it began: then the advice does not lead in circles.

Exit code 1: there is nothing to advise, or with --full no win; 2: with --full,
unknown whether there is one.`,
			de: `Nennt die Züge, die sich lohnen, den besten zuerst, und wozu jeder gut ist. Der Rat
beruht auf dem, was ein Spieler sieht; --full sieht alle Karten an und nennt den
nächsten Zug auf einem Weg zum Sieg. Die bisherigen Züge, u für einen zurückgenommenen,
folgen der Stellung, in der sie begannen: Dann dreht sich der Rat nicht im Kreis.

Rückgabewert 1: Es gibt nichts zu raten, mit --full keinen Sieg; 2: mit --full ist
ungewiss, ob es einen gibt.`,
		}),
		Example: example(
			"talon deal klondike --number 12345 | talon hint -",
			"talon deal klondike --number 12345 | talon hint - d d t2t7",
			"talon deal freecell --number 1 | talon hint - --full",
		),
		GroupID: groupSolve,
		Args:    t.takes(1, -1),
	}
	command.Flags().BoolVar(&full, "full", false, t.say(words{en: "look at every card", de: "alle Karten ansehen"}))
	t.limitFlags(command, &l)
	command.RunE = func(c *cobra.Command, args []string) error {
		limits, err := t.limits(c, &l)
		if err != nil {
			return err
		}
		request := &solitairev1.SuggestMoveRequest{Knowledge: solitairev1.Knowledge_VISIBLE, Limits: limits}
		if full {
			request.Knowledge = solitairev1.Knowledge_FULL
		}
		if request.State, err = t.state(args[0]); err != nil {
			return err
		}
		if len(args) > 1 {
			if request.Moves, err = t.moves(args[1:]); err != nil {
				return err
			}
		}
		return t.hint(c.Context(), request)
	}
	return command
}

// hint asks for advice and prints it.
func (t *tool) hint(ctx context.Context, request *solitairev1.SuggestMoveRequest) error {
	var answer *solitairev1.SuggestMoveResponse
	err := t.searching(ctx, func(ctx context.Context) (err error) {
		answer, err = t.rules.SuggestMove(ctx, request)
		return err
	})
	if err != nil {
		return err
	}
	if t.flags.json {
		err = t.encode(answer)
	} else {
		t.printAdvice(answer)
	}
	switch {
	case err != nil:
		return err
	case request.GetKnowledge() == solitairev1.Knowledge_FULL && answer.GetVerdict() == solitairev1.Verdict_UNKNOWN:
		return errOpen
	case len(answer.GetSuggestions()) == 0:
		return errNo
	}
	return nil
}

// printAdvice prints moves with what they are for, one a line.
func (t *tool) printAdvice(answer *solitairev1.SuggestMoveResponse) {
	widest := 0
	for _, s := range answer.GetSuggestions() {
		widest = max(widest, len(s.GetMove().GetMove()))
	}
	for _, s := range answer.GetSuggestions() {
		fmt.Fprintf(t.out, "%-*s  %s\n", widest, printable(s.GetMove().GetMove()), printable(s.GetMessage()))
	}
	switch verdict := answer.GetVerdict(); {
	case len(answer.GetSuggestions()) > 0:
	case verdict == solitairev1.Verdict_UNWINNABLE:
		fmt.Fprintln(t.err, phrase.Verdict(t.language, verdict.String()))
	case verdict == solitairev1.Verdict_UNKNOWN:
		fmt.Fprintf(t.err, "%s, %s\n", phrase.Verdict(t.language, verdict.String()), t.shortage(answer.GetUnknownReason()))
	default:
		fmt.Fprintln(t.err, t.say(words{en: "no move to advise", de: "kein Zug, zu dem zu raten ist"}))
	}
}
