package engine

import "math/bits"

// Apply makes the move. A move that is not legal is refused with an
// *IllegalMoveError, and the position is as it was.
func (p *Position) Apply(m Move) error {
	r := p.rules()
	if f := p.refusal(r, m); f.reason != NoReason {
		return p.illegal(r, m, f)
	}
	p.apply(r, m, nil)
	return nil
}

// ApplyEvents makes the move and appends what happened, in order, to dst.
func (p *Position) ApplyEvents(m Move, dst []Event) ([]Event, error) {
	r := p.rules()
	if f := p.refusal(r, m); f.reason != NoReason {
		return dst, p.illegal(r, m, f)
	}
	j := journal{events: dst}
	p.apply(r, m, &j)
	return j.events, nil
}

// apply makes a legal move with all its consequences: cards turned up,
// finished runs taken off, the counters and the score.
func (p *Position) apply(r *rules, m Move, j *journal) {
	points := r.points().move
	switch m.Kind {
	case Draw:
		points += p.draw(r, j)
	case Redeal:
		points += p.redeal(r, j)
	case Remove:
		points += p.remove(r, m, j)
	default:
		points += p.transfer(r, m, j)
	}
	if r.completeRuns {
		points += p.takeRuns(r, j)
	}
	won := p.won(r)
	if won {
		points += r.points().stockLeft * p.size(stockList)
	}
	if p.moves < maxCount {
		p.moves++
	}
	if r.score != nil {
		p.keepScore(r.score, points, j)
	}
	if won {
		j.add(Event{Kind: GameWon})
	}
}

func (p *Position) keepScore(s *scoring, points int, j *journal) {
	before := p.score
	p.score = s.settle(p.score, points)
	if p.score != before {
		j.add(Event{Kind: ScoreChanged, Points: int(int64(p.score) - int64(before))})
	}
}

// draw turns up cards onto the waste, or deals a row, and returns the points.
func (p *Position) draw(r *rules, j *journal) int {
	if r.stock == toRows {
		for c := list(0); c < list(r.columns); c++ {
			card := p.top(stockList)
			p.shift(stockList, c, 1)
			j.add(Event{Kind: CardDealt, To: firstColumn + PileID(c), Cards: j.cards(card)})
		}
		return 0
	}
	for n := min(r.draw, p.size(stockList)); n > 0; n-- {
		card := p.top(stockList)
		p.shift(stockList, wasteList, 1)
		j.add(Event{Kind: CardDrawn, Cards: j.cards(card)})
	}
	p.streak = 0
	return r.points().draw
}

// redeal turns the waste over, so that the first card drawn is the first again.
func (p *Position) redeal(r *rules, j *journal) int {
	n := p.size(wasteList)
	p.end[stockList] = p.end[wasteList]
	cards := p.pile(stockList)
	for a, b := 0, n-1; a < b; a, b = a+1, b-1 {
		cards[a], cards[b] = cards[b], cards[a]
	}
	if p.redeals < maxCount {
		p.redeals++
	}
	j.add(Event{Kind: WasteRedealt, Count: n})
	if s := r.points(); int(p.redeals) > s.freeRedeals {
		return s.redeal
	}
	return 0
}

// remove takes a pair or a King off the table and pays for rows that are cleared by it.
func (p *Position) remove(r *rules, m Move, j *journal) int {
	var cleared placeSet
	for _, id := range [2]PileID{m.From, m.To} {
		if id == NoPile {
			continue
		}
		j.add(Event{Kind: CardRemoved, From: id, Cards: j.cards(p.topCard(id))})
		if id.Kind() == KindPlace {
			p.takePlace(id.Index())
			cleared |= placeBit(id.Index())
		} else {
			p.drop(listOf(id), 1)
		}
	}
	s := r.points()
	points := s.removal
	for row := len(r.places.rows) - 1; row > 0; row-- {
		places := r.places.rows[row]
		if s.row[row] != 0 && places&cleared != 0 && places&p.present == 0 {
			points += s.row[row]
			j.add(Event{Kind: Bonus, Row: row, Points: s.row[row]})
		}
	}
	return points
}

func (p *Position) takePlace(i int) {
	p.place[i] = NoCard
	p.present &^= placeBit(i)
}

// transfer moves cards from pile to pile and returns the points.
func (p *Position) transfer(r *rules, m Move, j *journal) int {
	s, n := r.points(), int(m.Count)
	from, to := m.From.Kind(), m.To.Kind()
	if j != nil {
		cards := []Card{p.topCard(m.From)}
		if from == KindColumn {
			column := listOf(m.From)
			cards = p.pile(column)[p.size(column)-n:]
		}
		j.add(Event{Kind: CardsMoved, From: m.From, To: m.To, Cards: FormatCards(cards)})
	}
	points := 0
	switch {
	case from == KindPlace:
		p.push(wasteList, p.place[m.From.Index()])
		p.takePlace(m.From.Index())
		p.turnUpPlaces(r, m.From.Index(), j)
	case to == KindFoundation:
		points = s.toFoundation
		p.home[m.To.Index()]++
		p.takeTop(m.From)
	case to == KindCell:
		p.cell[m.To.Index()] = p.top(listOf(m.From))
		p.takeTop(m.From)
	case from == KindFoundation:
		points = s.fromFoundation
		p.push(listOf(m.To), p.topCard(m.From))
		p.home[m.From.Index()]--
	case from == KindCell:
		p.push(listOf(m.To), p.cell[m.From.Index()])
		p.cell[m.From.Index()] = NoCard
	default:
		if from == KindWaste {
			points = s.wasteToColumn
		}
		p.shift(listOf(m.From), listOf(m.To), n)
	}
	if from == KindColumn && p.turnUp(listOf(m.From), j) {
		points += s.turnUp
	}
	if to == KindWaste {
		points += p.played(r, m.From, j)
	}
	return points
}

// takeTop takes a column's, the waste's or a cell's top card away.
func (p *Position) takeTop(id PileID) {
	if id.Kind() == KindCell {
		p.cell[id.Index()] = NoCard
		return
	}
	p.drop(listOf(id), 1)
}

// played pays for a card that was played to the waste: the streak, a peak, a card off the columns.
func (p *Position) played(r *rules, from PileID, j *journal) int {
	s := r.points()
	points := 0
	if from.Kind() == KindColumn {
		points = s.cardOff
	}
	if !s.streak {
		return points
	}
	if p.streak < maxCount {
		p.streak++
	}
	points += int(p.streak)
	if from.Kind() == KindPlace && r.places.row[from.Index()] == 1 {
		peak := r.places.rows[1]
		gone := bits.OnesCount32(uint32(peak &^ p.present))
		points += s.peak[gone]
		j.add(Event{Kind: Bonus, From: from, Points: s.peak[gone]})
	}
	return points
}

// turnUp turns up a column's top card if it lies face down.
func (p *Position) turnUp(column list, j *journal) bool {
	if p.down[column] == 0 || int(p.down[column]) < p.size(column) {
		return false
	}
	p.down[column]--
	j.add(Event{Kind: CardTurnedUp, From: firstColumn + PileID(column), Cards: j.cards(p.top(column))})
	return true
}

// turnUpPlaces tells of the places that the card which left uncovered.
func (p *Position) turnUpPlaces(r *rules, left int, j *journal) {
	if j == nil || !r.places.faceDown {
		return
	}
	for i := range maxPlaces {
		if r.places.cover[i]&placeBit(left) != 0 && p.placeFree(r, i) {
			j.add(Event{Kind: CardTurnedUp, From: firstPlace + PileID(i), Cards: j.cards(p.place[i])})
		}
	}
}

// takeRuns takes finished runs off the columns, left to right, and returns the points.
func (p *Position) takeRuns(r *rules, j *journal) int {
	points := 0
	for c := list(0); c < list(r.columns); c++ {
		for p.finishedRun(c) {
			suit := p.top(c).Suit()
			p.drop(c, int(King))
			p.runs[suit]++
			points += r.points().run
			j.add(Event{Kind: RunCompleted, From: firstColumn + PileID(c), Suit: suit})
			if p.turnUp(c, j) {
				points += r.points().turnUp
			}
		}
	}
	return points
}

// finishedRun reports whether a face-up run from King to Ace of one suit lies on top of the column.
func (t *table) finishedRun(column list) bool {
	if t.faceUp(column) < int(King) || t.top(column).Rank() != Ace {
		return false
	}
	top := int(t.end[column]) - 1
	for n := 1; n < int(King); n++ {
		if !suitRun.joins(t.cards[top-n+1], t.cards[top-n]) {
			return false
		}
	}
	return true
}
