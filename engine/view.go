package engine

// PileView is a pile as a player sees it.
type PileView struct {
	ID PileID
	// Cards are the cards, bottom first, two characters each; ?? is a card
	// that lies face down.
	Cards string
}

// Table returns every pile of the game as a player sees it, empty ones too, in
// canonical order. It is the one place that hides cards: of a face-down card
// and of the stock nothing is told but that it is there.
func (p *Position) Table() []PileView {
	piles := p.options.Piles()
	views := make([]PileView, len(piles))
	var text []byte
	for i, id := range piles {
		text = text[:0]
		down := p.FaceDown(id)
		for n, c := range p.Pile(id) {
			if n < down {
				text = append(text, '?', '?')
				continue
			}
			text = appendCards(text, []Card{c})
		}
		views[i] = PileView{ID: id, Cards: string(text)}
	}
	return views
}

// Parts is a legal move told in parts, so that nobody has to parse its text.
type Parts struct {
	Kind     MoveKind
	From, To PileID
	// Cards are the cards that move, bottom first; empty for a draw and a redeal.
	Cards string
	// TurnsUp are the piles in which the move turns up a card; none for a draw,
	// where that depends on cards that nobody has seen yet.
	TurnsUp []PileID
}

// Parts tells a legal move in parts. It names no card that lies face down now.
// Of a move that is not legal the zero value is returned.
func (p *Position) Parts(m Move) Parts {
	after := *p
	events, err := after.ApplyEvents(m, nil)
	if err != nil {
		return Parts{}
	}
	if m.Kind == Draw {
		// A row can finish a run: to say so would tell a card of the stock.
		return Parts{Kind: Draw}
	}
	parts := Parts{Kind: m.Kind, From: m.From, To: m.To}
	for _, e := range events {
		switch e.Kind {
		case CardsMoved, CardRemoved:
			parts.Cards += e.Cards
		case CardTurnedUp:
			parts.TurnsUp = append(parts.TurnsUp, e.From)
		}
	}
	return parts
}
