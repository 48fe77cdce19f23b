package engine

// FinishAvailable reports whether playing cards to the foundations one after
// the other, and nothing else, completes the game: every card left lies face
// up and the stock is empty. A won game has no finish.
func (p *Position) FinishAvailable() bool {
	r := p.rules()
	return p.finishes(r)
}

func (p *Position) finishes(r *rules) bool {
	if !p.finishable(r) {
		return false
	}
	q := *p
	for q.playNext(r, nil) {
	}
	return q.won(r)
}

// finishable looks at what rules most positions out at once.
func (p *Position) finishable(r *rules) bool {
	return r.foundations && p.down == [maxColumns]uint8{} && p.size(stockList) == 0 && !p.won(r)
}

// Finish returns the moves of the automatic finish. The position is as it was.
// Where the finish is not available the error is an *IllegalMoveError.
func (p *Position) Finish() ([]Move, error) {
	r := p.rules()
	if p.won(r) {
		return nil, p.illegal(r, Move{}, refuse(GameOver))
	}
	if !p.finishable(r) {
		return nil, p.illegal(r, Move{}, refuse(FinishNotAvailable))
	}
	q := *p
	moves := make([]Move, 0, 52)
	for q.playNext(r, &moves) {
	}
	if !q.won(r) {
		return nil, p.illegal(r, Move{}, refuse(FinishNotAvailable))
	}
	return moves, nil
}

// playNext plays, of the cards that fit their foundation, the one of the lowest
// rank, and among those the first in the order of suits. It reports whether
// there was one. A play never takes another one away, so the order does not
// decide whether the finish completes the game.
func (p *Position) playNext(r *rules, moves *[]Move) bool {
	var best Move
	lowest := King + 1
	for s, home := range p.home {
		if home+1 < lowest {
			if from := p.playableAt(r, NewCard(home+1, Suit(s))); from != NoPile {
				best = Move{Kind: Transfer, From: from, To: Foundation(Suit(s)), Count: 1}
				lowest = home + 1
			}
		}
	}
	if lowest > King {
		return false
	}
	if moves != nil {
		*moves = append(*moves, best)
	}
	p.apply(r, best, nil)
	return true
}

// playableAt returns the pile on top of which the card lies, in the order waste, cells, columns.
func (p *Position) playableAt(r *rules, card Card) PileID {
	if p.top(wasteList) == card {
		return Waste
	}
	for c := range r.cells {
		if p.cell[c] == card {
			return firstCell + PileID(c)
		}
	}
	for c := list(0); c < list(r.columns); c++ {
		if p.top(c) == card {
			return firstColumn + PileID(c)
		}
	}
	return NoPile
}
