package engine

import "math/bits"

// refusal is why a move is refused, in a form that costs nothing to make; its
// zero value is no refusal.
type refusal struct {
	reason       Reason
	piles        [2]PileID
	cards        [2]Card
	limit, asked int
}

func refuse(r Reason, piles ...PileID) refusal {
	f := refusal{reason: r}
	copy(f.piles[:], piles)
	return f
}

func (f refusal) showing(cards ...Card) refusal {
	copy(f.cards[:], cards)
	return f
}

func (f refusal) counting(limit, asked int) refusal {
	f.limit, f.asked = limit, asked
	return f
}

// Check returns nil if the move is legal, and an *IllegalMoveError with the
// first reason that applies if it is not.
func (p *Position) Check(m Move) error {
	r := p.rules()
	if f := p.refusal(r, m); f.reason != NoReason {
		return p.illegal(r, m, f)
	}
	return nil
}

// illegal turns a refusal into the error that callers see.
func (p *Position) illegal(r *rules, m Move, f refusal) *IllegalMoveError {
	e := &IllegalMoveError{Move: m, Variant: p.options.variant, Reason: f.reason, Limit: f.limit, Asked: f.asked}
	for _, id := range f.piles {
		if id != NoPile {
			e.Piles = append(e.Piles, id)
		}
	}
	switch f.reason {
	case NotARun:
		column := listOf(m.From)
		e.Cards = FormatCards(p.pile(column)[p.size(column)-int(m.Count):])
	case EmptyColumnLocksRow:
		e.Piles = p.emptyColumns(r)
	default:
		for _, c := range f.cards {
			e.Cards += c.String()
		}
	}
	return e
}

// refusal is the one definition of a legal move.
func (p *Position) refusal(r *rules, m Move) refusal {
	if p.won(r) {
		return refuse(GameOver)
	}
	switch m {
	case Move{Kind: Draw}:
		return p.refuseDraw(r)
	case Move{Kind: Redeal}:
		return p.refuseRedeal(r)
	}
	switch {
	case m.Kind == Transfer:
		return p.refuseTransfer(r, m)
	case m.Kind == Remove && m.Count == 0:
		return p.refuseRemoval(r, m)
	default:
		return refuse(NoSuchMove)
	}
}

func (p *Position) refuseDraw(r *rules) refusal {
	switch {
	case r.stock == noStock:
		return refuse(NoSuchMove)
	case p.size(stockList) == 0:
		return refuse(EmptyStock, Stock)
	case r.stock == toWaste:
		return refusal{}
	}
	if cards := int(p.end[maxColumns-1]); cards < r.columns {
		return refuse(NotEnoughCardsForRow, Stock).counting(r.columns, cards)
	}
	for c := list(0); c < list(r.columns); c++ {
		if p.size(c) == 0 {
			return refuse(EmptyColumnLocksRow)
		}
	}
	return refusal{}
}

func (p *Position) emptyColumns(r *rules) []PileID {
	var empty []PileID
	for c := list(0); c < list(r.columns); c++ {
		if p.size(c) == 0 {
			empty = append(empty, firstColumn+PileID(c))
		}
	}
	return empty
}

func (p *Position) refuseRedeal(r *rules) refusal {
	switch {
	case !r.redealing:
		return refuse(NoSuchMove)
	case p.size(wasteList) == 0:
		return refuse(EmptyPile, Waste)
	case p.size(stockList) > 0:
		return refuse(StockNotEmpty, Stock)
	case !p.redealLeft(r):
		return refuse(NoRedealLeft, Waste).counting(p.redealLimit(r), int(p.redeals)+1)
	}
	return refusal{}
}

// redealLimit returns how often the waste may be turned over, or Unlimited.
func (t *table) redealLimit(r *rules) int { return int(t.options.values[r.redeals]) }

func (t *table) redealLeft(r *rules) bool {
	limit := t.redealLimit(r)
	return r.redealing && (limit == Unlimited || int(t.redeals) < limit)
}

// refuseRemoval judges a pair, or a King alone. Both cards are judged on the
// position before the move, so that a card is never paired with one it covers.
func (p *Position) refuseRemoval(r *rules, m Move) refusal {
	if !r.has(m.From) {
		return refuse(NoSuchPile, m.From)
	}
	if m.To != NoPile && !r.has(m.To) {
		return refuse(NoSuchPile, m.To)
	}
	if !r.pairs || !pairable(m.From) || m.To != NoPile && !(pairable(m.To) && inPairOrder(m.From, m.To)) {
		return refuse(NoSuchMove)
	}
	if m.From == m.To {
		return refuse(SameCard, m.From)
	}
	named := [2]PileID{m.From, m.To}
	var cards [2]Card
	for i, id := range named {
		if cards[i] = p.topCard(id); id != NoPile && cards[i] == NoCard {
			return refuse(EmptyPile, id)
		}
	}
	for _, id := range named {
		if id.Kind() == KindPlace && r.places.covered(id.Index(), p.present) {
			return p.coveredBy(r, id)
		}
	}
	for _, id := range named {
		if id == Stock && !r.stockPlay {
			return refuse(StockNotPlayable, Stock)
		}
	}
	if sum := cards[0].Rank() + cards[1].Rank(); sum != King {
		return refuse(NotThirteen, m.From, m.To).showing(cards[:]...).counting(int(King), int(sum))
	}
	return refusal{}
}

// coveredBy refuses a covered place and names the first card on it.
func (p *Position) coveredBy(r *rules, id PileID) refusal {
	on := bits.TrailingZeros32(uint32(r.places.cover[id.Index()] & p.present))
	return refuse(Covered, id, firstPlace+PileID(on))
}

// topCard returns the playable card of a pile of a removal game, NoCard if it is empty.
func (p *Position) topCard(id PileID) Card {
	switch id.Kind() {
	case KindPlace:
		return p.place[id.Index()]
	case KindColumn, KindStock, KindWaste:
		return p.top(listOf(id))
	case KindCell:
		return p.cell[id.Index()]
	case KindFoundation:
		if p.home[id.Index()] == 0 {
			return NoCard
		}
		return NewCard(p.home[id.Index()], Suit(id.Index()))
	default:
		return NoCard
	}
}

// refuseTransfer judges a move of cards from one pile to another.
func (p *Position) refuseTransfer(r *rules, m Move) refusal {
	if !r.has(m.From) {
		return refuse(NoSuchPile, m.From)
	}
	if !r.has(m.To) {
		return refuse(NoSuchPile, m.To)
	}
	from, to := m.From.Kind(), m.To.Kind()
	if !r.hasTransfer(from, to) || m.Count == 0 {
		return refuse(NoSuchMove)
	}
	if m.From == m.To {
		return refuse(SamePile, m.From)
	}
	top := p.topCard(m.From)
	if top == NoCard {
		return refuse(EmptyPile, m.From)
	}
	if from == KindPlace && r.places.covered(m.From.Index(), p.present) {
		return p.coveredBy(r, m.From)
	}
	if from == KindFoundation && (!r.foundationReturn || to != KindColumn) {
		return refuse(NoFoundationReturn, m.From)
	}
	n := int(m.Count)
	if from != KindColumn || to != KindColumn {
		if n > 1 {
			return refuse(TooManyCards, m.From, m.To).counting(1, n)
		}
		switch to {
		case KindCell:
			return p.refuseCell(m)
		case KindFoundation:
			return p.refuseFoundation(m, top)
		case KindWaste:
			return p.refusePlay(r, m, top)
		}
		return p.refuseLanding(r, m, top)
	}
	column := listOf(m.From)
	if size := p.size(column); n > size {
		return refuse(TooManyCards, m.From).counting(size, n)
	}
	if up := p.faceUp(column); n > up {
		return refuse(FaceDown, m.From).counting(up, n)
	}
	if run := p.liftable(r, column); n > run {
		return refuse(NotARun, m.From).counting(run, n)
	}
	lowest := p.cards[int(p.end[column])-n]
	if f := p.refuseLanding(r, m, lowest); f.reason != NoReason {
		return f
	}
	if r.supermoves {
		if most := p.capacity(r, listOf(m.To)); n > most {
			return refuse(CapacityExceeded, m.From, m.To).counting(most, n)
		}
	}
	return refusal{}
}

// hasTransfer reports whether the game knows moves between the two kinds of
// piles at all. A foundation as a source is for the foundation rule to refuse.
func (r *rules) hasTransfer(from, to PileKind) bool {
	if r.neighbours {
		return to == KindWaste && (from == KindColumn || from == KindPlace)
	}
	switch from {
	case KindColumn, KindCell, KindWaste, KindFoundation:
	default:
		return false
	}
	switch to {
	case KindColumn:
		return r.build != noBuilding
	case KindCell:
		return from == KindColumn || from == KindCell || from == KindFoundation
	case KindFoundation:
		return true
	default:
		return false
	}
}

// liftable returns how many of a column's top cards may be lifted together.
func (p *Position) liftable(r *rules, column list) int {
	up := p.faceUp(column)
	if up <= 1 || r.group == topOnly {
		return min(up, 1)
	}
	if r.group == anyFaceUp {
		return up
	}
	n, top := 1, int(p.end[column])-1
	for n < up && r.group.joins(p.cards[top-n+1], p.cards[top-n]) {
		n++
	}
	return n
}

// landing judges a card, with what lies on it, on a column with that top card.
func (r *rules) landing(card, top Card) Reason {
	switch {
	case top == NoCard:
		if r.space == kingsOnly && card.Rank() != King {
			return KingNeeded
		}
	case !descends(card, top):
		return WrongRank
	case r.build == downAlternating && card.Red() == top.Red():
		return WrongColour
	}
	return NoReason
}

func (p *Position) refuseLanding(r *rules, m Move, card Card) refusal {
	top := p.top(listOf(m.To))
	reason := r.landing(card, top)
	if reason == NoReason {
		return refusal{}
	}
	return refuse(reason, m.From, m.To).showing(card, top)
}

// capacity returns how many cards a group can have that goes to the column
// card by card, through the free cells and the empty columns that are neither
// its source nor its target.
func (p *Position) capacity(r *rules, to list) int {
	free := 1
	for c := range r.cells {
		if p.cell[c] == NoCard {
			free++
		}
	}
	for c := list(0); c < list(r.columns); c++ {
		if c != to && p.size(c) == 0 {
			free *= 2
		}
	}
	return free
}

func (p *Position) refuseCell(m Move) refusal {
	switch {
	case m.From.Kind() == KindCell:
		return refuse(CellToCell, m.From, m.To)
	case p.cell[m.To.Index()] != NoCard:
		return refuse(CellTaken, m.To).showing(p.cell[m.To.Index()])
	}
	return refusal{}
}

func (p *Position) refuseFoundation(m Move, card Card) refusal {
	suit := Suit(m.To.Index())
	switch {
	case card.Suit() != suit:
		return refuse(FoundationSuit, m.From, m.To).showing(card)
	case !p.goesHome(card):
		return refuse(FoundationRank, m.From, m.To).showing(card).counting(int(p.home[suit])+1, int(card.Rank()))
	}
	return refusal{}
}

// goesHome reports whether the card is the next one of its suit's foundation.
func (t *table) goesHome(card Card) bool { return card.Rank() == t.home[card.Suit()]+1 }

// refusePlay judges a card on the waste.
func (p *Position) refusePlay(r *rules, m Move, card Card) refusal {
	top := p.top(wasteList)
	switch {
	case !r.onKing && top.Rank() == King:
		return refuse(NothingOnKing, m.From, m.To).showing(card, top)
	case !r.takes(top, card):
		return refuse(NotAdjacent, m.From, m.To).showing(card, top)
	}
	return refusal{}
}
