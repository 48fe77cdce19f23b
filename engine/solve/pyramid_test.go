package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

func TestPyramidCorpus(t *testing.T) {
	for _, file := range []string{"pyramid-ms", "pyramid-waste-3pass", "pyramid-waste-1pass"} {
		t.Run(file, func(t *testing.T) { checkCorpus(t, file, 256<<20, Budget{}, 0) })
	}
}

func TestPyramidAgainstExhaustion(t *testing.T) {
	for name, position := range map[string]func(testing.TB, *rand.Rand, engine.Options) engine.Position{
		"late": enginetest.LatePosition,
		// Few cards of few ranks, where redeals are short and pairs are in each other's way.
		"small": smallPyramid,
		"dealt": func(_ testing.TB, random *rand.Rand, o engine.Options) engine.Position {
			return wander(random, o, 30+random.IntN(200))
		},
	} {
		t.Run(name, func(t *testing.T) {
			options := unscoredOptions(t, engine.Pyramid)
			s := New(64 << 20)
			decided := map[Verdict]int{}
			for i := range lateGames() {
				random := enginetest.Source(uint64(i))
				comparePyramid(t, s, position(t, random, options[random.IntN(len(options))]), decided)
			}
			tellsEnough(t, decided)
		})
	}
}

// comparePyramid solves the position both ways and tells when they differ.
func comparePyramid(t *testing.T, s *Solver, p engine.Position, decided map[Verdict]int) {
	t.Helper()
	got, err := s.Solve(context.Background(), p, Budget{}, nil)
	if err != nil {
		t.Fatalf("%v\n%s", err, p.String())
	}
	want := exhaustRemoval(p, exhaustLimit)
	decided[want]++
	if want != Unknown && got.Verdict != want {
		t.Errorf("the search says %s, exhaustion %s:\n%s", got.Verdict, want, p.String())
	}
}

// smallPyramid returns a position of up to ten pairs of up to three groups of ranks, and
// Kings.
func smallPyramid(t testing.TB, random *rand.Rand, o engine.Options) engine.Position {
	t.Helper()
	var deck []engine.Card
	groups := random.Perm(6)[:1+random.IntN(3)]
	for range 1 + random.IntN(10) {
		low := engine.Rank(1 + groups[random.IntN(len(groups))])
		a, b := engine.NewCard(low, engine.Suit(random.IntN(4))), engine.NewCard(13-low, engine.Suit(random.IntN(4)))
		if !slices.Contains(deck, a) && !slices.Contains(deck, b) {
			deck = append(deck, a, b)
		}
	}
	for suit := range random.IntN(4) {
		deck = append(deck, engine.NewCard(engine.King, engine.Suit(suit)))
	}
	random.Shuffle(len(deck), func(i, j int) { deck[i], deck[j] = deck[j], deck[i] })

	// The pyramid keeps its first places, the top for certain; some more may go.
	places := 1 + random.IntN(min(len(deck), 15))
	var text strings.Builder
	redeals := 0
	if n, limited := redealsOf(o); limited && n > 0 {
		redeals = random.IntN(n + 1)
	}
	fmt.Fprintf(&text, "%s m=%d", o, 20+redeals)
	if redeals > 0 {
		fmt.Fprintf(&text, " r=%d", redeals)
	}
	text.WriteString(" p:")
	for place := range 28 {
		if place < places {
			text.WriteString(deck[place].String())
		} else {
			text.WriteString("..")
		}
	}
	rest := deck[places:]
	waste := random.IntN(len(rest) + 1)
	if waste < len(rest) {
		text.WriteString(" s:" + engine.FormatCards(rest[waste:]))
	}
	if waste > 0 {
		text.WriteString(" w:" + engine.FormatCards(rest[:waste]))
	}
	return parsed(t, text.String())
}

// More redeals never lose a win, on whole deals with limits around the number of turns
// that the table's byte tells apart.
func TestMorePyramidRedealsKeepAWin(t *testing.T) {
	s := New(64 << 20)
	for i := range 20 {
		deal := enginetest.RandomDeal(enginetest.Source(uint64(i)), engine.Pyramid.Defaults())
		last := Unwinnable
		for _, redeals := range []string{"0", "1", "2", "3", "9", "10", "11", "20", "23", "24", "2147483647", "unlimited"} {
			o, err := engine.ParseOptions(engine.Pyramid, map[string]string{"redeals": redeals})
			if err != nil {
				t.Fatal(err)
			}
			deal, err := engine.DealByDeck(o, deal.Deck)
			if err != nil {
				t.Fatal(err)
			}
			got, err := s.Solve(context.Background(), deal.Position(), Budget{Nodes: 3_000_000}, nil)
			if err != nil || got.Verdict == Unwinnable && last == Winnable {
				t.Errorf("deal %d with redeals=%s is %s (%v), with fewer it was %s", i, redeals, got.Verdict, err, last)
			}
			if got.Verdict != Unknown {
				last = got.Verdict
			}
		}
	}
}

func TestPyramidTimesAreToldApart(t *testing.T) {
	m := newMemory(MinMemory)
	y := pyramid{b: &budget{ctx: context.Background()}}
	y.table = 1<<24 - 1
	y.turns = 20
	y.seen.begin(&m)
	at := func(turn, at uint8) *pyramidState {
		return &pyramidState{left: 1<<48 - 1, stock: 1<<24 - 1, turn: turn, at: at}
	}
	for _, look := range []struct {
		turn, at uint8
		fresh    bool
	}{
		{13, 2, true},
		{13, 2, false},
		{13, 3, false},
		{13, 1, true},
		{12, 24, true},
		{12, 24, false},
		{13, 0, false},
		{3, 2, true},
		{3, 2, false},
		{2, 24, true},
		{9, 24, false},
		{0, 0, true},
		{0, 0, false},
		{19, 24, false},
	} {
		if got := y.fresh(at(look.turn, look.at)); got != look.fresh {
			t.Errorf("turn %d, place %d: fresh is %t, want %t", look.turn, look.at, got, look.fresh)
		}
	}
}

// A pyramid that takes three redeals: those used before count.
func TestPyramidTakesItsRedeals(t *testing.T) {
	const cards = " p:6s5cKhKd8d.............................................. w:7s7c3h8sKc6h5hTs"
	s := New(MinMemory)
	for header, want := range map[string]Verdict{
		"pyramid/1 m=9":                            Unwinnable,
		"pyramid/1;redeals=3 m=9":                  Winnable,
		"pyramid/1;redeals=3 m=9 r=1":              Unwinnable,
		"pyramid/1;redeals=300 m=900 r=297":        Winnable,
		"pyramid/1;redeals=300 m=900 r=298":        Unwinnable,
		"pyramid/1;redeals=unlimited m=900 r=800":  Winnable,
		"pyramid/1;stock_play=off;redeals=3 m=9":   Winnable,
		"pyramid/1;stock_play=off;redeals=1 m=9":   Unwinnable,
		"pyramid/1;redeals=2147483647 m=9 r=1":     Winnable,
		"pyramid/1;redeals=unlimited m=2147483647": Winnable,
	} {
		p := parsed(t, header+cards)
		got, err := s.Solve(context.Background(), p, Budget{}, nil)
		if err != nil || got.Verdict != want {
			t.Errorf("%s: %s (%v), want %s", header, got.Verdict, err, want)
		}
		if all := exhaustRemoval(p, exhaustLimit); all != want && all != Unknown {
			t.Errorf("%s: exhaustion says %s, want %s", header, all, want)
		}
	}
}
