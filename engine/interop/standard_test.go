package interop

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func position(t testing.TB, state string) engine.Position {
	t.Helper()
	p, err := engine.ParseState(state)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// oneEmptyColumn is the position of PR-29: one empty column, one free cell.
const oneEmptyColumn = "freecell/1 m=0 t1:JsTd9s t2:KcJdTs9h t3:JhQc8s t4:9dTc t5:KsQs t7:ThQh t8:Jc9c c1:Kd c2:Qd c3:Kh fc:8 fd:8 fh:8 fs:7"

// PR-29: move notation to an empty pile is ambiguous and needs the count.
func TestPR29MovesToAnEmptyColumn(t *testing.T) {
	start := position(t, oneEmptyColumn)
	for text, want := range map[string]string{
		"26":   "t2t6x2", // as many as possible
		"26v1": "t2t6",
		"26v2": "t2t6x2",
		"26V2": "t2t6x2",
		"56":   "t5t6",
	} {
		moves, err := ReadStandard(start, text, None)
		if err != nil || textOf(moves) != want {
			t.Errorf("%s: read %s, %v, want %s", text, textOf(moves), err, want)
		}
	}
	_, err := ReadStandard(start, "26v3", None)
	var refusal *ReadError
	if !errors.As(err, &refusal) || refusal.Refusal == nil || refusal.Refusal.Reason != engine.CapacityExceeded || refusal.Refusal.Limit != 2 {
		t.Errorf("26v3: %v, want CAPACITY_EXCEEDED with limit 2", err)
	}
	for moves, want := range map[string]string{
		"t2t6x2": "26v2",
		"t2t6":   "26v1",
		"t5t6":   "56",
		"c1t6":   "a6",
		"t8c4":   "8d",
		"t3fs":   "3h",
	} {
		if got, err := WriteStandard(start, parsed(t, moves), StandardStyle{}); err != nil || got != want {
			t.Errorf("%s: wrote %s, %v, want %s", moves, got, err, want)
		}
	}
}

// twoEmptyColumns has a run of two on columns 1 and 2 each, and columns 7 and 8 empty.
const twoEmptyColumns = "freecell/1 m=0 t1:KsQhJs t2:KhQsJh t3:KcQdJc t4:KdQcJd t5:TcTd t6:ThTs fc:9 fd:9 fh:9 fs:9"

func TestStandardReadsOneCardWithoutVInATextThatHasV(t *testing.T) {
	start := position(t, twoEmptyColumns)
	for text, want := range map[string]string{
		"17":          "t1t7x3",
		"17 28v2":     "t1t7 t2t8x2",
		"17v1 28":     "t1t7 t2t8",
		"17v3 28":     "t1t7x3 t2t8",
		"17v2\n 28v3": "t1t7x2 t2t8x3",
	} {
		moves, err := ReadStandard(start, text, None)
		if err != nil || textOf(moves) != want {
			t.Errorf("%s: read %s, %v, want %s", text, textOf(moves), err, want)
		}
	}
	for moves, want := range map[string]string{
		"t1t7 t2t8x2":   "17 28v2",
		"t1t7 t2t8":     "17v1 28v1",
		"t1t7x3 t2t8":   "17v3 28",
		"t1t7x2 t2t8x3": "17v2 28v3",
	} {
		if got, err := WriteStandard(start, parsed(t, moves), StandardStyle{}); err != nil || got != want {
			t.Errorf("%s: wrote %s, %v, want %s", moves, got, err, want)
		}
	}
}

func TestStandardTakesTheOnlyReadingThatCanBePlayed(t *testing.T) {
	start := position(t, oneEmptyColumn)
	moves, err := ReadStandard(start, "26 2d", None)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := textOf(moves), "t2t6x2 t2c4"; got != want {
		t.Errorf("both readings can be played: got %s, want %s", got, want)
	}
	// The nine alone must have moved: column 6 is empty again after it has gone home.
	moves, err = ReadStandard(start, "26 6h 26", None)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := textOf(moves), "t2t6 t6fh t2t6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestStandardRefusesWithLineAndColumn(t *testing.T) {
	start := position(t, oneEmptyColumn)
	for _, test := range []struct {
		name, text   string
		line, column int
		found        string
		reason       engine.Reason
	}{
		{"a column that does not exist", "26 91", 1, 4, "91", 0},
		{"a cell that no game has", "26\r\n\r\n e1", 3, 2, "e1", 0},
		{"the foundations as a source", "h1", 1, 1, "h1", 0},
		{"three letters", "26 2a1", 1, 4, "2a1", 0},
		{"v without a number", "26v", 1, 1, "26v", 0},
		{"v with zero", "26v0", 1, 1, "26v0", 0},
		{"v with more cards than a run has", "26ve", 1, 1, "26ve", 0},
		{"moves without a blank", "2d1h", 1, 1, "2d1h", 0},
		{"a letter that is not ASCII", "äö 3h ß1", 1, 1, "äö", 0},
		{"an illegal move", "3h\n\t2h 2h", 2, 5, "2h", engine.FoundationRank},
		{"an empty source", "6a", 1, 1, "6a", engine.EmptyPile},
		{"a taken cell", "2a", 1, 1, "2a", engine.CellTaken},
		{"cell to cell", "ad", 1, 1, "ad", engine.CellToCell},
		{"the same column", "22", 1, 1, "22", engine.SamePile},
		{"a wrong rank", "21", 1, 1, "21", engine.WrongRank},
		{"two cards out of a cell", "a6v2", 1, 1, "a6v2", engine.TooManyCards},
		{"a number that the target does not take", "47v2", 1, 1, "47v2", engine.NotARun},
	} {
		moves, err := ReadStandard(start, test.text, None)
		var refusal *ReadError
		if !errors.As(err, &refusal) {
			t.Errorf("%s: read %s, %v, want a *ReadError", test.name, textOf(moves), err)
			continue
		}
		if refusal.Line != test.line || refusal.Column != test.column || refusal.Found != test.found || refusal.Wanted == "" {
			t.Errorf("%s: %v, want line %d, column %d, found %s", test.name, err, test.line, test.column, test.found)
		}
		if reason := engine.NoReason; refusal.Refusal != nil {
			reason = refusal.Refusal.Reason
			if reason != test.reason {
				t.Errorf("%s: %v, want reason %v", test.name, err, test.reason)
			}
		} else if test.reason != reason {
			t.Errorf("%s: %v, want reason %v", test.name, err, test.reason)
		}
	}
	if _, err := ReadStandard(start, strings.Repeat("3d d3 ", maxWritten/2+1), None); err == nil || !strings.Contains(err.Error(), "at most 20000 moves") {
		t.Errorf("too many moves: %v", err)
	}
}

// kingsLeft is the example of the notation's description: King of spades below
// the Queen, King of hearts in cell a, everything else home.
const kingsLeft = "freecell/1 m=0 t1:KsQs c1:Kh fc:K fd:K fh:Q fs:J"

// jackUnderNine has two cards that go home by themselves, and under one of
// them a Jack that does not.
const jackUnderNine = "freecell/1 m=0 t1:KsJs9s t2:ThKh t3:Qs t4:Qh t5:Jh c1:Ts fc:K fd:K fh:9 fs:8"

func TestStandardPlaysWhatTheRuleOfTheProducerPlays(t *testing.T) {
	for _, test := range []struct {
		name, state, text string
		rule              Autoplay
		want              string
	}{
		{"none plays nothing", kingsLeft, "1h 1h ah", None, "t1fs t1fs c1fh"},
		{"horne plays both Kings", kingsLeft, "1h", Horne, "t1fs c1fh t1fs"},
		{"what the rule has played may be written", kingsLeft, "1h 1h ah", Horne, "t1fs c1fh t1fs"},
		{"in any order", kingsLeft, "1h ah 1h", Raymond, "t1fs c1fh t1fs"},
		{"a written play that neither the moves nor the rule can make", kingsLeft, "1h 1b", Horne, ""},
		{"no play before a first move that does not need it", kingsLeft, "1b", Horne, "t1c2 c2fs c1fh t1fs"},
		{"plays before a first move that needs them", jackUnderNine, "14", Horne, "t1fs c1fs t1t4"},
		{"plays before the first move, written", jackUnderNine, "1h ah 14", Horne, "t1fs c1fs t1t4"},
		{"plays before the first move, one written later", jackUnderNine, "14 1h", Horne, ""},
		{"no plays before the first move without a rule", jackUnderNine, "14", None, ""},
	} {
		moves, err := ReadStandard(position(t, test.state), test.text, test.rule)
		if (test.want == "") != (err != nil) || textOf(moves) != test.want {
			t.Errorf("%s: read %q, %v, want %q", test.name, textOf(moves), err, test.want)
		}
	}
}

func TestAutoplayRules(t *testing.T) {
	for _, test := range []struct {
		name           string
		card           string
		c, d, h, s     engine.Rank
		horne, raymond bool
	}{
		{"an Ace always", "Ah", 0, 0, 0, 0, true, true},
		{"a two always", "2h", 0, 0, 1, 0, true, true},
		{"a three after both twos of the other colour", "3h", 2, 0, 2, 2, true, true},
		{"a three after one two and one Ace", "3h", 2, 0, 2, 1, false, true},
		{"a three after an Ace and no card", "3h", 2, 0, 2, 0, false, false},
		{"a four needs its colour within three", "4s", 1, 2, 2, 3, false, true},
		{"a five two ahead, its colour three behind", "5s", 2, 3, 3, 4, false, true},
		{"a five two ahead, its colour four behind", "5s", 1, 3, 3, 4, false, false},
		{"a five three ahead", "5s", 4, 2, 4, 4, false, false},
		{"a King after both Queens", "Kd", 12, 12, 0, 12, true, true},
		{"a King after a Jack", "Kd", 11, 12, 9, 12, false, false},
	} {
		card, err := engine.ParseCard(test.card)
		if err != nil {
			t.Fatal(err)
		}
		home := [4]engine.Rank{test.c, test.d, test.h, test.s}
		for rule, want := range map[Autoplay]bool{None: false, Horne: test.horne, Raymond: test.raymond} {
			if got := rule.safe(card, home); got != want {
				t.Errorf("%s: %s plays it: %v, want %v", test.name, rule, got, want)
			}
		}
	}
}

func TestAutoplayNames(t *testing.T) {
	for _, name := range []string{"none", "horne", "raymond"} {
		if a, ok := ParseAutoplay(name); !ok || a.String() != name {
			t.Errorf("%s reads as %v", name, a)
		}
	}
	if a, ok := ParseAutoplay("Horne"); ok {
		t.Errorf("Horne reads as %v", a)
	}
}

// underRule plays what is left of the moves of a game when the rule plays after each of them.
func underRule(p engine.Position, moves []engine.Move, rule Autoplay) []engine.Move {
	var game []engine.Move
	for _, m := range moves {
		if p.Apply(m) == nil {
			game = append(append(game, m), rule.plays(&p)...)
		}
	}
	return game
}

func TestStandardLeavesOutWhatTheRulePlays(t *testing.T) {
	eachSolved(t, func(t *testing.T, s solved) {
		start := s.start(t)
		moves := parsed(t, s.Moves)
		for _, rule := range []Autoplay{Horne, Raymond} {
			game := underRule(start, moves, rule)
			text, err := WriteStandard(start, game, StandardStyle{Autoplay: rule})
			if err != nil {
				t.Errorf("%s, %s: %v", s.ID, rule, err)
				continue
			}
			if written := len(strings.Fields(text)); len(game) > 0 && written >= len(game) {
				t.Errorf("%s, %s: %d of %d moves are written", s.ID, rule, written, len(game))
			}
			again, err := ReadStandard(start, text, rule)
			if err != nil || !slices.Equal(again, game) {
				t.Errorf("%s, %s: read back\n%s, %v\nwant\n%s", s.ID, rule, textOf(again), err, textOf(game))
			}
			single, err := WriteStandard(start, game, StandardStyle{Autoplay: rule, Single: true})
			if err != nil {
				t.Errorf("%s, %s, single: %v", s.ID, rule, err)
				continue
			}
			again, err = ReadStandard(start, single, rule)
			if err != nil {
				t.Errorf("%s, %s, single: %v", s.ID, rule, err)
				continue
			}
			want := after(t, start, game)
			if got := after(t, start, again); cards(&got) != cards(&want) {
				t.Errorf("%s, %s, single: ends in %s, want %s", s.ID, rule, got.String(), want.String())
			}
		}
	})
}

func TestStandardIsNotWrittenWhereTheRuleWouldPlayAnotherGame(t *testing.T) {
	start := position(t, kingsLeft)
	for _, test := range []struct {
		name, moves string
		index       int
		play        string
	}{
		{"the game goes on differently", "t1fs t1c2 c2t2", 0, "c1fh"},
		{"the game ends before", "t1fs c1fh", 0, "t1fs"},
		{"the game ends at once", "t1fs", 0, "c1fh"},
	} {
		text, err := WriteStandard(start, parsed(t, test.moves), StandardStyle{Autoplay: Horne})
		var refusal *WriteError
		if !errors.As(err, &refusal) || refusal.Index != test.index || !strings.Contains(refusal.Why, "horne would play "+test.play) {
			t.Errorf("%s: wrote %q, %v, want move %d refused for %s", test.name, text, err, test.index, test.play)
		}
	}
	for _, order := range []string{"t1fs c1fh t1fs", "t1fs t1fs c1fh"} {
		if text, err := WriteStandard(start, parsed(t, order), StandardStyle{Autoplay: Horne}); err != nil || text != "1h" {
			t.Errorf("%s: wrote %q, %v, want 1h", order, text, err)
		}
	}
}

func TestStandardIsNotWrittenForIllegalMoves(t *testing.T) {
	start := position(t, kingsLeft)
	_, err := WriteStandard(start, parsed(t, "t1fs t1fh"), StandardStyle{})
	var refusal *WriteError
	if !errors.As(err, &refusal) || refusal.Index != 1 || refusal.Refusal == nil || refusal.Refusal.Reason != engine.FoundationSuit {
		t.Errorf("%v, want move 1 refused with FOUNDATION_SUIT", err)
	}
}

func TestStandardIsForFreeCellOnly(t *testing.T) {
	deal, err := engine.DealByNumber(engine.Golf.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	var refusal *VariantError
	if _, err := ReadStandard(deal.Position(), "1h", None); !errors.As(err, &refusal) || refusal.Variant != engine.Golf {
		t.Errorf("reading: %v, want a *VariantError", err)
	}
	if _, err := WriteStandard(deal.Position(), nil, StandardStyle{}); !errors.As(err, &refusal) || refusal.Variant != engine.Golf {
		t.Errorf("writing: %v, want a *VariantError", err)
	}
}

func FuzzReadStandard(f *testing.F) {
	f.Add(oneEmptyColumn, "26 26v1\r\n 3h", uint8(0))
	f.Add(oneEmptyColumn, "26 6h 26", uint8(0))
	f.Add(kingsLeft, "1h ah 1H", uint8(1))
	f.Add(kingsLeft, "\ufeff1b", uint8(2))
	f.Add(jackUnderNine, "14\n1D 51 d5", uint8(1))
	f.Add(twoEmptyColumns, "17 28v2 71", uint8(0))
	f.Add("freecell/1 m=0 t1:KsQdJsTd9s8d7s6d t2:KdQsJdTs9d8s7d6s fc:K fd:5 fh:K fs:5", "13v8 24 32", uint8(0))
	f.Fuzz(func(t *testing.T, state, text string, rule uint8) {
		start, err := engine.ParseState(state)
		if err != nil {
			return
		}
		autoplay := Autoplay(rule % 3)
		moves, err := ReadStandard(start, text, autoplay)
		if err != nil {
			var refusal *ReadError
			if errors.As(err, &refusal) && (refusal.Line < 1 || refusal.Column < 1 || refusal.Wanted == "") {
				t.Fatalf("%v is no place and expectation", err)
			}
			return
		}
		end := after(t, start, moves)
		written, err := WriteStandard(start, moves, StandardStyle{Autoplay: autoplay})
		if err != nil {
			t.Fatalf("read %s, wrote %v", textOf(moves), err)
		}
		again, err := ReadStandard(start, written, autoplay)
		if err != nil || !slices.Equal(again, moves) {
			t.Fatalf("read %s, wrote %s, read %s, %v", textOf(moves), written, textOf(again), err)
		}
		single, err := WriteStandard(start, moves, StandardStyle{Single: true})
		if err != nil {
			t.Fatalf("read %s, wrote single moves: %v", textOf(moves), err)
		}
		singles, err := ReadStandard(start, single, None)
		if err != nil {
			t.Fatalf("wrote %s, read %v", single, err)
		}
		if got := after(t, start, singles); cards(&got) != cards(&end) {
			t.Fatalf("%s ends in %s, want %s", single, got.String(), end.String())
		}
	})
}

// What is written reads back as the same game: move for move without a rule,
// and to the same cards with one.
func FuzzWriteStandard(f *testing.F) {
	f.Add(oneEmptyColumn, []byte("\x00\x05\x11\x40\xff"), uint8(0), false)
	f.Add(twoEmptyColumns, []byte{7, 30, 2, 91, 14, 3, 3, 60, 201, 8}, uint8(0), true)
	f.Add(twoEmptyColumns, []byte{40, 40, 40, 40, 40}, uint8(2), false)
	f.Add(jackUnderNine, []byte{1, 2, 3, 4, 5, 6, 7, 8}, uint8(1), true)
	f.Fuzz(func(t *testing.T, state string, choices []byte, rule uint8, single bool) {
		start, err := engine.ParseState(state)
		if err != nil || start.Variant() != engine.FreeCell || len(choices) > 200 {
			return
		}
		style := StandardStyle{Autoplay: Autoplay(rule % 3), Single: single}
		p := start
		var moves []engine.Move
		for _, choice := range choices {
			legal := p.LegalMoves(nil)
			if len(legal) == 0 {
				break
			}
			m := legal[int(choice)*len(legal)/256]
			moves = append(moves, m)
			p = after(t, p, []engine.Move{m})
			moves = append(moves, style.Autoplay.plays(&p)...)
		}
		text, err := WriteStandard(start, moves, style)
		if err != nil {
			if style.Autoplay == None || !style.Single {
				t.Fatalf("%s: %v", textOf(moves), err)
			}
			return
		}
		again, err := ReadStandard(start, text, style.Autoplay)
		if err != nil {
			t.Fatalf("%s: wrote %s, read %v", textOf(moves), text, err)
		}
		if !style.Single && !slices.Equal(again, moves) {
			t.Fatalf("%s: wrote %s, read %s", textOf(moves), text, textOf(again))
		}
		if q := after(t, start, again); cards(&q) != cards(&p) {
			t.Fatalf("%s: wrote %s, ends in %s, want %s", textOf(moves), text, q.String(), p.String())
		}
	})
}
