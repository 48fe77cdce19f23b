package phrase

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// situations are positions and games in which, together, every reason comes up.
var situations = []struct {
	variant engine.Variant
	options map[string]string
	plies   int
}{
	{engine.Klondike, nil, 120},
	{engine.Klondike, map[string]string{"draw": "1", "redeals": "0", "foundation_return": "off"}, 60},
	{engine.Klondike, map[string]string{"redeals": "1"}, 60},
	{engine.Spider, map[string]string{"suits": "4"}, 150},
	{engine.FreeCell, map[string]string{"cells": "2"}, 100},
	{engine.Pyramid, map[string]string{"redeals": "1"}, 80},
	{engine.Pyramid, map[string]string{"stock_play": "off"}, 80},
	{engine.TriPeaks, nil, 60},
	{engine.TriPeaks, map[string]string{"wrap": "off"}, 60},
	{engine.Golf, nil, 60},
	{engine.Golf, map[string]string{"on_king": "queen"}, 60},
	{engine.Yukon, nil, 80},
	{engine.Yukon, map[string]string{"foundation_return": "on"}, 80},
}

// states hold what play seldom leads to: a won game, a King on Golf's waste, a
// game without redeals, and Spider tables with too few cards for a row and with an empty column.
var states = []string{
	"klondike/1 m=107 fc:K fd:K fh:K fs:K",
	"golf/1 m=3 t1:2c3c4c5c6c t2:7c8c9cTcJc t3:2d3d4d5d6d t4:7d8d9dTdJd t5:2h3h4h5h6h t6:7h8h9hThJh t7:QhKhAh " +
		"s:2s3s4s5s6s7s8s9sTsJsQsAsAd w:AcQcQdKdKcKs",
	"golf/1;on_king=queen m=3 t1:2c3c4c5c6c t2:7c8c9cTcJc t3:2d3d4d5d6d t4:7d8d9dTdJd t5:2h3h4h5h6h t6:7h8h9hThJh t7:QhKhAh " +
		"s:2s3s4s5s6s7s8s9sTsJsQsAsAd w:AcQcQdKdKcKs",
	"klondike/1;redeals=0 m=30 fc:K fd:K fh:K fs:J w:QsKs",
	"spider/1 m=102 score=798 t1:As t8:Ks f:ssss s:" + strings.Repeat("KsQsJsTs9s8s7s6s5s4s3s2sAs", 3) + "QsJsTs9s8s7s6s5s4s3s2s",
	"spider/1 m=102 score=998 t2:3s2sAs t3:KsQsJs t4:Ts9s8s7s6s5s4s3s2sAs f:ssssss s:KsQsJsTs9s8s7s6s5s4s",
}

// everyMove calls yield with every move that the grammar of moves writes, with a few counts each.
func everyMove(yield func(engine.Move)) {
	yield(engine.Move{Kind: engine.Draw})
	yield(engine.Move{Kind: engine.Redeal})
	var all []string
	for id := engine.Column(1); id <= engine.Waste; id++ {
		all = append(all, id.String())
	}
	for _, from := range all {
		for _, to := range append(all, "") {
			for _, count := range []string{"", "x2", "x3", "x9"} {
				if m, err := engine.ParseMove(from + to + count); err == nil {
					yield(m)
				}
			}
		}
	}
}

// someRefusals returns refusals of every game, among them at least one of each
// reason.
func someRefusals(t *testing.T) []*engine.IllegalMoveError {
	t.Helper()
	var refusals []*engine.IllegalMoveError
	type kind struct {
		variant engine.Variant
		reason  engine.Reason
	}
	known := map[kind]int{}
	note := func(err error) {
		const enough = 40
		var e *engine.IllegalMoveError
		if errors.As(err, &e) && known[kind{e.Variant, e.Reason}] < enough {
			known[kind{e.Variant, e.Reason}]++
			refusals = append(refusals, e)
		}
	}
	look := func(p engine.Position) {
		everyMove(func(m engine.Move) { note(p.Check(m)) })
		_, err := p.Finish()
		note(err)
		note(engine.NewGame(p).TakeBack())
	}
	for _, text := range states {
		p, err := engine.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		look(p)
	}
	for _, s := range situations {
		options, err := engine.ParseOptions(s.variant, s.options)
		if err != nil {
			t.Fatal(err)
		}
		deal, err := engine.DealByNumber(options, 7)
		if err != nil {
			t.Fatal(err)
		}
		p := deal.Position()
		for ply := 0; ply < s.plies && !p.Won(); ply++ {
			if ply%25 == 0 {
				look(p)
			}
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			if err := p.Apply(legal[ply*ply%len(legal)]); err != nil {
				t.Fatal(err)
			}
		}
		look(p)
	}
	return refusals
}

func TestEveryReasonHasAGeneralSentence(t *testing.T) {
	for _, reason := range engine.Reasons() {
		checkTexts(t, reason.String(), func(l Language) string { return Reason(l, reason) })
	}
}

func TestEveryRefusalIsASentenceWithItsCardsAndNoOthers(t *testing.T) {
	card := regexp.MustCompile(`\b[A2-9TJQK][cdhs]\b`)
	seen := map[engine.Reason]bool{}
	for _, e := range someRefusals(t) {
		seen[e.Reason] = true
		checkTexts(t, e.Error(), func(l Language) string { return Refusal(l, e) })
		if len(e.Cards) > 4 { // a group is written without blanks, so \b does not part its cards
			continue
		}
		for _, l := range Languages() {
			for _, named := range card.FindAllString(Refusal(l, e), -1) {
				if !strings.Contains(e.Cards, named) {
					t.Errorf("%v: %q names %s, the refusal does not", e, Refusal(l, e), named)
				}
			}
		}
	}
	for _, reason := range engine.Reasons() {
		if !seen[reason] {
			t.Errorf("no situation refused with %v", reason)
		}
	}
}

func TestARefusalWithoutDetailsFallsBackToItsReason(t *testing.T) {
	for _, reason := range engine.Reasons() {
		e := &engine.IllegalMoveError{Reason: reason}
		checkTexts(t, reason.String(), func(l Language) string { return Refusal(l, e) })
	}
}

// checkTexts fails unless both languages have a complete text of their own.
func checkTexts(t *testing.T, what string, in func(Language) string) {
	t.Helper()
	for _, l := range Languages() {
		text := in(l)
		switch {
		case strings.TrimSpace(text) == "" || strings.TrimSpace(text) != text:
			t.Errorf("%s, %v: empty, or blanks around it: %q", what, l, text)
		case strings.ContainsAny(text, "{}|#%*") || strings.Contains(text, "  ") || strings.Contains(text, " ,"):
			t.Errorf("%s, %v: a blank is not filled in: %q", what, l, text)
		}
	}
	if in(English) == in(German) {
		t.Errorf("%s: German is English: %q", what, in(German))
	}
}
