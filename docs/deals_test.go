package docs_test

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// decks maps each deck of docs/deals.md to options that it is dealt under and
// the suits of its sorted form.
var decks = map[string]struct {
	options map[string]string
	suits   string
}{
	"52":    {nil, "cdhs"},
	"104-1": {map[string]string{"suits": "1"}, "ssssssss"},
	"104-2": {map[string]string{"suits": "2"}, "shshshsh"},
	"104-4": {map[string]string{"suits": "4"}, "cdhscdhs"},
}

func TestSortedDecksAreLaidOutAsShown(t *testing.T) {
	var want []string
	for _, variant := range engine.Variants() {
		for _, name := range slices.Sorted(maps.Keys(decks)) {
			if (variant == engine.Spider) != (name != "52") {
				continue
			}
			var sorted strings.Builder
			for _, suit := range decks[name].suits {
				for _, rank := range "A23456789TJQK" {
					sorted.WriteRune(rank)
					sorted.WriteRune(suit)
				}
			}
			cards, err := engine.ParseCards(sorted.String())
			if err != nil {
				t.Fatal(err)
			}
			deal, err := engine.DealByDeck(options(t, variant, name), cards)
			if err != nil {
				t.Fatal(err)
			}
			position := deal.Position()
			want = append(want, position.String())
		}
	}
	shown := dealsBlock(t, "text layouts")
	slices.Sort(want)
	slices.Sort(shown)
	if !slices.Equal(shown, want) {
		t.Errorf("the page shows\n%s\nwant\n%s", strings.Join(shown, "\n"), strings.Join(want, "\n"))
	}
}

func TestSeedDealsAreAsShown(t *testing.T) {
	for vector := range slices.Chunk(append(dealsBlock(t, "text seed-deals"), ""), 4) {
		if len(vector) != 4 || vector[3] != "" {
			t.Fatalf("a vector is three lines and an empty one: %q", vector)
		}
		name, key, deck := vector[0], vector[1], vector[2]
		if sum := sha256.Sum256([]byte(name)); hex.EncodeToString(sum[:]) != key {
			t.Errorf("%s: key %x, the page shows %s", name, sum, key)
		}
		parts := strings.SplitN(name, "/", 3)
		variant, err := engine.ParseVariant(parts[0])
		if err != nil {
			t.Fatal(err)
		}
		deal, err := engine.DealBySeed(options(t, variant, parts[1]), parts[2])
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.FormatCards(deal.Deck); got != deck {
			t.Errorf("%s: deck %s, the page shows %s", name, got, deck)
		}
	}
}

func TestMicrosoftDealsAreAsShown(t *testing.T) {
	for _, line := range dealsBlock(t, "text number-deals") {
		text, deck, _ := strings.Cut(line, " ")
		number, err := strconv.ParseUint(text, 10, 32)
		if err != nil {
			t.Fatal(err)
		}
		deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), engine.DealNumber(number))
		if err != nil {
			t.Fatal(err)
		}
		if got := engine.FormatCards(deal.Deck); got != deck {
			t.Errorf("number %d: deck %s, the page shows %s", number, got, deck)
		}
	}
}

func options(t *testing.T, variant engine.Variant, deck string) engine.Options {
	t.Helper()
	options, err := engine.ParseOptions(variant, decks[deck].options)
	if err != nil {
		t.Fatal(err)
	}
	return options
}

// dealsBlock gives the lines of the one block of docs/deals.md with this info.
func dealsBlock(t *testing.T, info string) []string {
	t.Helper()
	for _, page := range pages(t) {
		if page.path != "docs/deals.md" {
			continue
		}
		for _, block := range page.blocks() {
			if block.info == info {
				return block.lines
			}
		}
	}
	t.Fatalf("docs/deals.md has no block %q", info)
	return nil
}
