package engine

// pack is the set of cards that a game is played with.
type pack uint8

const (
	noPack  pack = iota
	onePack      // 52 cards
	spider1      // eight times spades
	spider2      // spades and hearts, four times each
	spider4      // 52 cards twice
)

// suits returns the suits of the pack in the order of its sorted deck, each Ace to King.
func (p pack) suits() []Suit {
	switch p {
	case onePack:
		return []Suit{Clubs, Diamonds, Hearts, Spades}
	case spider1:
		return []Suit{Spades, Spades, Spades, Spades, Spades, Spades, Spades, Spades}
	case spider2:
		return []Suit{Spades, Hearts, Spades, Hearts, Spades, Hearts, Spades, Hearts}
	case spider4:
		return []Suit{Clubs, Diamonds, Hearts, Spades, Clubs, Diamonds, Hearts, Spades}
	default:
		return nil
	}
}

// copies returns how often the pack holds each card of the suit.
func (p pack) copies(s Suit) int {
	switch {
	case p == onePack:
		return 1
	case p == spider1 && s == Spades:
		return 8
	case p == spider2 && (s == Spades || s == Hearts):
		return 4
	case p == spider4:
		return 2
	default:
		return 0
	}
}

func (p pack) size() int {
	switch p {
	case noPack:
		return 0
	case onePack:
		return 52
	default:
		return 104
	}
}

// name is the deck's name in the derivation of seed deals.
func (p pack) name() string {
	switch p {
	case spider1:
		return "104-1"
	case spider2:
		return "104-2"
	case spider4:
		return "104-4"
	default:
		return "52"
	}
}

// sorted returns the deck before it is shuffled.
func (p pack) sorted() []Card {
	deck := make([]Card, 0, p.size())
	for _, s := range p.suits() {
		for r := Ace; r <= King; r++ {
			deck = append(deck, NewCard(r, s))
		}
	}
	return deck
}
