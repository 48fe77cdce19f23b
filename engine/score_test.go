package engine_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// PR-18 to PR-20: what each move is worth under each scheme.
func TestPointsOfEachMove(t *testing.T) {
	klondike := []string{"t3:Qd9c|8h", "t2:9s", "t1:Kh", "w:3c7s", "fh:2", "fs:6", "fd:A"}
	for _, test := range []struct {
		header, moves string
		score         int
	}{
		// A card that is turned up counts with the move that uncovers it.
		{"klondike/1;scoring=standard m=9 score=100", "t3t2", 105},
		{"klondike/1;scoring=standard m=9 score=100", "wfs", 110},
		{"klondike/1;scoring=standard m=9 score=100", "t3t2 wt2", 110},
		{"klondike/1;scoring=standard m=9 score=100", "wt3", 105},
		{"klondike/1;scoring=vegas m=9 score=-32", "t3t2", -32},
		{"klondike/1;scoring=vegas m=9 score=-32", "wfs", -27},
		{"klondike/1;scoring=vegas m=9 score=-32", "wt3", -32},
		{"klondike/1 m=9", "wfs", 0},
	} {
		p := played(t, board(t, "t7", test.header, klondike...), strings.Fields(test.moves)...)
		if p.Score() != test.score {
			t.Errorf("%s: after %s the score is %d, want %d", test.header, test.moves, p.Score(), test.score)
		}
	}
}

// The amounts of one move are added first; then a standard score does not fall below zero.
func TestStandardScoreStopsAtZero(t *testing.T) {
	fields := []string{"t1:6s", "t2:Qs", "w:3c7c", "fh:5"}
	for _, test := range []struct{ score, back, redeal int }{{0, 0, 0}, {14, 0, 0}, {15, 0, 0}, {16, 1, 0}, {99, 84, 0}, {100, 85, 0}, {101, 86, 1}} {
		header := "klondike/1;draw=1;scoring=standard m=9 score=" + strconv.Itoa(test.score)
		if p := played(t, board(t, "t7", header, fields...), "fht1"); p.Score() != test.back {
			t.Errorf("from %d a card taken back leaves %d, want %d", test.score, p.Score(), test.back)
		}
		if p := played(t, board(t, "t7", header, fields...), "r"); p.Score() != test.redeal {
			t.Errorf("from %d a redeal leaves %d, want %d", test.score, p.Score(), test.redeal)
		}
	}
	// The play that turns a card up earns 15 at once, and a penalty before it is forgotten at zero.
	p := board(t, "t7", "klondike/1;draw=1;scoring=standard m=9 score=0", "t1:6s", "t3:9c|6h", "w:3c", "fh:5")
	if p := played(t, p, "t3fh"); p.Score() != 15 {
		t.Errorf("a play home that turns a card up earns %d, want 15", p.Score())
	}
	if p := played(t, p, "fht1", "t1fh"); p.Score() != 10 {
		t.Errorf("a card taken back at zero and played again leaves %d, want 10", p.Score())
	}
}

// PR-19: the number of the redeal decides, not what was drawn between.
func TestFirstRedealThatCosts(t *testing.T) {
	for _, test := range []struct {
		draw string
		// used is how many redeals there were before.
		used, cost int
	}{{"3", 0, 0}, {"3", 1, 0}, {"3", 2, 0}, {"3", 3, -20}, {"3", 4, -20}, {"3", 50, -20}, {"1", 0, -100}, {"1", 1, -100}, {"1", 3, -100}} {
		header := "klondike/1"
		if test.draw == "1" {
			header += ";draw=1"
		}
		header += ";scoring=standard m=99"
		if test.used > 0 {
			header += " r=" + strconv.Itoa(test.used)
		}
		p := played(t, board(t, "t7", header+" score=500", "w:2c3c"), "r")
		if got := p.Score() - 500; got != test.cost {
			t.Errorf("draw %s, redeal %d costs %d, want %d", test.draw, test.used+1, got, test.cost)
		}
	}
}

// A row of Spider costs one point like any move, a finished run is worth 99 with its move.
func TestSpiderWindowsPoints(t *testing.T) {
	p := board(t, "t2", "spider/1 m=9 score=500", "t1:KsQsJsTs9s8s7s6s5s4s3s2s", "t3:As", "t4:2s", "t5:2s", "t6:2s", "t7:2s", "t8:2s", "t9:2s", "t10:3s")
	if p := played(t, p, "t4t10"); p.Score() != 499 {
		t.Errorf("a move leaves %d, want 499", p.Score())
	}
	if p := played(t, p, "t3t1"); p.Score() != 599 {
		t.Errorf("a finished run leaves %d, want 599", p.Score())
	}
	plain := board(t, "t2", "spider/1;scoring=none m=9", "t1:KsQsJsTs9s8s7s6s5s4s3s2s", "t3:As")
	if p := played(t, plain, "t3t1"); p.Score() != 0 || strings.Contains(p.String(), "score") {
		t.Errorf("without points: %s", p.String())
	}
}

// Several runs can go in one move; each pays.
func TestEveryFinishedRunGoesAndPays(t *testing.T) {
	const king = "KsQsJsTs9s8s7s6s5s4s3s2s"
	row := board(t, "t10", "spider/1 m=9 score=500", "t1:"+king, "t2:"+king, "t3:4s", "t4:5s", "t5:6s", "t6:7s", "t7:8s", "t8:9s", "t9:Ts", "s:2s3s4s5s6s7s8s9sAsAs")
	after := row
	events, err := after.ApplyEvents(engine.Move{Kind: engine.Draw}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := enginetest.Retell(row, after, events); err != nil {
		t.Error(err)
	}
	if after.Score() != 500-1+200 || len(after.Pile(engine.Finished)) != 2 {
		t.Errorf("after the row: %s", after.String())
	}
}

// A position from outside can hold a finished run beneath an unfinished one; it goes when it comes to the top.
func TestFinishedRunBeneathAnotherGoesInTheSameMove(t *testing.T) {
	const run = "KsQsJsTs9s8s7s6s5s4s3s2s"
	p := board(t, "t2", "spider/1 m=9 score=500", "t1:2s3s|"+run+"As"+run, "t3:As")
	after := p
	events, err := after.ApplyEvents(engine.Move{Kind: engine.Transfer, From: engine.Column(3), To: engine.Column(1), Count: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	want := "move t3 t1 As, run t1 s, run t1 s, flip t1 3s, score +199"
	if got := strings.Join(enginetest.EventTexts(events), ", "); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if err := enginetest.Retell(p, after, events); err != nil {
		t.Error(err)
	}
}

func scoreAfter(t *testing.T, p engine.Position, moves ...string) int {
	t.Helper()
	after := played(t, p, moves...)
	return after.Score()
}

// Collection pays a row when its last card goes, counted from the lowest row up, two rows with one removal too.
func TestPyramidCollectionPoints(t *testing.T) {
	bonus := map[int]int{7: 25, 6: 50, 5: 75, 4: 100, 3: 150, 2: 250, 1: 500}
	for row := 1; row <= 7; row++ {
		// All of the rows above are there, of the row the first place only, nothing below.
		cards := map[int]string{}
		deck := deckOf(optionsOf(t, "pyramid/1"))
		n := row * (row - 1) / 2
		for i := 1; i <= n; i++ {
			cards[i] = deck[i]
		}
		last := n + 1
		cards[last] = "Ks"
		p := pairBoard(t, "pyramid/1;scoring=collection m=60 score=10", places(cards))
		if got := scoreAfter(t, p, engine.Place(last).String()); got != 10+5+bonus[row] {
			t.Errorf("the last card of row %d brings %d, want %d", row, got-10, 5+bonus[row])
		}
	}
	// Two cards of different rows, each the last of its row.
	cards := map[int]string{1: "Qd", 2: "Qh", 3: "5c", 4: "8c"}
	apart := pairBoard(t, "pyramid/1;scoring=collection m=60 score=0", places(cards))
	if got := scoreAfter(t, apart, "p3p4"); got != 5+150 {
		t.Errorf("a pair of which one is the last of its row brings %d, want 155", got)
	}
	for move, want := range map[string]int{"w": 5, "ws": 5} {
		p := pairBoard(t, "pyramid/1;scoring=collection m=60 score=0", places(map[int]string{1: "Qd"}), "w:Kc", "s:5h")
		if move == "ws" {
			p = pairBoard(t, "pyramid/1;scoring=collection m=60 score=0", places(map[int]string{1: "Qd"}), "w:8c", "s:5h")
		}
		if got := scoreAfter(t, p, move); got != want {
			t.Errorf("%s brings %d, want %d", move, got, want)
		}
	}
}

// PR-52 and PR-65: the score of Golf is what is left, and below zero only for a win.
func TestGolfStrokesCountWhatIsLeft(t *testing.T) {
	d, err := engine.DealBySeed(optionsOf(t, "golf/1;scoring=strokes"), "strokes")
	if err != nil {
		t.Fatal(err)
	}
	random := enginetest.Source(3)
	for range 200 {
		p := enginetest.Wander(random, d.Position(), 60)
		left := 0
		for column := 1; column <= 7; column++ {
			left += len(p.Pile(engine.Column(column)))
		}
		if left > 0 && p.Score() != left {
			t.Errorf("%d cards left, score %d", left, p.Score())
		}
		if left == 0 && p.Score() != -len(p.Pile(engine.Stock)) {
			t.Errorf("won with %d cards in the stock, score %d", len(p.Pile(engine.Stock)), p.Score())
		}
	}
}

// A fresh deal has the points its scheme begins with.
func TestFirstScore(t *testing.T) {
	for header, want := range map[string]int{
		"klondike/1": 0, "klondike/1;scoring=standard": 0, "klondike/1;scoring=vegas": -52, "spider/1": 500, "spider/1;scoring=none": 0,
		"pyramid/1;scoring=collection": 0, "tripeaks/1;scoring=classic": 0, "golf/1;scoring=strokes": 35, "golf/1": 0, "freecell/1": 0, "yukon/1": 0,
	} {
		d, err := engine.DealByNumber(optionsOf(t, header), 1)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		if p.Score() != want || strings.Contains(p.String(), " score=") != p.Options().Scored() {
			t.Errorf("%s begins with %d points, want %d: %s", header, p.Score(), want, p.String())
		}
	}
}

// A score at the edge of 32 bits stays there, and its text reads back.
func TestScoreStaysWithinItsRange(t *testing.T) {
	for _, test := range []struct {
		header, move string
		fields       []string
		want         int
	}{
		{"klondike/1;scoring=vegas m=9 score=-2147483647", "fht1", []string{"t1:6s", "fh:5"}, -2147483648},
		{"klondike/1;scoring=vegas m=9 score=2147483647", "t1fh", []string{"t1:6h", "fh:5"}, 2147483647},
		{"klondike/1;scoring=standard m=9 score=2147483640", "t1fh", []string{"t1:6h", "fh:5"}, 2147483647},
	} {
		before := board(t, "t7", test.header, test.fields...)
		after := before
		m, err := engine.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		events, err := after.ApplyEvents(m, nil)
		if err != nil {
			t.Fatal(err)
		}
		if after.Score() != test.want {
			t.Errorf("%s: after %s the score is %d, want %d", test.header, test.move, after.Score(), test.want)
		}
		if q, err := engine.ParseState(after.String()); err != nil || q != after {
			t.Errorf("%s: %v", after.String(), err)
		}
		if err := enginetest.Retell(before, after, events); err != nil {
			t.Errorf("%s: %v", test.header, err)
		}
	}
}
