package engine_test

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// Playthroughs are whole games to read: the deal, the table, every move with
// what it does, the status where it changes, and the table at the end.
func TestPlaythroughsAreAsWritten(t *testing.T) {
	for _, v := range engine.Variants() {
		t.Run(v.String(), func(t *testing.T) {
			var b strings.Builder
			fmt.Fprintf(&b, "# Games of %s, move by move.\n", v.Title())
			for _, game := range playthroughs(t, v) {
				game.write(t, &b)
			}
			golden(t, b.String(), "playthroughs", v.String()+".txt")
		})
	}
}

// playthroughs returns a won game of the reference deals, and for every value
// of every option, the others at their defaults, the beginning of a random game.
func playthroughs(t *testing.T, v engine.Variant) []playthrough {
	games := []playthrough{wonGame(t, v)}
	seen := map[engine.Options]bool{}
	for _, option := range v.Options() {
		values := option.Values
		if option.Type == engine.Count {
			values = []string{"unlimited", "0", "1"}
		}
		for _, value := range values {
			settings := map[string]string{option.Name: value}
			if v == engine.Golf && option.Name == "wrap" && value == "on" {
				settings["on_king"] = "queen"
			}
			o, err := engine.ParseOptions(v, settings)
			if err != nil {
				t.Fatal(err)
			}
			if seen[o] {
				continue
			}
			seen[o] = true
			d, err := engine.DealByNumber(o, engine.DealNumber(len(games)))
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, randomGame(d.Position(), uint64(len(games))))
		}
	}
	return games
}

// playthrough is a beginning and the moves from there.
type playthrough struct {
	start engine.Position
	moves []engine.Move
}

// wonGame returns the first reference deal of the game with its solution.
func wonGame(t *testing.T, v engine.Variant) playthrough {
	var game playthrough
	for _, name := range slices.Sorted(maps.Keys(corpusFiles)) {
		if corpusFiles[name].variant != v || game.moves != nil {
			continue
		}
		enginetest.EachLine(t, filepath.Join("testdata", "corpus", name+".jsonl"), func(_ int, d referenceDeal) {
			if game.moves != nil || d.Moves == "" {
				return
			}
			game.start = parsed(t, d.State)
			for text := range strings.FieldsSeq(d.Moves) {
				m, err := engine.ParseMove(text)
				if err != nil {
					t.Fatal(err)
				}
				game.moves = append(game.moves, m)
			}
		})
	}
	return game
}

// randomGame returns at most 60 random moves, which end where the game is stuck.
func randomGame(start engine.Position, seed uint64) playthrough {
	game := playthrough{start: start}
	player := enginetest.NewPlayer(enginetest.Source(seed))
	for p := start; len(game.moves) < 60 && p.Status() == engine.InProgress; {
		m := player.Pick(p.LegalMoves(nil))
		if err := p.Apply(m); err != nil {
			panic(err) // a listed move is legal
		}
		game.moves = append(game.moves, m)
	}
	return game
}

func (g playthrough) write(t *testing.T, b *strings.Builder) {
	p := g.start
	status := p.Status()
	fmt.Fprintf(b, "\n%s\n", p.String())
	writeTable(b, p)
	fmt.Fprintf(b, "%s\n", status)
	for _, m := range g.moves {
		events, err := p.ApplyEvents(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(b, "%7s  %s", m, strings.Join(enginetest.EventTexts(events), ", "))
		if now := p.Status(); now != status {
			fmt.Fprintf(b, "  %s", now)
			status = now
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "%s\n", p.String())
	writeTable(b, p)
}

// writeTable writes the piles that are not empty, as a player sees them, and
// places row by row.
func writeTable(b *strings.Builder, p engine.Position) {
	rows := []int{1, 2, 3, 4, 5, 6, 7}
	if p.Variant() == engine.TriPeaks {
		rows = []int{3, 6, 9, 10}
	}
	var places []string
	for _, pile := range p.Table() {
		switch {
		case pile.ID.Kind() == engine.KindPlace && pile.Cards == "":
			places = append(places, "..")
		case pile.ID.Kind() == engine.KindPlace:
			places = append(places, pile.Cards)
		case pile.Cards != "":
			fmt.Fprintf(b, "  %-3s %s\n", pile.ID, pile.Cards)
		}
		if len(places) > 0 && len(places) == rows[0] {
			fmt.Fprintf(b, "  p   %s\n", strings.Join(places, " "))
			places, rows = nil, rows[1:]
		}
	}
}
