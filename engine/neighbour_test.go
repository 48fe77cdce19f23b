package engine_test

import (
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// neighbourGames says, for each way to play to the waste, which ranks go on which.
var neighbourGames = []struct {
	header string
	wrap   bool
	// onKing tells that something goes on a King.
	onKing bool
}{
	{"tripeaks/1 m=60", true, true},
	{"tripeaks/1;wrap=off m=60", false, true},
	{"golf/1 m=60", false, false},
	{"golf/1;on_king=queen m=60", false, true},
	{"golf/1;on_king=queen;wrap=on m=60", true, true},
}

// PR-47 for every two ranks, both ways, in both games and under all options.
func TestWasteTakesNeighbours(t *testing.T) {
	for _, game := range neighbourGames {
		t.Run(game.header, func(t *testing.T) {
			for card := 1; card <= 13; card++ {
				for top := 1; top <= 13; top++ {
					apart := max(card-top, top-card)
					want := ""
					switch {
					case top == 13 && !game.onKing:
						want = "NOTHING_ON_KING"
					case apart != 1 && (apart != 12 || !game.wrap):
						want = "NOT_ADJACENT"
					}
					one, two := "A23456789TJQK"[card-1:card]+"h", "A23456789TJQK"[top-1:top]+"h"
					if card == top {
						two = two[:1] + "s"
					}
					if got := playReason(t, game.header, one, two); got != want {
						t.Errorf("%s on %s: %q, want %q", one, two, got, want)
					}
				}
			}
		})
	}
}

// playReason plays a card to a waste with that top.
func playReason(t *testing.T, header, card, top string) string {
	t.Helper()
	if strings.HasPrefix(header, "golf") {
		return refusedFor(t, board(t, "w", header, "t4:"+card, "w:"+top), "t4w")
	}
	return refusedFor(t, board(t, "w", header, places(map[int]string{1: card}), "w:"+top), "p1w")
}

// PR-49: all 28 cards in one streak are worth 406 points, and the peaks 60.
func TestHighestScoreOfTriPeaks(t *testing.T) {
	// The place with the highest number goes first, and each card is one rank above the last.
	ranks := "A23456789TJQK"
	suits := "cdhs"
	card := func(i int) string { return ranks[i%13:i%13+1] + suits[i/13:i/13+1] }
	cards := map[int]string{}
	for i := 1; i <= 28; i++ {
		cards[29-i] = card(i)
	}
	p := board(t, "s", "tripeaks/1;scoring=classic m=0 score=0", places(cards), "w:"+card(0))
	for place := 28; place >= 1; place-- {
		before := p
		p = played(t, p, engine.Place(place).String()+"w")
		k := 29 - place
		want := k
		switch place {
		case 3, 2:
			want += 15
		case 1:
			want += 30
		}
		if got := p.Score() - before.Score(); got != want {
			t.Errorf("card %d of the streak scores %d, want %d", k, got, want)
		}
	}
	if p.Score() != 466 || p.Status() != engine.Won || p.Streak() != 28 {
		t.Errorf("score %d, streak %d, %s; want 466 for 28 cards and the win", p.Score(), p.Streak(), p.Status())
	}
}

// A draw ends the streak also where nothing was played, and a scheme that is off keeps none.
func TestStreakIsKeptOnlyByItsScheme(t *testing.T) {
	fields := []string{places(map[int]string{1: "9h", 2: "8h", 3: "7h"}), "s:2c3c", "w:Ts"}
	plain := played(t, board(t, "w", "tripeaks/1 m=60", fields...), "p1w", "p2w")
	if plain.Streak() != 0 || plain.Score() != 0 || strings.Contains(plain.String(), "streak") {
		t.Errorf("without a scheme: %s", plain.String())
	}
	scored := board(t, "w", "tripeaks/1;scoring=classic m=60 score=-7 streak=4", fields...)
	for moves, want := range map[string][2]int{
		"d":           {-12, 0},
		"d d":         {-17, 0},
		"p1w":         {-7 + 5 + 15, 5},
		"p1w p2w":     {-7 + 5 + 15 + 6 + 15, 6},
		"p1w p2w p3w": {-7 + 5 + 15 + 6 + 15 + 7 + 30, 7},
		"p1w d":       {-7 + 5 + 15 - 5, 0},
	} {
		p := played(t, scored, strings.Fields(moves)...)
		if p.Score() != want[0] || p.Streak() != want[1] {
			t.Errorf("after %s: score %d, streak %d, want %v", moves, p.Score(), p.Streak(), want)
		}
	}
}
