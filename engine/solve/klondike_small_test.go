package solve

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// klondikeSmallLimit is how many positions exhaustion may see.
const klondikeSmallLimit = 60_000

// exhaustKlondike is exhaust with a quicker notion of equal positions: the order of the columns decides nothing.
func exhaustKlondike(p engine.Position, limit int) Verdict {
	limited := p.Options().Get("redeals") != "unlimited"
	var cards []engine.Card
	var text []byte
	columns := make([][]byte, 7)
	return exhaustBy(p, limit, func(p *engine.Position) string {
		for i := range columns {
			id := engine.Column(i + 1)
			columns[i] = append(columns[i][:0], byte(p.FaceDown(id)))
			cards = p.AppendPile(cards[:0], id)
			for _, c := range cards {
				columns[i] = append(columns[i], byte(c))
			}
		}
		slices.SortFunc(columns, slices.Compare)
		text = text[:0]
		for _, column := range columns {
			text = append(append(text, column...), 0)
		}
		cards = p.AppendPile(cards[:0], engine.Stock)
		text = append(text, byte(len(cards)))
		for _, c := range p.AppendPile(cards, engine.Waste) {
			text = append(text, byte(c))
		}
		if limited {
			text = append(text, byte(p.Redeals()))
		}
		return string(text)
	})
}

// klondikeBoard lays small positions out.
type klondikeBoard struct {
	random *rand.Rand
	setup  engine.Setup
	left   []engine.Card
}

// take takes a card out of those left, any of the rank and colour if there is one.
func (b *klondikeBoard) take(rank engine.Rank, red bool) (engine.Card, bool) {
	for i, c := range b.left {
		if c.Rank() == rank && c.Red() == red {
			b.left = slices.Delete(b.left, i, i+1)
			return c, true
		}
	}
	return engine.NoCard, false
}

// runs is a position with long runs below the Kings, cards that are still
// missing from them in the stock and in other columns, in any order, and the foundations
// so high that cards come back from them.
func (b *klondikeBoard) runs() {
	low, high := 3+b.random.IntN(6), 2+b.random.IntN(6)
	for _, suit := range engine.Suits {
		top := engine.Rank(min(low+b.random.IntN(high), 12))
		b.setup.SetPile(engine.Foundation(suit), 0, []engine.Card{engine.NewCard(top, suit)})
		for r := top + 1; r <= engine.King; r++ {
			b.left = append(b.left, engine.NewCard(r, suit))
		}
	}
	b.random.Shuffle(len(b.left), func(i, j int) { b.left[i], b.left[j] = b.left[j], b.left[i] })
	column := 1
	for kings := b.random.IntN(5); column <= kings; column++ {
		card, found := b.take(engine.King, b.random.IntN(2) == 0)
		var run []engine.Card
		for found && b.random.IntN(12) > 0 {
			run = append(run, card)
			card, found = b.take(card.Rank()-1, !card.Red())
		}
		if found {
			run = append(run, card)
		}
		b.setup.SetPile(engine.Column(column), 0, run)
	}
	b.scatter(column)
}

// scatter lays the cards that are left on stock, waste and the columns from that one on.
func (b *klondikeBoard) scatter(column int) {
	stock := min(b.random.IntN(13), len(b.left))
	if b.random.IntN(4) == 0 {
		stock = 0
	}
	waste := b.random.IntN(stock + 1)
	b.setup.SetPile(engine.Waste, 0, b.left[:waste])
	b.setup.SetPile(engine.Stock, 0, b.left[waste:stock])
	b.left = b.left[stock:]
	for ; column < 7 && len(b.left) > 0 && b.random.IntN(5) > 0; column++ {
		n := min(1+b.random.IntN(6), len(b.left))
		b.setup.SetPile(engine.Column(column), min(b.random.IntN(n), column-1), b.left[:n])
		b.left = b.left[n:]
	}
	b.setup.SetPile(engine.Column(7), min(6, max(0, len(b.left)-1)), b.left)
	b.left = nil
}

// smallKlondike returns a random late position, one of klondikeBoard, or one that
// a game comes by shortly before its win.
func smallKlondike(t *testing.T, random *rand.Rand, s *Solver, o engine.Options) engine.Position {
	t.Helper()
	if random.IntN(6) == 0 {
		return enginetest.LatePosition(t, random, o)
	}
	for random.IntN(6) > 0 {
		b := klondikeBoard{random: random, setup: engine.NewSetup(o)}
		redeals := random.IntN(3)
		b.setup.SetCounters(5, int32(redeals), 0, 0)
		b.runs()
		if p, err := b.setup.Position(); err == nil {
			return p
		}
	}
	for {
		p := enginetest.RandomDeal(random, o).Position()
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 5_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != Winnable {
			continue
		}
		for _, m := range got.Line[:max(0, len(got.Line)-20-random.IntN(60))] {
			if err := p.Apply(m); err != nil {
				t.Fatal(err)
			}
		}
		return enginetest.Wander(random, p, random.IntN(12))
	}
}

func TestKlondikeAgreesWithExhaustionOnSmallPositions(t *testing.T) {
	games, limit := 80, klondikeSmallLimit
	if os.Getenv("TALON_BATTERY") != "" {
		games, limit = 25_000, 2*klondikeSmallLimit
	}
	options := enginetest.AllOptions(t, engine.Klondike)
	s := New(64 << 20)
	full := s.games[engine.Klondike].(*klondike)
	decided := map[Verdict]int{}
	for i := range games {
		random := enginetest.Source(uint64(i))
		full.without = klondikePruning(i%2) * klondikePatient
		p := smallKlondike(t, random, s, unscored(options[random.IntN(len(options))]))
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 1_000_000}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.String())
		}
		if got.Verdict == Winnable {
			decided[Winnable]++
			continue
		}
		if want := exhaustKlondike(p, limit); want != Unknown {
			decided[want]++
			if want != got.Verdict {
				t.Errorf("the search says %s, exhaustion %s:\n%s", got.Verdict, want, p.String())
			}
		} else {
			decided[want]++
		}
	}
	t.Logf("%v", decided)
}
