package main

import (
	"fmt"

	"github.com/spf13/cobra"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// showCommand draws the table of a state.
func (t *tool) showCommand() *cobra.Command {
	var moves bool
	command := &cobra.Command{
		Use:   t.say(words{en: "show STATE", de: "show STELLUNG"}),
		Short: t.say(words{en: "Draw the table of a game", de: "Den Tisch eines Spiels zeichnen"}),
		Long: t.say(words{
			en: `Draws what a player sees: face-down cards stay face down. Piles bear the names
that moves use: columns t1, t2, …, cells c1 to c4, foundations fc fd fh fs, places
p1 to p28, finished runs f, stock s, waste w.`,
			de: `Zeichnet, was ein Spieler sieht: verdeckte Karten bleiben verdeckt. Die Stapel
tragen die Namen, die Züge verwenden: Reihen t1, t2, …, Zellen c1 bis c4, Zielstapel
fc fd fh fs, Plätze p1 bis p28, fertige Folgen f, Talon s, Ablage w.`,
		}),
		Example: example(
			"talon deal yukon --number 7 | talon show -",
			"talon show @game.txt --moves",
			`talon show "klondike/1 m=0 t5:Kd fc:K fd:Q fh:K fs:K"`,
		),
		GroupID: groupPlay,
		Args:    t.takes(1, 1),
	}
	command.Flags().BoolVarP(&moves, "moves", "m", false, t.say(words{en: "list the legal moves too", de: "auch die erlaubten Züge nennen"}))
	command.RunE = func(c *cobra.Command, args []string) error {
		state, err := t.state(args[0])
		if err != nil {
			return err
		}
		request := &solitairev1.InspectGameRequest{State: state, View: solitairev1.Game_TABLE}
		if moves {
			request.View = solitairev1.Game_TABLE_AND_MOVES
		}
		answer, err := t.rules.InspectGame(c.Context(), request)
		if err != nil {
			return err
		}
		if moves && answer.GetGame().GetMoves() == nil {
			// The wire does not tell an empty list from none; this one was asked for.
			answer.Game.Moves = []*solitairev1.Move{}
		}
		if t.flags.json {
			return t.encode(answer)
		}
		t.printTable(answer.GetGame())
		if moves {
			fmt.Fprintln(t.out)
			t.printMoves(answer.GetGame().GetMoves())
		}
		return nil
	}
	return command
}

// movesCommand lists the legal moves of a state.
func (t *tool) movesCommand() *cobra.Command {
	var quiet bool
	command := &cobra.Command{
		Use:   t.say(words{en: "moves STATE", de: "moves STELLUNG"}),
		Short: t.say(words{en: "List the legal moves", de: "Die erlaubten Züge nennen"}),
		Long: t.say(words{
			en: `Lists the legal moves in their fixed order, one a line: the text of the move, the
cards that it moves, and where it turns a card up.`,
			de: `Nennt die erlaubten Züge in ihrer festen Reihenfolge, einen je Zeile: den Text des
Zugs, die Karten, die er bewegt, und wo er eine Karte aufdeckt.`,
		}),
		Example: example(
			"talon deal freecell --number 1 | talon moves -",
			"talon deal klondike --number 12345 | talon moves - --quiet | head -n 1",
		),
		GroupID: groupPlay,
		Args:    t.takes(1, 1),
	}
	command.Flags().BoolVarP(&quiet, "quiet", "q", false, t.say(words{en: "only the texts of the moves", de: "nur die Texte der Züge"}))
	command.RunE = func(c *cobra.Command, args []string) error {
		state, err := t.state(args[0])
		if err != nil {
			return err
		}
		answer, err := t.rules.EnumerateMoves(c.Context(), &solitairev1.EnumerateMovesRequest{State: state})
		if err != nil {
			return err
		}
		switch {
		case t.flags.json:
			return t.encode(answer)
		case quiet:
			for _, move := range answer.GetMoves() {
				fmt.Fprintln(t.out, move.GetMove())
			}
		default:
			t.printMoves(answer.GetMoves())
		}
		return nil
	}
	return command
}
