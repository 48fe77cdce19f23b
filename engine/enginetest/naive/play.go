package naive

import "fmt"

// Play returns the position after a legal move and what happened, one short
// text for each thing: move t3 t5 9h8c, flip t3 Kd, draw Ah, deal t4 7s,
// redeal 12, run t3 s, remove p28 Kd, bonus row 7 25, bonus peak p1 15,
// score -5, won.
func (g *Game) Play(m Move) (*Game, []string) {
	after := g.clone()
	after.Counters["m"]++
	var events []string
	tell := func(format string, args ...any) { events = append(events, fmt.Sprintf(format, args...)) }
	var points int
	switch {
	case m.Text == "d":
		points = after.drawn(tell)
	case m.Text == "r":
		points = after.turnedOver(tell)
	case m.Pair:
		points = after.removed(m, tell)
	default:
		points = after.moved(m, tell)
	}
	if g.Variant == "spider" {
		points += after.takeRuns(tell)
	}
	if g.Options["scoring"] == "strokes" && after.Won() {
		points -= len(after.Piles["s"])
	}
	if g.scored() {
		if g.Options["scoring"] == "windows" {
			points--
		}
		score := g.Counters["score"] + points
		if g.Options["scoring"] == "standard" && score < 0 {
			score = 0
		}
		after.Counters["score"] = score
		if score != g.Counters["score"] {
			tell("score %+d", score-g.Counters["score"])
		}
	}
	if after.Won() {
		tell("won")
	}
	return after, events
}

type teller func(format string, args ...any)

// lift takes the top n cards off a pile.
func (g *Game) lift(pile string, n int) []Card {
	cards := g.Piles[pile]
	g.Piles[pile] = cards[:len(cards)-n]
	return append([]Card(nil), cards[len(cards)-n:]...)
}

func (g *Game) lay(pile string, cards []Card) {
	g.Piles[pile] = append(append([]Card(nil), g.Piles[pile]...), cards...)
}

// turnUp turns up the top card of a column if it lies face down.
func (g *Game) turnUp(column string, tell teller) bool {
	if g.empty(column) || !g.top(column).Down {
		return false
	}
	g.Piles[column][len(g.Piles[column])-1].Down = false
	tell("flip %s %s", column, g.top(column))
	return true
}

func (g *Game) drawn(tell teller) int {
	if g.Variant == "spider" {
		for _, c := range g.columns() {
			g.lay(c, g.lift("s", 1))
			tell("deal %s %s", c, g.top(c))
		}
		return 0
	}
	n := 1
	if g.Options["draw"] == "3" {
		n = min(3, len(g.Piles["s"]))
	}
	for ; n > 0; n-- {
		g.lay("w", g.lift("s", 1))
		tell("draw %s", g.top("w"))
	}
	if g.Options["scoring"] == "classic" {
		delete(g.Counters, "streak")
		return -5
	}
	return 0
}

func (g *Game) turnedOver(tell teller) int {
	n := len(g.Piles["w"])
	for n := n; n > 0; n-- {
		g.lay("s", g.lift("w", 1))
	}
	g.Counters["r"]++
	tell("redeal %d", n)
	if g.Options["scoring"] != "standard" {
		return 0
	}
	if g.Options["draw"] == "1" {
		return -100
	}
	if g.Counters["r"] >= 4 {
		return -20
	}
	return 0
}

func (g *Game) removed(m Move, tell teller) int {
	before := g.rowsHeld()
	for _, pile := range []string{m.From, m.To} {
		if pile != "" {
			tell("remove %s %s", pile, text(g.lift(pile, 1)))
		}
	}
	if g.Options["scoring"] != "collection" {
		return 0
	}
	points := 5
	after := g.rowsHeld()
	for row := 7; row >= 1; row-- {
		if bonus := []int{0, 500, 250, 150, 100, 75, 50, 25}[row]; before[row] && !after[row] {
			tell("bonus row %d %d", row, bonus)
			points += bonus
		}
	}
	return points
}

// rowsHeld tells which rows of the pyramid, counted from 1 at the top, still hold a card.
func (g *Game) rowsHeld() [8]bool {
	var held [8]bool
	n := 1
	for row := 1; row <= 7; row++ {
		for range row {
			held[row] = held[row] || !g.empty("p"+itoa(n))
			n++
		}
	}
	return held
}

func (g *Game) moved(m Move, tell teller) int {
	cards := g.lift(m.From, m.N)
	wasCovered := map[int]bool{}
	for n := range coveredBy {
		wasCovered[n] = g.Variant == "tripeaks" && !g.empty("p"+itoa(n+1))
	}
	g.lay(m.To, cards)
	tell("move %s %s %s", m.From, m.To, text(cards))
	flipped := m.From[0] == 't' && g.turnUp(m.From, tell)
	points := 0
	switch g.Options["scoring"] {
	case "standard":
		switch {
		case m.To[0] == 'f':
			points = 10
		case m.From == "w":
			points = 5
		case m.From[0] == 'f':
			points = -15
		}
		if flipped {
			points += 5
		}
	case "vegas":
		switch {
		case m.To[0] == 'f':
			points = 5
		case m.From[0] == 'f':
			points = -5
		}
	case "strokes":
		points = -1
	}
	if g.Variant != "tripeaks" {
		return points
	}
	gone := atoi(m.From[1:]) - 1
	for n := range 28 {
		if on := coveredBy[n]; wasCovered[n] && (on[0] == gone || on[1] == gone) && !g.coveredInPeaks("p"+itoa(n+1)) {
			tell("flip p%d %s", n+1, g.top("p"+itoa(n+1)))
		}
	}
	if g.Options["scoring"] == "classic" {
		g.Counters["streak"]++
		points = g.Counters["streak"]
		if gone < 3 {
			bonus := 15
			if g.empty("p1") && g.empty("p2") && g.empty("p3") {
				bonus = 30
			}
			tell("bonus peak %s %d", m.From, bonus)
			points += bonus
		}
	}
	return points
}

// takeRuns takes thirteen face-up cards from King to Ace of one suit off every column where they lie on top.
func (g *Game) takeRuns(tell teller) int {
	points := 0
	for _, c := range g.columns() {
		for g.runOnTop(c) {
			suit := g.top(c).Suit
			g.lift13(c, suit)
			tell("run %s %s", c, string(suit))
			points += 100
			g.turnUp(c, tell)
		}
	}
	if g.Options["scoring"] != "windows" {
		return 0
	}
	return points
}

func (g *Game) lift13(column string, suit byte) {
	g.lift(column, 13)
	g.lay("f", []Card{{Rank: 13, Suit: suit}})
}

func (g *Game) runOnTop(column string) bool {
	cards := g.Piles[column]
	if len(cards) < 13 {
		return false
	}
	for i, c := range cards[len(cards)-13:] {
		if c.Down || c.Rank != 13-i || c.Suit != cards[len(cards)-1].Suit {
			return false
		}
	}
	return true
}
