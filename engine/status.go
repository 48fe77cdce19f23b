package engine

// Status is what is proved about a position.
type Status uint8

// The statuses. Stuck is proved: no sequence of legal moves ever makes
// progress from here, so the game is lost.
const (
	NoStatus Status = iota
	InProgress
	Won
	Stuck
)

// String returns IN_PROGRESS, WON or STUCK.
func (s Status) String() string {
	switch s {
	case InProgress:
		return "IN_PROGRESS"
	case Won:
		return "WON"
	case Stuck:
		return "STUCK"
	default:
		return ""
	}
}

// explorationBudget is how many positions the proof of Stuck may visit; past
// it a position counts as in progress. It is part of the rules version: the
// same position has the same status on every machine.
const explorationBudget = 4096

// Status returns the status of the position. It is exact; only where a proof
// of Stuck would need more than 4,096 positions it is InProgress.
func (p *Position) Status() Status {
	s, _ := p.explore()
	return s
}

// explore returns the status and how many positions its proof visited.
func (p *Position) explore() (Status, int) {
	r := p.rules()
	switch {
	case r.pack == noPack:
		return NoStatus, 0
	case p.won(r):
		return Won, 0
	case r.pairs:
		return inProgress(p.pairComes(r)), 1
	case r.neighbours:
		return inProgress(p.playComes(r)), 1
	case r.stock == toRows && p.size(stockList) > 0:
		// Ten cards can always be spread over ten columns, so a row comes;
		// fewer never can, and the row stays locked for ever.
		return inProgress(int(p.end[maxColumns-1]) >= r.columns), 1
	}
	var room [64]Move
	moves := p.cardMoves(r, room[:0])
	if p.progress(r, moves) || p.finishes(r) {
		return InProgress, 1
	}
	return p.exploreShuffles(r, moves)
}

func inProgress(yes bool) Status {
	if yes {
		return InProgress
	}
	return Stuck
}

// exploreShuffles visits, breadth first, every position that moves without
// progress lead to, and looks for one that allows progress. Draws and redeals
// are not made: progress looks at every stock card that they can bring up.
func (p *Position) exploreShuffles(r *rules, moves []Move) (Status, int) {
	seen := newVisited()
	seen.add(p.withoutCounters())
	for next := 0; next < len(seen.positions); next++ { //nolint:intrange // the list grows while it is read
		at := seen.positions[next]
		if next > 0 {
			if moves = at.cardMoves(r, moves[:0]); at.won(r) || at.progress(r, moves) {
				return InProgress, len(seen.positions)
			}
		}
		for _, m := range moves {
			after := at
			after.apply(r, m, nil)
			if !seen.add(after.withoutCounters()) {
				return InProgress, len(seen.positions)
			}
		}
	}
	return Stuck, len(seen.positions)
}

// withoutCounters returns the position with the counters that the exploration
// does not compare at zero; it makes no redeals, so theirs never changes.
func (p *Position) withoutCounters() Position {
	q := *p
	q.moves, q.score = 0, 0
	return q
}

// Board returns the position with all its counters at zero, redeals too: what
// lies where, without how it came there. Two positions of one game look the same
// to a player exactly when their boards are equal.
func (p *Position) Board() Position {
	q := *p
	q.moves, q.redeals, q.score, q.streak = 0, 0, 0, 0
	return q
}

// progress reports whether one of the card moves, or the play of a stock card
// that draws and redeals can bring up, is progress.
func (p *Position) progress(r *rules, moves []Move) bool {
	for _, m := range moves {
		if p.isProgress(r, m) {
			return true
		}
	}
	return r.stock == toWaste && p.stockCardFits(r)
}

// isProgress reports whether the move turns up a card, takes a card out of the
// waste, completes a run, or plays to a foundation that gives nothing back.
func (p *Position) isProgress(r *rules, m Move) bool {
	switch {
	case m.From == Waste:
		return true
	case m.To.Kind() == KindFoundation && !r.foundationReturn:
		return true
	case m.From.Kind() != KindColumn:
		return false
	}
	from := listOf(m.From)
	if p.down[from] > 0 && p.faceUp(from) == int(m.Count) {
		return true
	}
	return r.completeRuns && p.completesRun(m)
}

// completesRun reports whether the move of a group puts a finished run on its target.
func (p *Position) completesRun(m Move) bool {
	after := *p
	after.shift(listOf(m.From), listOf(m.To), int(m.Count))
	return after.finishedRun(listOf(m.To))
}

// stockCardFits reports whether a card fits that draws and redeals can bring
// to the top of the waste without playing any.
func (p *Position) stockCardFits(r *rules) bool {
	var fits uint64 // bit c for a card c that some pile takes
	for s, rank := range p.home {
		if rank < King {
			fits |= 1 << NewCard(rank+1, Suit(s))
		}
	}
	for c := list(0); c < list(r.columns); c++ {
		fits |= p.welcome(r, c)
	}
	found := false
	p.eachWaste(r, func(waste, _ Card) bool {
		found = waste != NoCard && fits>>waste&1 == 1
		return !found
	})
	return found
}

// welcome returns the set of cards that fit on the column.
func (p *Position) welcome(r *rules, column list) uint64 {
	var fits uint64
	for c := NewCard(Ace, Clubs); int(c) < cardSpace; c++ {
		if r.landing(c, p.top(column)) == NoReason {
			fits |= 1 << c
		}
	}
	return fits
}

// eachWaste calls yield with every pair of a waste top and the stock top
// beside it that draws and the redeals left can bring up without playing a
// card, the present one first, until it returns false. After one redeal every
// later pass shows the same cards.
func (p *Position) eachWaste(r *rules, yield func(waste, stock Card) bool) {
	stock, waste := p.pile(stockList), p.pile(wasteList)
	total := len(waste) + len(stock)
	// drawn returns the card that is drawn as number n of a pass, counted from 1.
	drawn := func(n int) Card {
		switch {
		case n < 1 || n > total:
			return NoCard
		case n <= len(waste):
			return waste[n-1]
		default:
			return stock[total-n]
		}
	}
	pass := func(n int) bool {
		for ; ; n = min(n+r.draw, total) {
			if !yield(drawn(n), drawn(n+1)) {
				return false
			}
			if n >= total {
				return true
			}
		}
	}
	if pass(len(waste)) && p.redealLeft(r) {
		pass(0)
	}
}

// pairComes reports whether a pair or a King can be removed now or after draws
// and redeals alone.
func (p *Position) pairComes(r *rules) bool {
	var free [King + 1]bool // ranks of the free places
	p.eachFree(r, func(_ PileID, card Card) bool {
		free[card.Rank()] = true
		return true
	})
	for rank := Ace; rank <= King; rank++ {
		if free[rank] && (rank == King || free[King-rank]) {
			return true
		}
	}
	goes := func(c Card) bool {
		return c != NoCard && (c.Rank() == King || free[King-c.Rank()])
	}
	found := false
	p.eachWaste(r, func(waste, stock Card) bool {
		if !r.stockPlay {
			stock = NoCard
		}
		found = goes(waste) || goes(stock) ||
			waste != NoCard && stock != NoCard && waste.Rank()+stock.Rank() == King
		return !found
	})
	return found
}

// playComes reports whether the present waste top or one still to be drawn takes a free card.
func (p *Position) playComes(r *rules) bool {
	found := false
	p.eachWaste(r, func(waste, _ Card) bool {
		if waste == NoCard {
			return true
		}
		p.eachFree(r, func(_ PileID, card Card) bool {
			found = r.takes(waste, card)
			return !found
		})
		return !found
	})
	return found
}

// visited is the set of positions that an exploration has found, in the order found.
type visited struct {
	positions []Position
	// slots is a hash table of indexes into positions plus one.
	slots [4 * explorationBudget]uint16
}

func newVisited() *visited { return &visited{} }

// add notes a position; it reports false if the position is new and the budget is used up.
func (v *visited) add(p Position) bool {
	slot := p.hash() % uint64(len(v.slots))
	for v.slots[slot] != 0 {
		if v.positions[v.slots[slot]-1] == p {
			return true
		}
		slot = (slot + 1) % uint64(len(v.slots))
	}
	if len(v.positions) == explorationBudget {
		return false
	}
	v.positions = append(v.positions, p)
	v.slots[slot] = uint16(len(v.positions))
	return true
}

// hash mixes what the positions of one exploration differ in.
func (p *Position) hash() uint64 {
	const prime = 1099511628211
	h := uint64(14695981039346656037)
	for _, c := range p.cards[:p.end[wasteList]] {
		h = (h ^ uint64(c)) * prime
	}
	for _, e := range p.end[:maxColumns] {
		h = (h ^ uint64(e)) * prime
	}
	for _, c := range p.cell {
		h = (h ^ uint64(c)) * prime
	}
	for _, r := range p.home {
		h = (h ^ uint64(r)) * prime
	}
	return h ^ h>>32
}
