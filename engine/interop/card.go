package interop

import (
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

const cardWanted = "a card: rank A 2 to 9 T or 10 J Q K and suit C D H S"

// readCard reads a card as other programs write it: the ten as T or 10, the
// Ace also as 1, letters in either case.
func readCard(w word) (engine.Card, error) {
	if n := len(w.text); n >= 2 {
		rank := readRank(w.text[:n-1])
		if suit, ok := readSuit(w.text[n-1:]); ok && rank != 0 {
			return engine.NewCard(rank, suit), nil
		}
	}
	return engine.NoCard, w.refuse(cardWanted)
}

// readRank reads a rank, zero if it is none.
func readRank(text string) engine.Rank {
	switch text {
	case "10":
		return 10
	case "1":
		return engine.Ace
	}
	if len(text) != 1 {
		return 0
	}
	return engine.Rank(strings.Index("A23456789TJQK", strings.ToUpper(text)) + 1)
}

func readSuit(text string) (engine.Suit, bool) {
	for _, s := range engine.Suits {
		if strings.EqualFold(s.String(), text) {
			return s, true
		}
	}
	return 0, false
}

// writeCard writes a card as rank and suit in capitals, the ten as T.
func writeCard(c engine.Card) string { return strings.ToUpper(c.String()) }

func writeCards(cards []engine.Card) string {
	texts := make([]string, len(cards))
	for i, c := range cards {
		texts[i] = writeCard(c)
	}
	return strings.Join(texts, " ")
}
