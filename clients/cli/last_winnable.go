package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// lastWinnableCommand finds where a game was lost.
func (t *tool) lastWinnableCommand() *cobra.Command {
	var l limits
	command := &cobra.Command{
		Use:   t.say(words{en: "last-winnable FILE | STATE MOVE…", de: "last-winnable DATEI | STELLUNG ZUG…"}),
		Short: t.say(words{en: "Find where a game was lost", de: "Finden, wo ein Spiel verloren ging"}),
		Long: t.say(words{
			en: `Tells after how many entries of a game's log the game could still be won, and draws
the table there. The game is a record in a file, - being the standard input, or a
state and the moves played from it, with u for a move taken back.

Exit code 0: found and proved, or the game can still be won; 1: it never could be
won; 2: not proved, because what --nodes, --seconds or --memory allow was not enough.`,
			de: `Sagt, nach wie vielen Einträgen seiner Züge ein Spiel noch zu gewinnen war, und
zeichnet den Tisch dort. Das Spiel ist eine Aufzeichnung in einer Datei, - ist die
Standardeingabe, oder eine Stellung und die Züge danach, u für einen zurückgenommenen.

Rückgabewert 0: gefunden und nachgewiesen, oder das Spiel ist noch zu gewinnen; 1: es
war nie zu gewinnen; 2: nicht nachgewiesen, weil nicht reichte, was --nodes, --seconds
oder --memory erlauben.`,
		}),
		Example: example(
			"talon last-winnable games.jsonl",
			"talon deal golf --number 2 | talon last-winnable - d d d",
		),
		GroupID: groupSolve,
		Args:    t.takes(1, -1),
	}
	t.limitFlags(command, &l)
	command.RunE = func(c *cobra.Command, args []string) error {
		limits, err := t.limits(c, &l)
		if err != nil {
			return err
		}
		request, err := t.game(args)
		if err != nil {
			return err
		}
		request.Limits = limits
		return t.lastWinnable(c.Context(), request)
	}
	return command
}

// game reads a record, or a state and moves.
func (t *tool) game(args []string) (*solitairev1.FindLastWinnableRequest, error) {
	request := &solitairev1.FindLastWinnableRequest{}
	if len(args) > 1 {
		var err error
		if request.State, err = t.state(args[0]); err == nil {
			request.Moves, err = t.moves(args[1:])
		}
		return request, err
	}
	name := args[0]
	if file, err := os.Stat(name); err == nil && !file.IsDir() || looksLikePath(name) {
		name = "@" + name // as replay names files
	}
	text, err := t.operand(name, engine.MaxRecordBytes)
	if err != nil {
		return nil, err
	}
	// A state without moves asks whether the game was ever winnable.
	request.Deal, request.State, request.Moves, err = t.gameIn(name, text)
	return request, err
}

// gameIn is the game in the text that an argument stands for, a state or a record:
// the deal or the state in which it begins, and its log.
func (t *tool) gameIn(arg, text string) (deal *solitairev1.Deal, state string, log []string, err error) {
	if !strings.HasPrefix(text, "{") && !strings.HasPrefix(text, "[") {
		state, err = t.stateIn(arg, text)
		return nil, state, nil, err
	}
	record, err := t.record(arg, text)
	if err != nil {
		return nil, "", nil, err
	}
	return dealOf(record), record.State, record.Moves, nil
}

// record reads the one record of a text.
func (t *tool) record(name, text string) (*engine.Record, error) {
	records := engine.ReadRecords(strings.NewReader(text))
	record, err := records.Next()
	if err == nil {
		_, err = record.Start()
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %s", t.nameOf(name), phrase.Error(t.language, err))
	}
	if _, err := records.Next(); err != io.EOF {
		return nil, errors.New(t.nameOf(name) + ": " + t.say(words{
			en: "more than one record, expected one",
			de: "mehr als eine Aufzeichnung, erwartet wird eine",
		}))
	}
	return record, nil
}

// lastWinnable asks where the game was lost and prints it.
func (t *tool) lastWinnable(ctx context.Context, request *solitairev1.FindLastWinnableRequest) error {
	var (
		answer *solitairev1.FindLastWinnableResponse
		there  *solitairev1.InspectGameResponse
	)
	err := t.searching(ctx, func(ctx context.Context) (err error) {
		answer, err = t.rules.FindLastWinnable(ctx, request)
		if err == nil && answer.LastWinnable != nil && !t.flags.json {
			there, err = t.rules.InspectGame(ctx, &solitairev1.InspectGameRequest{State: answer.GetState(), View: solitairev1.Game_TABLE})
		}
		return err
	})
	if err != nil {
		return err
	}
	if t.flags.json {
		err = t.encode(answer)
	} else {
		fmt.Fprintln(t.out, t.turn(request.GetMoves(), answer))
		if there != nil {
			fmt.Fprintln(t.out)
			t.printTable(there.GetGame())
		}
	}
	switch {
	case err != nil:
		return err
	case !answer.GetProved():
		return errOpen
	case answer.LastWinnable == nil:
		return errNo
	}
	return nil
}

// turn says where a game was lost, and what of that is proved.
func (t *tool) turn(log []string, answer *solitairev1.FindLastWinnableResponse) string {
	last, lost, all := answer.GetLastWinnable(), answer.GetFirstLost(), len(log)
	switch hasLast, hasLost := answer.LastWinnable != nil, answer.FirstLost != nil; {
	case !hasLast && !hasLost:
		return t.say(words{
			en: "Whether the game could be won is not proved.",
			de: "Ob das Spiel zu gewinnen war, ist nicht nachgewiesen.",
		})
	case !hasLast && answer.GetProved():
		return t.say(words{
			en: "The game could not be won from the beginning.",
			de: "Das Spiel war von Anfang an nicht zu gewinnen.",
		})
	case !hasLast:
		return t.say(words{
			en: "After %d of %d entries the game was lost; whether it could be won before is not proved.",
			de: "Nach %d von %d Einträgen war das Spiel verloren; ob es vorher zu gewinnen war, ist nicht nachgewiesen.",
		}, lost, all)
	case !hasLost && answer.GetProved():
		return t.say(words{
			en: "After %d of %d entries the game can still be won.",
			de: "Nach %d von %d Einträgen ist das Spiel noch zu gewinnen.",
		}, last, all)
	case !hasLost:
		return t.say(words{
			en: "After %d of %d entries the game could still be won; whether it can be after more of them is not proved.",
			de: "Nach %d von %d Einträgen war das Spiel noch zu gewinnen; ob auch nach mehr davon, ist nicht nachgewiesen.",
		}, last, all)
	case !answer.GetProved():
		return t.say(words{
			en: "After %d of %d entries the game could still be won, after %d it was lost; what lies between is not proved.",
			de: "Nach %d von %d Einträgen war das Spiel noch zu gewinnen, nach %d war es verloren; dazwischen ist nichts nachgewiesen.",
		}, last, all, lost)
	}
	move := ""
	if i := int(lost) - 1; i >= 0 && i < all {
		move = printable(log[i])
	}
	return t.say(words{
		en: "After %d of %d entries the game could still be won; entry %d, %s, lost it.",
		de: "Nach %d von %d Einträgen war das Spiel noch zu gewinnen; mit Eintrag %d, %s, ging es verloren.",
	}, last, all, lost, move)
}
