package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// checkCommand says whether a move is legal.
func (t *tool) checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   t.say(words{en: "check STATE MOVE", de: "check STELLUNG ZUG"}),
		Short: t.say(words{en: "Say whether a move is legal", de: "Sagen, ob ein Zug erlaubt ist"}),
		Long: t.say(words{
			en: `Says whether a move is legal (exit code 0) or which rule forbids it (exit code 1).`,
			de: `Sagt, ob ein Zug erlaubt ist (Rückgabewert 0) oder welche Regel ihn verbietet
(Rückgabewert 1).`,
		}),
		Example: example(
			"talon deal freecell --number 1 | talon check - t1c1",
			"talon deal freecell --number 1 | talon check - t1t2",
		),
		GroupID: groupPlay,
		Args:    t.takes(2, 2),
		RunE: func(c *cobra.Command, args []string) error {
			state, err := t.state(args[0])
			if err != nil {
				return err
			}
			moves, err := t.moves(args[1:])
			if err != nil {
				return err
			}
			if len(moves) > 1 {
				return t.usage(words{en: "check takes one move, not %d", de: "check nimmt einen Zug, nicht %d"}, len(moves))
			}
			move := moves[0]
			answer, err := t.rules.ValidateMove(c.Context(), &solitairev1.ValidateMoveRequest{State: state, Move: move})
			if err != nil {
				return err
			}
			switch {
			case t.flags.json:
				err = t.encode(answer)
			case answer.GetLegal():
				fmt.Fprintln(t.out, t.say(words{en: "legal", de: "erlaubt"}))
			default:
				fmt.Fprintln(t.out, t.refusal(answer.GetRefusal(), move))
			}
			if err == nil && !answer.GetLegal() {
				err = errNo
			}
			return err
		},
	}
}

// applyCommand plays moves.
func (t *tool) applyCommand() *cobra.Command {
	var draw, events bool
	command := &cobra.Command{
		Use:   t.say(words{en: "apply STATE MOVE…", de: "apply STELLUNG ZUG…"}),
		Short: t.say(words{en: "Play moves", de: "Züge ausführen"}),
		Long: t.say(words{
			en: `Plays moves and prints the new state. All of them are played or none: the first
move that breaks a rule is named on standard error, with exit code 1.

  t3t5x4        four cards from column 3 to column 5 (x1 is left out)
  t3fh wt4 wfh  to a foundation, from the waste
  fht2          back from a foundation
  t1c2 c2t4     to and from a cell
  d r           draw (Spider: deal a row), redeal
  p22p25 wp25   remove a pair; p28, w, s a King alone
  p19w t3w      play to the waste`,
			de: `Führt Züge aus und schreibt die neue Stellung. Es gelten alle oder keiner: Der erste
Zug, der eine Regel verletzt, steht auf der Standardfehlerausgabe, Rückgabewert 1.

  t3t5x4        vier Karten von Reihe 3 auf Reihe 5 (x1 entfällt)
  t3fh wt4 wfh  auf einen Zielstapel, von der Ablage
  fht2          zurück vom Zielstapel
  t1c2 c2t4     in eine Zelle und heraus
  d r           ziehen (Spider: eine Lage geben), Ablage umdrehen
  p22p25 wp25   ein Paar entfernen; p28, w, s einen König allein
  p19w t3w      auf die Ablage spielen`,
		}),
		Example: example(
			"talon deal freecell --number 1 | talon apply - t1c1 t2c2 --table",
			"talon deal klondike --number 12345 | talon apply - d d d --events",
			"talon apply @game.txt @moves.txt",
		),
		GroupID: groupPlay,
		Args:    t.takes(2, -1),
	}
	t.playFlags(command, &draw, &events)
	command.RunE = func(c *cobra.Command, args []string) error {
		state, err := t.state(args[0])
		if err != nil {
			return err
		}
		moves, err := t.moves(args[1:])
		if err != nil {
			return err
		}
		answer, err := t.rules.ApplyMoves(c.Context(), &solitairev1.ApplyMovesRequest{State: state, Moves: moves, View: t.view(draw)})
		if err != nil {
			return err
		}
		if t.flags.json {
			return t.encode(answer)
		}
		t.printGame(answer.GetGame(), draw)
		if events {
			fmt.Fprintln(t.out)
			t.printEvents(moves, answer.GetEvents())
		}
		return nil
	}
	return command
}

// finishCommand plays the automatic finish.
func (t *tool) finishCommand() *cobra.Command {
	var draw, events, moves bool
	command := &cobra.Command{
		Use:   t.say(words{en: "finish STATE", de: "finish STELLUNG"}),
		Short: t.say(words{en: "Play everything to the foundations", de: "Alles ablegen"}),
		Long: t.say(words{
			en: `Plays the rest of a game to the foundations, where that alone completes it, and
prints the won state. Klondike, FreeCell and Yukon have such a finish; where it is
not available, the exit code is 1.`,
			de: `Legt den Rest eines Spiels auf die Zielstapel, wenn das allein es vollendet, und
schreibt die gewonnene Stellung. Klondike, FreeCell und Yukon kennen das; ist „Alles
ablegen“ nicht möglich, ist der Rückgabewert 1.`,
		}),
		Example: example(
			`talon finish "klondike/1 m=120 t1:Ks t5:Kd fc:K fd:Q fh:K fs:Q"`,
			"talon finish @game.txt --moves",
		),
		GroupID: groupPlay,
		Args:    t.takes(1, 1),
	}
	command.Flags().BoolVarP(&moves, "moves", "m", false, t.say(words{
		en: "print the moves instead of the state",
		de: "die Züge schreiben statt der Stellung",
	}))
	t.playFlags(command, &draw, &events)
	command.RunE = func(c *cobra.Command, args []string) error {
		state, err := t.state(args[0])
		if err != nil {
			return err
		}
		answer, err := t.rules.FinishGame(c.Context(), &solitairev1.FinishGameRequest{State: state, View: t.view(draw)})
		if err != nil {
			return err
		}
		if t.flags.json {
			return t.encode(answer)
		}
		var texts []string
		for _, move := range answer.GetMoves() {
			texts = append(texts, move.GetMove())
		}
		if moves {
			fmt.Fprintln(t.out, strings.Join(texts, " "))
			if draw {
				fmt.Fprintln(t.out)
				t.printTable(answer.GetGame())
			}
		} else {
			t.printGame(answer.GetGame(), draw)
		}
		if events {
			fmt.Fprintln(t.out)
			t.printEvents(texts, answer.GetEvents())
		}
		return nil
	}
	return command
}

// playFlags declares what apply and finish can print besides the state.
func (t *tool) playFlags(command *cobra.Command, draw, events *bool) {
	command.Flags().BoolVarP(draw, "table", "t", false, t.say(words{en: "draw the table too", de: "auch den Tisch zeichnen"}))
	command.Flags().BoolVarP(events, "events", "e", false, t.say(words{
		en: "tell what each move did",
		de: "sagen, was jeder Zug bewirkt hat",
	}))
}
