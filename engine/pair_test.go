package engine_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// places writes a field of 28 places in which only those given hold a card.
func places(cards map[int]string) string {
	var b strings.Builder
	b.WriteString("p:")
	for i := 1; i <= 28; i++ {
		if cards[i] == "" {
			b.WriteString("..")
		} else {
			b.WriteString(cards[i])
		}
	}
	return b.String()
}

// PR-43 for every two ranks and every two kinds of piles that can hold them.
func TestPairsAddToThirteen(t *testing.T) {
	for a := 1; a <= 13; a++ {
		for b := 1; b <= 13; b++ {
			one, two := string("A23456789TJQK"[a-1])+"h", string("A23456789TJQK"[b-1])+"s"
			want := ""
			if a+b != 13 {
				want = "NOT_THIRTEEN"
			}
			for move, fields := range map[string][]string{
				"p2p3": {places(map[int]string{1: "4d", 2: one, 3: two})},
				"wp2":  {places(map[int]string{1: "4d", 2: two}), "w:" + one},
				"sp3":  {places(map[int]string{1: "4d", 3: two}), "s:" + one},
				"ws":   {places(map[int]string{1: "4d"}), "w:" + one, "s:" + two},
			} {
				p := pairBoard(t, "pyramid/1 m=60", fields...)
				if got := refusedFor(t, p, move); got != want {
					t.Errorf("%s and %s by %s: %q, want %q", one, two, move, got, want)
				}
			}
		}
	}
}

// pairBoard lays the fields out and puts so many other cards beneath the stock
// that those removed pair off.
func pairBoard(t *testing.T, header string, fields ...string) engine.Position {
	t.Helper()
	named := map[string]bool{}
	for _, field := range fields {
		_, cards, _ := strings.Cut(field, ":")
		for i := 0; i+1 < len(cards); i += 2 {
			named[cards[i:i+2]] = true
		}
	}
	gone := map[int]int{}
	var beneath []string
	for _, card := range deckOf(optionsOf(t, strings.Fields(header)[0])) {
		if !named[card] {
			gone[rankOf(card)]++
		}
	}
	for _, card := range deckOf(optionsOf(t, strings.Fields(header)[0])) {
		rank := rankOf(card)
		if !named[card] && rank != 13 && gone[rank] > gone[13-rank] {
			beneath = append(beneath, card)
			gone[rank]--
		}
	}
	text := header
	stock := strings.Join(beneath, "")
	for _, name := range []string{"p", "s", "w"} {
		cards := ""
		for _, field := range fields {
			if n, c, _ := strings.Cut(field, ":"); n == name {
				cards = c
			}
		}
		if name == "s" {
			cards = stock + cards
		}
		if strings.Trim(cards, ".") != "" {
			text += " " + name + ":" + cards
		}
	}
	return parsed(t, text)
}

// PR-43: only a King goes alone, from a place, the waste or the stock.
func TestOnlyAKingGoesAlone(t *testing.T) {
	for rank := 1; rank <= 13; rank++ {
		card := string("A23456789TJQK"[rank-1]) + "h"
		want := ""
		if rank != 13 {
			want = "NOT_THIRTEEN"
		}
		for move, fields := range map[string][]string{
			"p1": {places(map[int]string{1: card})},
			"w":  {places(map[int]string{1: "4d"}), "w:" + card},
			"s":  {places(map[int]string{1: "4d"}), "s:" + card},
		} {
			if got := refusedFor(t, pairBoard(t, "pyramid/1 m=60", fields...), move); got != want {
				t.Errorf("%s alone by %s: %q, want %q", card, move, got, want)
			}
		}
	}
	p := pairBoard(t, "pyramid/1;stock_play=off m=60", places(map[int]string{1: "4d"}), "s:Kh")
	if got := refusedFor(t, p, "s"); got != "STOCK_NOT_PLAYABLE" {
		t.Errorf("a King in a stock that is not playable: %q", got)
	}
}

// PR-44: a card beneath the top of waste or stock cannot be had by any move.
func TestOnlyTheTopsOfWasteAndStockAreFree(t *testing.T) {
	p := pairBoard(t, "pyramid/1 m=60", places(map[int]string{1: "Qh", 2: "6h", 3: "9d"}), "w:7c2s", "s:4d8s")
	for move, want := range map[string]string{"wp2": "NOT_THIRTEEN", "sp3": "NOT_THIRTEEN", "p2p3": "NOT_THIRTEEN", "ws": "NOT_THIRTEEN"} {
		if got := refusedFor(t, p, move); got != want {
			t.Errorf("%s: %q, want %q", move, got, want)
		}
	}
}

// A place is free when both places that lie on it are gone; the coverage is spelled out place by place.
func TestPlacesAreCoveredByTheTwoBelow(t *testing.T) {
	pyramid := map[int][2]int{}
	for row, first := 1, 1; row <= 6; row++ {
		for c := range row {
			pyramid[first+c] = [2]int{first + row + c, first + row + c + 1}
		}
		first += row
	}
	peaks := map[int][2]int{
		1: {4, 5}, 2: {6, 7}, 3: {8, 9},
		4: {10, 11}, 5: {11, 12}, 6: {13, 14}, 7: {14, 15}, 8: {16, 17}, 9: {17, 18},
		10: {19, 20}, 11: {20, 21}, 12: {21, 22}, 13: {22, 23}, 14: {23, 24}, 15: {24, 25}, 16: {25, 26}, 17: {26, 27}, 18: {27, 28},
	}
	for header, covers := range map[string]map[int][2]int{"pyramid/1 m=60": pyramid, "tripeaks/1 m=60": peaks} {
		for place := 1; place <= 28; place++ {
			for gone := range 4 {
				checkCover(t, header, covers, place, gone)
			}
		}
	}
}

// checkCover takes everything away that lies above the place, and of the two
// that cover it the first, the second, both or none, as the bits of gone say.
func checkCover(t *testing.T, header string, covers map[int][2]int, place, gone int) {
	t.Helper()
	present := map[int]bool{place: true}
	covered := false
	for i, on := range covers[place] {
		if on != 0 && gone>>i&1 == 0 {
			present[on] = true
			covered = true
		}
	}
	// What lies beneath a card that is there is there too.
	for again := true; again; {
		again = false
		for under, on := range covers {
			if !present[under] && (present[on[0]] || present[on[1]]) {
				present[under], again = true, true
			}
		}
	}
	setup, err := engine.ParseSetup(header)
	if err != nil {
		t.Fatal(err)
	}
	deck := deckOf(setup.Options())
	tripeaks := strings.HasPrefix(header, "tripeaks")
	cards := map[int]string{}
	for i := 1; i <= 28; i++ {
		if present[i] && i != place {
			cards[i], deck = deck[len(deck)-1], deck[:len(deck)-1]
		}
	}
	move, want := fmt.Sprintf("p%d", place), ""
	var p engine.Position
	if tripeaks {
		// The Two of clubs goes on the Ace, the deck's first two cards.
		cards[place] = "2c"
		move += "w"
		p = parsed(t, header+" "+places(cards)+" w:"+strings.Join(deck[2:], "")+"Ac")
	} else {
		cards[place] = "Kc"
		p = pairBoard(t, header, places(cards))
	}
	if covered {
		want = "COVERED"
	}
	if got := refusedFor(t, p, move); got != want {
		t.Errorf("%s: %s with %v on it, gone %02b: %q, want %q", header, move, covers[place], gone, got, want)
	}
	if tripeaks && (p.FaceDown(engine.Place(place)) == 1) != covered {
		t.Errorf("%s: place %d face down %d, covered %v", header, place, p.FaceDown(engine.Place(place)), covered)
	}
}

// A card is never paired with one that covers it, even if it would be free afterwards.
func TestPairNeedsBothCardsFreeBeforeTheMove(t *testing.T) {
	p := pairBoard(t, "pyramid/1 m=60", places(map[int]string{1: "6h", 2: "7s"}))
	if got := refusedFor(t, p, "p1p2"); got != "COVERED" {
		t.Errorf("a card with the one that covers it: %q", got)
	}
	p = pairBoard(t, "pyramid/1 m=60", places(map[int]string{1: "6h", 2: "Ks"}))
	if got := refusedFor(t, p, "p2"); got != "" {
		t.Errorf("the King: %q", got)
	}
}
