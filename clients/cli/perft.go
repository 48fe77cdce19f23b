package main

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine"
)

// maxDepth bounds perft where nobody waits any more anyway.
const maxDepth = 100

// paths is the answer of perft in JSON.
type paths struct {
	State string     `json:"state"`
	Depth int        `json:"depth"`
	Paths uint64     `json:"paths"`
	Moves []pathsOne `json:"moves,omitempty"`
}

// pathsOne counts the paths that begin with a move.
type pathsOne struct {
	Move  string `json:"move"`
	Paths uint64 `json:"paths"`
}

// perftCommand counts move sequences.
func (t *tool) perftCommand() *cobra.Command {
	var (
		depth            int
		divide, progress bool
	)
	command := &cobra.Command{
		Use:   t.say(words{en: "perft STATE --depth N", de: "perft STELLUNG --depth N"}),
		Short: t.say(words{en: "Count the sequences of legal moves", de: "Folgen erlaubter Züge zählen"}),
		Long: t.say(words{
			en: `Counts the sequences of exactly N legal moves from a state, which is how two
implementations of the same rules are compared. Draws and redeals are moves; a won
game ends a sequence and is not counted deeper. --divide counts for each first move,
to find where two counts part.`,
			de: `Zählt die Folgen von genau N erlaubten Zügen ab einer Stellung; so vergleicht man zwei
Umsetzungen derselben Regeln. Ziehen und Umdrehen sind Züge; ein gewonnenes
Spiel beendet eine Folge und zählt tiefer nicht. --divide zählt je erstem Zug, um zu
finden, wo zwei Zählungen auseinandergehen.`,
		}),
		Example: example(
			"talon deal freecell --number 1 | talon perft - --depth 3",
			"talon deal golf --number 1 | talon perft - --depth 4 --divide",
		),
		GroupID: groupRules,
		Args:    t.takes(1, 1),
	}
	flags := command.Flags()
	flags.IntVarP(&depth, "depth", "d", 1, t.say(words{en: "`N` moves deep", de: "`N` Züge tief"}))
	flags.BoolVar(&divide, "divide", false, t.say(words{en: "count for each first move", de: "je erstem Zug zählen"}))
	flags.BoolVar(&progress, "progress", false, t.say(words{
		en: "tell on standard error which first move is counted",
		de: "auf der Standardfehlerausgabe sagen, welcher erste Zug gezählt wird",
	}))
	command.RunE = func(c *cobra.Command, args []string) error {
		if t.flags.server != "" {
			return t.usage(words{en: "perft counts in this program, not on a server", de: "perft zählt in diesem Programm, nicht auf einem Server"})
		}
		if depth < 0 || depth > maxDepth {
			return t.usage(words{en: "--depth is 0 to %d", de: "--depth ist 0 bis %d"}, maxDepth)
		}
		text, err := t.state(args[0])
		if err != nil {
			return err
		}
		position, err := local{language: t.language}.position(text)
		if err != nil {
			return err
		}
		answer := paths{State: text, Depth: depth, Paths: 1}
		if depth > 0 {
			answer.Moves = t.count(position, depth, progress)
			answer.Paths = 0
			for _, one := range answer.Moves {
				answer.Paths += one.Paths
			}
		}
		if !divide {
			answer.Moves = nil
		}
		if t.flags.json {
			return json.NewEncoder(t.out).Encode(answer)
		}
		for _, one := range answer.Moves {
			fmt.Fprintf(t.out, "%s %d\n", one.Move, one.Paths)
		}
		fmt.Fprintln(t.out, answer.Paths)
		return nil
	}
	return command
}

// count counts for each first move of a position.
func (t *tool) count(position engine.Position, depth int, progress bool) []pathsOne {
	began := time.Now()
	moves := position.LegalMoves(nil)
	counted := make([]pathsOne, 0, len(moves))
	for i, move := range moves {
		next := position
		if next.Apply(move) != nil {
			continue // a listed move is legal
		}
		one := pathsOne{Move: move.String(), Paths: engine.Perft(next, depth-1)}
		counted = append(counted, one)
		if progress {
			fmt.Fprintf(t.err, "%d/%d %s %d (%s)\n", i+1, len(moves), one.Move, one.Paths, time.Since(began).Round(time.Millisecond))
		}
	}
	return counted
}
