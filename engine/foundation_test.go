package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// foundationGames are the games with foundations, a pile of theirs for the cards not
// spoken of, and the piles that a single card can be played home from.
var foundationGames = []struct {
	header, rest string
	sources      []string
}{
	{"klondike/1 m=0", "t7", []string{"t1", "w"}},
	{"klondike/1;foundation_return=off m=0", "t7", []string{"t1", "w"}},
	{"freecell/1 m=0", "t8", []string{"t1", "c1", "c4"}},
	{"freecell/1;cells=1 m=0", "t8", []string{"t1", "c1"}},
	{"yukon/1 m=0", "t7", []string{"t1"}},
	{"yukon/1;foundation_return=on m=0", "t7", []string{"t1"}},
}

// PR-02 and PR-03 at every height of every foundation, from every kind of pile.
func TestFoundationTakesTheNextCardOfItsSuit(t *testing.T) {
	for _, game := range foundationGames {
		t.Run(game.header, func(t *testing.T) {
			for _, card := range deckOf(optionsOf(t, strings.Fields(game.header)[0])) {
				for top := range 13 {
					if top >= rankOf(card) {
						continue
					}
					for _, from := range game.sources {
						checkHome(t, game.header, game.rest, from, card, top)
					}
				}
			}
		})
	}
}

// checkHome plays the card to every foundation while that of its suit holds top cards.
func checkHome(t *testing.T, header, rest, from, card string, top int) {
	t.Helper()
	fields := []string{from + ":" + card}
	if top > 0 {
		fields = append(fields, "f"+card[1:]+":"+"A23456789TJQK"[top-1:top])
	}
	p := board(t, rest, header, fields...)
	for _, suit := range []string{"c", "d", "h", "s"} {
		want := ""
		switch {
		case suit != card[1:]:
			want = "FOUNDATION_SUIT"
		case rankOf(card) != top+1:
			want = "FOUNDATION_RANK"
		}
		if got := refusedFor(t, p, from+"f"+suit); got != want {
			t.Errorf("%s from %s to f%s with %d cards there: %q, want %q", card, from, suit, top, got, want)
		}
	}
}

// PR-01 for whole boards: only the top card of a pile goes home, whatever would fit beneath it.
func TestOnlyTopCardsGoHome(t *testing.T) {
	for _, v := range []engine.Variant{engine.Klondike, engine.FreeCell, engine.Yukon} {
		random := enginetest.Source(uint64(v))
		for range 300 {
			p := enginetest.LatePosition(t, random, v.Defaults())
			for _, id := range p.Options().Piles() {
				cards := p.Pile(id)
				if len(cards) == 0 || id.Kind() == engine.KindFoundation || id == engine.Stock {
					continue
				}
				for _, suit := range engine.Suits {
					home := engine.Foundation(suit)
					top := cards[len(cards)-1]
					fits := top == engine.NewCard(engine.Rank(len(p.Pile(home))+1), suit)
					m := engine.Move{Kind: engine.Transfer, From: id, To: home, Count: 1}
					if legal := p.Check(m) == nil; legal != fits {
						t.Errorf("%s legal %v, with %s on top\nin %s", m, legal, top, p.String())
					}
				}
			}
		}
	}
}

// PR-11 and PR-26: which games give cards back from the foundations, and to where.
func TestFoundationReturn(t *testing.T) {
	for _, test := range []struct {
		header, rest, move, want string
	}{
		{"klondike/1 m=0", "t7", "fht1", ""},
		{"klondike/1 m=0", "t7", "fst2", "WRONG_RANK"},
		{"klondike/1 m=0", "t7", "fdt1", "EMPTY_PILE"},
		{"klondike/1 m=0", "t7", "fhfs", "NO_FOUNDATION_RETURN"},
		{"klondike/1 m=0", "t7", "fhfh", "SAME_PILE"},
		{"klondike/1 m=0", "t7", "fht1x2", "TOO_MANY_CARDS"},
		{"klondike/1 m=0", "t7", "fht3", "KING_NEEDED"},
		{"klondike/1 m=0", "t7", "fct3", ""},
		{"klondike/1;foundation_return=off m=0", "t7", "fht1", "NO_FOUNDATION_RETURN"},
		{"klondike/1;foundation_return=off m=0", "t7", "fct3", "NO_FOUNDATION_RETURN"},
		{"klondike/1;foundation_return=off m=0", "t7", "fdt1", "EMPTY_PILE"},
		{"yukon/1 m=0", "t7", "fht1", "NO_FOUNDATION_RETURN"},
		{"yukon/1 m=0", "t7", "fct3", "NO_FOUNDATION_RETURN"},
		{"yukon/1;foundation_return=on m=0", "t7", "fht1", ""},
		{"yukon/1;foundation_return=on m=0", "t7", "fct3", ""},
		{"yukon/1;foundation_return=on m=0", "t7", "fht3", "KING_NEEDED"},
		{"freecell/1 m=0", "t8", "fht1", "NO_FOUNDATION_RETURN"},
		{"freecell/1 m=0", "t8", "fct3", "NO_FOUNDATION_RETURN"},
		{"freecell/1 m=0", "t8", "fhc1", "NO_FOUNDATION_RETURN"},
		{"freecell/1 m=0", "t8", "fdc1", "EMPTY_PILE"},
	} {
		p := board(t, test.rest, test.header, "t1:6s", "t2:8d", "fh:5", "fs:5", "fc:K")
		if got := refusedFor(t, p, test.move); got != test.want {
			t.Errorf("%s: %s is %q, want %q", test.header, test.move, got, test.want)
		}
	}
}

// A card that comes back is the top one, and the foundation is one lower.
func TestCardComesBackFromTheTopOfTheFoundation(t *testing.T) {
	for _, header := range []string{"klondike/1 m=0", "yukon/1;foundation_return=on m=0"} {
		p := played(t, board(t, "t7", header, "t1:6s", "fh:5"), "fht1")
		if got := engine.FormatCards(p.Pile(engine.Column(1))); got != "6s5h" {
			t.Errorf("%s: t1 holds %s", header, got)
		}
		if got := engine.FormatCards(p.Pile(engine.Foundation(engine.Hearts))); got != "Ah2h3h4h" {
			t.Errorf("%s: fh holds %s", header, got)
		}
		// An Ace that goes back leaves no foundation in the text.
		p = played(t, board(t, "t7", header, "t1:2s", "fh:A"), "fht1")
		if strings.Contains(p.String(), "fh:") {
			t.Errorf("%s: %s", header, p.String())
		}
	}
}

// PR-13 and PR-12: a finish needs all cards face up, no stock, and an order that plays out.
func TestFinishIsAvailableOnlyWhereItCompletesTheGame(t *testing.T) {
	for _, test := range []struct {
		sentence, header, rest string
		fields                 []string
		finish                 string
	}{
		{"an ordered board finishes", "yukon/1 m=0", "t1", []string{"t1:Kc", "t2:Kd", "fc:Q", "fd:Q", "fh:K", "fs:K"}, "t1fc t2fd"},
		{"face up is not enough in Yukon", "yukon/1 m=0", "t3", []string{"t1:QcKc", "t2:Kd", "fc:J", "fd:Q", "fh:K", "fs:K"}, ""},
		{"a face-down card forbids it", "yukon/1 m=0", "t1", []string{"t2:Kd|Kc", "fc:Q", "fd:Q", "fh:K", "fs:K"}, ""},
		{"the lowest rank goes first, then c d h s", "freecell/1 m=0", "t1", []string{"t1:Ks", "t2:KhQh", "c1:Qs", "c3:Kd", "fc:K", "fd:Q", "fh:J", "fs:J"}, "t2fh c1fs c3fd t2fh t1fs"},
		{"a suit may run ahead when nothing lower fits", "freecell/1 m=0", "t1", []string{"t1:QsKhQh", "t2:Ks", "c1:Kd", "fc:K", "fd:Q", "fh:J", "fs:J"}, "t1fh c1fd t1fh t1fs t2fs"},
		{"two suits that block each other", "freecell/1 m=0", "t1", []string{"t1:QsKd", "t2:QdKs", "fc:K", "fd:J", "fh:K", "fs:J"}, ""},
		{"the waste is played from its top", "klondike/1 m=0", "t1", []string{"t1:Kd", "w:KsQs", "fc:K", "fd:Q", "fh:K", "fs:J"}, "wfs t1fd wfs"},
		{"a waste in the wrong order does not play out", "klondike/1 m=0", "t1", []string{"t1:Kd", "w:QsKs", "fc:K", "fd:Q", "fh:K", "fs:J"}, ""},
		{"one card in the stock forbids it", "klondike/1 m=0", "t1", []string{"t1:Kd", "s:Ks", "fc:K", "fd:Q", "fh:K", "fs:Q"}, ""},
	} {
		t.Run(test.sentence, func(t *testing.T) {
			p := board(t, test.rest, test.header, test.fields...)
			moves, err := p.Finish()
			if p.FinishAvailable() != (test.finish != "") || (err == nil) != (test.finish != "") {
				t.Errorf("available %v, %v, %v", p.FinishAvailable(), moves, err)
			}
			if got := strings.Join(enginetest.MoveTexts(moves), " "); got != test.finish {
				t.Errorf("finish %s, want %s", got, test.finish)
			}
			for _, m := range moves {
				if err := p.Apply(m); err != nil {
					t.Fatal(err)
				}
			}
			if err == nil && (p.Status() != engine.Won || p.Moves() != len(moves)) {
				t.Errorf("after the finish: %s", p.String())
			}
		})
	}
}

// A finish that cannot be had is refused, in the games without foundations too, and a won game has none.
func TestFinishIsRefusedWithAReason(t *testing.T) {
	refusedWith := func(p engine.Position, want engine.Reason) {
		t.Helper()
		_, err := p.Finish()
		var refusal *engine.IllegalMoveError
		if !errors.As(err, &refusal) || refusal.Reason != want || p.FinishAvailable() {
			t.Errorf("%s: %v, want %s", p.String(), err, want)
		}
	}
	for _, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 1)
		if err != nil {
			t.Fatal(err)
		}
		refusedWith(d.Position(), engine.FinishNotAvailable)
	}
	refusedWith(board(t, "t1", "yukon/1 m=0", "fc:K", "fd:K", "fh:K", "fs:K"), engine.GameOver)
	refusedWith(parsed(t, "spider/1 m=9 score=500 f:ssssssss"), engine.GameOver)
}
