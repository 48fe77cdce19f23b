package table_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
)

var update = flag.Bool("update", false, "write the golden tables anew")

// midGame is a position of each game on its way.
var midGame = map[engine.Variant]string{
	engine.Klondike: "klondike/1 m=37 r=2 t1:Kd t2:Ks|Js t3:KhQc|Jc t4:QsJh9h|Tc t5:KcQdTd7h|8d7c6h5c4d t6:Qh9d9c7d|8c t7:TsJdTh9s8h7s|8s fc:3 fd:A fh:4 fs:3 w:5h5s6d6s6c4s5d4c2d3d",
	engine.Spider:   "spider/1 m=183 score=417 t1:KsQs9s|6s5s4s3s t2:Qs3sKs|QsJsTs t3:Ts9s t4:Js8s5s5s|JsTs9s8s7s6s t5:Ts9s8s t7:4s3s2sAs t8:6s|4s3s2sAs t9:Ts t10:6s5s4s f:s s:7sTsKs4sTs8sQs8s9s2s6s8s7sJs5sQsAsKsKs2sAs7sAs9s5s4s2s8s3sKs7s7s5sQsJs7sJs3s4s9sAs2sQsKs2sJsAs6s3s6s",
	engine.FreeCell: "freecell/1 m=26 t1:6sJsKs7s6d5s4d t2:QhAc6hTdJd7dTh9s8h7c t3:9cJc5d6c4h3c t4:Qd t5:8d3s2hQs8c9h8s7h t6:Tc9d t7:JhTs5h4s3d2c t8:Ah3hKc4cKh c1:5c c3:Kd c4:Qc fd:2 fs:2",
	engine.Pyramid:  "pyramid/1;redeals=unlimited m=35 r=1 p:8h5s6cQcKdKs3h6h5c8d5h3sAdTc....Ah...................... s:Jc7s2h9s2sQdKc w:4d8cJhTd7d",
	engine.TriPeaks: "tripeaks/1 m=26 p:2h7hJd9h9c8d6cAsJs..Ts8c....KdKcJh2c.................... s:4c3cKsKhAh5sAd3h8sQc w:Tc9sThJcQh7d8h5h6d5c6h7c6s7sQs4d9dTd4h4sQd5d3d2sAc2d3s",
	engine.Golf:     "golf/1;on_king=queen m=14 t1:5c8c4d t2:6d4sQh8d t3:Jd5h5sKs t4:Qd9dAd8h t5:7hTc6s t6:4h7d2h t7:3s5dJh6h s:Kd3d7c2dAhAsQs9c9sAcKc6c w:ThJcQcKh4c3c2s3h2cTdJsTs9h8s7s",
	engine.Yukon:    "yukon/1 m=36 t1:4c t3:KhQsQdJc t4:KcQhTh9s8d7c6h5c4h3cKs7h6s5d t5:Qc|Kd t6:4d|6c t7:3h|Tc9d8s7dJdTs5hJsTd9c8h7s6d5s9h8cJh fc:2 fd:3 fh:2 fs:4",
}

func TestTables(t *testing.T) {
	for _, variant := range engine.Variants() {
		t.Run(variant.String(), func(t *testing.T) {
			deal, err := engine.DealByNumber(variant.Defaults(), 1)
			if err != nil {
				t.Fatal(err)
			}
			middle, err := engine.ParseState(midGame[variant])
			if err != nil {
				t.Fatal(err)
			}
			start := deal.Position()
			var got strings.Builder
			for _, shown := range []struct {
				name     string
				position *engine.Position
				style    table.Style
			}{
				{"start, 80 columns", &start, table.Style{Width: 80}},
				{"mid-game, 80 columns", &middle, table.Style{Width: 80}},
				{"start, 80 columns, ASCII", &start, table.Style{Width: 80, ASCII: true}},
				{"mid-game, 80 columns, ASCII", &middle, table.Style{Width: 80, ASCII: true}},
				{"mid-game, 40 columns", &middle, table.Style{Width: 40}},
				{"start, 30 columns", &start, table.Style{Width: 30}},
				{"mid-game, 24 columns", &middle, table.Style{Width: 24}},
			} {
				drawn := table.Draw(variant.String(), piles(shown.position), shown.style)
				checkFits(t, shown.name, drawn, shown.style)
				fmt.Fprintf(&got, "== %s\n%s\n", shown.name, drawn)
			}
			golden := filepath.Join("testdata", variant.String()+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got.String() != string(want) {
				t.Errorf("the tables are not those of %s:\n%s", golden, got.String())
			}
		})
	}
}

// checkFits checks what holds for every table.
func checkFits(t *testing.T, name, drawn string, style table.Style) {
	t.Helper()
	for line := range strings.Lines(drawn) {
		line = strings.TrimSuffix(line, "\n")
		if n := utf8.RuneCountInString(line); n > style.Width {
			t.Errorf("%s: a line has %d columns of %d: %q", name, n, style.Width, line)
		}
		if strings.HasSuffix(line, " ") {
			t.Errorf("%s: a line ends in blanks: %q", name, line)
		}
		if style.ASCII && len(line) != utf8.RuneCountInString(line) {
			t.Errorf("%s: a line is not ASCII: %q", name, line)
		}
	}
}

func TestTheSizeOfTheStockIsToldAtEveryWidth(t *testing.T) {
	for _, v := range engine.Variants() {
		for width := 23; width <= 80; width++ {
			deal, err := engine.DealByNumber(v.Defaults(), 1)
			if err != nil {
				t.Fatal(err)
			}
			start := deal.Position()
			size := len(start.Pile(engine.Stock))
			drawn := table.Draw(v.String(), piles(&start), table.Style{Width: width})
			checkFits(t, fmt.Sprintf("%s, %d columns", v, width), drawn, table.Style{Width: width})
			isList := strings.HasPrefix(drawn, "p1 ") || strings.HasPrefix(drawn, "t1 ")
			if size > 0 && !isList && !strings.Contains(drawn, fmt.Sprintf("s %d", size)) && !strings.Contains(drawn, fmt.Sprintf("s%d ", size)) {
				t.Errorf("%s, %d columns: the size of the stock, %d, is missing:\n%s", v, width, size, drawn)
			}
		}
	}
}

func TestEveryVisibleCardIsDrawn(t *testing.T) {
	for variant, state := range midGame {
		position, err := engine.ParseState(state)
		if err != nil {
			t.Fatal(err)
		}
		drawn := table.Draw(variant.String(), piles(&position), table.Style{ASCII: true})
		for _, pile := range position.Table() {
			kind := pile.ID.Kind()
			cards := pile.Cards
			if kind == engine.KindFoundation || kind == engine.KindWaste {
				cards = cards[max(0, len(cards)-2):] // its top is enough
			}
			for ; len(cards) > 0; cards = cards[2:] {
				if cards[:2] != "??" && !strings.Contains(drawn, cards[:2]) {
					t.Errorf("%s: %s of %s is not drawn", variant, cards[:2], pile.ID)
				}
			}
		}
	}
}

func TestRedSuitsBacksAndNamesAreColoured(t *testing.T) {
	drawn := table.Draw("golf", []table.Pile{{"t1", "5cTh"}, {"s", "??"}, {"w", "Ks"}}, table.Style{Color: true})
	for _, want := range []string{
		"  5♣ ",
		"\x1b[31mT♥\x1b[0m",
		"\x1b[34m▒▒ ",
		"\x1b[2mt1",
		"\x1b[0mK♠\n",
	} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%q is not in %q", want, drawn)
		}
	}
	if plain := table.Draw("golf", []table.Pile{{"t1", "5cTh"}}, table.Style{}); strings.Contains(plain, "\x1b") {
		t.Errorf("a table without colour holds a terminal sequence: %q", plain)
	}
}

func TestStrangePilesCannotSteerTheTerminal(t *testing.T) {
	for _, pile := range []table.Pile{
		{"t1", "\x1b[2J"},
		{"t1", "A"},
		{"t1", "Ah\x9b"},
		{"\x1b]0;x\a", "Ah"},
		{"p1", "ÄÖ♥"},
		{strings.Repeat("t", 500), ""},
	} {
		for _, variant := range []string{"klondike", "pyramid", "none"} {
			drawn := table.Draw(variant, []table.Pile{pile}, table.Style{Width: 10})
			for _, r := range drawn {
				if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
					t.Errorf("%s with pile %q draws a control character: %q", variant, pile, drawn)
				}
			}
		}
	}
}

func TestCardsOfAString(t *testing.T) {
	for _, test := range []struct {
		cards string
		style table.Style
		want  string
	}{
		{"9h8c", table.Style{}, "9♥ 8♣"},
		{"9h8c", table.Style{ASCII: true}, "9h 8c"},
		{"9h", table.Style{Color: true}, "\x1b[31m9♥\x1b[0m"},
		{"??Ks", table.Style{}, "▒▒ K♠"},
		{"", table.Style{}, ""},
	} {
		if got := table.Cards(test.cards, test.style); got != test.want {
			t.Errorf("Cards(%q, %+v) = %q, want %q", test.cards, test.style, got, test.want)
		}
	}
}

func piles(position *engine.Position) []table.Pile {
	var piles []table.Pile
	for _, view := range position.Table() {
		piles = append(piles, table.Pile{ID: view.ID.String(), Cards: view.Cards})
	}
	return piles
}

func FuzzDraw(f *testing.F) {
	for variant, state := range midGame {
		position, err := engine.ParseState(state)
		if err != nil {
			f.Fatal(err)
		}
		for _, pile := range piles(&position) {
			f.Add(variant.String(), pile.ID, pile.Cards, 80)
		}
	}
	f.Add("pyramid", "p\x1b", "A", 1)
	f.Fuzz(func(t *testing.T, variant, id, cards string, width int) {
		drawn := table.Draw(variant, []table.Pile{{id, cards}}, table.Style{Width: width})
		for _, r := range drawn {
			if r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 {
				t.Errorf("pile %q with %q draws a control character: %q", id, cards, drawn)
			}
		}
	})
}
