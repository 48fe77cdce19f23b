package engine_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// The deal of a sorted deck shows the dealing order at a glance.
func TestSortedDecksAreDealtInTheirOrder(t *testing.T) {
	for header, want := range map[string]string{
		"klondike/1": "klondike/1 m=0 t1:Ac t2:2c|8c t3:3c9c|Ad t4:4cTc2d|6d t5:5cJc3d7d|Td t6:6cQc4d8dJd|Kd t7:7cKc5d9dQdAh|2h" +
			" s:KsQsJsTs9s8s7s6s5s4s3s2sAsKhQhJhTh9h8h7h6h5h4h3h",
		"spider/1;suits=4": "spider/1;suits=4 m=0 score=500 t1:AcJc8d5h2s|Qs t2:2cQc9d6h3s|Ks t3:3cKcTd7h4s|Ac t4:4cAdJd8h5s|2c t5:5c2dQd9h|6s" +
			" t6:6c3dKdTh|7s t7:7c4dAhJh|8s t8:8c5d2hQh|9s t9:9c6d3hKh|Ts t10:Tc7d4hAs|Js" +
			" s:KsQsJsTs9s8s7s6s5s4s3s2sAsKhQhJhTh9h8h7h6h5h4h3h2hAhKdQdJdTd9d8d7d6d5d4d3d2dAdKcQcJcTc9c8c7c6c5c4c3c",
		"freecell/1": "freecell/1 m=0 t1:Ac9c4dQd7h2sTs t2:2cTc5dKd8h3sJs t3:3cJc6dAh9h4sQs t4:4cQc7d2hTh5sKs t5:5cKc8d3hJh6s t6:6cAd9d4hQh7s" +
			" t7:7c2dTd5hKh8s t8:8c3dJd6hAs9s",
		"pyramid/1":  "pyramid/1 m=0 p:Ac2c3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h s:KsQsJsTs9s8s7s6s5s4s3s2sAsKhQhJhTh9h8h7h6h5h4h3h",
		"tripeaks/1": "tripeaks/1 m=0 p:Ac2c3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h s:KsQsJsTs9s8s7s6s5s4s3s2sAsKhQhJhTh9h8h7h6h5h4h w:3h",
		"golf/1": "golf/1 m=0 t1:Ac8c2d9d3h t2:2c9c3dTd4h t3:3cTc4dJd5h t4:4cJc5dQd6h t5:5cQc6dKd7h t6:6cKc7dAh8h t7:7cAd8d2h9h" +
			" s:KsQsJsTs9s8s7s6s5s4s3s2sAsKhQhJh w:Th",
		"yukon/1": "yukon/1 m=0 t1:Ac t2:2c|8c3h9h2s8s t3:3c9c|Ad4hTh3s9s t4:4cTc2d|6d5hJh4sTs t5:5cJc3d7d|Td6hQh5sJs t6:6cQc4d8dJd|Kd7hKh6sQs" +
			" t7:7cKc5d9dQdAh|2h8hAs7sKs",
	} {
		o := optionsOf(t, header)
		deck, err := engine.ParseCards(strings.Join(deckOf(o), ""))
		if err != nil {
			t.Fatal(err)
		}
		d, err := engine.DealByDeck(o, deck)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		if got := p.String(); got != want {
			t.Errorf("dealt\n     %s\nwant %s", got, want)
		}
	}
}

// PR-28: the well-known boards, and the numbers at the edges of the ranges.
func TestMicrosoftDeals(t *testing.T) {
	for number, want := range map[engine.DealNumber]struct{ first, last string }{
		1:          {"Jd2d9hJc5d7h7c5h", "6s9c2h6h"},
		24:         {first: "4c5hQc5d2d7hAh7s"},
		617:        {"7dAd5c3s5s8c2dAh", "JdKsKc4h"},
		11982:      {"AhAs4hAc2d6sTsJs", "Kc8d2s3s"},
		32000:      {first: "Qd8dQs4h2cJc2dTh"},
		1000000:    {first: "2d6h6sThJc3c4dTd"},
		2147483647: {first: "9s2h7c5h4c6d3d4s"},
		2147483648: {first: "QhQc2h6s2s3dKs8c"},
		3000000000: {first: "8d4d9h9d6h9c6c8c"},
	} {
		d, err := engine.DealByNumber(engine.FreeCell.Defaults(), number)
		if err != nil {
			t.Fatal(err)
		}
		deck := engine.FormatCards(d.Deck)
		if !strings.HasPrefix(deck, want.first) || !strings.HasSuffix(deck, want.last) {
			t.Errorf("deal %d is %s, want the first row %s and the last row %s", number, deck, want.first, want.last)
		}
	}
}

// An own count of Microsoft's generator, in 64 bits and with a pack that shrinks.
func TestMicrosoftDealsFollowTheirGenerator(t *testing.T) {
	numbers := []engine.DealNumber{1, 2, 24, 617, 11982, 32000, 32767, 32768, 65536, 1000000, 2147483647, 2147483648, 2147483649, 3000000000, 4294967295}
	random := enginetest.Source(28)
	for range 200 {
		numbers = append(numbers, engine.DealNumber(1+random.Uint32N(1<<32-1)))
	}
	for _, number := range numbers {
		d, err := engine.DealByNumber(engine.FreeCell.Defaults(), number)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := engine.FormatCards(d.Deck), microsoft(uint64(number)); got != want {
			t.Errorf("deal %d is\n     %s\nwant %s", number, got, want)
		}
		if other, err := engine.DealByNumber(optionsOf(t, "freecell/1;cells=2"), number); err != nil || !slices.Equal(other.Deck, d.Deck) {
			t.Errorf("deal %d depends on the number of cells", number)
		}
	}
}

func microsoft(number uint64) string {
	var pack []string
	for _, rank := range "A23456789TJQK" {
		for _, suit := range "cdhs" {
			pack = append(pack, string(rank)+string(suit))
		}
	}
	deck := ""
	seed := number
	for len(pack) > 0 {
		seed = (seed*214013 + 2531011) % (1 << 31)
		value := seed >> 16
		if number >= 1<<31 {
			value += 1 << 15
		}
		i, last := int(value%uint64(len(pack))), len(pack)-1
		deck += pack[i]
		pack[i] = pack[last]
		pack = pack[:last]
	}
	return deck
}

// A seed's deck is what Go's own shuffle makes of the sorted deck.
func TestSeedDealsEqualGoShuffle(t *testing.T) {
	seeds := []string{"1", "4294967295", "a", "Straße", "日本", " ", "0", "\x00", strings.Repeat("x", 128)}
	for i := range 200 {
		seeds = append(seeds, "seed "+strconv.Itoa(i))
	}
	for header, name := range map[string]string{
		"klondike/1": "klondike/52", "yukon/1": "yukon/52", "freecell/1": "freecell/52", "pyramid/1": "pyramid/52", "tripeaks/1": "tripeaks/52",
		"golf/1": "golf/52", "spider/1": "spider/104-1", "spider/1;suits=2": "spider/104-2", "spider/1;suits=4": "spider/104-4",
	} {
		o := optionsOf(t, header)
		for _, seed := range seeds {
			d, err := engine.DealBySeed(o, seed)
			if err != nil {
				t.Fatal(err)
			}
			deck := deckOf(o)
			rand.New(rand.NewChaCha8(sha256.Sum256([]byte(name+"/"+seed)))).Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })
			if got, want := engine.FormatCards(d.Deck), strings.Join(deck, ""); got != want {
				t.Errorf("%s, seed %q: %s, want %s", header, seed, got, want)
			}
		}
	}
}

// Outside FreeCell a number is the seed that writes it in decimal.
func TestDealNumbersAreSeeds(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, number := range []engine.DealNumber{1, 10, 12345, 4294967295} {
			numbered, err := engine.DealByNumber(v.Defaults(), number)
			if err != nil {
				t.Fatal(err)
			}
			seeded, err := engine.DealBySeed(v.Defaults(), fmt.Sprint(uint32(number)))
			if err != nil {
				t.Fatal(err)
			}
			if same := slices.Equal(numbered.Deck, seeded.Deck); same != (v != engine.FreeCell) {
				t.Errorf("%s %d: the decks of number and seed are equal: %v", v, number, same)
			}
			if numbered.Number != number || numbered.Seed != "" || seeded.Number != 0 || seeded.Seed != fmt.Sprint(uint32(number)) {
				t.Errorf("%s %d: %+v and %+v", v, number, numbered, seeded)
			}
		}
	}
}

// PR-09 and PR-16: options change how a board is played, never the board, except for the suits of Spider.
func TestOptionsDoNotChangeTheDeck(t *testing.T) {
	for _, v := range engine.Variants() {
		decks := map[string]string{}
		for _, o := range enginetest.AllOptions(t, v) {
			d, err := engine.DealByNumber(o, 12345)
			if err != nil {
				t.Fatal(err)
			}
			suits := o.Get("suits")
			deck := engine.FormatCards(d.Deck)
			if decks[suits] != "" && decks[suits] != deck {
				t.Errorf("%s deals %s, other options %s", o, deck, decks[suits])
			}
			decks[suits] = deck
			if p := d.Position(); p.Options() != o {
				t.Errorf("%s deals a game of %s", o, p.Options())
			}
		}
		if v == engine.Spider && (len(decks) != 3 || decks["1"] == decks["2"] || decks["2"] == decks["4"]) {
			t.Errorf("the levels of Spider share a deck")
		}
	}
}

// Pinned deals, so that no change of the shuffle or of a deal goes unseen.
func TestPinnedDeals(t *testing.T) {
	type pinned struct {
		Options, Seed, Deck, State string
		Number                     uint32
	}
	n := 0
	enginetest.EachLine(t, filepath.Join("testdata", "deals.jsonl"), func(_ int, want pinned) {
		n++
		o := optionsOf(t, want.Options)
		d, err := engine.DealBySeed(o, want.Seed)
		if want.Number != 0 {
			d, err = engine.DealByNumber(o, engine.DealNumber(want.Number))
		}
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		if got := engine.FormatCards(d.Deck); got != want.Deck || p.String() != want.State {
			t.Errorf("%s number %d seed %q\n got %s %s\nwant %s %s", want.Options, want.Number, want.Seed, got, p.String(), want.Deck, want.State)
		}
	})
	if n < 30 {
		t.Errorf("%d deals are pinned", n)
	}
}

// What is no deal is refused, and says why.
func TestDealsThatAreRefused(t *testing.T) {
	if _, err := engine.DealByNumber(engine.Klondike.Defaults(), 0); !errors.Is(err, engine.ErrDealNumber) {
		t.Errorf("number 0: %v", err)
	}
	for _, seed := range []string{"", strings.Repeat("x", 129), "\xff", "a\xc3"} {
		var wrong *engine.SeedError
		if _, err := engine.DealBySeed(engine.Golf.Defaults(), seed); !errors.As(err, &wrong) || wrong.Length != len(seed) {
			t.Errorf("seed %q: %v", seed, err)
		}
	}
	full := deckOf(engine.Golf.Defaults())
	for name, deck := range map[string][]string{
		"empty":     nil,
		"51 cards":  full[:51],
		"53 cards":  append(slices.Clone(full), "As"),
		"one twice": append(slices.Clone(full[:51]), "Ac"),
		"104 cards": append(slices.Clone(full), full...),
	} {
		cards, err := engine.ParseCards(strings.Join(deck, ""))
		if err != nil {
			t.Fatal(err)
		}
		var wrong *engine.SetupError
		if _, err := engine.DealByDeck(engine.Golf.Defaults(), cards); !errors.As(err, &wrong) || len(wrong.Violations) == 0 {
			t.Errorf("%s: %v", name, err)
		}
	}
	// A deck of one number of suits is no deck of another.
	four, err := engine.ParseCards(strings.Join(deckOf(optionsOf(t, "spider/1;suits=4")), ""))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := engine.DealByDeck(optionsOf(t, "spider/1;suits=2"), four); err == nil {
		t.Error("a deck of four suits is dealt as one of two")
	}
}

// PR-37 and PR-42: how many cards lie where, and how many of them face up.
func TestDealsHaveTheirShape(t *testing.T) {
	for header, want := range map[string]struct {
		columns, down []int
		stock, waste  int
	}{
		"klondike/1":       {[]int{1, 2, 3, 4, 5, 6, 7}, []int{0, 1, 2, 3, 4, 5, 6}, 24, 0},
		"yukon/1":          {[]int{1, 6, 7, 8, 9, 10, 11}, []int{0, 1, 2, 3, 4, 5, 6}, 0, 0},
		"freecell/1":       {[]int{7, 7, 7, 7, 6, 6, 6, 6}, []int{0, 0, 0, 0, 0, 0, 0, 0}, 0, 0},
		"golf/1":           {[]int{5, 5, 5, 5, 5, 5, 5}, []int{0, 0, 0, 0, 0, 0, 0}, 16, 1},
		"spider/1":         {[]int{6, 6, 6, 6, 5, 5, 5, 5, 5, 5}, []int{5, 5, 5, 5, 4, 4, 4, 4, 4, 4}, 50, 0},
		"spider/1;suits=2": {[]int{6, 6, 6, 6, 5, 5, 5, 5, 5, 5}, []int{5, 5, 5, 5, 4, 4, 4, 4, 4, 4}, 50, 0},
		"spider/1;suits=4": {[]int{6, 6, 6, 6, 5, 5, 5, 5, 5, 5}, []int{5, 5, 5, 5, 4, 4, 4, 4, 4, 4}, 50, 0},
		"pyramid/1":        {nil, nil, 24, 0},
		"tripeaks/1":       {nil, nil, 23, 1},
	} {
		d, err := engine.DealBySeed(optionsOf(t, header), "shape")
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		for i, size := range want.columns {
			id := engine.Column(i + 1)
			if len(p.Pile(id)) != size || p.FaceDown(id) != want.down[i] {
				t.Errorf("%s: %s holds %d cards, %d face down; want %d and %d", header, id, len(p.Pile(id)), p.FaceDown(id), size, want.down[i])
			}
		}
		if len(p.Pile(engine.Stock)) != want.stock || len(p.Pile(engine.Waste)) != want.waste {
			t.Errorf("%s: stock %d, waste %d", header, len(p.Pile(engine.Stock)), len(p.Pile(engine.Waste)))
		}
		down := 0
		for place := 1; place <= 28; place++ {
			down += p.FaceDown(engine.Place(place))
		}
		if header == "tripeaks/1" && down != 18 || header != "tripeaks/1" && down != 0 {
			t.Errorf("%s: %d places lie face down", header, down)
		}
	}
}
