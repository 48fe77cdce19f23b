package hint

import "github.com/talon-solitaire/talon/engine"

// sight is what a player sees of a game with columns, and nothing else: every
// hint for such a game is made from it.
type sight struct {
	variant engine.Variant
	// column holds the face-up cards of each column, bottom first, hidden how
	// many lie face down beneath them.
	column [10][]engine.Card
	hidden [10]int
	home   [4]engine.Rank
	// waste is the top of the waste, NoCard if there is none.
	waste engine.Card
	stock int
	// width is how many columns the game has.
	width int
	room  [128]engine.Card
}

// see looks at the position.
func (s *sight) see(p *engine.Position) {
	s.variant = p.Variant()
	s.width = columnsOf(s.variant)
	cards := s.room[:0]
	for i := range s.width {
		from := len(cards)
		cards = p.AppendPile(cards, engine.Column(i+1))
		s.hidden[i] = p.FaceDown(engine.Column(i + 1))
		s.column[i] = cards[from+s.hidden[i]:]
	}
	for i, suit := range engine.Suits {
		from := len(cards)
		s.home[i] = engine.Rank(len(p.AppendPile(cards, engine.Foundation(suit))) - from)
	}
	pile := p.AppendPile(cards, engine.Waste)
	s.waste = engine.NoCard
	if len(pile) > len(cards) {
		s.waste = pile[len(pile)-1]
	}
	s.stock = len(p.AppendPile(cards, engine.Stock)) - len(cards)
}

// columnsOf is how many columns the game has.
func columnsOf(v engine.Variant) int {
	switch v {
	case engine.Spider:
		return 10
	case engine.FreeCell:
		return 8
	default:
		return 7
	}
}

// top returns the top card of a column, NoCard if it is empty.
func (s *sight) top(column int) engine.Card {
	if n := len(s.column[column]); n > 0 {
		return s.column[column][n-1]
	}
	return engine.NoCard
}

// spaces is how many columns are empty.
func (s *sight) spaces() int {
	n := 0
	for _, cards := range s.column[:s.width] {
		if len(cards) == 0 {
			n++
		}
	}
	return n
}

// safe reports whether nothing on the table will ever need the card as a place
// to lie on: both foundations of the other colour are within one rank of it.
func (s *sight) safe(c engine.Card) bool {
	for i, suit := range engine.Suits {
		if suit.Red() != c.Red() && s.home[i]+1 < c.Rank() {
			return false
		}
	}
	return true
}

// join says how well a card lies on another: 2 in the order and the suit (or
// colours) in which it can move on, 1 in the order alone, 0 otherwise.
func (s *sight) join(card, on engine.Card) int {
	switch {
	case on == engine.NoCard || on.Rank() != card.Rank()+1:
		return 0
	case s.variant == engine.Spider:
		if on.Suit() == card.Suit() {
			return 2
		}
		return 1
	case on.Red() != card.Red():
		return 2
	default:
		return 0
	}
}

// kingWaits reports whether a King would be glad of an empty column: one that
// lies on other cards, or on top of the waste.
func (s *sight) kingWaits() bool {
	if s.waste != engine.NoCard && s.waste.Rank() == engine.King {
		return true
	}
	for i := range s.width {
		for depth, c := range s.column[i] {
			if c.Rank() == engine.King && s.hidden[i]+depth > 0 {
				return true
			}
		}
	}
	return false
}
