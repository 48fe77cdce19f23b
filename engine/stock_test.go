package engine_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// stockGames are the games that draw, with the number of the first card drawn.
var stockGames = []struct {
	header string
	first  int
	// draw is how many cards a draw brings.
	draw int
}{
	{"klondike/1", 28, 3},
	{"klondike/1;draw=1", 28, 1},
	{"pyramid/1", 28, 1},
	{"tripeaks/1", 29, 1},
	{"golf/1", 36, 1},
	{"spider/1;suits=4", 54, 10},
}

// PR-04 and PR-05 in every game: the stock is drawn in the order in which it was dealt.
func TestStockIsDrawnInDealingOrder(t *testing.T) {
	for _, game := range stockGames {
		t.Run(game.header, func(t *testing.T) {
			d, err := engine.DealBySeed(optionsOf(t, game.header), "order")
			if err != nil {
				t.Fatal(err)
			}
			p := d.Position()
			next := game.first
			for next < len(d.Deck) {
				events, err := p.ApplyEvents(engine.Move{Kind: engine.Draw}, nil)
				if err != nil {
					t.Fatal(err)
				}
				for range min(game.draw, len(d.Deck)-next) {
					e := events[0]
					events = events[1:]
					if e.Cards != d.Deck[next].String() {
						t.Errorf("card %d drawn is %s, want %s", next, e.Cards, d.Deck[next])
					}
					next++
				}
				if len(events) > 1 || len(events) == 1 && events[0].Kind != engine.ScoreChanged {
					t.Errorf("the draw brings more: %v", enginetest.EventTexts(events))
				}
			}
			if refused := refusedFor(t, p, "d"); refused != "EMPTY_STOCK" {
				t.Errorf("a draw from an empty stock: %q", refused)
			}
			if strings.Contains(p.String(), " s:") {
				t.Errorf("an empty stock is written in %s", p.String())
			}
		})
	}
}

// The last draw brings what is left, one card or two.
func TestLastDrawBringsWhatIsLeft(t *testing.T) {
	for stock := 1; stock <= 7; stock++ {
		cards := "2c3c4c5c6c7c8c"[:2*stock]
		p := board(t, "t7", "klondike/1 m=0", "s:"+cards)
		for left := stock; left > 0; left -= 3 {
			p = played(t, p, "d")
			if got, want := len(p.Pile(engine.Stock)), max(0, left-3); got != want {
				t.Errorf("%d of %d cards are left, want %d", got, stock, want)
			}
		}
		reversed := p.Pile(engine.Waste)
		slices.Reverse(reversed)
		if engine.FormatCards(reversed) != cards {
			t.Errorf("the waste holds %s of the stock %s", engine.FormatCards(p.Pile(engine.Waste)), cards)
		}
	}
}

// PR-07, PR-08 and PR-46 for every limit, in both games that redeal.
func TestRedealsAreLimited(t *testing.T) {
	for _, variant := range []string{"klondike", "pyramid"} {
		for _, limit := range []string{"0", "1", "2", "3", "7", "2147483647", "unlimited"} {
			t.Run(variant+" "+limit, func(t *testing.T) {
				v, err := engine.ParseVariant(variant)
				if err != nil {
					t.Fatal(err)
				}
				o, err := engine.ParseOptions(v, map[string]string{"redeals": limit})
				if err != nil {
					t.Fatal(err)
				}
				d, err := engine.DealBySeed(o, "redeals")
				if err != nil {
					t.Fatal(err)
				}
				checkRedeals(t, d.Position(), limit)
			})
		}
	}
}

func checkRedeals(t *testing.T, p engine.Position, limit string) {
	t.Helper()
	most, err := strconv.Atoi(limit)
	if limit == "unlimited" {
		most, err = 10, nil
	}
	if err != nil {
		t.Fatal(err)
	}
	game := engine.NewGame(p)
	first := p.Pile(engine.Stock)
	for pass := 0; ; pass++ {
		if got := game.Position().Pile(engine.Stock); !slices.Equal(got, first) {
			t.Fatalf("pass %d begins with %s, want %s", pass, engine.FormatCards(got), engine.FormatCards(first))
		}
		for len(game.Position().Pile(engine.Stock)) > 0 {
			if got := refusedFor(t, *game.Position(), "r"); got != "STOCK_NOT_EMPTY" && got != "EMPTY_PILE" {
				t.Fatalf("a redeal with a stock: %q", got)
			}
			if err := game.Play(engine.Move{Kind: engine.Draw}); err != nil {
				t.Fatal(err)
			}
		}
		if pass == min(most, 10) {
			break
		}
		// Taken back and made again, a redeal counts once.
		for range 2 {
			if err := game.Play(engine.Move{Kind: engine.Redeal}); err != nil {
				t.Fatalf("redeal %d of %s: %v", pass+1, limit, err)
			}
			if got := game.Position().Redeals(); got != pass+1 {
				t.Errorf("%d redeals are counted, want %d", got, pass+1)
			}
			if err := game.TakeBack(); err != nil {
				t.Fatal(err)
			}
		}
		if err := game.Play(engine.Move{Kind: engine.Redeal}); err != nil {
			t.Fatal(err)
		}
	}
	want := "NO_REDEAL_LEFT"
	if most > 10 || limit == "unlimited" {
		want = ""
	}
	if got := refusedFor(t, *game.Position(), "r"); got != want {
		t.Errorf("after %d redeals of %s: %q, want %q", game.Position().Redeals(), limit, got, want)
	}
}

// Neither draws nor redeals are moves of games without a stock or without a way back from the waste.
func TestGamesWithoutStockOrRedeal(t *testing.T) {
	for header, want := range map[string][2]string{
		"yukon/1":    {"NO_SUCH_MOVE", "NO_SUCH_MOVE"},
		"freecell/1": {"NO_SUCH_MOVE", "NO_SUCH_MOVE"},
		"spider/1":   {"", "NO_SUCH_MOVE"},
		"golf/1":     {"", "NO_SUCH_MOVE"},
		"tripeaks/1": {"", "NO_SUCH_MOVE"},
		"klondike/1": {"", "EMPTY_PILE"},
		"pyramid/1":  {"", "EMPTY_PILE"},
	} {
		d, err := engine.DealByNumber(optionsOf(t, header), 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, move := range []string{"d", "r"} {
			if got := refusedFor(t, d.Position(), move); got != want[i] {
				t.Errorf("%s in %s: %q, want %q", move, header, got, want[i])
			}
		}
	}
}

// PR-10: at every place of the pass, for every length of it and every way to
// count, the cards that can come up are those that drawing one by one brings.
func TestStuckLooksAtTheCardsThatComeUp(t *testing.T) {
	stuck, live := 0, 0
	for _, options := range []string{";draw=1;redeals=0", ";draw=1;redeals=1", ";draw=1", ";redeals=0", ";redeals=1", ""} {
		for size := 1; size <= 8; size++ {
			for waste := 0; waste <= size; waste++ {
				for at := range size {
					if checkComesUp(t, options, size, waste, at) {
						live++
					} else {
						stuck++
					}
				}
			}
		}
	}
	if stuck < 100 || live < 100 {
		t.Errorf("%d positions stuck, %d in progress", stuck, live)
	}
}

// checkComesUp lays size cards into waste and stock, of which the one at that
// place of the pass, counted from 0, is the only card that fits anywhere. It
// reports whether the card comes up.
func checkComesUp(t *testing.T, options string, size, waste, at int) bool {
	t.Helper()
	pass := []string{"2d", "3d", "4d", "5d", "6d", "7d", "8d", "9d"}[:size]
	pass[at] = "Ks"
	stock := slices.Clone(pass[waste:])
	slices.Reverse(stock)
	// The King of spades goes home. Diamonds, whose Ace is buried in t7, fit nowhere.
	fields := []string{"t1:Kd", "t2:Qd", "t3:Jd", "t4:Td", "fh:K", "fc:K", "fs:Q"}
	if waste > 0 {
		fields = append(fields, "w:"+strings.Join(pass[:waste], ""))
	}
	if len(stock) > 0 {
		fields = append(fields, "s:"+strings.Join(stock, ""))
	}
	p := board(t, "t7", "klondike/1"+options+";foundation_return=off m=9", fields...)
	comes := false
	draw := 3
	if strings.Contains(options, "draw=1") {
		draw = 1
	}
	for n := waste; ; n = min(n+draw, size) {
		comes = comes || n == at+1
		if n == size {
			break
		}
	}
	if !strings.Contains(options, "redeals=0") {
		for n := draw; ; n += draw {
			comes = comes || min(n, size) == at+1
			if n >= size {
				break
			}
		}
	}
	want := engine.Stuck
	if comes {
		want = engine.InProgress
	}
	if got := p.Status(); got != want {
		t.Errorf("%s, want %s: card %d of %d, %d of them in the waste\n%s", got, want, at, size, waste, p.String())
	}
	return comes
}

// A drawn card is a move of its own; the counter counts each, whatever it brings.
func TestEveryDrawAndRedealCountsOne(t *testing.T) {
	p := board(t, "t7", "klondike/1 m=0", "s:2c3c4c5c6c7c8c")
	for i, move := range []string{"d", "d", "d", "r", "d"} {
		p = played(t, p, move)
		if p.Moves() != i+1 || !strings.Contains(p.String(), fmt.Sprintf(" m=%d ", i+1)) {
			t.Errorf("after %d moves: %s", i+1, p.String())
		}
	}
}
