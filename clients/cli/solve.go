package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// solveCommand proves a position winnable or not.
func (t *tool) solveCommand() *cobra.Command {
	var l limits
	command := &cobra.Command{
		Use:   t.say(words{en: "solve STATE", de: "solve STELLUNG"}),
		Short: t.say(words{en: "Say whether a game can be won, and how", de: "Sagen, ob und wie ein Spiel zu gewinnen ist"}),
		Long: t.say(words{
			en: `Looks at every card, face-down ones too, and proves that the game can be won from
the state, or that it cannot. The moves that win stand on standard output, so that
they pipe into apply; the verdict stands on standard error.

Exit code 0: winnable; 1: not winnable; 2: unknown, because what --nodes, --seconds
or --memory allow was not enough.`,
			de: `Sieht alle Karten an, auch verdeckte, und weist nach, dass das Spiel aus der Stellung
zu gewinnen ist oder dass nicht. Die Züge zum Sieg stehen auf der Standardausgabe und
lassen sich an apply weitergeben; das Urteil steht auf der Standardfehlerausgabe.

Rückgabewert 0: gewinnbar; 1: nicht gewinnbar; 2: ungewiss, weil nicht reichte, was
--nodes, --seconds oder --memory erlauben.`,
		}),
		Example: example(
			"talon deal freecell --number 1 | talon solve -",
			"talon solve @game.txt --seconds 10",
			`game=$(talon deal golf --number 2); talon solve "$game" | talon apply "$game" -`,
		),
		GroupID: groupSolve,
		Args:    t.takes(1, 1),
	}
	t.limitFlags(command, &l)
	command.RunE = func(c *cobra.Command, args []string) error {
		limits, err := t.limits(c, &l)
		if err != nil {
			return err
		}
		state, err := t.state(args[0])
		if err != nil {
			return err
		}
		return t.solve(c.Context(), &solitairev1.WatchSolveRequest{State: state, Limits: limits}, t.progress())
	}
	return command
}

// solve searches, tells on the line how far it is, and prints the verdict.
func (t *tool) solve(ctx context.Context, request *solitairev1.WatchSolveRequest, line *progress) error {
	var answer *solitairev1.SolveGameResponse
	err := t.searching(ctx, func(ctx context.Context) (err error) {
		answer, err = t.rules.WatchSolve(ctx, request, func(p *solitairev1.WatchSolveResponse_Progress) {
			line.tell(func() string { return t.effort(p.GetNodes(), p.GetElapsedSeconds()) })
		})
		return err
	})
	line.away()
	if err != nil {
		return err
	}
	if t.flags.json {
		err = t.encode(answer)
	} else {
		t.printSolution(answer)
	}
	if err != nil {
		return err
	}
	return proved(answer.GetVerdict())
}

// printSolution prints the moves that win, and beside them what is proved.
func (t *tool) printSolution(answer *solitairev1.SolveGameResponse) {
	if moves := answer.GetMoves(); len(moves) > 0 {
		fmt.Fprintln(t.out, printable(strings.Join(moves, " ")))
	}
	parts := []string{phrase.Verdict(t.language, answer.GetVerdict().String())}
	if answer.GetVerdict() == solitairev1.Verdict_UNKNOWN {
		parts = append(parts, t.shortage(answer.GetUnknownReason()))
	}
	effort := t.effort(answer.GetNodes(), answer.GetElapsedSeconds())
	if answer.GetNodes() == 0 {
		// What shows at once, such as a King that buries his own pair.
		effort = t.say(words{en: "without a search, %.2f s", de: "ohne Suche, %.2f s"}, answer.GetElapsedSeconds())
	}
	fmt.Fprintln(t.err, strings.Join(append(parts, effort), ", "))
}

// proved is the error of a verdict that has been printed.
func proved(verdict solitairev1.Verdict) error {
	switch verdict {
	case solitairev1.Verdict_WINNABLE:
		return nil
	case solitairev1.Verdict_UNWINNABLE:
		return errNo
	}
	return errOpen
}
