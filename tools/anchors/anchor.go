//go:build unix

package main

import (
	"fmt"
	"strings"
)

// anchor is a way to ask another solver that takes a process for each deal.
type anchor struct {
	program string
	// attempts are made one after the other until one decides the deal.
	attempts func(r record, cells int) ([]attempt, error)
	// empty is an attempt at a board without work: it takes what a start takes.
	empty attempt
	// words are what its output holds with each verdict.
	words map[string]verdict
}

// attempt is a run of a program.
type attempt struct {
	args []string
	// input is the board.
	input string
	// incomplete: that it finds no win does not prove that there is none.
	incomplete bool
}

// anchors are those by name.
var anchors = map[string]anchor{
	"fc-solve":      fcSolve(freecellAttempts),
	"fc-solve-tfts": fcSolve(completeAttempt),
	"black-hole-solve": {
		program:  "black-hole-solve",
		attempts: golfAttempts,
		empty:    attempt{args: []string{"--version"}},
		words: map[string]verdict{
			"Solved!":   winnable,
			"Unsolved!": unwinnable,
		},
	},
}

func fcSolve(attempts func(r record, cells int) ([]attempt, error)) anchor {
	return anchor{
		program:  "fc-solve",
		attempts: attempts,
		empty:    attempt{args: []string{"-l", "lg"}, input: "Foundations: H-K C-K D-K S-Q\nKS\n" + strings.Repeat("\n", 7)},
		words: map[string]verdict{
			"This game is solveable.":      winnable,
			"I could not solve this game.": unwinnable,
		},
	}
}

// completeAttempt is the last of freecellAttempts alone.
func completeAttempt(r record, cells int) ([]attempt, error) {
	attempts, err := freecellAttempts(r, cells)
	if err != nil {
		return nil, err
	}
	return attempts[len(attempts)-1:], nil
}

func freecellAttempts(r record, cells int) ([]attempt, error) {
	if !strings.HasPrefix(r.State, "freecell/") {
		return nil, fmt.Errorf("%s: fc-solve is asked about FreeCell only", r.ID)
	}
	board := strings.ToUpper(strings.Join(r.Layout.Tableau, "\n")) + "\n"
	number := fmt.Sprint(cells)
	return []attempt{
		{args: []string{"--freecells-num", number, "-l", "lg"}, input: board, incomplete: true},
		{args: []string{"--freecells-num", number, "-l", "tfts"}, input: board},
	}, nil
}

// golfRules are the arguments for the variants of the records.
var golfRules = map[string][]string{
	"standard":        {"--no-queens-on-kings"},
	"queens-on-kings": {"--queens-on-kings"},
	"wrap":            {"--wrap-ranks", "--queens-on-kings"},
}

func golfAttempts(r record, _ int) ([]attempt, error) {
	rules, known := golfRules[r.Variant]
	if !known || !strings.HasPrefix(r.State, "golf/") {
		return nil, fmt.Errorf("%s: black-hole-solve is asked about Golf by the rules standard, queens-on-kings or wrap", r.ID)
	}
	board := fmt.Sprintf("Foundations: %s\nTalon: %s\n%s\n", r.Layout.Waste, r.Layout.Stock, strings.Join(r.Layout.Tableau, "\n"))
	board = strings.NewReplacer("FOUNDATIONS", "Foundations", "TALON", "Talon").Replace(strings.ToUpper(board))
	args := append([]string{"--game", "golf", "--rank-reach-prune", "--quiet"}, rules...)
	return []attempt{{args: args, input: board}}, nil
}
