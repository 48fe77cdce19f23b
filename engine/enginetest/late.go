package enginetest

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// LatePosition returns a random position near the end of a game, which play
// need not reach: few cards on the table, groups in any order, counters that
// are merely possible. There the rare rules are common.
func LatePosition(t testing.TB, random *rand.Rand, o engine.Options) engine.Position {
	t.Helper()
	for range 100 {
		b := lateBoard{random: random, game: naive.Parse(o.String() + " m=0"), deck: shuffled(random, o)}
		b.lay()
		b.count()
		p, err := engine.ParseState(b.game.String())
		if err == nil {
			return p
		}
	}
	t.Fatalf("no possible late position of %s found", o)
	return engine.Position{}
}

// shuffled returns the deck of the game in random order.
func shuffled(random *rand.Rand, o engine.Options) []naive.Card {
	var deck []naive.Card
	for _, c := range RandomDeal(random, o).Deck {
		deck = append(deck, naive.Card{Rank: int(c.Rank()), Suit: c.Suit().String()[0]})
	}
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
	return deck
}

// lateBoard lays a deck out.
type lateBoard struct {
	random *rand.Rand
	game   *naive.Game
	deck   []naive.Card
}

func (b *lateBoard) next() naive.Card {
	c := b.deck[0]
	b.deck = b.deck[1:]
	return c
}

// deal lays up to n cards of the deck on a pile.
func (b *lateBoard) deal(pile string, n int) {
	for ; n > 0 && len(b.deck) > 0; n-- {
		b.game.Piles[pile] = append(b.game.Piles[pile], b.next())
	}
}

func (b *lateBoard) lay() {
	switch b.game.Variant {
	case "klondike":
		b.raiseFoundations()
		stock := b.random.IntN(min(len(b.deck), 24) + 1)
		waste := b.random.IntN(stock + 1)
		b.deal("w", waste)
		b.deal("s", stock-waste)
		b.columns(7, []int{0, 1, 2, 3, 4, 5, 6})
	case "yukon":
		b.raiseFoundations()
		b.columns(7, []int{0, 1, 2, 3, 4, 5, 6})
	case "freecell":
		b.raiseFoundations()
		for cell := 1; strconv.Itoa(cell) <= b.game.Options["cells"]; cell++ {
			b.deal("c"+strconv.Itoa(cell), b.random.IntN(2))
		}
		b.columns(8, make([]int, 8))
	case "spider":
		if b.random.IntN(4) == 0 {
			b.lastRun()
			return
		}
		b.takeRuns(3 + b.random.IntN(5))
		b.deal("s", 10*b.random.IntN(min(len(b.deck)/10, 5)+1))
		b.columns(10, []int{5, 5, 5, 5, 4, 4, 4, 4, 4, 4})
	case "pyramid":
		b.takePairs()
		b.places(len(b.deck) - min(b.random.IntN(25), len(b.deck)))
		b.deal("w", b.random.IntN(len(b.deck)+1))
		b.deal("s", len(b.deck))
	case "tripeaks":
		b.places(1 + b.random.IntN(12))
		b.deal("s", b.random.IntN(24))
		b.deal("w", len(b.deck))
	case "golf":
		for column := 1; column <= 7; column++ {
			b.deal("t"+strconv.Itoa(column), b.random.IntN(1+b.random.IntN(4)))
		}
		b.deal("s", b.random.IntN(17))
		b.deal("w", len(b.deck))
	}
}

// raiseFoundations takes most cards of every suit to the foundations.
func (b *lateBoard) raiseFoundations() {
	tops := map[byte]int{}
	for _, suit := range []byte("cdhs") {
		tops[suit] = max(0, 13-b.random.IntN(1+b.random.IntN(9)))
	}
	for _, suit := range []byte("cdhs") {
		for rank := 1; rank <= tops[suit]; rank++ {
			b.game.Piles["f"+string(suit)] = append(b.game.Piles["f"+string(suit)], naive.Card{Rank: rank, Suit: suit})
		}
	}
	b.deck = slices.DeleteFunc(b.deck, func(c naive.Card) bool { return c.Rank <= tops[c.Suit] })
}

// lastRun leaves one run on the table, in a few pieces.
func (b *lateBoard) lastRun() {
	b.takeRuns(7)
	slices.SortFunc(b.deck, func(x, y naive.Card) int { return y.Rank - x.Rank })
	for _, column := range b.random.Perm(10) {
		b.deal("t"+strconv.Itoa(1+column), 1+b.random.IntN(12))
	}
}

// takeRuns takes n whole runs off the deck.
func (b *lateBoard) takeRuns(n int) {
	for range n {
		suit := b.deck[0].Suit
		for rank := 1; rank <= 13; rank++ {
			i := slices.IndexFunc(b.deck, func(c naive.Card) bool { return c.Rank == rank && c.Suit == suit })
			b.deck = slices.Delete(b.deck, i, i+1)
		}
		b.game.Piles["f"] = append(b.game.Piles["f"], naive.Card{Rank: 13, Suit: suit})
	}
}

// takePairs takes pairs that add to thirteen, and Kings, out of the deck.
func (b *lateBoard) takePairs() {
	for range 8 + b.random.IntN(18) {
		c := b.next()
		if c.Rank == 13 {
			continue
		}
		i := slices.IndexFunc(b.deck, func(d naive.Card) bool { return c.Rank+d.Rank == 13 })
		b.deck = slices.Delete(b.deck, i, i+1)
	}
}

// places leaves n places of a pyramid or of peaks with a card, none of them covered by a place that is gone below.
func (b *lateBoard) places(n int) {
	for i := 1; i <= 28; i++ {
		b.game.Piles["p"+strconv.Itoa(i)] = []naive.Card{{Rank: 1, Suit: 's'}}
	}
	for left := 28; left > n; left-- {
		var free []string
		for i := 1; i <= 28; i++ {
			name := "p" + strconv.Itoa(i)
			if len(b.game.Piles[name]) > 0 && !b.game.Covered(name) {
				free = append(free, name)
			}
		}
		b.game.Piles[free[b.random.IntN(len(free))]] = nil
	}
	for i := 1; i <= 28; i++ {
		name := "p" + strconv.Itoa(i)
		if len(b.game.Piles[name]) > 0 {
			b.game.Piles[name] = []naive.Card{b.next()}
		}
	}
}

// columns lays the rest of the deck on the columns, some of it face down.
func (b *lateBoard) columns(n int, faceDown []int) {
	used := 1 + b.random.IntN(n)
	ordered := b.random.IntN(3) == 0
	if ordered {
		// High cards first: columns that can be played home.
		slices.SortFunc(b.deck, func(x, y naive.Card) int { return y.Rank - x.Rank })
	}
	order := b.random.Perm(n)[:used]
	for len(b.deck) > 0 {
		b.deal("t"+strconv.Itoa(1+order[b.random.IntN(used)]), 1)
	}
	for column := 1; column <= n; column++ {
		cards := b.game.Piles["t"+strconv.Itoa(column)]
		down := min(faceDown[column-1], len(cards)-1)
		if down <= 0 || ordered || b.random.IntN(2) == 0 {
			continue
		}
		for i := range 1 + b.random.IntN(down) {
			cards[i].Down = true
		}
	}
}

// count sets counters that are possible.
func (b *lateBoard) count() {
	counters := b.game.Counters
	counters["m"] = 60 + b.random.IntN(200)
	if b.random.IntN(8) == 0 {
		counters["m"] = 1<<31 - 10000
	}
	switch redeals := b.game.Options["redeals"]; redeals {
	case "", "0":
	case "unlimited":
		counters["r"] = b.random.IntN(6)
	default:
		most, _ := strconv.Atoi(redeals)
		counters["r"] = b.random.IntN(most + 1)
	}
	counters["score"] = b.random.IntN(300) - 100
	if b.game.Options["scoring"] == "classic" {
		counters["streak"] = b.random.IntN(10)
	}
}
