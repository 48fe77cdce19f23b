package engine

// LegalMoves appends the legal moves to dst. Their order is pinned: transfers
// and removals by source, target and number of cards, in the order columns,
// cells, foundations, waste for sources (waste, stock, places in pairs), then
// the draw, then the redeal.
func (p *Position) LegalMoves(dst []Move) []Move {
	r := p.rules()
	if p.won(r) {
		return dst
	}
	dst = p.cardMoves(r, dst)
	for _, m := range [...]Move{{Kind: Draw}, {Kind: Redeal}} {
		if p.refusal(r, m).reason == NoReason {
			dst = append(dst, m)
		}
	}
	return dst
}

// cardMoves appends the legal moves other than draw and redeal.
func (p *Position) cardMoves(r *rules, dst []Move) []Move {
	switch {
	case r.pairs:
		return p.removals(r, dst)
	case r.neighbours:
		return p.plays(r, dst)
	}
	for c := list(0); c < list(r.columns); c++ {
		if p.size(c) > 0 {
			dst = p.columnMoves(r, c, dst)
		}
	}
	for c := range r.cells {
		if p.cell[c] != NoCard {
			dst = p.landings(r, firstCell+PileID(c), p.cell[c], dst)
			dst = p.foundationPlay(r, firstCell+PileID(c), p.cell[c], dst)
		}
	}
	if r.foundationReturn {
		for s, rank := range p.home {
			if rank != 0 {
				dst = p.landings(r, Foundation(Suit(s)), NewCard(rank, Suit(s)), dst)
			}
		}
	}
	if r.stock == toWaste && p.size(wasteList) > 0 {
		dst = p.landings(r, Waste, p.top(wasteList), dst)
		dst = p.foundationPlay(r, Waste, p.top(wasteList), dst)
	}
	return dst
}

// columnMoves appends the moves of a column's top cards.
func (p *Position) columnMoves(r *rules, c list, dst []Move) []Move {
	from, top := firstColumn+PileID(c), int(p.end[c])-1
	run := p.cards[top+1-p.liftable(r, c) : top+1]
	for to := list(0); to < list(r.columns); to++ {
		if to == c {
			continue
		}
		most := len(run)
		if r.supermoves && most > 1 {
			most = min(most, p.capacity(r, to))
		}
		for n, target := 1, p.top(to); n <= most; n++ {
			if r.landing(run[len(run)-n], target) == NoReason {
				dst = append(dst, Move{Kind: Transfer, From: from, To: firstColumn + PileID(to), Count: uint8(n)})
			}
		}
	}
	for cell := range r.cells {
		if p.cell[cell] == NoCard {
			dst = append(dst, Move{Kind: Transfer, From: from, To: firstCell + PileID(cell), Count: 1})
		}
	}
	return p.foundationPlay(r, from, p.cards[top], dst)
}

// landings appends the moves of a single card to columns.
func (p *Position) landings(r *rules, from PileID, card Card, dst []Move) []Move {
	for to := list(0); to < list(r.columns); to++ {
		if r.landing(card, p.top(to)) == NoReason {
			dst = append(dst, Move{Kind: Transfer, From: from, To: firstColumn + PileID(to), Count: 1})
		}
	}
	return dst
}

// foundationPlay appends the play of a card to its foundation, if it fits.
func (p *Position) foundationPlay(r *rules, from PileID, card Card, dst []Move) []Move {
	if r.foundations && p.goesHome(card) {
		dst = append(dst, Move{Kind: Transfer, From: from, To: Foundation(card.Suit()), Count: 1})
	}
	return dst
}

// removals appends the pairs and single Kings of a pyramid.
func (p *Position) removals(r *rules, dst []Move) []Move {
	var free [2 + maxPlaces]PileID
	n := 0
	if p.size(wasteList) > 0 {
		free[n], n = Waste, n+1
	}
	if r.stockPlay && p.size(stockList) > 0 {
		free[n], n = Stock, n+1
	}
	for i := range maxPlaces {
		if p.placeFree(r, i) {
			free[n], n = firstPlace+PileID(i), n+1
		}
	}
	for i, a := range free[:n] {
		rank := p.topCard(a).Rank()
		if rank == King {
			dst = append(dst, Move{Kind: Remove, From: a})
			continue
		}
		for _, b := range free[i+1 : n] {
			if rank+p.topCard(b).Rank() == King {
				dst = append(dst, Move{Kind: Remove, From: a, To: b})
			}
		}
	}
	return dst
}

// placeFree reports whether the place holds a card that no other one covers.
func (p *Position) placeFree(r *rules, i int) bool {
	return p.present&placeBit(i) != 0 && !r.places.covered(i, p.present)
}

// plays appends the plays to the waste.
func (p *Position) plays(r *rules, dst []Move) []Move {
	top := p.top(wasteList)
	if top == NoCard {
		return dst
	}
	p.eachFree(r, func(from PileID, card Card) bool {
		if r.takes(top, card) {
			dst = append(dst, Move{Kind: Transfer, From: from, To: Waste, Count: 1})
		}
		return true
	})
	return dst
}

// eachFree calls yield with every free card of the table of a removal game
// until it returns false: column tops or uncovered places.
func (p *Position) eachFree(r *rules, yield func(from PileID, card Card) bool) {
	for c := list(0); c < list(r.columns); c++ {
		if p.size(c) > 0 && !yield(firstColumn+PileID(c), p.top(c)) {
			return
		}
	}
	if r.places == nil {
		return
	}
	for i := range maxPlaces {
		if p.placeFree(r, i) && !yield(firstPlace+PileID(i), p.place[i]) {
			return
		}
	}
}
