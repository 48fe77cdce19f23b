package engine_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// Of all ways to write a position one is read; ^ marks where reading stops in the others.
func TestOnlyTheCanonicalTextIsRead(t *testing.T) {
	for _, marked := range []string{
		"^",
		"^Klondike/1 m=0",
		"^bridge/1 m=0",
		"klondike^",
		"klondike/^",
		"klondike/^01 m=0",
		"klondike/^x m=0",
		"klondike/1^",
		"klondike/1^ ",
		"klondike/1^ m",
		"klondike/1 m=^",
		"klondike/1 m=^01",
		"klondike/1 m=^+1",
		"klondike/1 m=^2147483648",
		"klondike/1^  m=0",
		"klondike/1^ t1:Ac m=0",
		"klondike/1;draw=^3 m=0",
		"klondike/1;draw=^2 m=0",
		"klondike/1;draw=^ m=0",
		"klondike/1;redeals=^unlimited m=0",
		"klondike/1;redeals=^01 m=0",
		"klondike/1;redeals=^-1 m=0",
		"klondike/1;redeals=^2147483648 m=0",
		"klondike/1;redeals=2;^draw=1 m=0",
		"klondike/1;draw=1;^draw=1 m=0",
		"klondike/1;^suits=4 m=0",
		"klondike/1;^ m=0",
		"pyramid/1;redeals=^2 m=0",
		"klondike/1 m=0 r=^0",
		"klondike/1 m=0 r=^01",
		"klondike/1 m=0 score=^-0",
		"klondike/1 m=0 score=^",
		"klondike/1 m=0 streak=^0",
		"klondike/1 m=0 score=1 ^r=1",
		"klondike/1 m=0 ^m=0",
		"klondike/1 m=0 ^",
		"klondike/1 m=0 ^ t1:Ac",
		"klondike/1 m=0^\t",
		"klondike/1 m=0 t1^",
		"klondike/1 m=0 t1:^",
		"klondike/1 m=0 t1:^|Kc",
		"klondike/1 m=0 t1:^A",
		"klondike/1 m=0 t1:^10c",
		"klondike/1 m=0 t1:Ac^ac",
		"klondike/1 m=0 t1:Ac|Kc^|Qc",
		"klondike/1 m=0 t1:Ac ^t1:2c",
		"klondike/1 m=0 t2:Ac ^t1:2c",
		"klondike/1 m=0 ^t01:Ac",
		"klondike/1 m=0 ^t11:Ac",
		"klondike/1 m=0 ^p1:Ac",
		"klondike/1 m=0 fc:^0",
		"klondike/1 m=0 fc:^",
		"klondike/1 m=0 fc:A^A",
		"klondike/1 m=0 fd:A ^fc:A",
		"klondike/1 m=0 w:Ac ^s:2c",
		"klondike/1 m=0 s:Ac^|2c",
		"freecell/1 m=0 c1:^",
		"freecell/1 m=0 c1:Ac^2c",
		"spider/1 m=0 score=500 f:^",
		"spider/1 m=0 score=500 f:s^hs",
		"spider/1 m=0 score=500 f:s^x",
		"spider/1 m=0 score=500 f:ssssssss^s",
		"pyramid/1 m=0 p:^",
		"pyramid/1 m=0 p:Ac^",
		"pyramid/1 m=0 p:" + strings.Repeat("..", 27) + "^..",
		"pyramid/1 m=0 p:" + strings.Repeat("..", 27) + "Ac^..",
		"pyramid/1 m=0 p:^.A" + strings.Repeat("..", 27),
	} {
		offset := strings.Index(marked, "^")
		text := marked[:offset] + marked[offset+1:]
		_, err := engine.ParseState(text)
		var unread *engine.ParseError
		if !errors.As(err, &unread) {
			t.Errorf("%q: %v, want it unreadable", text, err)
			continue
		}
		if unread.Offset != offset || unread.Wanted == "" || unread.Input != text {
			t.Errorf("%q is unreadable from %d (%s), want %d", text, unread.Offset, unread.Wanted, offset)
		}
	}
}

// A text of any length is answered, and a very long one without reading it.
func TestLongTextsAreRefused(t *testing.T) {
	for _, text := range []string{
		"klondike/1 m=0 s:" + strings.Repeat("Ac", 1<<20),
		strings.Repeat("x", 1<<20),
		"klondike/1" + strings.Repeat(";draw=1", 1<<16) + " m=0",
		"klondike/" + strings.Repeat("1", 1<<16) + " m=0",
		"klondike/1 m=" + strings.Repeat("9", 1<<16),
	} {
		if _, err := engine.ParseState(text); err == nil || len(err.Error()) > 300 {
			t.Errorf("a text of %d bytes: %.400v", len(text), err)
		}
	}
}

// The longest texts of possible positions are far below the limit.
func TestTextsOfPositionsAreShort(t *testing.T) {
	for _, v := range engine.Variants() {
		random := enginetest.Source(uint64(v))
		for _, o := range enginetest.AllOptions(t, v) {
			p := enginetest.Wander(random, enginetest.RandomDeal(random, o).Position(), 50)
			if n := len(p.String()); n > 350 {
				t.Errorf("%d bytes: %s", n, p.String())
			}
		}
	}
}

func TestANumberOfMovesThatDoesNotFitIsNoMissingOne(t *testing.T) {
	for text, want := range map[string]string{
		"golf/1 m=2147483648": "a whole number of at most 32 bits without leading zeros",
		"golf/1 m=007":        "a whole number of at most 32 bits without leading zeros",
		"golf/1 m=":           "a whole number of at most 32 bits without leading zeros",
		"golf/1 n=1":          "a blank, m= and the number of moves",
	} {
		var got *engine.ParseError
		if _, err := engine.ParseState(text); !errors.As(err, &got) || got.Wanted != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
