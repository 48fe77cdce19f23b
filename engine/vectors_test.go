package engine_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// The vectors come from an independent implementation. A part of each file is
// carried in testdata/vectors; the whole is run where the corpus is there.

type vector struct {
	ID, Variant, State, Status, Move, Next, Reason string
	Options                                        map[string]any
	Legal                                          any
	Finish                                         []string
	NextStatus                                     string `json:"next_status"`
	Events                                         []string
	Explored                                       int
}

// eachVectorFile runs the test on the carried part of a file of every game and on the whole of it.
func eachVectorFile(t *testing.T, name string, test func(t *testing.T, path string)) {
	for _, v := range engine.Variants() {
		file := fmt.Sprintf(name, v)
		t.Run(v.String()+"/carried", func(t *testing.T) {
			test(t, filepath.Join("testdata", "vectors", file))
		})
		t.Run(v.String()+"/whole", func(t *testing.T) {
			test(t, enginetest.Shared(t, "corpus", "vectors", file))
		})
	}
}

func TestVectorPositions(t *testing.T) {
	eachVectorFile(t, "%s.jsonl", func(t *testing.T, path string) {
		enginetest.EachLine(t, path, func(_ int, v vector) {
			p, err := engine.ParseState(v.State)
			if err != nil {
				t.Errorf("%s: %v", v.ID, err)
				return
			}
			if got := p.String(); got != v.State {
				t.Errorf("%s: written back as %s", v.ID, got)
			}
			if legal, negative := v.Legal.(bool); negative && !legal {
				checkRefused(t, v, p)
				return
			}
			checkPosition(t, v, p)
		})
	})
}

func checkPosition(t *testing.T, v vector, p engine.Position) {
	t.Helper()
	if got, want := texts(p.LegalMoves(nil)), wantedMoves(v.Legal); !slices.Equal(got, want) {
		t.Errorf("%s: legal moves %v, want %v", v.ID, got, want)
	}
	if got := p.Status().String(); got != v.Status {
		t.Errorf("%s: status %s, want %s", v.ID, got, v.Status)
	}
	for name, want := range v.Options {
		if got := p.Options().Get(name); got != fmt.Sprint(want) {
			t.Errorf("%s: option %s is %s, want %v", v.ID, name, got, want)
		}
	}
	moves, err := p.Finish()
	if v.Finish == nil {
		if err == nil || p.FinishAvailable() {
			t.Errorf("%s: finish %v, want none", v.ID, moves)
		}
	} else if got := unsorted(moves); !slices.Equal(got, v.Finish) || !p.FinishAvailable() {
		t.Errorf("%s: finish %v, want %v", v.ID, got, v.Finish)
	}
	if v.Move == "" {
		return
	}
	m, err := engine.ParseMove(v.Move)
	if err != nil {
		t.Fatalf("%s: %v", v.ID, err)
	}
	before := p
	events, err := p.ApplyEvents(m, nil)
	if err != nil {
		t.Errorf("%s: %v", v.ID, err)
		return
	}
	if got := p.String(); got != v.Next {
		t.Errorf("%s: after %s\n got %s\nwant %s", v.ID, v.Move, got, v.Next)
	}
	if got := p.Status().String(); got != v.NextStatus {
		t.Errorf("%s: status after %s is %s, want %s", v.ID, v.Move, got, v.NextStatus)
	}
	if got := eventTexts(events); !slices.Equal(got, v.Events) {
		t.Errorf("%s: events %q, want %q", v.ID, got, v.Events)
	}
	if err := before.Apply(m); err != nil || before != p {
		t.Errorf("%s: Apply and ApplyEvents of %s differ", v.ID, v.Move)
	}
}

// refusedAs says which reason each category of the vectors stands for.
var refusedAs = map[string]engine.Reason{
	"game over":            engine.GameOver,
	"no such pile":         engine.NoSuchPile,
	"no such move":         engine.NoSuchMove,
	"same pile":            engine.SamePile,
	"same card":            engine.SameCard,
	"empty":                engine.EmptyPile,
	"empty stock":          engine.EmptyStock,
	"no redeal left":       engine.NoRedealLeft,
	"locked row":           engine.EmptyColumnLocksRow,
	"covered":              engine.Covered,
	"stock play off":       engine.StockNotPlayable,
	"no foundation return": engine.NoFoundationReturn,
	"too many":             engine.TooManyCards,
	"face down":            engine.FaceDown,
	"not a run":            engine.NotARun,
	"cell to cell":         engine.CellToCell,
	"cell taken":           engine.CellTaken,
	"King needed":          engine.KingNeeded,
	"foundation suit":      engine.FoundationSuit,
	"foundation rank":      engine.FoundationRank,
	"wrong rank":           engine.WrongRank,
	"wrong colour":         engine.WrongColour,
	"capacity":             engine.CapacityExceeded,
	"not 13":               engine.NotThirteen,
	"on a King":            engine.NothingOnKing,
	"not a neighbour":      engine.NotAdjacent,
}

func checkRefused(t *testing.T, v vector, p engine.Position) {
	t.Helper()
	category, details, _ := strings.Cut(v.Reason, ": ")
	m, err := engine.ParseMove(v.Move)
	if err != nil {
		// A strict parser may refuse what names things that no game has.
		if category != "notation" && category != "no such pile" && category != "no such move" {
			t.Errorf("%s: %s is unreadable, want %s", v.ID, v.Move, v.Reason)
		}
		return
	}
	before := p
	err = p.Apply(m)
	var refusal *engine.IllegalMoveError
	if !errors.As(err, &refusal) {
		t.Errorf("%s: %s is legal, want %s", v.ID, v.Move, v.Reason)
		return
	}
	if p != before {
		t.Errorf("%s: the refused move %s changed the position", v.ID, v.Move)
	}
	if slices.Contains(p.LegalMoves(nil), m) {
		t.Errorf("%s: %s is refused and listed", v.ID, v.Move)
	}
	want, known := refusedAs[category]
	if category == "redeal" {
		want, known = engine.StockNotEmpty, true
		if p.Pile(engine.Waste) == nil {
			want = engine.EmptyPile
		}
	}
	if category == "on a King" && p.Options().Get("on_king") == "queen" {
		// Something does go on a King here, only not this card.
		want = engine.NotAdjacent
	}
	if category == "notation" {
		// The text is canonical in another game.
		want, known = engine.NoSuchMove, true
	}
	// The categories do not rank; where several reasons apply, ours is the first in the pinned order.
	ranksBefore := refusal.Reason < want && slices.Contains([]engine.Reason{engine.EmptyPile, engine.Covered, engine.SameCard, engine.NotEnoughCardsForRow}, refusal.Reason)
	if !known || refusal.Reason != want && !ranksBefore {
		t.Errorf("%s: %s refused as %s, want %s (%s)", v.ID, v.Move, refusal.Reason, category, details)
	}
}

func TestVectorLogs(t *testing.T) {
	type log struct {
		Variant     string
		Options     map[string]any
		Deck, Moves []string
		FinalState  string `json:"final_state"`
		FinalStatus string `json:"final_status"`
		Score       *int
		MovesCount  int `json:"moves_count"`
	}
	eachVectorFile(t, "logs-%s.jsonl", func(t *testing.T, path string) {
		enginetest.EachLine(t, path, func(n int, l log) {
			start := dealt(t, l.Variant, l.Options, l.Deck)
			end := engine.Replay(start, l.Moves, nil)
			if end.Applied != len(l.Moves) {
				t.Errorf("log %d stops at %d: %v %v", n, end.Applied, end.Refusal, end.Unreadable)
				return
			}
			p := end.Position
			if got := p.String(); got != l.FinalState {
				t.Errorf("log %d ends at\n     %s\nwant %s", n, got, l.FinalState)
			}
			if got := p.Status().String(); got != l.FinalStatus {
				t.Errorf("log %d ends %s, want %s", n, got, l.FinalStatus)
			}
			if p.Moves() != l.MovesCount {
				t.Errorf("log %d: %d moves, want %d", n, p.Moves(), l.MovesCount)
			}
			if (l.Score != nil) != p.Options().Scored() || l.Score != nil && *l.Score != p.Score() {
				t.Errorf("log %d: score %d, want %v", n, p.Score(), l.Score)
			}
		})
	})
}

func TestVectorPerft(t *testing.T) {
	type count struct {
		Variant string
		Options map[string]any
		Deck    []string
		State   string
		Depth   int
		Paths   uint64
	}
	test := func(t *testing.T, path string) {
		enginetest.EachLine(t, path, func(n int, c count) {
			var start engine.Position
			if c.State != "" {
				start = parsed(t, c.State)
			} else {
				start = dealt(t, c.Variant, c.Options, c.Deck)
			}
			if got := engine.Perft(start, c.Depth); got != c.Paths {
				t.Errorf("line %d: perft(%d) is %d, want %d", n, c.Depth, got, c.Paths)
			}
		})
	}
	t.Run("deals", func(t *testing.T) { eachVectorFile(t, "perft-%s.jsonl", test) })
	t.Run("states", func(t *testing.T) { eachVectorFile(t, "perft-state-%s.jsonl", test) })
}

func TestVectorSetups(t *testing.T) {
	type setup struct {
		ID, State  string
		Possible   bool
		Violations []struct{ Pile, Why string }
	}
	eachVectorFile(t, "setup-%s.jsonl", func(t *testing.T, path string) {
		enginetest.EachLine(t, path, func(_ int, s setup) {
			told, err := engine.ParseSetup(s.State)
			if err != nil {
				t.Errorf("%s: %v", s.ID, err)
				return
			}
			_, err = told.Position()
			if (err == nil) != s.Possible {
				t.Errorf("%s: %v, want possible %v", s.ID, err, s.Possible)
				return
			}
			for _, want := range s.Violations {
				if !slices.ContainsFunc(told.Violations(), func(v engine.Violation) bool { return v.Pile == want.Pile }) {
					t.Errorf("%s: %s not named (%s): %v", s.ID, want.Pile, want.Why, err)
				}
			}
		})
	})
}

// parsed reads a state that must be a position.
func parsed(t testing.TB, state string) engine.Position {
	t.Helper()
	p, err := engine.ParseState(state)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// dealt deals a deck given card by card.
func dealt(t testing.TB, variant string, options map[string]any, deck []string) engine.Position {
	t.Helper()
	v, err := engine.ParseVariant(variant)
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for name, value := range options {
		values[name] = fmt.Sprint(value)
	}
	o, err := engine.ParseOptions(v, values)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := engine.ParseCards(strings.Join(deck, ""))
	if err != nil {
		t.Fatal(err)
	}
	d, err := engine.DealByDeck(o, cards)
	if err != nil {
		t.Fatal(err)
	}
	return d.Position()
}

func unsorted(moves []engine.Move) []string {
	out := make([]string, len(moves))
	for i, m := range moves {
		out[i] = m.String()
	}
	return out
}

func texts(moves []engine.Move) []string {
	out := unsorted(moves)
	sort.Strings(out)
	return out
}

func wantedMoves(legal any) []string {
	out := []string{}
	for _, m := range legal.([]any) {
		out = append(out, m.(string))
	}
	return out
}

// eventTexts writes events the way the vectors do.
func eventTexts(events []engine.Event) []string {
	var out []string
	for _, e := range events {
		switch e.Kind {
		case engine.CardsMoved:
			out = append(out, fmt.Sprintf("move %s %s %s", e.From, e.To, e.Cards))
		case engine.CardTurnedUp:
			out = append(out, fmt.Sprintf("flip %s %s", e.From, e.Cards))
		case engine.CardDrawn:
			out = append(out, "draw "+e.Cards)
		case engine.CardDealt:
			out = append(out, fmt.Sprintf("deal %s %s", e.To, e.Cards))
		case engine.WasteRedealt:
			out = append(out, fmt.Sprintf("redeal %d", e.Count))
		case engine.RunCompleted:
			out = append(out, fmt.Sprintf("run %s %s", e.From, e.Suit))
		case engine.CardRemoved:
			out = append(out, fmt.Sprintf("remove %s %s", e.From, e.Cards))
		case engine.Bonus:
			if e.Row != 0 {
				out = append(out, fmt.Sprintf("bonus row %d %d", e.Row, e.Points))
			} else {
				out = append(out, fmt.Sprintf("bonus peak %s %d", e.From, e.Points))
			}
		case engine.ScoreChanged:
			out = append(out, fmt.Sprintf("score %+d", e.Points))
		case engine.GameWon:
			out = append(out, "won")
		}
	}
	return out
}
