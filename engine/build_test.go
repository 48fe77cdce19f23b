package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func rankOf(card string) int  { return strings.Index("A23456789TJQK", card[:1]) + 1 }
func isRed(card string) bool  { return card[1] == 'd' || card[1] == 'h' }
func king(card string) bool   { return card[0] == 'K' }
func anyCard(string) bool     { return true }
func lower(a, b string) bool  { return rankOf(a) == rankOf(b)-1 }
func across(a, b string) bool { return isRed(a) != isRed(b) }

// columnGames says how each column game builds and what fills its spaces.
var columnGames = []struct {
	header string
	// rest is where the cards lie that a test does not speak of.
	rest  string
	fits  func(card, on string) bool
	fills func(card string) bool
}{
	{"klondike/1 m=0", "t7", func(a, b string) bool { return lower(a, b) && across(a, b) }, king},
	{"yukon/1 m=0", "t7", func(a, b string) bool { return lower(a, b) && across(a, b) }, king},
	{"freecell/1 m=0", "t8", func(a, b string) bool { return lower(a, b) && across(a, b) }, anyCard},
	{"spider/1;suits=4 m=0 score=500", "t10", lower, anyCard},
}

// PR-15 and PR-38 for every pair of cards, not only for those of a report.
func TestColumnTakesExactlyTheCardsThatFit(t *testing.T) {
	for _, game := range columnGames {
		t.Run(game.header, func(t *testing.T) {
			deck := deckOf(optionsOf(t, strings.Fields(game.header)[0]))[:52]
			for _, card := range deck {
				for _, on := range deck {
					if card == on {
						continue
					}
					p := board(t, game.rest, game.header, "t1:"+card, "t2:"+on)
					want := ""
					switch {
					case game.fits(card, on):
					case lower(card, on):
						want = "WRONG_COLOUR"
					default:
						want = "WRONG_RANK"
					}
					if got := refusedFor(t, p, "t1t2"); got != want {
						t.Errorf("%s on %s: %q, want %q", card, on, got, want)
					}
				}
			}
		})
	}
}

// PR-40 for every card and every kind of source.
func TestEmptyColumnTakesExactlyTheCardsThatMayFillIt(t *testing.T) {
	for _, game := range columnGames {
		t.Run(game.header, func(t *testing.T) {
			deck := deckOf(optionsOf(t, strings.Fields(game.header)[0]))[:52]
			for _, card := range deck {
				positions := map[string]engine.Position{"t1": board(t, game.rest, game.header, "t1:"+card)}
				if strings.HasPrefix(game.header, "klondike") {
					positions["w"] = board(t, game.rest, game.header, "w:"+card)
					positions["f"+card[1:]] = board(t, game.rest, game.header, "f"+card[1:]+":"+card[:1])
				}
				if strings.HasPrefix(game.header, "freecell") {
					positions["c2"] = board(t, game.rest, game.header, "c2:"+card)
				}
				for from, p := range positions {
					want := ""
					if !game.fills(card) {
						want = "KING_NEEDED"
					}
					if got := refusedFor(t, p, from+"t3"); got != want {
						t.Errorf("%s from %s to an empty column: %q, want %q", card, from, got, want)
					}
				}
			}
		})
	}
}

// A group moves if it is a run, whatever part of the run it is.
func TestGroupsThatMoveTogether(t *testing.T) {
	const alternating, sameSuit, unordered = "Ts9h8s7h6s", "Ts9s8s7s6s", "Ts4c9h2d6s"
	for _, test := range []struct {
		header, rest, target, group string
		// run is how many of the top cards move together.
		run int
	}{
		{"klondike/1 m=0", "t7", "Jh", alternating, 5},
		{"klondike/1 m=0", "t7", "Jh", sameSuit, 1},
		{"klondike/1 m=0", "t7", "Jh", unordered, 1},
		{"freecell/1 m=0", "t8", "Jh", alternating, 5},
		{"freecell/1 m=0", "t8", "Jh", sameSuit, 1},
		{"freecell/1 m=0", "t8", "Jh", unordered, 1},
		{"spider/1;suits=4 m=0 score=500", "t10", "Jh", sameSuit, 5},
		{"spider/1;suits=4 m=0 score=500", "t10", "Jh", alternating, 1},
		{"spider/1;suits=4 m=0 score=500", "t10", "Jh", unordered, 1},
		{"yukon/1 m=0", "t7", "Jh", unordered, 5},
		{"yukon/1 m=0", "t7", "Jh", sameSuit, 5},
	} {
		for n := 2; n <= 5; n++ {
			p := board(t, test.rest, test.header, "t2:"+test.group, "t1:"+test.target)
			want := ""
			switch {
			case n > test.run:
				want = "NOT_A_RUN"
			case n < 5:
				// Only the whole group has a Ten to put on the Jack.
				want = "WRONG_RANK"
			}
			if got := refusedFor(t, p, fmt.Sprintf("t2t1x%d", n)); got != want {
				t.Errorf("%s: %d cards of %s on %s: %q, want %q", test.header, n, test.group, test.target, got, want)
			}
		}
	}
}

// A part of a run goes, too, and the cards beneath it stay.
func TestPartOfARunMoves(t *testing.T) {
	for _, test := range []struct{ header, rest, group, target, left string }{
		{"klondike/1 m=0", "t7", "Ts9h8s7h6s", "9d", "Ts9h"},
		{"freecell/1 m=0", "t8", "Ts9h8s7h6s", "9d", "Ts9h"},
		{"spider/1;suits=4 m=0 score=500", "t10", "Ts9s8s7s6s", "9d", "Ts9s"},
		{"yukon/1 m=0", "t7", "Ts4c8s2d6s", "9d", "Ts4c"},
	} {
		p := played(t, board(t, test.rest, test.header, "t2:"+test.group, "t1:"+test.target), "t2t1x3")
		if got := engine.FormatCards(p.Pile(engine.Column(2))); got != test.left {
			t.Errorf("%s: %s is left, want %s", test.header, got, test.left)
		}
		if got := engine.FormatCards(p.Pile(engine.Column(1))); got != test.target+test.group[4:] {
			t.Errorf("%s: %s lies there", test.header, got)
		}
	}
}

// PR-15: face-down cards never move, and never anchor a run.
func TestFaceDownCardsDoNotMove(t *testing.T) {
	for _, test := range []struct{ header, rest, group string }{
		{"klondike/1 m=0", "t7", "Ts9h|8s7h"},
		{"spider/1;suits=4 m=0 score=500", "t10", "Ts9s|8s7s"},
		{"yukon/1 m=0", "t7", "Ts9h|8s7h"},
	} {
		p := board(t, test.rest, test.header, "t3:"+test.group, "t1:Jh", "t2:9d")
		for move, want := range map[string]string{"t3t2x2": "", "t3t1x3": "FACE_DOWN", "t3t1x4": "FACE_DOWN", "t3t1x5": "TOO_MANY_CARDS"} {
			if got := refusedFor(t, p, move); got != want {
				t.Errorf("%s: %s is %q, want %q", test.header, move, got, want)
			}
		}
	}
}
