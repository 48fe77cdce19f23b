package engine

// Suit is one of the four suits, in the order clubs, diamonds, hearts, spades.
type Suit uint8

// The four suits.
const (
	Clubs Suit = iota
	Diamonds
	Hearts
	Spades
)

// Suits lists the four suits in their canonical order.
var Suits = [4]Suit{Clubs, Diamonds, Hearts, Spades}

const suitLetters = "cdhs"

// String returns the letter of the suit: c, d, h or s.
func (s Suit) String() string { return suitLetters[s&3 : s&3+1] }

// Red reports whether the suit is diamonds or hearts.
func (s Suit) Red() bool { return (s^s>>1)&1 == 1 }

// Rank is a rank from Ace, 1, to King, 13. Zero is no rank: an empty foundation.
type Rank uint8

// The ranks that rules speak of by name.
const (
	Ace   Rank = 1
	Queen Rank = 12
	King  Rank = 13
)

const rankLetters = "0A23456789TJQK"

// String returns the letter of the rank, A to K with T for ten; 0 for no rank.
func (r Rank) String() string {
	if r > King {
		return "?"
	}
	return rankLetters[r : r+1]
}

// Card is a playing card, face up or down; the zero value is no card. Two
// equal cards of a two-deck game are the same value.
type Card uint8

// NoCard is the absence of a card.
const NoCard Card = 0

// NewCard returns the card of the rank and suit.
func NewCard(r Rank, s Suit) Card { return Card(r)<<2 | Card(s) }

// Rank returns the rank of the card.
func (c Card) Rank() Rank { return Rank(c >> 2) }

// Suit returns the suit of the card.
func (c Card) Suit() Suit { return Suit(c & 3) }

// Red reports whether the card is a diamond or a heart.
func (c Card) Red() bool { return c.Suit().Red() }

// String returns the card as rank and suit, for example Td; an empty string for no card.
func (c Card) String() string {
	if c.Rank() < Ace || c.Rank() > King {
		return ""
	}
	return string([]byte{rankLetters[c.Rank()], suitLetters[c.Suit()]})
}

// cardSpace is one more than the largest value of a Card.
const cardSpace = int(King)<<2 + 4

const cardWanted = "a card: rank A23456789TJQK and suit cdhs"

// ranksByLetter and suitsByLetter read a card's two letters; suits are stored
// plus one, so that zero means no such letter.
var ranksByLetter, suitsByLetter = func() (ranks, suits [256]uint8) {
	for r := Ace; r <= King; r++ {
		ranks[rankLetters[r]] = uint8(r)
	}
	for s := range suitLetters {
		suits[suitLetters[s]] = uint8(s) + 1
	}
	return ranks, suits
}()

// cardOf returns the card written by two letters, NoCard if they write none.
func cardOf(rank, suit byte) Card {
	r, s := ranksByLetter[rank], suitsByLetter[suit]
	if r == 0 || s == 0 {
		return NoCard
	}
	return Card(r<<2 | (s - 1))
}

// ParseCard reads one card in its canonical form, for example Td. Anything
// else is a *ParseError.
func ParseCard(text string) (Card, error) {
	if len(text) == 2 {
		if c := cardOf(text[0], text[1]); c != NoCard {
			return c, nil
		}
	}
	return NoCard, &ParseError{Input: text, Wanted: cardWanted}
}

// ParseCards reads cards written without separators, for example 5cTd. The
// error is a *ParseError with the offset of the first card that is none.
func ParseCards(text string) ([]Card, error) {
	cards := make([]Card, 0, len(text)/2)
	for i := 0; i < len(text); i += 2 {
		if i+1 == len(text) {
			return nil, &ParseError{Input: text, Offset: i, Wanted: cardWanted}
		}
		c := cardOf(text[i], text[i+1])
		if c == NoCard {
			return nil, &ParseError{Input: text, Offset: i, Wanted: cardWanted}
		}
		cards = append(cards, c)
	}
	return cards, nil
}

// FormatCards writes cards without separators, in the order given.
func FormatCards(cards []Card) string { return string(appendCards(nil, cards)) }

func appendCards(dst []byte, cards []Card) []byte {
	for _, c := range cards {
		dst = append(dst, rankLetters[c.Rank()], suitLetters[c.Suit()])
	}
	return dst
}
