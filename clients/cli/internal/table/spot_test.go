package table_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
)

// start lays out the first deal of a game.
func start(t *testing.T, v engine.Variant, style table.Style) (*table.Sheet, []table.Pile) {
	t.Helper()
	deal, err := engine.DealByNumber(v.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	position := deal.Position()
	list := piles(&position)
	return table.Lay(v.String(), list, style), list
}

func TestEveryOpenCardIsFoundWhereItIsDrawn(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, width := range []int{80, 40, 24} {
			sheet, list := start(t, v, table.Style{Width: width, ASCII: true})
			lines := sheet.Lines()
			for _, pile := range list {
				for i := 0; i < len(pile.Cards); i += 2 {
					spot := table.Spot{Pile: pile.ID, Count: (len(pile.Cards) - i) / 2}
					x, y, drawn := sheet.Where(spot)
					card := pile.Cards[i : i+2]
					if card == "??" {
						continue
					}
					if !drawn || lines[y][x:x+2] != card {
						t.Errorf("%s, %d columns: %s of %s is at %d, %d: %v\n%s", v, width, card, pile.ID, x, y, drawn, strings.Join(lines, "\n"))
						continue
					}
					for dx := range 2 {
						if at, hit := sheet.At(x+dx, y); !hit || at != spot {
							t.Errorf("%s, %d columns: at %d, %d lies %v, not %v", v, width, x+dx, y, at, spot)
						}
					}
				}
			}
			if at, hit := sheet.At(width, len(lines)+1); hit {
				t.Errorf("%s: %v lies beyond the table", v, at)
			}
		}
	}
}

func TestTheCursorComesToEveryPileThatCanBePlayed(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, width := range []int{80, 40, 24} {
			sheet, list := start(t, v, table.Style{Width: width})
			first, found := sheet.Nearest(0, 0)
			if !found {
				t.Fatalf("%s: the cursor can be nowhere", v)
			}
			reached := map[table.Spot]bool{first: true}
			for todo := []table.Spot{first}; len(todo) > 0; {
				now := todo[0]
				todo = todo[1:]
				for _, way := range []table.Direction{table.Left, table.Right, table.Up, table.Down} {
					if next := sheet.Next(now, way); !reached[next] {
						reached[next] = true
						todo = append(todo, next)
					}
				}
			}
			for _, pile := range list {
				hidden := strings.HasSuffix(pile.Cards, "??") && pile.ID != "s"
				if pile.ID != "f" && reached[sheet.Top(pile.ID)] == hidden {
					t.Errorf("%s, %d columns: the cursor is at the top of %s: %v", v, width, pile.ID, !hidden)
				}
			}
		}
	}
}

func TestTheCursorGoesFromCardToCardAndFromPileToPile(t *testing.T) {
	sheet := table.Lay("yukon", []table.Pile{
		{ID: "t1", Cards: "Kc"},
		{ID: "t2", Cards: "??2dQh3s"},
		{ID: "t3", Cards: ""},
		{ID: "t4", Cards: "9s"},
		{ID: "fc", Cards: ""},
		{ID: "fd", Cards: "Ad"},
		{ID: "fh", Cards: ""},
		{ID: "fs", Cards: ""},
	}, table.Style{})
	at := table.Spot{Pile: "t1", Count: 1}
	for _, step := range []struct {
		way  table.Direction
		want table.Spot
	}{
		{table.Left, table.Spot{Pile: "t1", Count: 1}},
		{table.Right, table.Spot{Pile: "t2", Count: 1}},
		{table.Down, table.Spot{Pile: "t2", Count: 1}},
		{table.Up, table.Spot{Pile: "t2", Count: 2}},
		{table.Up, table.Spot{Pile: "t2", Count: 3}},
		{table.Right, table.Spot{Pile: "t3", Count: 0}},
		{table.Right, table.Spot{Pile: "t4", Count: 1}},
		{table.Up, table.Spot{Pile: "fc", Count: 0}},
		{table.Right, table.Spot{Pile: "fd", Count: 1}},
		{table.Up, table.Spot{Pile: "fd", Count: 1}},
		{table.Down, table.Spot{Pile: "t5", Count: 0}},
	} {
		if at = sheet.Next(at, step.way); at != step.want {
			t.Fatalf("the cursor goes to %v, not to %v", at, step.want)
		}
	}
	nowhere := table.Spot{Pile: "t9", Count: 1}
	if got := sheet.Next(nowhere, table.Left); got != nowhere {
		t.Errorf("from a spot that is not drawn the cursor goes to %v", got)
	}
}

func TestMarksAreDrawnWithAndWithoutColours(t *testing.T) {
	list := []table.Pile{{ID: "t1", Cards: "Kc7hQd"}, {ID: "t2", Cards: "Ks"}, {ID: "t3", Cards: ""}}
	for _, test := range []struct {
		mark  table.Mark
		at    table.Spot
		want  string
		color string
	}{
		{table.Cursor, table.Spot{Pile: "t2", Count: 1}, "  K♣   [K♠]   ··", "\x1b[7mK♠"},
		{table.Chosen, table.Spot{Pile: "t1", Count: 2}, " >7♥<\n >Q♦<", "\x1b[7;31m7♥"},
		{table.Target, table.Spot{Pile: "t3", Count: 0}, "K♠   +··", "\x1b[1;32m+"},
	} {
		plain := table.Lay("golf", list, table.Style{})
		plain.Mark(test.at, test.mark)
		plain.Mark(table.Spot{Pile: "t9", Count: 1}, test.mark)
		if got := strings.Join(plain.Lines(), "\n"); !strings.Contains(got, test.want) {
			t.Errorf("%q is not in\n%s", test.want, got)
		}
		coloured := table.Lay("golf", list, table.Style{Color: true})
		coloured.Mark(test.at, test.mark)
		if got := strings.Join(coloured.Lines(), "\n"); !strings.Contains(got, test.color) {
			t.Errorf("%q is not in\n%q", test.color, got)
		}
	}
}

func TestMarksStayOnTheTerminal(t *testing.T) {
	for _, v := range engine.Variants() {
		for width := 20; width <= 80; width++ {
			style := table.Style{Width: width}
			sheet, list := start(t, v, style)
			for _, pile := range list {
				sheet.Mark(sheet.Top(pile.ID), table.Cursor)
			}
			checkFits(t, fmt.Sprintf("%s, %d columns", v, width), strings.Join(sheet.Lines(), "\n"), style)
		}
	}
}

func TestFourColoursTellSuitsApart(t *testing.T) {
	list := []table.Pile{{ID: "t1", Cards: "Kc"}, {ID: "t2", Cards: "Kd"}, {ID: "t3", Cards: "Kh"}, {ID: "t4", Cards: "Ks"}}
	drawn := table.Draw("golf", list, table.Style{Color: true, FourColours: true})
	for _, want := range []string{"\x1b[32mK♣", "\x1b[94mK♦", "\x1b[31mK♥", "\x1b[0mK♠"} {
		if !strings.Contains(drawn, want) {
			t.Errorf("%q is not in %q", want, drawn)
		}
	}
}

func TestCardsFaceDownAreDrawnAsOneWhereRoomIsShort(t *testing.T) {
	list := []table.Pile{
		{ID: "t1", Cards: "????????KcQd"},
		{ID: "t2", Cards: "??3s"},
		{ID: "t3", Cards: "5c4d3c"},
		{ID: "t4", Cards: strings.Repeat("??", 12)},
	}
	tall := table.Draw("yukon", list, table.Style{Height: 16})
	if !strings.Contains(tall, "▒▒    ▒▒    5♣    ▒▒") || strings.Count(tall, "\n") != 16 {
		t.Errorf("cards are drawn as one where there is room:\n%s", tall)
	}
	short := table.Lay("yukon", list, table.Style{Height: 15})
	want := "  t1    t2    t3    t4    t5    t6    t7\n  ▒4    ▒▒    5♣    ▒9    ··    ··    ··\n  K♣    3♠    4♦\n  Q♦          3♣\n"
	if got := strings.Join(short.Lines(), "\n") + "\n"; !strings.HasSuffix(got, want) {
		t.Errorf("drawn\n%s\nnot\n%s", got, want)
	}
	if x, y, drawn := short.Where(table.Spot{Pile: "t1", Count: 2}); !drawn || x != 2 || y != 5 {
		t.Errorf("Kc is at %d, %d", x, y)
	}
	if ascii := table.Draw("yukon", list, table.Style{Height: 5, ASCII: true}); !strings.Contains(ascii, "  #4    ##    5c    #9") {
		t.Errorf("drawn\n%s", ascii)
	}
}
