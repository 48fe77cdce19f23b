package solve

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

func TestSpiderSolvesTheCorpus(t *testing.T) {
	for file, undecided := range map[string]float64{"spider-1suit": 0.01, "spider-2suit": 0.05, "spider-4suit": 0.4} {
		t.Run(file, func(t *testing.T) { checkCorpus(t, file, 64<<20, Budget{Nodes: 12_000}, undecided) })
	}
}

// spiderEnds is how many positions near the end of a game are compared.
func spiderEnds() int {
	if os.Getenv("TALON_BATTERY") != "" {
		return 12_000
	}
	return 300
}

func TestSpiderAgreesWithExhaustion(t *testing.T) {
	options := enginetest.AllOptions(t, engine.Spider)
	s := New(8 << 20)
	decided := map[Verdict]int{}
	for i := range spiderEnds() {
		random := enginetest.Source(uint64(i))
		p := spiderEnd(t, random, unscored(options[random.IntN(len(options))]))
		want, boards := exhaustSpider(p, 1000)
		decided[want]++
		if want == Unknown || p.Won() {
			continue
		}
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 100_000}, nil)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.String())
		}
		if got.Verdict != want {
			t.Errorf("the search says %s %s, exhaustion %s:\n%s", got.Verdict, got.Shortage, want, p.String())
		}
		alone, proof := spiderProof(&p)
		if want == Unwinnable && (alone != want || proof != boards) || alone == Unwinnable && alone != want {
			t.Errorf("the proof says %s by %d boards, exhaustion %s by %d:\n%s", alone, proof, want, boards, p.String())
		}
	}
	if decided[Winnable] == 0 || decided[Unwinnable] == 0 {
		t.Errorf("the positions show too little: %v", decided)
	}
	t.Logf("decided by exhaustion: %v", decided)
}

// spiderProof decides the position without beams, and returns how many boards it met.
func spiderProof(p *engine.Position) (Verdict, int) {
	g, m := newSpider(), newMemory(4<<20)
	g.tree.begin(&m, m.left()/3)
	v, _ := g.exhaust(&budget{ctx: context.Background()}, &m, p, math.MaxInt)
	return v, g.seen.count
}

// spiderProofs is how many wins are held against the proof; TALON_BATTERY holds more.
func spiderProofs() int {
	if os.Getenv("TALON_BATTERY") != "" {
		return 60
	}
	return 3
}

// No position on the way to a win is unwinnable.
func TestSpiderProvesNoWinAway(t *testing.T) {
	options := enginetest.AllOptions(t, engine.Spider)
	s := New(16 << 20)
	proved := 0
	for i := range spiderProofs() {
		random := enginetest.Source(uint64(i))
		p := enginetest.RandomDeal(random, options[i%len(options)]).Position()
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 20_000}, nil)
		if err != nil {
			t.Fatal(err)
		}
		for left := len(got.Line); left > 0; left-- {
			if left <= 14 {
				switch v, _ := spiderProof(&p); v {
				case Unwinnable:
					t.Fatalf("won by %v and proved unwinnable:\n%s", got.Line[len(got.Line)-left:], p.String())
				case Winnable:
					proved++
				}
			}
			if err := p.Apply(got.Line[len(got.Line)-left]); err != nil {
				t.Fatal(err)
			}
		}
	}
	if proved == 0 {
		t.Error("no win was found by the proof")
	}
	t.Logf("%d wins found", proved)
}

// Nor is a position before a row that makes one to be won.
func TestSpiderProvesNoRowAway(t *testing.T) {
	options := enginetest.AllOptions(t, engine.Spider)
	s := New(16 << 20)
	proved := 0
	for i := range 4 * spiderProofs() {
		random := enginetest.Source(uint64(i))
		p := beforeRow(t, random, unscored(options[random.IntN(len(options))]))
		got, err := s.Solve(context.Background(), p, Budget{Nodes: 100_000}, nil)
		if err != nil || got.Verdict != Winnable {
			t.Errorf("%s %v:\n%s", got.Verdict, err, p.String())
		}
		switch v, _ := spiderProof(&p); v {
		case Unwinnable:
			t.Fatalf("won by %v and proved unwinnable:\n%s", got.Line, p.String())
		case Winnable:
			proved++
		}
	}
	if proved == 0 {
		t.Error("no win was found by the proof")
	}
	t.Logf("%d wins found", proved)
}

// beforeRow returns a position whose row finishes six runs and puts the last cards
// of four parts of another in their places.
func beforeRow(t *testing.T, random *rand.Rand, o engine.Options) engine.Position {
	t.Helper()
	setup := engine.NewSetup(o)
	setup.SetCounters(0, 0, 0, 0)
	deck := enginetest.RandomDeal(random, o).Deck
	var runs [8][]engine.Card
	for i := range runs {
		suit := deck[0].Suit()
		for r := engine.King; r >= engine.Ace; r-- {
			c := engine.NewCard(r, suit)
			at := slices.Index(deck, c)
			deck = slices.Delete(deck, at, at+1)
			runs[i] = append(runs[i], c)
		}
	}
	setup.SetPile(engine.Finished, 0, runs[7][:1])
	columns := append([][]engine.Card(nil), runs[:6]...)
	for n := 3; n >= 0; n-- {
		at := len(runs[6]) - 2 - random.IntN(len(runs[6])-2*n-1)
		if n == 0 {
			at = 0
		}
		columns = append(columns, runs[6][at:])
		runs[6] = runs[6][:at]
	}
	random.Shuffle(10, func(i, j int) { columns[i], columns[j] = columns[j], columns[i] })
	var row []engine.Card
	for i, column := range columns {
		last := len(column) - 1
		setup.SetPile(engine.Column(i+1), 0, column[:last])
		row = append(row, column[last])
	}
	slices.Reverse(row)
	setup.SetPile(engine.Stock, 0, row)
	p, err := setup.Position()
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// exhaustSpider tries every legal move of the engine, and returns how many
// boards it met. Columns of equal content and equal cards to come may change
// places, without which the positions would be too many, and boards whose rows
// can never be dealt are not followed.
func exhaustSpider(p engine.Position, limit int) (Verdict, int) {
	first := spiderKey(nil, &p)
	if first == nil {
		return Unwinnable, 0
	}
	seen := map[string]bool{string(first): true}
	open := []engine.Position{p}
	var text []byte
	var moves []engine.Move
	for len(open) > 0 {
		at := open[len(open)-1]
		open = open[:len(open)-1]
		if at.Won() {
			return Winnable, len(seen)
		}
		moves = at.LegalMoves(moves[:0])
		for _, m := range moves {
			next := at
			if err := next.Apply(m); err != nil {
				panic(err)
			}
			text = spiderKey(text[:0], &next)
			if text == nil || seen[string(text)] {
				continue
			}
			if len(seen) == limit {
				return Unknown, len(seen)
			}
			seen[string(text)] = true
			open = append(open, next)
		}
	}
	return Unwinnable, len(seen)
}

// spiderKey appends what equal boards have in common, nil for a lost one.
func spiderKey(text []byte, p *engine.Position) []byte {
	var room [10][]byte
	stock := p.Pile(engine.Stock)
	cards := 0
	for i := range room {
		id := engine.Column(i + 1)
		room[i] = append(room[i], byte(p.FaceDown(id)))
		for _, c := range p.Pile(id) {
			room[i] = append(room[i], byte(c))
			cards++
		}
		room[i] = append(room[i], 254)
		for left := len(stock); left > 0; left -= 10 {
			room[i] = append(room[i], byte(stock[left-1-i]))
		}
		room[i] = append(room[i], 255)
	}
	if len(stock) > 0 && cards < 10 {
		return nil
	}
	slices.SortFunc(room[:], bytes.Compare)
	text = append(text, byte(len(stock)))
	for _, column := range room {
		text = append(text, column...)
	}
	return text
}

// spiderEnd returns a random position with few cards, or with few steps left.
func spiderEnd(t *testing.T, random *rand.Rand, o engine.Options) engine.Position {
	t.Helper()
	for range 1000 {
		setup := engine.NewSetup(o)
		setup.SetCounters(0, 0, 0, 0)
		deck := enginetest.RandomDeal(random, o).Deck
		few := random.IntN(4) == 0
		off := random.IntN(4)
		if few {
			off = 4 + random.IntN(4)
		}
		deck, runs := withoutRuns(deck, off)
		setup.SetPile(engine.Finished, 0, runs)
		if !few {
			// Ranks of one kind do not lie on each other.
			slices.SortStableFunc(deck, func(a, b engine.Card) int { return int(b.Rank()&1) - int(a.Rank()&1) })
			for range random.IntN(8) {
				i, j := random.IntN(len(deck)), random.IntN(len(deck))
				deck[i], deck[j] = deck[j], deck[i]
			}
		}
		rows := random.IntN(min(len(deck)/10, 4) + 1)
		setup.SetPile(engine.Stock, 0, deck[:10*rows])
		if few {
			spread(random, &setup, deck[10*rows:])
		} else {
			wedge(random, &setup, deck[10*rows:])
		}
		if p, err := setup.Position(); err == nil {
			return p
		}
	}
	t.Fatal("no possible position found")
	return engine.Position{}
}

// withoutRuns takes n whole runs out of the deck, and returns the Kings of them.
func withoutRuns(deck []engine.Card, n int) (rest, runs []engine.Card) {
	for range n {
		suit := deck[0].Suit()
		for r := engine.Ace; r <= engine.King; r++ {
			at := slices.Index(deck, engine.NewCard(r, suit))
			deck = slices.Delete(deck, at, at+1)
		}
		runs = append(runs, engine.NewCard(engine.King, suit))
	}
	return deck, runs
}

// spread lays the cards on some of the columns, in piles that are more or less in order.
func spread(random *rand.Rand, setup *engine.Setup, cards []engine.Card) {
	if random.IntN(2) == 0 {
		slices.SortStableFunc(cards, func(a, b engine.Card) int { return int(b.Rank()) - int(a.Rank()) })
		for range random.IntN(6) {
			i, j := random.IntN(len(cards)), random.IntN(len(cards))
			cards[i], cards[j] = cards[j], cards[i]
		}
	}
	used := random.Perm(10)[:1+random.IntN(10)]
	var columns [10][]engine.Card
	at := used[0]
	stay := random.IntN(6)
	for _, c := range cards {
		if random.IntN(stay+1) == 0 {
			at = used[random.IntN(len(used))]
		}
		columns[at] = append(columns[at], c)
	}
	setColumns(random, setup, &columns)
}

// wedge lays the first cards on top of the columns, and the others beneath.
func wedge(random *rand.Rand, setup *engine.Setup, cards []engine.Card) {
	var columns [10][]engine.Card
	for _, c := range cards[10:] {
		at := random.IntN(10)
		columns[at] = append(columns[at], c)
	}
	for i, c := range cards[:10] {
		columns[i] = append(columns[i], c)
	}
	setColumns(random, setup, &columns)
}

func setColumns(random *rand.Rand, setup *engine.Setup, columns *[10][]engine.Card) {
	hidden := random.IntN(2) == 0
	for i, column := range columns {
		down := 0
		if len(column) > 1 && (hidden || random.IntN(3) == 0) {
			down = random.IntN(min(len(column), 5))
		}
		setup.SetPile(engine.Column(i+1), down, column)
	}
}
