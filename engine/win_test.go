package engine_test

import (
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// lastMoves are positions of every game from which one move wins.
var lastMoves = []struct{ state, move string }{
	{"klondike/1 m=0 t4:Kh fc:K fd:K fh:Q fs:K", "t4fh"},
	{"klondike/1;draw=1 m=0 fc:K fd:K fh:Q fs:K w:Kh", "wfh"},
	{"klondike/1;foundation_return=off;scoring=standard m=0 score=7 t1:Ks fc:K fd:K fh:K fs:Q", "t1fs"},
	{"yukon/1 m=0 t7:Kc fc:Q fd:K fh:K fs:K", "t7fc"},
	{"freecell/1 m=0 t8:Kd fc:K fd:Q fh:K fs:K", "t8fd"},
	{"freecell/1 m=0 c3:Kd fc:K fd:Q fh:K fs:K", "c3fd"},
	{"spider/1 m=0 score=500 t1:KsQsJsTs9s8s7s6s5s4s3s2s t2:As f:sssssss", "t2t1"},
	{"spider/1;suits=4 m=0 score=500 t3:Ad t9:KdQdJdTd9d8d7d6d5d4d3d2d f:ccdhhss", "t3t9"},
	{"pyramid/1 m=60 p:Kh...................................................... s:8h w:5c", "p1"},
	{"pyramid/1;redeals=0 m=60 p:6h...................................................... s:2h w:Jc7s", "wp1"},
	{"tripeaks/1 m=60 p:9h......................................................", "p1w"},
	{"golf/1 m=60 t6:9h", "t6w"},
}

// lastMove returns the position; where only the table is given, all other cards are waste with a Ten on top.
func lastMove(t *testing.T, state string) engine.Position {
	t.Helper()
	if !strings.HasPrefix(state, "tripeaks") && !strings.HasPrefix(state, "golf") {
		return parsed(t, state)
	}
	words := strings.Fields(state)
	return board(t, "w", strings.Join(words[:2], " "), append(words[2:], "w:Tc")...)
}

// PR-03, PR-45, PR-48 and PR-52 in every game: the last move wins at once, and then nothing is legal.
func TestLastMoveWinsAndEndsTheGame(t *testing.T) {
	won := map[engine.Variant]bool{}
	for _, test := range lastMoves {
		t.Run(test.state, func(t *testing.T) {
			p := lastMove(t, test.state)
			if p.Won() || p.Status() != engine.InProgress {
				t.Fatalf("before the last move: %s", p.Status())
			}
			m, err := engine.ParseMove(test.move)
			if err != nil {
				t.Fatal(err)
			}
			events, err := p.ApplyEvents(m, nil)
			if err != nil {
				t.Fatal(err)
			}
			if !p.Won() || p.Status() != engine.Won || events[len(events)-1].Kind != engine.GameWon {
				t.Errorf("%s, %v", p.Status(), enginetest.EventTexts(events))
			}
			if moves := p.LegalMoves(nil); len(moves) != 0 {
				t.Errorf("after the win %v are listed", moves)
			}
			for _, text := range enginetest.EveryMoveText() {
				if got := refusedFor(t, p, text); got != "GAME_OVER" {
					t.Fatalf("%s after the win: %q", text, got)
				}
			}
			won[p.Variant()] = true
		})
	}
	if len(won) != len(engine.Variants()) {
		t.Errorf("won were %v", won)
	}
}

// A winning move can be taken back, and made again.
func TestWinCanBeTakenBack(t *testing.T) {
	for _, test := range lastMoves {
		start := lastMove(t, test.state)
		end := engine.Replay(start, []string{test.move, "u", test.move, "u"}, nil)
		if end.Applied != 4 || end.Position != start {
			t.Errorf("%s: stops at %d in %s", test.state, end.Applied, end.Position.String())
		}
	}
}

// PR-12 in every game: what is left of the cards elsewhere wins nothing.
func TestNothingElseWins(t *testing.T) {
	for _, state := range []string{
		"klondike/1 m=0 t1:Ks fc:K fd:K fh:K fs:Q",
		"yukon/1;foundation_return=on m=0 t1:Ks fc:K fd:K fh:K fs:Q",
		"freecell/1 m=0 c1:Ks fc:K fd:K fh:K fs:Q",
		"spider/1 m=0 score=500 t1:KsQsJsTs9s8s7s6s5s4s3s2s t2:As f:sssssss",
	} {
		if p := parsed(t, state); p.Won() || p.Status() != engine.InProgress {
			t.Errorf("%s is %s", state, p.Status())
		}
	}
	for _, state := range []string{"tripeaks/1 m=60 p:9h......................................................", "golf/1 m=60 t6:9h"} {
		if p := lastMove(t, state); p.Won() || p.Status() != engine.InProgress {
			t.Errorf("%s is %s", state, p.Status())
		}
	}
	pyramid := parsed(t, "pyramid/1 m=60 p:6h...................................................... w:7s")
	if pyramid.Won() || pyramid.Status() != engine.InProgress {
		t.Errorf("%s is %s", pyramid.String(), pyramid.Status())
	}
}
