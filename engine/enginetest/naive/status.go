package naive

import "strings"

// Status explores, as the rule book says it, the positions that moves without
// progress reach, draws and redeals among them, and returns WON, STUCK or
// IN_PROGRESS; UNDECIDED if there are more than budget of them. The second
// result is how many of them differ in more than the stock and the waste.
func (g *Game) Status(budget int) (string, int) {
	if g.Won() {
		return "WON", 0
	}
	if g.Variant == "spider" && !g.empty("s") && g.onColumns() < 10 {
		return "STUCK", 1
	}
	seen := map[string]bool{g.key(): true}
	tables := map[string]bool{g.tableKey(): true}
	queue := []*Game{g}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, m := range at.Moves() {
			after, events := at.Play(m)
			if at.progress(m, after, events) {
				return "IN_PROGRESS", len(tables)
			}
			if key := after.key(); !seen[key] {
				if len(seen) == budget {
					return "UNDECIDED", len(tables)
				}
				seen[key] = true
				tables[after.tableKey()] = true
				queue = append(queue, after)
			}
		}
	}
	return "STUCK", len(tables)
}

// key tells positions apart that differ in what can still happen.
func (g *Game) key() string {
	key := g.Board()
	if r := g.Options["redeals"]; r != "" && r != "unlimited" {
		key += " r=" + itoa(g.Counters["r"])
	}
	return key
}

func (g *Game) tableKey() string {
	key, _, _ := strings.Cut(g.Board(), " s:")
	key, _, _ = strings.Cut(key, " w:")
	return key
}

func (g *Game) onColumns() int {
	n := 0
	for _, c := range g.columns() {
		n += len(g.Piles[c])
	}
	return n
}

// progress: a face-down card is turned up, a card leaves stock or waste for
// good, a card is removed, a run is completed, a row is dealt, a card goes to a
// foundation that cannot return it, or the game is won.
func (g *Game) progress(m Move, after *Game, events []string) bool {
	if after.Won() {
		return true
	}
	for _, e := range events {
		switch kind, _, _ := strings.Cut(e, " "); kind {
		case "flip", "remove", "run", "deal":
			return true
		}
	}
	switch {
	case m.Text == "d" || m.Text == "r":
		return false
	case m.From == "w", m.To == "w":
		return true
	}
	return m.To[0] == 'f' && (g.Variant == "freecell" || g.Options["foundation_return"] == "off")
}

// Finish returns the plays to the foundations that complete the game, nil where they do not.
func (g *Game) Finish() []string {
	foundations := g.Variant == "klondike" || g.Variant == "freecell" || g.Variant == "yukon"
	if !foundations || g.Won() || !g.empty("s") {
		return nil
	}
	for _, cards := range g.Piles {
		for _, c := range cards {
			if c.Down {
				return nil
			}
		}
	}
	var plays []string
	at := g
	for !at.Won() {
		next, found := at.nextHome()
		if !found {
			return nil
		}
		plays = append(plays, next.Text)
		at, _ = at.Play(next)
	}
	return plays
}

// nextHome finds the play of the lowest rank, then of the suits in the order
// c d h s, from the waste, the cells and the columns.
func (g *Game) nextHome() (Move, bool) {
	for rank := 1; rank <= 13; rank++ {
		for _, suit := range []byte("cdhs") {
			for _, from := range []string{"w", "c1", "c2", "c3", "c4", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "t8"} {
				if g.empty(from) || g.top(from).Rank != rank || g.top(from).Suit != suit {
					continue
				}
				if m, _ := ParseMove(from + "f" + string(suit)); g.Refusal(m) == "" {
					return m, true
				}
			}
		}
	}
	return Move{}, false
}

// Perft counts the sequences of exactly depth legal moves.
func (g *Game) Perft(depth int) uint64 {
	if depth == 0 {
		return 1
	}
	moves := g.Moves()
	if depth == 1 {
		return uint64(len(moves))
	}
	var paths uint64
	for _, m := range moves {
		after, _ := g.Play(m)
		paths += after.Perft(depth - 1)
	}
	return paths
}
