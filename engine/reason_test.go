package engine_test

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// Where several reasons apply, a refusal names the first in their order.
func TestRefusalNamesTheFirstReason(t *testing.T) {
	const (
		klondike = "klondike/1;redeals=0 m=9 t1:Ts t3:9c|8h4s fc:3 fd:K fh:7 fs:3 s:5s6s w:9h7s8s9sJsQsKs4c5c6c7c8cTcJcQcKcThJhQhKh"
		freecell = "freecell/1;cells=1 m=9 t1:9h8s t2:9d8c t8:9cTcJcQcKcTdJdQdKdThJhQhKh9sTsJsQs c1:Ks fc:7 fd:8 fh:8 fs:7"
		pyramid  = "pyramid/1;stock_play=off;redeals=0 m=9 p:Qh2d3d.................................................. s:JcTc w:As"
	)
	for _, test := range []struct{ state, move, want string }{
		{klondike, "t8t1", "NO_SUCH_PILE"},   // before EMPTY_PILE
		{klondike, "c1t1x3", "NO_SUCH_PILE"}, // before NO_SUCH_MOVE and TOO_MANY_CARDS
		{klondike, "p1p1", "NO_SUCH_PILE"},   // before SAME_CARD
		{klondike, "t1w", "NO_SUCH_MOVE"},    // before WRONG_RANK
		{klondike, "ws", "NO_SUCH_MOVE"},     // a pair
		{klondike, "t2t2", "SAME_PILE"},      // before EMPTY_PILE
		{klondike, "t1t1x9", "SAME_PILE"},    // before TOO_MANY_CARDS
		{klondike, "t2fc", "EMPTY_PILE"},     // before FOUNDATION_RANK
		{klondike, "t2t1x2", "EMPTY_PILE"},   // before TOO_MANY_CARDS
		{klondike, "r", "STOCK_NOT_EMPTY"},   // before NO_REDEAL_LEFT
		{klondike, "fdfh", "NO_FOUNDATION_RETURN"},
		{klondike, "fdt1x2", "TOO_MANY_CARDS"}, // before WRONG_RANK
		{klondike, "wfcx2", "TOO_MANY_CARDS"},  // before FOUNDATION_SUIT
		{klondike, "t3fhx2", "TOO_MANY_CARDS"}, // before FOUNDATION_SUIT
		{klondike, "t3t1x4", "TOO_MANY_CARDS"}, // before FACE_DOWN
		{klondike, "t3t1x3", "FACE_DOWN"},      // before NOT_A_RUN
		{klondike, "t3t1x2", "NOT_A_RUN"},      // before WRONG_RANK
		{klondike, "t3t2x2", "NOT_A_RUN"},      // before KING_NEEDED
		{klondike, "t3t2", "KING_NEEDED"},      // an empty column
		{klondike, "t1fh", "FOUNDATION_SUIT"},  // before FOUNDATION_RANK
		{klondike, "t3t1", "WRONG_RANK"},       // before WRONG_COLOUR
		{freecell, "c1c1", "SAME_PILE"},        // before CELL_TO_CELL
		{freecell, "c2c1", "NO_SUCH_PILE"},     // cells=1 has no c2
		{freecell, "t1c1x2", "TOO_MANY_CARDS"}, // before CELL_TAKEN
		{freecell, "t1c1", "CELL_TAKEN"},       //
		{freecell, "t1t8", "WRONG_RANK"},       // before WRONG_COLOUR
		{freecell, "t1fcx2", "TOO_MANY_CARDS"}, // before FOUNDATION_SUIT
		{freecell, "fst1", "NO_FOUNDATION_RETURN"},
		{freecell, "fdc1", "NO_FOUNDATION_RETURN"}, // before CELL_TAKEN
		{pyramid, "p4p4", "SAME_CARD"},             // before EMPTY_PILE
		{pyramid, "sp1", "COVERED"},                // before STOCK_NOT_PLAYABLE
		{pyramid, "sp4", "EMPTY_PILE"},             // before STOCK_NOT_PLAYABLE
		{pyramid, "wp1", "COVERED"},                // it would add to thirteen
		{pyramid, "ws", "STOCK_NOT_PLAYABLE"},      // before NOT_THIRTEEN
		{pyramid, "p1w", "NO_SUCH_MOVE"},           // the move of another game
		{pyramid, "r", "STOCK_NOT_EMPTY"},          // before NO_REDEAL_LEFT
	} {
		if got := refusedFor(t, parsed(t, test.state), test.move); got != test.want {
			t.Errorf("%s: %q, want %q\nin %s", test.move, got, test.want, test.state)
		}
	}
}

// The order of the reasons is part of the contract; new ones come at the end.
func TestOrderOfReasons(t *testing.T) {
	want := []string{
		"GAME_OVER", "NO_SUCH_PILE", "NO_SUCH_MOVE", "NOTHING_TO_UNDO", "SAME_PILE", "SAME_CARD", "EMPTY_PILE", "EMPTY_STOCK",
		"STOCK_NOT_EMPTY", "NO_REDEAL_LEFT", "NOT_ENOUGH_CARDS_FOR_ROW", "EMPTY_COLUMN_LOCKS_ROW", "COVERED", "STOCK_NOT_PLAYABLE",
		"NO_FOUNDATION_RETURN", "TOO_MANY_CARDS", "FACE_DOWN", "NOT_A_RUN", "CELL_TO_CELL", "CELL_TAKEN", "KING_NEEDED",
		"FOUNDATION_SUIT", "FOUNDATION_RANK", "WRONG_RANK", "WRONG_COLOUR", "CAPACITY_EXCEEDED", "NOT_THIRTEEN", "NOTHING_ON_KING",
		"NOT_ADJACENT", "FINISH_NOT_AVAILABLE",
	}
	reasons := engine.Reasons()
	if len(reasons) != len(want) {
		t.Fatalf("%d reasons, want %d", len(reasons), len(want))
	}
	for i, reason := range reasons {
		if reason.String() != want[i] {
			t.Errorf("reason %d is %s, want %s", i, reason, want[i])
		}
	}
}

// What a refusal tells: the piles, the cards that are seen, and the numbers behind it.
func TestWhatARefusalTells(t *testing.T) {
	for _, test := range []struct {
		state, move, piles, cards string
		limit, asked              int
	}{
		{"freecell/1 m=0 t1:Ts9h t2:Qs t3:Jd t4:9s7h t5:Th t6:QdJs t7:Qh8s t8:8h c1:Kd c2:Kh c3:Ks c4:Jh fc:K fd:T fh:6 fs:7", "t1t3x2", "t1 t3", "", 1, 2},
		{"klondike/1;draw=1 m=0 t1:Ts t2:5c|9h4s t3:6cKs|5s t4:Qs7sKh|Jh t5:8sJcTc7c|Kc t6:7h9sQh6s|8h t7:Th8c4cQc9c|Js fc:2 fd:K fh:5 fs:3 s:6h3c", "t2t1x2", "t2", "9h4s", 1, 2},
		{"klondike/1;draw=1 m=0 t1:Ts t2:5c|9h4s t3:6cKs|5s t4:Qs7sKh|Jh t5:8sJcTc7c|Kc t6:7h9sQh6s|8h t7:Th8c4cQc9c|Js fc:2 fd:K fh:5 fs:3 s:6h3c", "t2t1x3", "t2", "", 2, 3},
		{"klondike/1;draw=1 m=0 t1:Ts t2:5c|9h4s t3:6cKs|5s t4:Qs7sKh|Jh t5:8sJcTc7c|Kc t6:7h9sQh6s|8h t7:Th8c4cQc9c|Js fc:2 fd:K fh:5 fs:3 s:6h3c", "t2t1", "t2 t1", "4sTs", 0, 0},
		{"klondike/1;draw=1 m=0 t1:Ts t2:5c|9h4s t3:6cKs|5s t4:Qs7sKh|Jh t5:8sJcTc7c|Kc t6:7h9sQh6s|8h t7:Th8c4cQc9c|Js fc:2 fd:K fh:5 fs:3 s:6h3c", "t1fs", "t1 fs", "Ts", 4, 10},
		{"spider/1 m=0 score=500 t1:3s t2:2s t3:As f:sssssss s:4s5s6s7s8s9sTsJsQsKs", "d", "s", "", 10, 3},
		{"spider/1 m=0 score=500 t1:KsQs t2:JsTs t3:9s8s t4:7s6s t5:5s4s t6:3s2s t7:AsAs t8:3s t9:2s f:ssssss s:4s5s6s7s8s9sTsJsQsKs", "d", "t10", "", 0, 0},
		{"pyramid/1 m=0 p:Qs...................................................... w:As5s8h", "wp1", "w p1", "8hQs", 13, 20},
	} {
		p := parsed(t, test.state)
		m, err := engine.ParseMove(test.move)
		if err != nil {
			t.Fatal(err)
		}
		refusal, ok := p.Check(m).(*engine.IllegalMoveError)
		if !ok {
			t.Errorf("%s is legal", test.move)
			continue
		}
		piles := ""
		for _, id := range refusal.Piles {
			piles += " " + id.String()
		}
		if piles != " "+test.piles || refusal.Cards != test.cards || refusal.Limit != test.limit || refusal.Asked != test.asked {
			t.Errorf("%s: %s for piles%s, cards %q, limit %d, asked %d; want %+v", test.move, refusal.Reason, piles, refusal.Cards, refusal.Limit, refusal.Asked, test)
		}
	}
}

// A move value that no text writes is no move, though what it means were legal.
func TestMoveValuesThatNoTextWrites(t *testing.T) {
	pyramid := parsed(t, "pyramid/1 m=60 p:4d6h7s.................................................. s:Kh w:9cKc")
	drawn := parsed(t, "pyramid/1 m=60 p:4d6h7s.................................................. w:9c")
	klondike := board(t, "t7", "klondike/1 m=0", "t1:Td", "t2:9s", "s:2c")
	for _, test := range []struct {
		at   engine.Position
		move engine.Move
		want engine.Reason
	}{
		{pyramid, engine.Move{Kind: engine.Remove, From: engine.Place(2), To: engine.Place(3)}, engine.NoReason},
		{pyramid, engine.Move{Kind: engine.Remove, From: engine.Place(3), To: engine.Place(2)}, engine.NoSuchMove},
		{pyramid, engine.Move{Kind: engine.Remove, From: engine.Place(2), To: engine.Place(3), Count: 1}, engine.NoSuchMove},
		{pyramid, engine.Move{Kind: engine.Remove, From: engine.Waste}, engine.NoReason},
		{pyramid, engine.Move{Kind: engine.Remove, To: engine.Waste}, engine.NoSuchPile},
		{pyramid, engine.Move{Kind: engine.Remove, From: engine.Waste, Count: 1}, engine.NoSuchMove},
		{pyramid, engine.Move{Kind: engine.Remove}, engine.NoSuchPile},
		{pyramid, engine.Move{Kind: engine.Draw}, engine.NoReason},
		{pyramid, engine.Move{Kind: engine.Draw, From: engine.Stock}, engine.NoSuchMove},
		{pyramid, engine.Move{Kind: engine.Draw, To: engine.Waste}, engine.NoSuchMove},
		{pyramid, engine.Move{Kind: engine.Draw, Count: 1}, engine.NoSuchMove},
		{drawn, engine.Move{Kind: engine.Redeal}, engine.NoReason},
		{drawn, engine.Move{Kind: engine.Redeal, From: engine.Waste, To: engine.Stock}, engine.NoSuchMove},
		{drawn, engine.Move{Kind: engine.Redeal, Count: 1}, engine.NoSuchMove},
		{klondike, engine.Move{Kind: engine.Transfer, From: engine.Column(2), To: engine.Column(1), Count: 1}, engine.NoReason},
		{klondike, engine.Move{Kind: engine.Transfer, From: engine.Column(2), To: engine.Column(1)}, engine.NoSuchMove},
		{klondike, engine.Move{Kind: engine.Transfer, From: engine.Column(2), To: engine.Column(1), Count: 255}, engine.TooManyCards},
		{klondike, engine.Move{Kind: engine.Transfer, From: engine.Column(2), Count: 1}, engine.NoSuchPile},
		{klondike, engine.Move{Kind: engine.Transfer, From: 255, To: engine.Column(1), Count: 1}, engine.NoSuchPile},
		{klondike, engine.Move{Kind: engine.Transfer, From: engine.Stock, To: engine.Waste, Count: 1}, engine.NoSuchMove},
		{klondike, engine.Move{}, engine.NoSuchMove},
		{klondike, engine.Move{Kind: 99, From: engine.Column(2), To: engine.Column(1), Count: 1}, engine.NoSuchMove},
		{engine.Position{}, engine.Move{Kind: engine.Draw}, engine.NoSuchMove},
		{engine.Position{}, engine.Move{Kind: engine.Transfer, From: engine.Column(2), To: engine.Column(1), Count: 1}, engine.NoSuchPile},
	} {
		got := engine.NoReason
		if refusal, ok := test.at.Check(test.move).(*engine.IllegalMoveError); ok {
			got = refusal.Reason
		}
		if got != test.want {
			t.Errorf("%+v: %s, want %s", test.move, got, test.want)
		}
		checkLegal(t, test.at, test.move)
	}
}
