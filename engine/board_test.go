package engine_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// board returns the position with the header and the pile fields given, in any
// order; the cards of the deck that no field names lie face up, in the order of
// the sorted deck, at the bottom of the pile rest. In Pyramid rest may be "gone".
func board(t testing.TB, rest, header string, fields ...string) engine.Position {
	t.Helper()
	p, err := engine.ParseState(boardText(t, rest, header, fields...))
	if err != nil {
		t.Fatalf("%v\n%s", err, boardText(t, rest, header, fields...))
	}
	return p
}

// boardText is the text of a board, which may be impossible.
func boardText(t testing.TB, rest, header string, fields ...string) string {
	t.Helper()
	setup, err := engine.ParseSetup(header)
	if err != nil {
		t.Fatal(err)
	}
	options := setup.Options()
	piles := map[string]string{}
	deck := deckOf(options)
	take := func(card string) {
		i := slices.Index(deck, card)
		if i < 0 {
			t.Fatalf("there is no %s left for %v", card, fields)
		}
		deck = slices.Delete(deck, i, i+1)
	}
	for _, field := range fields {
		name, cards, _ := strings.Cut(field, ":")
		piles[name] = cards
		switch {
		case name == "f":
			for _, suit := range cards {
				for _, rank := range "A23456789TJQK" {
					take(string(rank) + string(suit))
				}
			}
		case name[0] == 'f':
			for _, rank := range "A23456789TJQK"[:strings.Index("A23456789TJQK", cards)+1] {
				take(string(rank) + name[1:])
			}
		default:
			bare := strings.NewReplacer("|", "", ".", "").Replace(cards)
			for i := 0; i < len(bare); i += 2 {
				take(bare[i : i+2])
			}
		}
	}
	if rest != "gone" {
		piles[rest] = strings.Join(deck, "") + piles[rest]
	}
	text := header
	for _, name := range fieldNames(options) {
		if piles[name] != "" {
			text += " " + name + ":" + piles[name]
		}
	}
	return text
}

// fieldNames returns the names of the pile fields of a state in their order.
func fieldNames(o engine.Options) []string {
	var names []string
	for _, id := range o.Piles() {
		name := id.String()
		if id.Kind() == engine.KindPlace {
			name = "p"
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// deckOf returns the cards of the game, sorted.
func deckOf(o engine.Options) []string {
	suits := "cdhs"
	if o.Variant() == engine.Spider {
		suits = map[string]string{"1": "ssssssss", "2": "shshshsh", "4": "cdhscdhs"}[o.Get("suits")]
	}
	var deck []string
	for _, suit := range suits {
		for _, rank := range "A23456789TJQK" {
			deck = append(deck, string(rank)+string(suit))
		}
	}
	return deck
}

// refusedFor returns the reason why a move is refused, "" if it is legal.
func refusedFor(t testing.TB, p engine.Position, move string) string {
	t.Helper()
	m, err := engine.ParseMove(move)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Check(m); err != nil {
		return err.(*engine.IllegalMoveError).Reason.String()
	}
	return ""
}

// played returns the position after the moves, all of which must be legal.
func played(t testing.TB, p engine.Position, moves ...string) engine.Position {
	t.Helper()
	end := engine.Replay(p, moves, nil)
	if end.Applied != len(moves) {
		t.Fatalf("%v stops at %d: %v %v", moves, end.Applied, end.Refusal, end.Unreadable)
	}
	return end.Position
}

// optionsOf returns the options of a header.
func optionsOf(t testing.TB, header string) engine.Options {
	t.Helper()
	setup, err := engine.ParseSetup(header + " m=0")
	if err != nil {
		t.Fatal(err)
	}
	return setup.Options()
}
