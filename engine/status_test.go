package engine_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// Two dead positions of FreeCell: from the first, moves without progress lead
// to exactly as many positions as a proof may visit, itself among them; from
// the second to one more.
const (
	budgetReached = "freecell/1;cells=3 m=0 t1:Ac9s6s9hJs8d2c t2:AdJhQsQdKc6dKd t3:Ah5s5d3h8c4d3c t4:AsJc3d4c4hQcKh t5:2h4sKs7hTc7d t6:7s8sJdTs6h9d t7:Td5c6c2s7c8h t8:2d9cTh3s5hQh"
	budgetPassed  = "freecell/1;cells=3 m=0 t1:Ac3s6c5d7sKh7h t2:Ad3h2d7dQh2cKs t3:Ah5s9c8s8d6d9h t4:AsKdTcJd7cJsTd t5:8cJcThTs4c2s t6:3c9sQd5h9dKc t7:6s2h5cQs8hQc t8:3d4d4h4s6hJh"
)

// The proof of STUCK visits 4,096 positions and not one more.
func TestProofOfStuckHasABudget(t *testing.T) {
	for state, want := range map[string]struct {
		positions int
		status    engine.Status
	}{
		budgetReached: {4096, engine.Stuck},
		budgetPassed:  {4097, engine.InProgress},
	} {
		p := parsed(t, state)
		if got := reachable(t, p); got != want.positions {
			t.Errorf("%d positions are reached from %s", got, state)
		}
		if got := p.Status(); got != want.status {
			t.Errorf("with %d positions to visit the status is %s, want %s", want.positions, got, want.status)
		}
	}
}

// reachable counts the positions of FreeCell that moves without progress lead to.
func reachable(t *testing.T, start engine.Position) int {
	t.Helper()
	_, from, _ := strings.Cut(start.String(), " m=0 ")
	seen := map[string]bool{from: true}
	queue := []engine.Position{start}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for _, m := range at.LegalMoves(nil) {
			if m.To.Kind() == engine.KindFoundation {
				t.Fatalf("%s is progress in %s", m, at.String())
			}
			after := at
			if err := after.Apply(m); err != nil {
				t.Fatal(err)
			}
			_, piles, _ := strings.Cut(after.String(), fmt.Sprintf(" m=%d ", after.Moves()))
			if !seen[piles] {
				seen[piles] = true
				queue = append(queue, after)
			}
		}
	}
	return len(seen)
}

// After any move from a stuck position, and any after that, the game is stuck;
// near the budget too.
func TestStuckStaysStuck(t *testing.T) {
	starts := []engine.Position{parsed(t, budgetReached)}
	for _, v := range engine.Variants() {
		eachVector(t, v, func(p engine.Position, status string) {
			if status == "STUCK" {
				starts = append(starts, p)
			}
		})
	}
	if len(starts) < 20 {
		t.Fatalf("%d stuck positions", len(starts))
	}
	random := enginetest.Source(11)
	for _, start := range starts {
		p := start
		for range 6 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if err := p.Apply(m); err != nil {
				t.Fatal(err)
			}
			if got := p.Status(); got != engine.Stuck {
				t.Fatalf("%s after %s\nfrom %s", got, m, start.String())
			}
		}
	}
}

// eachVector calls yield with the carried positions of the independent implementation and their status.
func eachVector(t *testing.T, v engine.Variant, yield func(p engine.Position, status string)) {
	t.Helper()
	enginetest.EachLine(t, filepath.Join("testdata", "vectors", v.String()+".jsonl"), func(_ int, record struct {
		State, Status string
		Legal         json.RawMessage
	},
	) {
		if record.Status != "" {
			yield(parsed(t, record.State), record.Status)
		}
	})
}

// Counters decide nothing but how many redeals are left.
func TestStatusDoesNotDependOnCounters(t *testing.T) {
	random := enginetest.Source(12)
	for _, v := range engine.Variants() {
		for range 40 {
			one := enginetest.Wander(random, enginetest.LatePosition(t, random, v.Defaults()), 20)
			game := naive.Parse(one.String())
			game.Counters["m"] += 1000
			if _, scored := game.Counters["score"]; scored {
				game.Counters["score"] -= 77
			}
			two := parsed(t, game.String())
			if one.Status() != two.Status() || len(one.LegalMoves(nil)) != len(two.LegalMoves(nil)) {
				t.Errorf("%s and %s: %s", one.Status(), two.Status(), one.String())
			}
		}
	}
}

// PR-33 for every number of finished runs and rows: fewer than ten cards on the
// table and a row left is a dead end, and more are none.
func TestSpiderIsStuckWhereNoRowCanEverBeDealt(t *testing.T) {
	dead := map[string]bool{}
	for runs := range 8 {
		for rows := range 6 {
			cards := 104 - 13*runs - 10*rows
			if cards <= 0 {
				continue
			}
			checkSpiderRows(t, runs, rows, cards)
			if rows > 0 && cards < 10 {
				dead[fmt.Sprintf("%d/%d/%d", runs, rows, cards)] = true
			}
		}
	}
	for _, ending := range []string{"4/5/2", "5/3/9", "6/2/6", "7/1/3"} {
		if !dead[ending] {
			t.Errorf("runs/rows/cards %s is not among %v", ending, dead)
		}
	}
	if len(dead) != 4 {
		t.Errorf("dead ends are %v", dead)
	}
}

// checkSpiderRows deals that many rows and runs away and spreads the rest over one column fewer than it could fill.
func checkSpiderRows(t *testing.T, runs, rows, cards int) {
	t.Helper()
	deck := deckOf(optionsOf(t, "spider/1"))[13*runs:]
	stock, table := deck[:10*rows], deck[10*rows:]
	columns := max(1, min(9, cards-1))
	piles := make([]string, columns)
	for i, card := range table {
		// Ace to King, so that no column holds a finished run.
		piles[i%columns] += card
	}
	text := "spider/1 m=9 score=500"
	for i, pile := range piles {
		text += fmt.Sprintf(" t%d:%s", i+1, pile)
	}
	if runs > 0 {
		text += " f:" + strings.Repeat("s", runs)
	}
	if rows > 0 {
		text += " s:" + strings.Join(stock, "")
	}
	p := parsed(t, text)
	if rows == 0 {
		return
	}
	want, reason := engine.InProgress, "EMPTY_COLUMN_LOCKS_ROW"
	if cards < 10 {
		want, reason = engine.Stuck, "NOT_ENOUGH_CARDS_FOR_ROW"
	}
	if got := p.Status(); got != want {
		t.Errorf("%d runs, %d rows, %d cards: %s, want %s", runs, rows, cards, got, want)
	}
	if got := refusedFor(t, p, "d"); got != reason {
		t.Errorf("%d runs, %d rows, %d cards: the row is %q, want %q", runs, rows, cards, got, reason)
	}
}

// Golf and Tri-Peaks are stuck when no waste top takes a free card, neither the present one nor any to come.
func TestRemovalGamesAreStuckWithDrawsLeft(t *testing.T) {
	for _, test := range []struct {
		sentence, header string
		fields           []string
		want             engine.Status
	}{
		{"the waste takes it now", "golf/1 m=60", []string{"t1:9h", "s:2c3c", "w:Tc"}, engine.InProgress},
		{"the first card drawn takes it", "golf/1 m=60", []string{"t1:9h", "s:2cTc", "w:3c"}, engine.InProgress},
		{"the last card drawn takes it", "golf/1 m=60", []string{"t1:9h", "s:Tc2c", "w:3c"}, engine.InProgress},
		{"no card of the stock takes it", "golf/1 m=60", []string{"t1:9h", "s:4c2c", "w:3c"}, engine.Stuck},
		{"the card that took it lies in the waste", "golf/1 m=60", []string{"t1:9h", "s:4c2c", "w:Tc3c"}, engine.Stuck},
		{"only a King comes, and nothing goes on it", "golf/1 m=60", []string{"t1:Qh", "s:Kc2c", "w:3c"}, engine.Stuck},
		{"only a King comes, and a Queen goes on it", "golf/1;on_king=queen m=60", []string{"t1:Qh", "s:Kc2c", "w:3c"}, engine.InProgress},
		{"an Ace on a King without wrap", "golf/1;on_king=queen m=60", []string{"t1:Ah", "s:Kc3c", "w:4c"}, engine.Stuck},
		{"an Ace on a King with wrap", "golf/1;on_king=queen;wrap=on m=60", []string{"t1:Ah", "s:Kc3c", "w:4c"}, engine.InProgress},
		{"a covered card does not count", "tripeaks/1 m=60", []string{places(map[int]string{1: "9h", 4: "2h"}), "s:Tc5c", "w:6c"}, engine.Stuck},
		{"a free card counts", "tripeaks/1 m=60", []string{places(map[int]string{1: "9h", 4: "2h"}), "s:3c5c", "w:6c"}, engine.InProgress},
		{"the present top counts", "tripeaks/1;wrap=off m=60", []string{places(map[int]string{1: "Kh"}), "w:Qc"}, engine.InProgress},
		{"no wrap, no way", "tripeaks/1;wrap=off m=60", []string{places(map[int]string{1: "Kh"}), "s:Ac", "w:Jc"}, engine.Stuck},
		{"with wrap there is one", "tripeaks/1 m=60", []string{places(map[int]string{1: "Kh"}), "s:Ac", "w:Jc"}, engine.InProgress},
	} {
		t.Run(test.sentence, func(t *testing.T) {
			p := board(t, "w", test.header, test.fields...)
			if got := p.Status(); got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
		})
	}
}

// A Pyramid is stuck when nothing can be removed now or after the draws and redeals that are left.
func TestPyramidIsStuckWhenNothingCanComeTogether(t *testing.T) {
	for _, test := range []struct {
		sentence, state string
		want            engine.Status
	}{
		{"a pair of places", "pyramid/1 m=60 r=2 p:4d6h7s.................................................. w:9c", engine.InProgress},
		{"a partner deep in the stock", "pyramid/1;redeals=0 m=60 p:6h...................................................... s:JcTc7s2h3h", engine.InProgress},
		{"a partner deep in the waste, and a redeal left", "pyramid/1 m=60 r=1 p:6h...................................................... w:7sJcTc2h3h", engine.InProgress},
		{"a partner deep in the waste, and none left", "pyramid/1 m=60 r=2 p:6h...................................................... w:7sJcTc2h3h", engine.Stuck},
		{"neighbours in the stock with stock_play", "pyramid/1;redeals=0 m=60 p:Ah...................................................... s:8h5s2h w:QcJcTd3d", engine.InProgress},
		{"neighbours in the stock without", "pyramid/1;stock_play=off;redeals=0 m=60 p:Ah...................................................... s:8h5s2h w:QcJcTd3d", engine.Stuck},
		{"the tops of waste and stock", "pyramid/1;redeals=0 m=60 p:Ah...................................................... s:8h w:Qc5s", engine.InProgress},
		{"a King in the stock", "pyramid/1;stock_play=off;redeals=0 m=60 p:Ah...................................................... s:Kh2h w:QcJcTd3d", engine.InProgress},
		{"a King beneath the waste top", "pyramid/1;redeals=0 m=60 p:Ah...................................................... s:2h w:KhQcJcTd3d", engine.Stuck},
		{"a card that waits beneath its partner", "pyramid/1;redeals=0 m=60 p:6h7s.................................................... s:2h w:Jc3dTd", engine.Stuck},
	} {
		t.Run(test.sentence, func(t *testing.T) {
			p := parsed(t, test.state)
			if got := p.Status(); got != test.want {
				t.Errorf("%s, want %s: %s", got, test.want, p.String())
			}
			if got, _ := naive.Parse(p.String()).Status(5000); got != test.want.String() {
				t.Errorf("by the naive game %s, want %s: %s", got, test.want, p.String())
			}
		})
	}
}

// A run that can be finished is progress, whatever follows: here nothing does.
func TestFinishedRunIsProgressThoughNothingFollows(t *testing.T) {
	p := board(t, "t10", "spider/1;suits=4 m=9 score=500", "t1:9hKsQsJsTs9s8s7s6s5s4s3s2s", "t2:JhAs",
		"t3:Kh", "t4:Kd", "t5:Jd", "t6:9d", "t7:7h", "t8:7d", "t9:5h", "t10:5d")
	if got := p.Status(); got != engine.InProgress {
		t.Errorf("%s, want IN_PROGRESS", got)
	}
	after := played(t, p, "t2t1")
	if got, moves := after.Status(), after.LegalMoves(nil); got != engine.Stuck || len(moves) != 0 {
		t.Errorf("after the run is off: %s with %v", got, moves)
	}
}
