package interop

import "github.com/talon-solitaire/talon/engine"

// Limits bound what a conversion reads and writes; 0 stands for the largest
// value, which is that of a record.
type Limits struct {
	// Moves is the length of a log, read or written.
	Moves int
	// DeckCards and SeedBytes are the sizes of a deal in a record.
	DeckCards, SeedBytes int
}

// The largest deal: the deck of Spider, and the longest seed that deals.
const (
	maxDeckCards = 104
	maxSeedBytes = 128
)

func (l Limits) moves() int {
	if l.Moves == 0 {
		return engine.MaxRecordMoves
	}
	return l.Moves
}

// written is the length of a log that a text may hold, of this project or of another.
func (l Limits) written() int { return min(l.moves(), engine.MaxRecordMoves) }

// checkDeal refuses a deal of a record that is too large, before it is looked at any closer.
func (l Limits) checkDeal(d *engine.RecordDeal) error {
	cards, seed := l.DeckCards, l.SeedBytes
	if cards == 0 {
		cards = maxDeckCards
	}
	if seed == 0 {
		seed = maxSeedBytes
	}
	switch {
	case d == nil:
	case len(d.Deck)/2 > cards:
		return tooMuch("text", "cards", cards, len(d.Deck)/2, nil)
	case len(d.Seed) > seed:
		return tooMuch("text", "bytes", seed, len(d.Seed), nil)
	}
	return nil
}
