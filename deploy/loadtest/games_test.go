package main

import (
	"context"
	"flag"
	"os"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

var update = flag.Bool("update", false, "write the games of the load anew")

// wanted are the games of the load: how many of which options.
var wanted = []struct {
	variant engine.Variant
	options map[string]string
	count   int
}{
	{engine.Klondike, map[string]string{"draw": "1"}, 3},
	{engine.Klondike, nil, 3},
	{engine.Spider, map[string]string{"suits": "1"}, 2},
	{engine.Spider, map[string]string{"suits": "2"}, 1},
	{engine.FreeCell, nil, 4},
	{engine.Pyramid, nil, 3},
	{engine.TriPeaks, nil, 3},
	{engine.Golf, nil, 3},
	{engine.Yukon, nil, 3},
}

// The first winnable deals of each of the options, in order.
func TestTheGamesAreWonAndOfEveryVariant(t *testing.T) {
	if *update {
		if err := os.WriteFile("games.jsonl", solved(t), 0o644); err != nil {
			t.Fatal(err)
		}
		records = solved(t)
	}
	games, err := readGames(records)
	if err != nil {
		t.Fatal(err)
	}
	next := 0
	for _, w := range wanted {
		options, err := engine.ParseOptions(w.variant, w.options)
		if err != nil {
			t.Fatal(err)
		}
		for range w.count {
			if next == len(games) || games[next].deal.Options != options {
				t.Fatalf("game %d is not of %s", next, options)
			}
			next++
		}
	}
	if next != len(games) {
		t.Errorf("%d games, want %d", len(games), next)
	}
}

func solved(t *testing.T) []byte {
	t.Helper()
	solver := solve.New(256 << 20)
	var text []byte
	for _, w := range wanted {
		options, err := engine.ParseOptions(w.variant, w.options)
		if err != nil {
			t.Fatal(err)
		}
		for number, found := engine.DealNumber(1), 0; found < w.count; number++ {
			deal, err := engine.DealByNumber(options, number)
			if err != nil {
				t.Fatal(err)
			}
			answer, err := solver.Solve(context.Background(), deal.Position(), solve.Budget{Nodes: 2_000_000}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if answer.Verdict != solve.Winnable {
				continue
			}
			moves := make([]string, len(answer.Line))
			for i, m := range answer.Line {
				moves[i] = m.String()
			}
			text = engine.NewRecord(deal, moves).AppendJSON(text)
			found++
		}
	}
	return text
}

func TestAGameThatIsNotWonIsRefused(t *testing.T) {
	for _, text := range []string{
		`{"variant":"golf","rulesVersion":1,"deal":{"number":1},"moves":["d"]}`,
		`{"variant":"golf","rulesVersion":1,"deal":{"number":1},"moves":["t1t2"]}`,
		`{"variant":"golf"}`,
		`{`,
	} {
		if games, err := readGames([]byte(text)); err == nil {
			t.Errorf("%s: %d games and no error", text, len(games))
		}
	}
}
