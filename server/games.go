package main

import (
	"crypto/rand"
	"iter"
	"math"
	"math/big"
	"strconv"

	"github.com/talon-solitaire/talon/engine"
)

// notationVersion is the version of the notation of positions, moves and records.
const notationVersion = 1

// entry is the path of an element of a list.
func entry(list string, index int) string { return list + "[" + strconv.Itoa(index) + "]" }

// checkMoves refuses a log that is longer than this server takes.
func (l *limits) checkMoves(field string, moves int) error {
	if moves > l.moves {
		return overLimit(field, l.moves, moves)
	}
	return nil
}

func readMove(field string, index int, text string) (engine.Move, error) {
	m, err := engine.ParseMove(text)
	if err != nil {
		return m, moveProblem(field, index, text, err)
	}
	return m, nil
}

// numberedDeals is how many deals a random one is taken from: in FreeCell those that the original
// program knew, elsewhere all that have a number.
func numberedDeals(v engine.Variant) int64 {
	if v == engine.FreeCell {
		return 1_000_000
	}
	return math.MaxUint32
}

// randomNumber draws a deal number from the randomness of the system.
func randomNumber(v engine.Variant) engine.DealNumber {
	n, err := rand.Int(rand.Reader, big.NewInt(numberedDeals(v)))
	if err != nil {
		// The system's randomness never fails; where it does, nothing can be dealt.
		panic(err)
	}
	return engine.DealNumber(n.Int64() + 1)
}

func dealByNumber(field string, o engine.Options, n engine.DealNumber) (engine.Deal, error) {
	d, err := engine.DealByNumber(o, n)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

func (l *limits) dealBySeed(field string, o engine.Options, seed string) (engine.Deal, error) {
	if len(seed) > l.seedBytes {
		return engine.Deal{}, overLimit(field, l.seedBytes, len(seed))
	}
	d, err := engine.DealBySeed(o, seed)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

func (l *limits) dealByDeck(field string, o engine.Options, deck string) (engine.Deal, error) {
	if cards := len(deck) / 2; cards > l.deckCards {
		return engine.Deal{}, overLimit(field, l.deckCards, cards)
	}
	cards, err := engine.ParseCards(deck)
	if err != nil {
		return engine.Deal{}, dealProblem(field, err)
	}
	d, err := engine.DealByDeck(o, cards)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

// schemes lists the scoring schemes of a variant, each with the score of a fresh deal.
func schemes(v engine.Variant) iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for _, option := range v.Options() {
			if option.Name != "scoring" {
				continue
			}
			for _, name := range option.Values {
				o, err := engine.ParseOptions(v, map[string]string{"scoring": name})
				if err != nil || !o.Scored() {
					continue
				}
				d, err := engine.DealByNumber(o, 1)
				if err != nil {
					continue
				}
				p := d.Position()
				if !yield(name, p.Score()) {
					return
				}
			}
		}
	}
}
