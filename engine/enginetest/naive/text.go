package naive

import (
	"fmt"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

func atoi(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

// Parse reads the text of a position.
func Parse(state string) *Game {
	fields := strings.Split(state, " ")
	header := strings.Split(fields[0], ";")
	g := &Game{
		Variant:  strings.TrimSuffix(header[0], "/1"),
		Options:  map[string]string{},
		Counters: map[string]int{},
		Piles:    map[string][]Card{},
	}
	for _, option := range optionsOf[g.Variant] {
		g.Options[option[0]] = option[1]
	}
	for _, setting := range header[1:] {
		name, value, _ := strings.Cut(setting, "=")
		g.Options[name] = value
	}
	g.names = g.pileNames()
	for _, field := range fields[1:] {
		if name, value, counter := strings.Cut(field, "="); counter {
			g.Counters[name] = atoi(value)
			continue
		}
		name, cards, _ := strings.Cut(field, ":")
		g.parsePile(name, cards)
	}
	return g
}

func (g *Game) parsePile(name, cards string) {
	switch {
	case name == "p":
		for i := range 28 {
			if two := cards[2*i : 2*i+2]; two != ".." {
				g.Piles["p"+itoa(i+1)] = parseCards(two)
			}
		}
	case name == "f":
		for _, suit := range cards {
			g.Piles["f"] = append(g.Piles["f"], Card{Rank: 13, Suit: byte(suit)})
		}
	case name[0] == 'f':
		for rank := 1; rank <= strings.Index(ranks, cards); rank++ {
			g.Piles[name] = append(g.Piles[name], Card{Rank: rank, Suit: name[1]})
		}
	default:
		down, up, hidden := strings.Cut(cards, "|")
		if !hidden {
			down, up = "", cards
		}
		for _, c := range parseCards(down) {
			c.Down = true
			g.Piles[name] = append(g.Piles[name], c)
		}
		g.Piles[name] = append(g.Piles[name], parseCards(up)...)
	}
}

func parseCards(text string) []Card {
	var cards []Card
	for i := 0; i < len(text); i += 2 {
		cards = append(cards, Card{Rank: strings.IndexByte(ranks, text[i]), Suit: text[i+1]})
	}
	return cards
}

// String returns the text of the position.
func (g *Game) String() string {
	out := g.Variant + "/1"
	for _, option := range optionsOf[g.Variant] {
		if value := g.Options[option[0]]; value != option[1] {
			out += ";" + option[0] + "=" + value
		}
	}
	out += fmt.Sprintf(" m=%d", g.Counters["m"])
	if n := g.Counters["r"]; n != 0 {
		out += fmt.Sprintf(" r=%d", n)
	}
	if g.scored() {
		out += fmt.Sprintf(" score=%d", g.Counters["score"])
	}
	if n := g.Counters["streak"]; n != 0 {
		out += fmt.Sprintf(" streak=%d", n)
	}
	return out + g.Board()
}

func (g *Game) scored() bool { return g.Options["scoring"] != "" && g.Options["scoring"] != "none" }

// Board is the part of the text that says where the cards are.
func (g *Game) Board() string {
	var out strings.Builder
	if g.Variant == "pyramid" || g.Variant == "tripeaks" {
		places := ""
		for i := 1; i <= 28; i++ {
			if g.empty("p" + itoa(i)) {
				places += ".."
			} else {
				places += g.top("p" + itoa(i)).String()
			}
		}
		if strings.Trim(places, ".") != "" {
			out.WriteString(" p:" + places)
		}
	}
	for _, name := range g.names {
		cards := g.Piles[name]
		switch {
		case len(cards) == 0 || name[0] == 'p':
		case name == "f":
			out.WriteString(" f:")
			for _, suit := range "cdhs" {
				for _, c := range cards {
					if c.Suit == byte(suit) {
						out.WriteByte(c.Suit)
					}
				}
			}
		case name[0] == 'f':
			out.WriteString(" " + name + ":" + g.top(name).String()[:1])
		default:
			out.WriteString(" " + name + ":")
			for i, c := range cards {
				if i > 0 && cards[i-1].Down && !c.Down {
					out.WriteByte('|')
				}
				out.WriteString(c.String())
			}
		}
	}
	return out.String()
}
