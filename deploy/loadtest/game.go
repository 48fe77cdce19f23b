package main

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"

	"github.com/talon-solitaire/talon/engine"
)

// records are games of every variant with a winning line each; the tests make them and hold
// them to the rules.
//
//go:embed games.jsonl
var records []byte

// game is a deal and a line of moves that wins it.
type game struct {
	deal engine.Deal
	line []string
	// at are the positions along the line, the start first, the won one last.
	at []engine.Position
}

// readGames reads games and plays each of them to its win.
func readGames(text []byte) ([]*game, error) {
	var games []*game
	for reader := engine.ReadRecords(bytes.NewReader(text)); ; {
		record, err := reader.Next()
		if errors.Is(err, io.EOF) {
			return games, nil
		}
		if err != nil {
			return nil, err
		}
		g, err := readGame(record)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", reader.Line(), err)
		}
		games = append(games, g)
	}
}

func readGame(record *engine.Record) (*game, error) {
	variant, err := engine.ParseVariant(record.Variant)
	if err != nil {
		return nil, err
	}
	options, err := engine.ParseOptions(variant, record.Options)
	if err != nil {
		return nil, err
	}
	if record.Deal == nil || record.Deal.Number == 0 {
		return nil, errors.New("the record has no deal number")
	}
	deal, err := engine.DealByNumber(options, record.Deal.Number)
	if err != nil {
		return nil, err
	}
	g := &game{deal: deal, line: record.Moves, at: []engine.Position{deal.Position()}}
	end := engine.Replay(deal.Position(), g.line, func(_ int, at *engine.Position) { g.at = append(g.at, *at) })
	if end.Applied < len(g.line) || !end.Position.Won() {
		return nil, fmt.Errorf("the line of %d moves stops after %d and does not win", len(g.line), end.Applied)
	}
	return g, nil
}

// spot is a position and a legal move in it.
type spot struct {
	at   engine.Position
	move engine.Move
}

// spots are the positions of all games that have a move: those along the winning lines with
// the move of the line, and as many of random legal play.
func spots(games []*game, random *rand.Rand) []spot {
	var found []spot
	for _, g := range games {
		for i, move := range g.line {
			if m, err := engine.ParseMove(move); err == nil {
				found = append(found, spot{g.at[i], m})
			}
		}
		at := g.at[0]
		for range g.line {
			moves := at.LegalMoves(nil)
			if at.Won() || len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			found = append(found, spot{at, m})
			if at.Apply(m) != nil {
				break
			}
		}
	}
	return found
}
