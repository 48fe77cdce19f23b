package naive

// reasons are the names of the reasons in the order in which a refusal looks for them.
var reasons = []string{
	"GAME_OVER", "NO_SUCH_PILE", "NO_SUCH_MOVE", "NOTHING_TO_UNDO", "SAME_PILE", "SAME_CARD", "EMPTY_PILE", "EMPTY_STOCK",
	"STOCK_NOT_EMPTY", "NO_REDEAL_LEFT", "NOT_ENOUGH_CARDS_FOR_ROW", "EMPTY_COLUMN_LOCKS_ROW", "COVERED",
	"STOCK_NOT_PLAYABLE", "NO_FOUNDATION_RETURN", "TOO_MANY_CARDS", "FACE_DOWN", "NOT_A_RUN", "CELL_TO_CELL", "CELL_TAKEN",
	"KING_NEEDED", "FOUNDATION_SUIT", "FOUNDATION_RANK", "WRONG_RANK", "WRONG_COLOUR", "CAPACITY_EXCEEDED", "NOT_THIRTEEN",
	"NOTHING_ON_KING", "NOT_ADJACENT",
}

// broken is the set of the sentences of the rules that a move breaks.
type broken map[string]bool

func (b broken) when(wrong bool, reason string) {
	if wrong {
		b[reason] = true
	}
}

// Refusal returns the first reason why the move is not legal, "" if it is.
func (g *Game) Refusal(m Move) string {
	b := broken{}
	b.when(g.Won(), "GAME_OVER")
	b.when(m.From != "" && !g.has(m.From) || m.To != "" && !g.has(m.To), "NO_SUCH_PILE")
	if len(b) == 0 {
		switch g.Variant {
		case "klondike":
			g.klondike(m, b)
		case "spider":
			g.spider(m, b)
		case "freecell":
			g.freecell(m, b)
		case "pyramid":
			g.pyramid(m, b)
		case "tripeaks":
			g.tripeaks(m, b)
		case "golf":
			g.golf(m, b)
		case "yukon":
			g.yukon(m, b)
		}
	}
	for _, reason := range reasons {
		if b[reason] {
			return reason
		}
	}
	return ""
}

// Moves lists the texts of all legal moves.
func (g *Game) Moves() []Move {
	var legal []Move
	for _, m := range g.everyMove() {
		if g.Refusal(m) == "" {
			legal = append(legal, m)
		}
	}
	return legal
}

func (g *Game) klondike(m Move, b broken) {
	switch {
	case m.Text == "d":
		b.when(g.empty("s"), "EMPTY_STOCK")
	case m.Text == "r":
		g.redeal(b)
	case m.Pair || m.To == "w":
		b.when(true, "NO_SUCH_MOVE")
	case m.From[0] == 'f':
		g.back(m, b)
	case m.To[0] == 'f':
		g.home(m, b)
	case m.From == "w":
		if g.takes(m, 1, b) {
			g.lands(g.top("w"), m.To, true, b)
		}
	default:
		if g.columnToColumn(m, b) {
			b.when(!alternating(g.group(m)), "NOT_A_RUN")
			g.lands(g.group(m)[0], m.To, true, b)
		}
	}
}

func (g *Game) yukon(m Move, b broken) {
	switch {
	case m.Text == "d" || m.Text == "r" || m.Pair:
		b.when(true, "NO_SUCH_MOVE")
	case m.From[0] == 'f':
		g.back(m, b)
	case m.To[0] == 'f':
		g.home(m, b)
	default:
		if g.columnToColumn(m, b) {
			g.lands(g.group(m)[0], m.To, true, b)
		}
	}
}

func (g *Game) spider(m Move, b broken) {
	switch {
	case m.Text == "d":
		b.when(g.empty("s"), "EMPTY_STOCK")
		cards := 0
		for _, c := range g.columns() {
			cards += len(g.Piles[c])
			b.when(g.empty(c), "EMPTY_COLUMN_LOCKS_ROW")
		}
		b.when(cards < 10, "NOT_ENOUGH_CARDS_FOR_ROW")
	case m.Text == "r" || m.Pair || m.From[0] != 't' || m.To[0] != 't':
		b.when(true, "NO_SUCH_MOVE")
	default:
		if !g.columnToColumn(m, b) {
			return
		}
		group := g.group(m)
		for i := 1; i < len(group); i++ {
			b.when(group[i].Suit != group[0].Suit || group[i].Rank != group[i-1].Rank-1, "NOT_A_RUN")
		}
		if !g.empty(m.To) {
			b.when(g.top(m.To).Rank != group[0].Rank+1, "WRONG_RANK")
		}
	}
}

func (g *Game) freecell(m Move, b broken) {
	switch {
	case m.Text == "d" || m.Text == "r" || m.Pair:
		b.when(true, "NO_SUCH_MOVE")
	case m.From[0] == 'f':
		b.when(m.From == m.To, "SAME_PILE")
		b.when(g.empty(m.From), "EMPTY_PILE")
		b.when(true, "NO_FOUNDATION_RETURN")
	case m.To[0] == 'f':
		g.home(m, b)
	case m.To[0] == 'c':
		if g.takes(m, 1, b) {
			b.when(m.From[0] == 'c', "CELL_TO_CELL")
			b.when(!g.empty(m.To), "CELL_TAKEN")
		}
	case m.From[0] == 'c':
		if g.takes(m, 1, b) {
			g.lands(g.top(m.From), m.To, false, b)
		}
	default:
		if g.columnToColumn(m, b) {
			b.when(!alternating(g.group(m)), "NOT_A_RUN")
			g.lands(g.group(m)[0], m.To, false, b)
			b.when(m.N > g.room(m), "CAPACITY_EXCEEDED")
		}
	}
}

// room is (free cells + 1) doubled for every empty column that is neither source nor target.
func (g *Game) room(m Move) int {
	n := 1
	for _, name := range g.names {
		if name[0] == 'c' && g.empty(name) {
			n++
		}
	}
	for _, c := range g.columns() {
		if c != m.From && c != m.To && g.empty(c) {
			n *= 2
		}
	}
	return n
}

func (g *Game) pyramid(m Move, b broken) {
	switch {
	case m.Text == "d":
		b.when(g.empty("s"), "EMPTY_STOCK")
	case m.Text == "r":
		g.redeal(b)
	case !m.Pair:
		b.when(true, "NO_SUCH_MOVE")
	default:
		b.when(m.From == m.To, "SAME_CARD")
		sum, all := 0, true
		for _, pile := range []string{m.From, m.To} {
			if pile == "" {
				continue
			}
			if g.empty(pile) {
				b.when(true, "EMPTY_PILE")
				all = false
				continue
			}
			sum += g.top(pile).Rank
			b.when(pile[0] == 'p' && g.coveredInPyramid(pile), "COVERED")
			b.when(pile == "s" && g.Options["stock_play"] == "off", "STOCK_NOT_PLAYABLE")
		}
		b.when(all && sum != 13, "NOT_THIRTEEN")
	}
}

// Covered reports whether a card lies on the place of a pyramid or of peaks.
func (g *Game) Covered(pile string) bool {
	if g.Variant == "pyramid" {
		return g.coveredInPyramid(pile)
	}
	return g.coveredInPeaks(pile)
}

// coveredInPyramid: place c of row r lies under the places c and c+1 of row r+1.
func (g *Game) coveredInPyramid(pile string) bool {
	n := atoi(pile[1:]) - 1
	for row := range 6 {
		for c := range row + 1 {
			if row*(row+1)/2+c == n {
				below := (row + 1) * (row + 2) / 2
				return !g.empty("p"+itoa(below+c+1)) || !g.empty("p"+itoa(below+c+2))
			}
		}
	}
	return false
}

func (g *Game) tripeaks(m Move, b broken) {
	switch {
	case m.Text == "d":
		b.when(g.empty("s"), "EMPTY_STOCK")
	case m.Text == "r" || m.Pair || m.From[0] != 'p' || m.To != "w":
		b.when(true, "NO_SUCH_MOVE")
	default:
		b.when(!g.empty(m.From) && g.coveredInPeaks(m.From), "COVERED")
		if g.takes(m, 1, b) {
			b.when(!g.neighbours(g.top(m.From), g.top("w")), "NOT_ADJACENT")
		}
	}
}

// coveredBy is the table of the places in Tri-Peaks, counted from 0, and the two that lie on each.
var coveredBy = map[int][2]int{
	0: {3, 4}, 1: {5, 6}, 2: {7, 8},
	3: {9, 10}, 4: {10, 11}, 5: {12, 13}, 6: {13, 14}, 7: {15, 16}, 8: {16, 17},
	9: {18, 19}, 10: {19, 20}, 11: {20, 21}, 12: {21, 22}, 13: {22, 23}, 14: {23, 24}, 15: {24, 25}, 16: {25, 26}, 17: {26, 27},
}

func (g *Game) coveredInPeaks(pile string) bool {
	for _, on := range coveredBy[atoi(pile[1:])-1] {
		// Place 0 covers nothing; it stands where the table has no entry.
		if on != 0 && !g.empty("p"+itoa(on+1)) {
			return true
		}
	}
	return false
}

func (g *Game) neighbours(a, b Card) bool {
	apart := a.Rank - b.Rank
	if apart < 0 {
		apart = -apart
	}
	return apart == 1 || apart == 12 && g.Options["wrap"] == "on"
}

func (g *Game) golf(m Move, b broken) {
	switch {
	case m.Text == "d":
		b.when(g.empty("s"), "EMPTY_STOCK")
	case m.Text == "r" || m.Pair || m.From[0] != 't' || m.To != "w":
		b.when(true, "NO_SUCH_MOVE")
	default:
		if g.takes(m, 1, b) {
			b.when(g.top("w").Rank == 13 && g.Options["on_king"] == "none", "NOTHING_ON_KING")
			b.when(!g.neighbours(g.top(m.From), g.top("w")), "NOT_ADJACENT")
		}
	}
}

// redeal is legal only when the stock is empty, the waste is not, and a redeal is left.
func (g *Game) redeal(b broken) {
	b.when(g.empty("w"), "EMPTY_PILE")
	b.when(!g.empty("s"), "STOCK_NOT_EMPTY")
	b.when(g.Options["redeals"] != "unlimited" && g.Counters["r"] >= atoi(g.Options["redeals"]), "NO_REDEAL_LEFT")
}

// takes judges the source of a move that takes n cards at most, and reports whether its cards are there.
func (g *Game) takes(m Move, n int, b broken) bool {
	b.when(m.From == m.To, "SAME_PILE")
	b.when(g.empty(m.From), "EMPTY_PILE")
	b.when(m.N > n, "TOO_MANY_CARDS")
	return !g.empty(m.From) && m.N <= n
}

// columnToColumn judges the source of a move between columns.
func (g *Game) columnToColumn(m Move, b broken) bool {
	if !g.takes(m, len(g.Piles[m.From]), b) {
		return false
	}
	b.when(g.group(m)[0].Down, "FACE_DOWN")
	return true
}

// group returns the cards that a move between columns moves.
func (g *Game) group(m Move) []Card {
	cards := g.Piles[m.From]
	return cards[len(cards)-m.N:]
}

func alternating(group []Card) bool {
	for i := 1; i < len(group); i++ {
		if group[i].Rank != group[i-1].Rank-1 || group[i].red() == group[i-1].red() {
			return false
		}
	}
	return true
}

// lands judges a card, with whatever lies on it, on a column built down in alternating colours.
func (g *Game) lands(c Card, to string, kings bool, b broken) {
	if g.empty(to) {
		b.when(kings && c.Rank != 13, "KING_NEEDED")
		return
	}
	b.when(g.top(to).Rank != c.Rank+1, "WRONG_RANK")
	b.when(g.top(to).red() == c.red(), "WRONG_COLOUR")
}

// home judges the play of a top card to a foundation.
func (g *Game) home(m Move, b broken) {
	if g.takes(m, 1, b) {
		c := g.top(m.From)
		b.when(m.To != "f"+string(c.Suit), "FOUNDATION_SUIT")
		b.when(c.Rank != len(g.Piles[m.To])+1, "FOUNDATION_RANK")
	}
}

// back judges the return of a foundation card in Klondike and Yukon.
func (g *Game) back(m Move, b broken) {
	if !g.takes(m, 1, b) {
		b.when(g.Options["foundation_return"] == "off" || m.To[0] == 'f', "NO_FOUNDATION_RETURN")
		return
	}
	b.when(g.Options["foundation_return"] == "off" || m.To[0] == 'f', "NO_FOUNDATION_RETURN")
	if m.To[0] == 't' {
		g.lands(g.top(m.From), m.To, true, b)
	}
}
