// Package naive plays the seven games in the plainest way: piles of cards in a
// map, and for every game its sentences of the rule book one after the other.
// It shares nothing with the engine but the two text formats, imports the
// standard library only, and is slow. Tests compare the engine with it.
//
// It trusts its input: states are those of possible positions, moves are texts
// of the grammar. Anything else may make it panic.
package naive

import (
	"maps"
	"slices"
	"strings"
)

// Card is a card as it lies on a pile.
type Card struct {
	// Rank is 1 for the Ace to 13 for the King.
	Rank int
	// Suit is c, d, h or s.
	Suit byte
	// Down tells that the card lies face down in its column.
	Down bool
}

const ranks = ".A23456789TJQK"

func (c Card) String() string { return string([]byte{ranks[c.Rank], c.Suit}) }

func (c Card) red() bool { return c.Suit == 'd' || c.Suit == 'h' }

func text(cards []Card) string {
	var b strings.Builder
	for _, c := range cards {
		b.WriteString(c.String())
	}
	return b.String()
}

// Game is a position: which game, its options with all values, the counters m,
// r, score and streak, and the cards of every pile by its name, bottom first.
// Foundations hold all their cards, f holds a King for each finished run.
type Game struct {
	Variant  string
	Options  map[string]string
	Counters map[string]int
	Piles    map[string][]Card
	// names are the piles of the game in the order of the text.
	names []string
}

// optionsOf lists the options of each game with their defaults in the order of the text.
var optionsOf = map[string][][2]string{
	"klondike": {{"draw", "3"}, {"redeals", "unlimited"}, {"foundation_return", "on"}, {"scoring", "none"}},
	"spider":   {{"suits", "1"}, {"scoring", "windows"}},
	"freecell": {{"cells", "4"}},
	"pyramid":  {{"stock_play", "on"}, {"redeals", "2"}, {"scoring", "none"}},
	"tripeaks": {{"wrap", "on"}, {"scoring", "none"}},
	"golf":     {{"on_king", "none"}, {"wrap", "off"}, {"scoring", "none"}},
	"yukon":    {{"foundation_return", "off"}},
}

// pileNames returns the piles of the game in the order of the text.
func (g *Game) pileNames() []string {
	var list []string
	numbered := func(letter string, n int) {
		for i := 1; i <= n; i++ {
			list = append(list, letter+itoa(i))
		}
	}
	switch g.Variant {
	case "klondike":
		numbered("t", 7)
		list = append(list, "fc", "fd", "fh", "fs", "s", "w")
	case "spider":
		numbered("t", 10)
		list = append(list, "f", "s")
	case "freecell":
		numbered("t", 8)
		numbered("c", atoi(g.Options["cells"]))
		list = append(list, "fc", "fd", "fh", "fs")
	case "pyramid", "tripeaks":
		numbered("p", 28)
		list = append(list, "s", "w")
	case "golf":
		numbered("t", 7)
		list = append(list, "s", "w")
	case "yukon":
		numbered("t", 7)
		list = append(list, "fc", "fd", "fh", "fs")
	}
	return list
}

func (g *Game) has(pile string) bool {
	return slices.Contains(g.names, pile)
}

// clone copies the position, cards included; options never change.
func (g *Game) clone() *Game {
	after := &Game{Variant: g.Variant, Options: g.Options, Counters: maps.Clone(g.Counters), Piles: map[string][]Card{}, names: g.names}
	for name, cards := range g.Piles {
		if len(cards) > 0 {
			after.Piles[name] = append([]Card(nil), cards...)
		}
	}
	return after
}

// top returns the uppermost card of a pile that is not empty.
func (g *Game) top(pile string) Card {
	cards := g.Piles[pile]
	return cards[len(cards)-1]
}

func (g *Game) empty(pile string) bool { return len(g.Piles[pile]) == 0 }

// columns returns the names of the columns.
func (g *Game) columns() []string {
	var list []string
	for _, name := range g.names {
		if name[0] == 't' {
			list = append(list, name)
		}
	}
	return list
}

// Won reports whether the goal of the game is reached.
func (g *Game) Won() bool {
	count := func(letter byte) int {
		n := 0
		for _, name := range g.names {
			if name[0] == letter {
				n += len(g.Piles[name])
			}
		}
		return n
	}
	switch g.Variant {
	case "klondike", "freecell", "yukon":
		return count('f') == 52
	case "spider":
		return count('f') == 8
	case "pyramid", "tripeaks":
		return count('p') == 0
	default:
		return count('t') == 0
	}
}
