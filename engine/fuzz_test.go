package engine_test

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// FuzzParseState: a text is refused with a place in it or with everything that
// is wrong, the same every time, or it is the one text of its position.
func FuzzParseState(f *testing.F) {
	for _, v := range engine.Variants() {
		for _, o := range enginetest.AllOptions(f, v)[:2] {
			random := enginetest.Source(uint64(v))
			for _, p := range []engine.Position{enginetest.RandomDeal(random, o).Position(), enginetest.LatePosition(f, random, o)} {
				f.Add(p.String())
			}
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := engine.ParseState(text)
		if err == nil {
			if p.String() != text {
				t.Fatalf("%q is read and written as %q", text, p.String())
			}
			if moves := p.LegalMoves(nil); (p.Status() == engine.Won) != p.Won() || p.Won() && len(moves) > 0 {
				t.Fatalf("%q is %s with %v", text, p.Status(), moves)
			}
			p.Table()
			return
		}
		var unread *engine.ParseError
		var wrong *engine.SetupError
		var version *engine.RulesVersionError
		switch {
		case errors.As(err, &unread):
			if unread.Offset < 0 || unread.Offset > len(text) || unread.Input != text || unread.Wanted == "" {
				t.Fatalf("%q: %+v", text, unread)
			}
		case errors.As(err, &wrong):
			checkViolations(t, text, wrong.Violations)
		case errors.As(err, &version):
			if version.Served == nil || !strings.Contains(text, "/"+version.Version) {
				t.Fatalf("%q: %+v", text, version)
			}
		default:
			t.Fatalf("%q: %T %v", text, err, err)
		}
		if _, again := engine.ParseState(text); again == nil || again.Error() != err.Error() {
			t.Fatalf("%q: %v, and then %v", text, err, again)
		}
	})
}

func checkViolations(t *testing.T, text string, violations []engine.Violation) {
	t.Helper()
	if len(violations) == 0 {
		t.Fatalf("%q is impossible for no reason", text)
	}
	for _, v := range violations {
		if v.Pile == "" || v.Kind.String() == "" || v.String() == v.Pile {
			t.Fatalf("%q: %+v", text, v)
		}
	}
	setup, err := engine.ParseSetup(text)
	if err != nil || !reflect.DeepEqual(setup.Violations(), violations) {
		t.Fatalf("%q: %v and %v, %v", text, violations, setup.Violations(), err)
	}
}

// FuzzParseMove: the texts that are read are exactly those of the grammar, and
// each is the one text of its move.
func FuzzParseMove(f *testing.F) {
	for _, text := range []string{
		"d", "r", "u", "t3t5x4", "t10t1x104", "t3fh", "wt4", "wfh", "fht2", "t1c2", "c2t4", "c2fh", "p22p25", "p28", "w", "s", "wp25", "ws",
		"sp25", "p19w", "t3w", "t3t5x1", "t3t5x04", "t03t5", "p25p22", "t11t1", "c5t1", "p29", "t1t2x105", "T1T2", " d", "fff", "t1f", "sw", "x2",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := engine.ParseMove(text)
		read, known := naive.ParseMove(text)
		if (err == nil) != known {
			t.Fatalf("%q: %v, the grammar of the naive game has it: %v", text, err, known)
		}
		if err == nil {
			if m.String() != text || read.Text != text {
				t.Fatalf("%q is read and written as %q", text, m)
			}
			return
		}
		var unread *engine.ParseError
		if !errors.As(err, &unread) || unread.Offset < 0 || unread.Offset > len(text) || unread.Wanted == "" || m != (engine.Move{}) {
			t.Fatalf("%q: %v, %v", text, m, err)
		}
	})
}

// FuzzParsePile: a pile's name is its only name.
func FuzzParsePile(f *testing.F) {
	for _, text := range []string{"t1", "t10", "t11", "p28", "p0", "c4", "fc", "f", "s", "w", "", "t", "t01", "fx", "ss"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		id, err := engine.ParsePile(text)
		if err != nil {
			if id != engine.NoPile {
				t.Fatalf("%q: %s, %v", text, id, err)
			}
			return
		}
		if id.String() != text || id.Kind() == engine.NoKind {
			t.Fatalf("%q is the pile %q of kind %d", text, id, id.Kind())
		}
	})
}

// FuzzParseCards: cards read are written as they were, and what is none is found at its place.
func FuzzParseCards(f *testing.F) {
	for _, text := range []string{"", "Td", "5cTd", "10d", "td", "5c d", "5", "5cX", "AcAcAc", "0c", "\xff\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		cards, err := engine.ParseCards(text)
		if err == nil {
			if engine.FormatCards(cards) != text {
				t.Fatalf("%q is read and written as %q", text, engine.FormatCards(cards))
			}
		} else {
			var unread *engine.ParseError
			if !errors.As(err, &unread) || unread.Offset%2 != 0 || unread.Offset >= len(text) {
				t.Fatalf("%q: %v", text, err)
			}
			if before, err := engine.ParseCards(text[:unread.Offset]); err != nil || engine.FormatCards(before) != text[:unread.Offset] {
				t.Fatalf("%q cannot be read up to %d: %v", text, unread.Offset, err)
			}
		}
		c, err := engine.ParseCard(text)
		if (err == nil) != (len(cards) == 1) || err == nil && c != cards[0] {
			t.Fatalf("%q is the card %s, %v, and the cards %v", text, c, err, cards)
		}
	})
}

// FuzzLegal: bytes choose a game, its options, a way to play it and a move
// value of any kind; Check, Apply and the list agree about it.
func FuzzLegal(f *testing.F) {
	for i := range byte(14) {
		f.Add([]byte{i, i, i, 7, 1, 3, 1, 5, 2})
		f.Add([]byte{i, 200 - i, i, 30, 4, 60 + i, 35, 1, 0})
	}
	variants := engine.Variants()
	combinations := map[engine.Variant][]engine.Options{}
	for _, v := range variants {
		combinations[v] = enginetest.AllOptions(f, v)
	}
	f.Fuzz(func(t *testing.T, choice []byte) {
		if len(choice) < 8 {
			return
		}
		all := combinations[variants[int(choice[0])%len(variants)]]
		random := enginetest.Source(uint64(choice[2]))
		o := all[int(choice[1])%len(all)]
		p := enginetest.RandomDeal(random, o).Position()
		if choice[2]%2 == 1 {
			p = enginetest.LatePosition(t, random, o)
		}
		p = enginetest.Wander(random, p, int(choice[3])%64)
		m := engine.Move{Kind: engine.MoveKind(choice[4]), From: engine.PileID(choice[5]), To: engine.PileID(choice[6]), Count: choice[7]}
		checkLegal(t, p, m)
		// Near a legal move most of the rules are looked at.
		if moves := p.LegalMoves(nil); len(moves) > 0 {
			near := moves[int(choice[5])%len(moves)]
			switch choice[4] % 4 {
			case 0:
				near.Kind = m.Kind
			case 1:
				near.From = m.From
			case 2:
				near.To = m.To
			default:
				near.Count = m.Count
			}
			checkLegal(t, p, near)
		}
	})
}

// checkLegal holds that a move is accepted exactly when it is listed.
func checkLegal(t *testing.T, p engine.Position, m engine.Move) {
	t.Helper()
	before := p
	listed := slices.Contains(p.LegalMoves(nil), m)
	err := p.Check(m)
	if (err == nil) != listed {
		t.Fatalf("%+v listed %v, checked %v\nin %s", m, listed, err, before.String())
	}
	parts := p.Parts(m)
	if p != before {
		t.Fatalf("looking at %+v changed %s to %s", m, before.String(), p.String())
	}
	if applied := p.Apply(m); !reflect.DeepEqual(applied, err) || (p == before) != (err != nil) {
		t.Fatalf("%+v checked %v, applied %v\nin %s", m, err, applied, before.String())
	}
	if err == nil {
		if q, err := engine.ParseState(p.String()); err != nil || q != p {
			t.Fatalf("%+v leads to %s, which reads back as %s, %v", m, p.String(), q.String(), err)
		}
		return
	}
	var refusal *engine.IllegalMoveError
	if !errors.As(err, &refusal) || refusal.Reason == engine.NoReason || refusal.Error() == "" || !reflect.DeepEqual(parts, engine.Parts{}) {
		t.Fatalf("%+v: %#v, parts %+v", m, err, parts)
	}
}

// FuzzReplay: a log is played as far as its entries can be read and are legal,
// and the rest of it does not matter.
func FuzzReplay(f *testing.F) {
	f.Add(uint8(0), uint8(1), "d t1t2 u d r")
	f.Add(uint8(1), uint8(9), "d d d d d d")
	f.Add(uint8(2), uint8(2), "t1c1 t1c2 u u u")
	f.Add(uint8(3), uint8(3), "d sp22 ws x")
	f.Add(uint8(6), uint8(4), "t2t3x2 t3fh nonsense")
	f.Fuzz(func(t *testing.T, variant, number uint8, text string) {
		variants := engine.Variants()
		d, err := engine.DealByNumber(variants[int(variant)%len(variants)].Defaults(), engine.DealNumber(number)+1)
		if err != nil {
			t.Fatal(err)
		}
		log := strings.Split(text, " ")
		start := d.Position()
		seen := []engine.Position{start}
		end := engine.Replay(start, log, func(applied int, at *engine.Position) {
			if applied != len(seen) {
				t.Fatalf("entry %d is told as %d", len(seen), applied)
			}
			seen = append(seen, *at)
		})
		if end.Applied != len(seen)-1 || end.Position != seen[end.Applied] {
			t.Fatalf("%d applied, %d told", end.Applied, len(seen)-1)
		}
		stopped := end.Applied < len(log)
		if stopped != (end.Refusal != nil || end.Unreadable != nil) || end.Refusal != nil && end.Unreadable != nil {
			t.Fatalf("%d of %d: %v %v", end.Applied, len(log), end.Refusal, end.Unreadable)
		}
		if stopped {
			checkStop(t, log[end.Applied], &end)
		}
		// The prefix alone leads to the same position, and all of it can be taken back.
		prefix := slices.Clone(log[:end.Applied])
		if again := engine.Replay(start, prefix, nil); again.Position != end.Position || again.Refusal != nil || again.Unreadable != nil {
			t.Fatalf("the prefix leads to %s", again.Position.String())
		}
		undone := 0
		for _, entry := range prefix {
			if entry == engine.Undo {
				undone++
			}
		}
		for range len(prefix) - 2*undone {
			prefix = append(prefix, engine.Undo)
		}
		if back := engine.Replay(start, prefix, nil); back.Position != start || back.Applied != len(prefix) {
			t.Fatalf("taken back it is %s", back.Position.String())
		}
	})
}

func checkStop(t *testing.T, entry string, end *engine.Replayed) {
	t.Helper()
	m, err := engine.ParseMove(entry)
	switch {
	case entry == engine.Undo:
		if end.Refusal == nil || end.Refusal.Reason != engine.NothingToUndo {
			t.Fatalf("u stops the log for %v %v", end.Refusal, end.Unreadable)
		}
	case err != nil:
		if end.Unreadable == nil {
			t.Fatalf("%q stops the log for %v", entry, end.Refusal)
		}
	case end.Refusal == nil || end.Refusal.Move != m || end.Position.Check(m) == nil:
		t.Fatalf("%q stops the log for %v %v", entry, end.Refusal, end.Unreadable)
	}
}

// FuzzOptions: options given by name are all of them, or refused by the name of one.
func FuzzOptions(f *testing.F) {
	f.Add("klondike", "draw", "1", "redeals", "2")
	f.Add("golf", "wrap", "on", "on_king", "queen")
	f.Add("golf", "wrap", "on", "", "")
	f.Add("pyramid", "redeals", "unlimited", "stock_play", "off")
	f.Add("pyramid", "redeals", "4294967296", "redeals", "-1")
	f.Add("spider", "suits", "3", "Suits", "1")
	f.Add("bridge", "draw", "1", "", "")
	f.Fuzz(func(t *testing.T, name, a, one, b, two string) {
		v, err := engine.ParseVariant(name)
		if err != nil {
			var unknown *engine.UnknownVariantError
			if !errors.As(err, &unknown) || unknown.Name != name {
				t.Fatalf("%q: %v", name, err)
			}
			return
		}
		values := map[string]string{a: one, b: two}
		o, err := engine.ParseOptions(v, values)
		if err != nil {
			var wrong *engine.OptionError
			if !errors.As(err, &wrong) || wrong.Variant != v || wrong.Wanted == "" || wrong.Error() == "" || o != (engine.Options{}) {
				t.Fatalf("%v: %+v", values, err)
			}
			if _, given := values[wrong.Option]; !given {
				t.Fatalf("%v: the option named is %q", values, wrong.Option)
			}
			return
		}
		all := o.Map()
		for option, value := range values {
			if all[option] != value || o.Get(option) != value {
				t.Fatalf("%s=%q is kept as %q", option, value, all[option])
			}
		}
		if again, err := engine.ParseOptions(v, all); err != nil || again != o || len(all) != len(v.Options()) {
			t.Fatalf("%v is read again as %v, %v", all, again.Map(), err)
		}
		if read := optionsOf(t, o.String()); read != o {
			t.Fatalf("%s is read again as %s", o, read)
		}
	})
}
