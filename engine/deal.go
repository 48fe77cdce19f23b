package engine

import (
	"crypto/sha256"
	"math/bits"
	"math/rand/v2"
	"strconv"
	"unicode/utf8"
)

// DealNumber is the number of a deal, 1 to 4294967295.
type DealNumber uint32

// maxSeed is the length of the longest seed in bytes.
const maxSeed = 128

// Deal is a game before its first move: the options and the deck in dealing
// order, and the number or the seed that it was made from, if any.
type Deal struct {
	Options Options
	Number  DealNumber
	Seed    string
	// Deck holds 52 or 104 cards; the first one is dealt first.
	Deck []Card
}

// DealByNumber returns the deal of that number: for FreeCell the Microsoft
// deal, for the other games the deal of the seed that writes the number in
// decimal. Zero is ErrDealNumber.
func DealByNumber(o Options, n DealNumber) (Deal, error) {
	if n == 0 {
		return Deal{}, ErrDealNumber
	}
	d := Deal{Options: o, Number: n}
	if o.variant == FreeCell {
		d.Deck = microsoftDeck(n)
	} else {
		d.Deck = seedDeck(o, strconv.FormatUint(uint64(n), 10))
	}
	return d, nil
}

// DealBySeed returns the deal of the seed, 1 to 128 bytes of UTF-8 that are
// used as they are; any other seed is a *SeedError.
func DealBySeed(o Options, seed string) (Deal, error) {
	if seed == "" || len(seed) > maxSeed {
		return Deal{}, &SeedError{Length: len(seed)}
	}
	if !utf8.ValidString(seed) {
		return Deal{}, &SeedError{Length: len(seed), NotText: true}
	}
	return Deal{Options: o, Seed: seed, Deck: seedDeck(o, seed)}, nil
}

// DealByDeck returns the deal of the deck, given in dealing order. A deck that
// is not the deck of the game is a *SetupError.
func DealByDeck(o Options, deck []Card) (Deal, error) {
	var counts cardCounts
	for _, c := range deck {
		counts.add(c)
	}
	if wrong := counts.differences(o.rules().pack); wrong != nil {
		return Deal{}, &SetupError{Violations: wrong}
	}
	return Deal{Options: o, Deck: append([]Card(nil), deck...)}, nil
}

// Position returns the position before the first move.
func (d Deal) Position() Position {
	var p Position
	p.options = d.Options
	r := p.rules()
	if len(d.Deck) != r.pack.size() {
		return Position{}
	}
	r.deal(&dealer{table: &p.table, rest: d.Deck})
	if r.score != nil {
		p.score = int32(r.score.start)
	}
	return p
}

// microsoftDeck deals out FreeCell's numbered deck: a linear congruential
// generator whose outputs pick, from the sorted deck in rank order, the next
// card, whose place the last remaining one takes. From 2^31 on bit 15 of every
// output is set, as FreeCell Pro does.
func microsoftDeck(n DealNumber) []Card {
	var left [52]Card
	for i := range left {
		left[i] = NewCard(Rank(i/4+1), Suit(i%4))
	}
	state, high := uint32(n), uint32(0)
	if n >= 1<<31 {
		high = 1 << 15
	}
	deck := make([]Card, 0, len(left))
	for last := len(left) - 1; last >= 0; last-- {
		state = state*214013 + 2531011
		pick := (state>>16&0x7fff | high) % uint32(last+1)
		deck = append(deck, left[pick])
		left[pick] = left[last]
	}
	return deck
}

// seedDeck shuffles the sorted deck by a ChaCha8 stream whose key is the
// SHA-256 of <variant>/<deck>/<seed>, from the last index down. The steps are
// written down in docs/deals.md and never change.
func seedDeck(o Options, seed string) []Card {
	pack := o.rules().pack
	key := sha256.Sum256([]byte(o.variant.String() + "/" + pack.name() + "/" + seed))
	stream := rand.NewChaCha8(key)
	deck := pack.sorted()
	for i := len(deck) - 1; i > 0; i-- {
		j := bounded(stream, uint64(i+1))
		deck[i], deck[j] = deck[j], deck[i]
	}
	return deck
}

// bounded draws an unbiased number below n.
func bounded(stream *rand.ChaCha8, n uint64) uint64 {
	if n&(n-1) == 0 {
		return stream.Uint64() & (n - 1)
	}
	for {
		high, low := bits.Mul64(stream.Uint64(), n)
		if low >= -n%n {
			return high
		}
	}
}

// dealer lays a deck out on an empty table. The order in which a game calls it
// is the order in which its cards leave the deck.
type dealer struct {
	*table
	rest []Card
}

func (d *dealer) next() Card {
	c := d.rest[0]
	d.rest = d.rest[1:]
	return c
}

// triangle deals n rounds; each starts one column further to the right than
// the one before with a face-up card, and the rest of it lies face down.
func (d *dealer) triangle(n int) {
	for round := range n {
		for c := round; c < n; c++ {
			d.push(list(c), d.next())
			if c > round {
				d.down[c]++
			}
		}
	}
}

// rounds deals n face-up cards to each of the columns from first to last, counted from 1, round by round.
func (d *dealer) rounds(n, first, last int) {
	for ; n > 0; n-- {
		for c := first; c <= last; c++ {
			d.push(list(c-1), d.next())
		}
	}
}

// all deals the whole deck face up over the columns, round by round.
func (d *dealer) all(columns int) {
	for i := 0; len(d.rest) > 0; i++ {
		d.push(list(i%columns), d.next())
	}
}

// faceDown deals n cards face down over the columns, round by round.
func (d *dealer) faceDown(n, columns int) {
	for i := range n {
		d.push(list(i%columns), d.next())
		d.down[i%columns]++
	}
}

// turnUpTops turns up the top card of each column.
func (d *dealer) turnUpTops(columns int) {
	for c := range columns {
		d.down[c]--
	}
}

// places deals the 28 places of the shape, row by row.
func (d *dealer) places() {
	for i := range d.place {
		d.place[i] = d.next()
	}
	d.present = allPlaces
}

// waste turns up the first waste card.
func (d *dealer) waste() { d.push(wasteList, d.next()) }

// stock puts the rest of the deck into the stock, to be drawn in dealing order.
func (d *dealer) stock() {
	for i := len(d.rest) - 1; i >= 0; i-- {
		d.push(stockList, d.rest[i])
	}
	d.rest = nil
}
