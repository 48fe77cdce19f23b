package solve

import (
	"context"
	"math"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// Deals are won as often as published, the numbered ones and decks that another
// shuffle than theirs has mixed. So neither does the search lose many wins, nor does the
// numbering favour some decks. The figures are those of C. Blake and I. P. Gent,
// The Winnability of Klondike Solitaire and Many Other Patience Games, for the
// same rules: cards come back from the foundations, parts of runs move, and the
// stock is turned over as often as one likes.
func TestKlondikeIsWonAsOftenAsPublished(t *testing.T) {
	deals, limit := 100, Budget{Nodes: 100_000}
	if battery() {
		deals, limit = 10_000, Budget{Nodes: 10_000_000}
	}
	shuffled := func(o engine.Options, i int) (engine.Deal, error) {
		var deck []engine.Card
		for _, suit := range engine.Suits {
			for r := engine.Ace; r <= engine.King; r++ {
				deck = append(deck, engine.NewCard(r, suit))
			}
		}
		enginetest.Source(uint64(i)).Shuffle(len(deck), func(a, b int) { deck[a], deck[b] = deck[b], deck[a] })
		return engine.DealByDeck(o, deck)
	}
	numbered := func(o engine.Options, i int) (engine.Deal, error) {
		return engine.DealByNumber(o, engine.DealNumber(1_000_001+i))
	}
	s := New(512 << 20)
	for _, setting := range []struct {
		draw string
		// share is how many deals are won, within the half of a 95 % interval.
		share, within float64
		name          string
		deal          func(engine.Options, int) (engine.Deal, error)
	}{
		{"1", 0.90480, 0.00116, "numbered", numbered},
		{"1", 0.90480, 0.00116, "shuffled", shuffled},
		{"3", 0.81945, 0.00084, "numbered", numbered},
		{"3", 0.81945, 0.00084, "shuffled", shuffled},
	} {
		t.Run("draw "+setting.draw+" "+setting.name, func(t *testing.T) {
			o, err := engine.ParseOptions(engine.Klondike, map[string]string{"draw": setting.draw})
			if err != nil {
				t.Fatal(err)
			}
			decided := map[Verdict]int{}
			for i := range deals {
				d, err := setting.deal(o, i)
				if err != nil {
					t.Fatal(err)
				}
				got, err := s.Solve(context.Background(), d.Position(), limit, nil)
				if err != nil {
					t.Fatalf("deal %d: %v", i, err)
				}
				decided[got.Verdict]++
			}
			n := float64(deals)
			least, most := float64(decided[Winnable])/n, float64(deals-decided[Unwinnable])/n
			wide := setting.within + 1.96*math.Sqrt(setting.share*(1-setting.share)/n)
			t.Logf("%v: %.2f %%, published %.2f %%, wanted within %.2f", decided, 100*least, 100*setting.share, 100*wide)
			if most < setting.share-wide || least > setting.share+wide {
				t.Errorf("%v of %d deals: %.2f to %.2f %% are won, published are %.2f ± %.2f %%",
					decided, deals, 100*least, 100*most, 100*setting.share, 100*wide)
			}
		})
	}
}
