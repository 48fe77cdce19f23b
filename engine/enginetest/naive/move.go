package naive

import (
	"regexp"
	"strings"
	"sync"
)

// Move is a text of the grammar of moves, taken apart.
type Move struct {
	// Text is the move as it is written.
	Text string
	// From and To are the piles named; both empty for d and r, To empty for a King that goes alone.
	From, To string
	// N is the number of cards, 1 where none is written.
	N int
	// Pair tells that the form is that of a pair or a single King.
	Pair bool
}

const (
	column     = `t(?:[1-9]|10)`
	place      = `p(?:[1-9]|1[0-9]|2[0-8])`
	cell       = `c[1-4]`
	foundation = `f[cdhs]`
)

var (
	transferForm = regexp.MustCompile(`^(` + column + `|` + cell + `|` + foundation + `|w)(` + column + `|` + cell + `|` + foundation + `)(?:x([2-9]|[1-9][0-9]|10[0-4]))?$`)
	playForm     = regexp.MustCompile(`^(` + column + `|` + cell + `|` + foundation + `|` + place + `)(w)(?:x([2-9]|[1-9][0-9]|10[0-4]))?$`)
	pairForm     = regexp.MustCompile(`^(w|s|` + place + `)(w|s|` + place + `)?$`)
)

// ParseMove reads a move; ok tells whether the grammar has it.
func ParseMove(text string) (m Move, ok bool) {
	if text == "d" || text == "r" {
		return Move{Text: text}, true
	}
	for _, form := range []*regexp.Regexp{transferForm, playForm} {
		if parts := form.FindStringSubmatch(text); parts != nil {
			n := 1
			if parts[3] != "" {
				n = atoi(parts[3])
			}
			return Move{Text: text, From: parts[1], To: parts[2], N: n}, true
		}
	}
	if parts := pairForm.FindStringSubmatch(text); parts != nil {
		m := Move{Text: text, From: parts[1], To: parts[2], N: 1, Pair: true}
		return m, m.To == "" || pairPlace(m.From) <= pairPlace(m.To)
	}
	return Move{}, false
}

// pairPlace gives the order in which the two piles of a pair are written.
func pairPlace(pile string) int {
	switch pile {
	case "w":
		return -2
	case "s":
		return -1
	}
	return atoi(strings.TrimPrefix(pile, "p"))
}

// everyMove lists the moves of the grammar that name piles of the game and no
// more cards than one more than the source holds. Other moves are never legal.
func (g *Game) everyMove() []Move {
	names := g.names
	key := strings.Join(names, " ")
	known, ok := written.Load(key)
	if !ok {
		known, _ = written.LoadOrStore(key, write(names))
	}
	var list []Move
	for _, m := range known.([]Move) {
		if m.N <= len(g.Piles[m.From])+1 {
			list = append(list, m)
		}
	}
	return list
}

// written keeps, per list of piles, the moves that can be written with them.
var written sync.Map

func write(names []string) []Move {
	list := []Move{{Text: "d"}, {Text: "r"}}
	add := func(text string) {
		if m, ok := ParseMove(text); ok {
			list = append(list, m)
		}
	}
	for _, from := range names {
		add(from)
		for _, to := range names {
			add(from + to)
			for n := 2; n <= 104; n++ {
				add(from + to + "x" + itoa(n))
			}
		}
	}
	return list
}
