package engine_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// corpusFiles are the files of reference deals and the options each of them is played under.
var corpusFiles = map[string]struct {
	variant engine.Variant
	options map[string]string
}{
	"freecell":             {engine.FreeCell, nil},
	"golf-queens-on-kings": {engine.Golf, map[string]string{"on_king": "queen"}},
	"golf-standard":        {engine.Golf, nil},
	"golf-wrap":            {engine.Golf, map[string]string{"on_king": "queen", "wrap": "on"}},
	"klondike-draw1":       {engine.Klondike, map[string]string{"draw": "1"}},
	"klondike-draw3":       {engine.Klondike, map[string]string{"draw": "3"}},
	"pyramid-ms":           {engine.Pyramid, nil},
	"pyramid-waste-1pass":  {engine.Pyramid, map[string]string{"stock_play": "off", "redeals": "0"}},
	"pyramid-waste-3pass":  {engine.Pyramid, map[string]string{"stock_play": "off", "redeals": "2"}},
	"spider-1suit":         {engine.Spider, map[string]string{"suits": "1", "scoring": "none"}},
	"spider-2suit":         {engine.Spider, map[string]string{"suits": "2", "scoring": "none"}},
	"spider-4suit":         {engine.Spider, map[string]string{"suits": "4", "scoring": "none"}},
	"tripeaks-nowrap":      {engine.TriPeaks, map[string]string{"wrap": "off"}},
	"tripeaks-wrap":        {engine.TriPeaks, map[string]string{"wrap": "on"}},
	"yukon":                {engine.Yukon, nil},
}

// referenceDeal is a deal with the verdict of other programs.
type referenceDeal struct {
	ID, Deck, Verdict, State, Moves string
	// Deal is the Microsoft number of a FreeCell deal.
	Deal   uint32
	Layout struct {
		Tableau        []string
		FaceDown       []int    `json:"face_down"`
		StockRows      []string `json:"stock_rows"`
		Stock, Waste   string
		Pyramid, Peaks string
	}
}

// eachReferenceDeal runs the test on the carried part of every file and on the whole of it.
func eachReferenceDeal(t *testing.T, test func(t *testing.T, o engine.Options, d referenceDeal, carried bool)) {
	for name, file := range corpusFiles {
		o, err := engine.ParseOptions(file.variant, file.options)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(name+"/carried", func(t *testing.T) {
			enginetest.EachLine(t, filepath.Join("testdata", "corpus", name+".jsonl"), func(_ int, d referenceDeal) { test(t, o, d, true) })
		})
		t.Run(name+"/whole", func(t *testing.T) {
			enginetest.EachLine(t, enginetest.Shared(t, "corpus", name+".jsonl"), func(_ int, d referenceDeal) { test(t, o, d, false) })
		})
	}
}

func TestReferenceDecksAreDealtAsTheirStates(t *testing.T) {
	eachReferenceDeal(t, func(t *testing.T, o engine.Options, d referenceDeal, _ bool) {
		text := strings.ReplaceAll(d.Deck, " ", "")
		if o.Variant() == engine.Yukon {
			text = yukonDeck(d.Layout.Tableau)
		}
		deck, err := engine.ParseCards(text)
		if err != nil {
			t.Fatalf("%s: %v", d.ID, err)
		}
		deal, err := engine.DealByDeck(o, deck)
		if err != nil {
			t.Fatalf("%s: %v", d.ID, err)
		}
		p := deal.Position()
		if got := p.String(); got != d.State {
			t.Errorf("%s: dealt\n     %s\nwant %s", d.ID, got, d.State)
		}
		checkLayout(t, p, d)
		if d.Deal == 0 {
			return
		}
		if numbered, err := engine.DealByNumber(o, engine.DealNumber(d.Deal)); err != nil || !slices.Equal(numbered.Deck, deck) {
			t.Errorf("%s: the deal of number %d is %s, %v", d.ID, d.Deal, engine.FormatCards(numbered.Deck), err)
		}
	})
}

// yukonDeck returns the deck that deals the columns; the corpus writes its own
// in another dealing order. Height h of column c comes from round h, the four
// rounds after the seventh go to columns 2 to 7.
func yukonDeck(columns []string) string {
	deck := make([]string, 52)
	for i, text := range columns {
		c := i + 1
		for j, card := range strings.Fields(text) {
			if h := j + 1; h <= c {
				deck[[]int{0, 7, 13, 18, 22, 25, 27}[h-1]+c-h] = card
			} else {
				deck[28+6*(h-c-1)+c-2] = card
			}
		}
	}
	return strings.Join(deck, "")
}

// checkLayout compares a deal with the piles that the corpus spells out.
func checkLayout(t *testing.T, p engine.Position, d referenceDeal) {
	t.Helper()
	check := func(id engine.PileID, want string) {
		t.Helper()
		if got := engine.FormatCards(p.Pile(id)); got != strings.ReplaceAll(want, " ", "") {
			t.Errorf("%s: %s holds %s, want %s", d.ID, id, got, want)
		}
	}
	for i, cards := range d.Layout.Tableau {
		check(engine.Column(i+1), cards)
		if down := d.Layout.FaceDown; down != nil && p.FaceDown(engine.Column(i+1)) != down[i] {
			t.Errorf("%s: %d cards of column %d lie face down, want %d", d.ID, p.FaceDown(engine.Column(i+1)), i+1, down[i])
		}
	}
	for i, card := range strings.Fields(d.Layout.Pyramid + d.Layout.Peaks) {
		check(engine.Place(i+1), card)
	}
	if d.Layout.Waste != "" {
		check(engine.Waste, d.Layout.Waste)
	}
	// The corpus writes the stock in the order in which it is drawn.
	drawn := strings.Fields(strings.Join(append(d.Layout.StockRows, d.Layout.Stock), " "))
	slices.Reverse(drawn)
	check(engine.Stock, strings.Join(drawn, ""))
}

// No position on the way to a win is stuck, and every move on it is listed.
func TestReferenceSolutionsWin(t *testing.T) {
	// A FreeCell position without a play home at hand costs milliseconds.
	everyStatus := os.Getenv("TALON_BATTERY") != ""
	eachReferenceDeal(t, func(t *testing.T, _ engine.Options, d referenceDeal, carried bool) {
		start := parsed(t, d.State)
		log := strings.Fields(d.Moves)
		if (d.Verdict == "winnable") != (len(log) > 0) {
			t.Fatalf("%s is %s with %d moves", d.ID, d.Verdict, len(log))
		}
		if len(log) == 0 {
			return
		}
		before := start
		if got := start.Status(); got != engine.InProgress {
			t.Errorf("%s: status %s", d.ID, got)
		}
		end := engine.Replay(start, log, func(applied int, at *engine.Position) {
			if m, err := engine.ParseMove(log[applied-1]); err != nil || !slices.Contains(before.LegalMoves(nil), m) {
				t.Errorf("%s: move %d, %s, is made and not listed, %v", d.ID, applied-1, log[applied-1], err)
			}
			before = *at
			if !carried && !everyStatus && applied%32 != 0 && applied < len(log) {
				return
			}
			want := engine.InProgress
			if applied == len(log) {
				want = engine.Won
			}
			if got := at.Status(); got != want {
				t.Errorf("%s: status %s after %d of %d moves", d.ID, got, applied, len(log))
			}
		})
		if end.Applied != len(log) || end.Position.Moves() != len(log) {
			t.Errorf("%s: the solution stops at %d of %d: %v %v", d.ID, end.Applied, len(log), end.Refusal, end.Unreadable)
		}
	})
}
