package solve

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

func TestYukonDecidesTheCorpus(t *testing.T) {
	checkCorpus(t, "yukon", 256<<20, Budget{Nodes: 500_000}, 0)
}

// yukonGames is how many positions of a kind are compared.
func yukonGames() int {
	if os.Getenv("TALON_BATTERY") != "" {
		return 40_000
	}
	return 600
}

// TestYukonAgreesWithExhaustion compares positions of few cards, of all ways to
// lie about, with every legal move of the engine.
func TestYukonAgreesWithExhaustion(t *testing.T) {
	options := enginetest.AllOptions(t, engine.Yukon)
	s := New(16 << 20)
	decided := map[Verdict]int{}
	for i := range yukonGames() {
		random := rand.New(rand.NewPCG(uint64(i), 3))
		p := shortYukon(t, random, options[i%len(options)], 4+random.IntN(9))
		want := exhaustUnordered(p, 3000)
		decided[want]++
		got, err := s.Solve(context.Background(), p, Budget{}, nil)
		if err != nil || want != Unknown && got.Verdict != want {
			t.Errorf("the search says %s (%v), exhaustion %s:\n%s", got.Verdict, err, want, p.String())
		}
	}
	if decided[Winnable] < decided[Unwinnable]/20 || decided[Unwinnable] < decided[Winnable]/20 {
		t.Errorf("the positions show too little: %v", decided)
	}
	t.Logf("decided by exhaustion: %v", decided)
}

// exhaustUnordered is exhaust that takes positions that differ in the order of
// their columns for one, and looks at those with the most cards home first.
func exhaustUnordered(p engine.Position, limit int) Verdict {
	seen := map[string]bool{}
	var open [53][]engine.Position
	most := cardsHome(&p)
	open[most] = append(open[most], p)
	var moves []engine.Move
	for most >= 0 {
		left := len(open[most])
		if left == 0 {
			most--
			continue
		}
		at := open[most][left-1]
		open[most] = open[most][:left-1]
		if at.Won() {
			return Winnable
		}
		moves = at.LegalMoves(moves[:0])
		for _, m := range moves {
			next := at
			if err := next.Apply(m); err != nil {
				panic(err)
			}
			key := unordered(&next)
			if seen[key] {
				continue
			}
			if len(seen) == limit {
				return Unknown
			}
			seen[key] = true
			home := cardsHome(&next)
			open[home] = append(open[home], next)
			most = max(most, home)
		}
	}
	return Unwinnable
}

func cardsHome(p *engine.Position) int {
	home := 0
	var room [13]engine.Card
	for _, s := range engine.Suits {
		home += len(p.AppendPile(room[:0], engine.Foundation(s)))
	}
	return home
}

// unordered tells positions apart but for the order of their columns.
func unordered(p *engine.Position) string {
	var columns [7]string
	var room [53]byte
	var cards [52]engine.Card
	for n := range columns {
		id := engine.Column(n + 1)
		text := append(room[:0], byte(p.FaceDown(id)))
		for _, c := range p.AppendPile(cards[:0], id) {
			text = append(text, byte(c))
		}
		columns[n] = string(text)
	}
	slices.Sort(columns[:])
	return strings.Join(columns[:], "|")
}

// TestYukonAgreesWithAPlainSearch compares positions of more cards with the same
// moves in a search that knows nothing of sketches.
func TestYukonAgreesWithAPlainSearch(t *testing.T) {
	options := enginetest.AllOptions(t, engine.Yukon)
	s := New(16 << 20)
	plain := new(yukon)
	memory := newMemory(64 << 20)
	decided := map[Verdict]int{}
	for i := range yukonGames() {
		random := rand.New(rand.NewPCG(uint64(i), 4))
		p := shortYukon(t, random, options[i%len(options)], 12+random.IntN(20))
		if i%5 == 0 {
			p = wander(random, options[i%len(options)], 20+random.IntN(100))
		}
		want := plain.plainly(&p, &memory, 100_000)
		decided[want]++
		if want == Unknown {
			continue
		}
		got, err := s.Solve(context.Background(), p, Budget{}, nil)
		if err != nil || got.Verdict != want {
			t.Errorf("the search says %s (%v), a plain one %s:\n%s", got.Verdict, err, want, p.String())
		}
	}
	if decided[Winnable] < decided[Unwinnable]/20 || decided[Unwinnable] < decided[Winnable]/20 {
		t.Errorf("the positions show too little: %v", decided)
	}
	t.Logf("decided by a plain search: %v", decided)
}

// plainly is search without sketches.
func (y *yukon) plainly(p *engine.Position, m *memory, limit int) Verdict {
	m.reset()
	y.deal.read(p)
	y.queue.begin(m)
	y.archive.begin(m, 2)
	y.add(yukonStep{state: y.deal.start, covered: y.deal.covered(y.deal.start.inPlace())}, noOrigin)
	for y.archive.count < limit {
		at, found := y.queue.pull()
		if !found {
			return Unwinnable
		}
		s := y.state(at)
		if s.live() == 0 {
			return Winnable
		}
		y.expand(s, y.deal.covered(s.inPlace()), at)
	}
	return Unknown
}

// shortYukon returns a position with so many cards that are not home, in any
// order on some of the columns, some of them face down.
func shortYukon(t *testing.T, random *rand.Rand, o engine.Options, left int) engine.Position {
	t.Helper()
	setup := engine.NewSetup(o)
	home := [4]engine.Rank{engine.King, engine.King, engine.King, engine.King}
	suits := 1 + random.IntN(4)
	for n := left; n > 0; {
		if s := random.IntN(suits); home[(s+left)%4] > 0 {
			home[(s+left)%4]--
			n--
		} else if suits < 4 {
			suits++
		}
	}
	var rest []engine.Card
	for s, top := range home {
		for r := top + 1; r <= engine.King; r++ {
			rest = append(rest, engine.NewCard(r, engine.Suit(s)))
		}
		var cards []engine.Card
		for r := engine.Ace; r <= top; r++ {
			cards = append(cards, engine.NewCard(r, engine.Suit(s)))
		}
		setup.SetPile(engine.Foundation(engine.Suit(s)), 0, cards)
	}
	random.Shuffle(len(rest), func(i, j int) { rest[i], rest[j] = rest[j], rest[i] })
	if random.IntN(3) > 0 {
		// High cards up front lie deep, which is where lost games come from.
		for i := range rest {
			if j := i + random.IntN(len(rest)-i); rest[j].Rank() > rest[i].Rank() {
				rest[i], rest[j] = rest[j], rest[i]
			}
		}
	}
	var columns [7][]engine.Card
	used := 1 + random.IntN(7)
	for i, c := range rest {
		n := random.IntN(used)
		if i < 7 && random.IntN(2) == 0 {
			n = i
		}
		columns[6-n] = append(columns[6-n], c)
	}
	for n, cards := range columns {
		down := 0
		if len(cards) > 1 {
			down = random.IntN(min(n, len(cards)-1) + 1)
		}
		setup.SetPile(engine.Column(n+1), down, cards)
	}
	p, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// hardYukon is a deal that takes many nodes.
const hardYukon = "yukon/1;foundation_return=on m=0 t1:8c t2:Ac|Jh7dTh4hQc t3:Ks4d|4s4cJd9d5d t4:Qd3hKd|5h5c8h2s9c " +
	"t5:Kc2d8sQh|Qs7hJs6h6s t6:As8d3dTd2h|2c5sJcAd9s t7:3s7c9hAh7sKh|6dTs6c3cTc"

// lostYukon are the columns of a deal that is soon known to be lost.
const lostYukon = "t1:4h t2:Ks|Jd4c5h4sTs t3:7c2c|6hTc7hAd9h t4:Th5s8d|8h8s4d9c6d " +
	"t5:Td7d2d2s|3h6cAcJc3c t6:As8c2hQcJh|QdKcKh5d3s t7:5c9s6sQh9dKd|Js7s3dQsAh"

func TestYukonRunsOutOfEverything(t *testing.T) {
	deal := parsed(t, hardYukon)
	done, cancel := context.WithCancel(context.Background())
	cancel()
	for _, c := range []struct {
		name   string
		ctx    context.Context
		memory int
		nodes  uint64
		want   Shortage
	}{
		{"nodes", context.Background(), 16 << 20, 2000, Nodes},
		{"memory", context.Background(), MinMemory, 0, Memory},
		{"time", done, 16 << 20, 0, Time},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := New(c.memory).Solve(c.ctx, deal, Budget{Nodes: c.nodes}, nil)
			if err != nil || got.Verdict != Unknown || got.Shortage != c.want {
				t.Errorf("the search says %s for want of %s (%v), want UNKNOWN for want of %s", got.Verdict, got.Shortage, err, c.want)
			}
			if c.nodes != 0 && got.Nodes != c.nodes {
				t.Errorf("the search took %d nodes of %d", got.Nodes, c.nodes)
			}
		})
	}
}

func TestYukonSearchesTheSameWayAgainWithoutAllocating(t *testing.T) {
	deal := parsed(t, "yukon/1 m=0 "+lostYukon)
	other := parsed(t, hardYukon)
	s := New(4 << 20)
	solve := func(p engine.Position, limit uint64) Answer {
		got, err := s.Solve(context.Background(), p, Budget{Nodes: limit}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return got
	}
	first := solve(deal, 0)
	solve(other, 10_000)
	if again := solve(deal, 0); again.Verdict != first.Verdict || again.Nodes != first.Nodes || first.Verdict != Unwinnable {
		t.Errorf("the search says %s after %d nodes, then %s after %d", first.Verdict, first.Nodes, again.Verdict, again.Nodes)
	}
	// The frame of Solve itself allocates a few times, for budget and position.
	short := testing.AllocsPerRun(3, func() { solve(deal, 1) })
	long := testing.AllocsPerRun(3, func() { solve(deal, 0) })
	if long > short {
		t.Errorf("a search allocates %v times, one of a single node %v times", long, short)
	}
}
