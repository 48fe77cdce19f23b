package phrase

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

var update = flag.Bool("update", false, "write the golden file anew")

// violationsOfEveryKind are violations as the engine reports them.
var violationsOfEveryKind = []engine.Violation{
	{Pile: "options", Kind: engine.OptionsContradict, Cards: "on_king=queen"},
	{Pile: "m", Kind: engine.CounterNegative, Found: -1},
	{Pile: "streak", Kind: engine.CounterUnknown},
	{Pile: "r", Kind: engine.CounterUnknown, Found: 2},
	{Pile: "score", Kind: engine.CounterUnknown},
	{Pile: "score", Kind: engine.CounterMissing},
	{Pile: "r", Kind: engine.CounterTooHigh, Limit: 2, Found: 3},
	{Pile: "c4", Kind: engine.PileUnknown},
	{Pile: "w", Kind: engine.PileUnknown},
	{Pile: "t3", Kind: engine.TooManyFaceDown, Limit: 2, Found: 3},
	{Pile: "t1", Kind: engine.TooManyFaceDown, Limit: 0, Found: 1},
	{Pile: "t3", Kind: engine.TopFaceDown},
	{Pile: "t3", Kind: engine.TooManyInPile, Limit: 5, Found: 6},
	{Pile: "p5", Kind: engine.TooManyInPile, Limit: 1, Found: 2},
	{Pile: "s", Kind: engine.TooManyInPile, Limit: 24, Found: 25},
	{Pile: "t10", Kind: engine.RunNotTaken},
	{Pile: "s", Kind: engine.NotWholeRows, Limit: 10, Found: 43},
	{Pile: "w", Kind: engine.WasteEmpty},
	{Pile: "p5", Kind: engine.StillCovered, Cards: "p8"},
	{Pile: "fh", Kind: engine.FoundationGap},
	{Pile: "f", Kind: engine.FoundationGap},
	{Pile: "cards", Kind: engine.CardMissing, Cards: "4h", Limit: 1, Found: 0},
	{Pile: "cards", Kind: engine.CardMissing, Cards: "4s", Limit: 8, Found: 5},
	{Pile: "cards", Kind: engine.CardSurplus, Cards: "4h", Limit: 1, Found: 2},
	{Pile: "cards", Kind: engine.CardSurplus, Cards: "4h", Limit: 0, Found: 1},
	{Pile: "cards", Kind: engine.CardsUnpaired, Cards: "A", Limit: 2, Found: 1},
	{Pile: "cards", Kind: engine.CardsUnpaired, Cards: "6", Limit: 0, Found: 3},
}

var eventsOfEveryKind = []engine.Event{
	{Kind: engine.CardsMoved, From: engine.Column(3), To: engine.Column(5), Cards: "9h8c"},
	{Kind: engine.CardsMoved, From: engine.Waste, To: engine.Foundation(engine.Hearts), Cards: "Ah"},
	{Kind: engine.CardsMoved, From: engine.Column(3), To: engine.Cell(2), Cards: "9h"},
	{Kind: engine.CardsMoved, From: engine.Cell(2), To: engine.Column(4), Cards: "9h"},
	{Kind: engine.CardsMoved, From: engine.Foundation(engine.Clubs), To: engine.Column(4), Cards: "2c"},
	{Kind: engine.CardsMoved, From: engine.Place(19), To: engine.Waste, Cards: "9h"},
	{Kind: engine.CardTurnedUp, From: engine.Column(4), Cards: "8d"},
	{Kind: engine.CardTurnedUp, From: engine.Place(5), Cards: "8d"},
	{Kind: engine.CardDrawn, Cards: "Ah"},
	{Kind: engine.CardDealt, To: engine.Column(10), Cards: "9h"},
	{Kind: engine.WasteRedealt, Count: 24},
	{Kind: engine.WasteRedealt, Count: 1},
	{Kind: engine.RunCompleted, From: engine.Column(3), Suit: engine.Spades},
	{Kind: engine.CardRemoved, From: engine.Place(25), Cards: "8h"},
	{Kind: engine.CardRemoved, From: engine.Stock, Cards: "5d"},
	{Kind: engine.Bonus, Row: 7, Points: 25},
	{Kind: engine.Bonus, From: engine.Place(1), Points: 15},
	{Kind: engine.ScoreChanged, Points: 5},
	{Kind: engine.ScoreChanged, Points: -15},
	{Kind: engine.GameWon},
}

func TestEveryViolationHasASentence(t *testing.T) {
	seen := map[engine.ViolationKind]bool{}
	for _, v := range violationsOfEveryKind {
		seen[v.Kind] = true
		checkTexts(t, v.String(), func(l Language) string { return Violation(l, v) })
	}
	for _, kind := range engine.ViolationKinds() {
		if !seen[kind] {
			t.Errorf("no example of %v", kind)
		}
	}
}

func TestViolationsOfRealSetupsHaveSentences(t *testing.T) {
	for _, text := range []string{
		"klondike/1;draw=1;scoring=vegas m=-2 r=5 streak=1 t1:5c|7d t9:Ks c1:2c fh:3 f:s s:5c5c w:9h",
		"spider/1 m=1 t1:KsQsJsTs9s8s7s6s5s4s3s2sAs t2:5h5h| fc:2 f:hhs s:3s",
		"pyramid/1 m=1 r=3 score=5 p:........Kc..............................................",
		"tripeaks/1 m=1 streak=3 p:....................................................Kc..",
		"golf/1;wrap=on m=1 t1:AcAcAcAcAcAc",
		"freecell/1;cells=2 m=1 c3:5c",
	} {
		setup, err := engine.ParseSetup(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if len(setup.Violations()) == 0 {
			t.Errorf("%s has no violations", text)
		}
		for _, v := range setup.Violations() {
			checkTexts(t, text+": "+v.String(), func(l Language) string { return Violation(l, v) })
		}
	}
}

func TestEveryEventHasWords(t *testing.T) {
	seen := map[engine.EventKind]bool{}
	for _, e := range eventsOfEveryKind {
		seen[e.Kind] = true
		checkTexts(t, e.Kind.String(), func(l Language) string { return Event(l, e) })
	}
	for kind := engine.CardsMoved; kind.String() != ""; kind++ {
		if !seen[kind] {
			t.Errorf("no example of %v", kind)
		}
	}
}

func TestEveryStatusHasAWord(t *testing.T) {
	for _, s := range []engine.Status{engine.InProgress, engine.Won, engine.Stuck} {
		checkTexts(t, s.String(), func(l Language) string { return Status(l, s) })
	}
}

func TestEveryPileHasANameOfItsOwn(t *testing.T) {
	for _, l := range Languages() {
		names := map[string]engine.PileID{}
		for id := engine.Column(1); id <= engine.Waste; id++ {
			name := Pile(l, id)
			if other, twice := names[name]; name == "" || strings.Contains(name, "#") || twice {
				t.Errorf("%v: pile %v is called %q, like %v", l, id, name, other)
			}
			names[name] = id
		}
	}
	if got := Pile(German, engine.NoPile); got != "" {
		t.Errorf("no pile is called %q", got)
	}
}

func TestEveryVariantHasATitle(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, l := range Languages() {
			if Variant(l, v) == "" {
				t.Errorf("%v has no title in %v", v, l)
			}
		}
	}
}

func TestEveryOptionAndItsValuesHaveTexts(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, o := range v.Options() {
			what := v.String() + " " + o.Name
			checkTexts(t, what, func(l Language) string { return Option(l, v, o.Name) })
			values := o.Values
			if o.Type == engine.Count {
				values = append([]string{"0", "1", "2", strconv.Itoa(o.Max)}, values...)
			}
			for _, value := range values {
				checkTexts(t, what+"="+value, func(l Language) string { return OptionValue(l, v, o.Name, value) })
			}
		}
	}
}

func TestWhatAGameDoesNotHaveHasNoText(t *testing.T) {
	if got := Option(English, engine.Klondike, "cells"); got != "" {
		t.Errorf("the cells of Klondike: %q", got)
	}
	for _, test := range [][2]string{{"cells", "4"}, {"draw", "2"}, {"redeals", "01"}, {"redeals", "#"}, {"scoring", "windows"}} {
		if got := OptionValue(English, engine.Klondike, test[0], test[1]); got != "" {
			t.Errorf("%s=%s in Klondike: %q", test[0], test[1], got)
		}
	}
}

// errorsOfEveryType are errors as the engine makes them.
func errorsOfEveryType(t *testing.T) []error {
	t.Helper()
	var all []error
	want := func(err error) {
		t.Helper()
		if err == nil {
			t.Fatal("no error")
		}
		all = append(all, err)
	}
	state := func(text string) {
		t.Helper()
		_, err := engine.ParseState(text)
		want(err)
	}
	option := func(v engine.Variant, name, value string) {
		t.Helper()
		_, err := engine.ParseOptions(v, map[string]string{name: value})
		want(err)
	}
	record := func(text string) {
		t.Helper()
		_, err := engine.ReadRecords(strings.NewReader(text)).Next()
		want(err)
	}
	move := func(text string) {
		t.Helper()
		_, err := engine.ParseMove(text)
		want(err)
	}
	move("t3")
	move("t3t5x1")
	state("klondike/1 m=0 t1:5x")
	state("klondike/1;draw=3 m=0")
	state("klondike/1;redeals=x m=0")
	state("hearts/1 m=0")
	state("klondike/2 m=0")
	state("golf/1 m=0 w:Ac")
	_, err := engine.ParseVariant("hearts")
	want(err)
	option(engine.Klondike, "cells", "4")
	option(engine.Klondike, "draw", "2")
	option(engine.Pyramid, "redeals", "-1")
	option(engine.Golf, "wrap", "on")
	_, err = engine.DealBySeed(engine.Golf.Defaults(), "")
	want(err)
	_, err = engine.DealBySeed(engine.Golf.Defaults(), "\xff")
	want(err)
	_, err = engine.DealByNumber(engine.Golf.Defaults(), 0)
	want(err)
	record("moves")
	record(`{"state":"golf/1 m=0","moves":["d","t3"]}`)
	_, err = (&engine.Record{Variant: "klondike", Options: map[string]string{"{draw}": "1"}, Deal: &engine.RecordDeal{Number: 1}}).Start()
	want(err)
	p, err := engine.ParseState("klondike/1 m=107 fc:K fd:K fh:K fs:K")
	if err != nil {
		t.Fatal(err)
	}
	want(p.Check(engine.Move{Kind: engine.Draw}))
	state("freecell/1;cells=3 m=0 t1:Ac2c c4:5c")
	return all
}

func TestEveryErrorHasSentences(t *testing.T) {
	for _, err := range errorsOfEveryType(t) {
		for _, l := range Languages() {
			text := Error(l, err)
			if text == "" || text == err.Error() || !strings.HasSuffix(text, ".") {
				t.Errorf("%v, %v: %q", l, err, text)
			}
		}
		if Error(English, err) == Error(German, err) {
			t.Errorf("German is English: %q", Error(German, err))
		}
	}
}

func TestAnErrorOfSomebodyElseKeepsItsText(t *testing.T) {
	err := errors.New("disk full")
	if got := Error(German, err); got != "disk full" {
		t.Errorf("got %q", got)
	}
}

func TestTextOfAStrangerIsQuotedAndShortened(t *testing.T) {
	_, err := engine.ParseState("\x1b[31m{cards}" + strings.Repeat("x", 1000))
	for _, l := range Languages() {
		text := Error(l, err)
		quoted := map[Language]string{English: `"\x1b[31m{cards}xxxxxxxxxxxx"…`, German: `„\x1b[31m{cards}xxxxxxxxxxxx“…`}[l]
		if len(text) > 300 || strings.Contains(text, "\x1b") || !strings.Contains(text, quoted) {
			t.Errorf("%v: %q", l, text)
		}
	}
}

// TestTheTextsReadAsTheGoldenFileShows pins one example of everything. A person
// who changes a text reads the file through and writes it anew with -update.
func TestTheTextsReadAsTheGoldenFileShows(t *testing.T) {
	const file = "testdata/phrases.golden"
	got := goldenText(t)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("the texts differ from %s; write it anew with -update and read it through:\n%s", file, firstDifference(got, string(want)))
	}
}

func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) || g[i] != w[i] {
			return fmt.Sprintf("line %d: %s", i+1, g[i])
		}
	}
	return fmt.Sprintf("line %d is missing", len(g)+1)
}

func goldenText(t *testing.T) string {
	var out strings.Builder
	section := func(title string) { fmt.Fprintf(&out, "# %s\n\n", title) }
	entry := func(what string, in func(Language) string) {
		fmt.Fprintf(&out, "%s\n  %s\n  %s\n\n", what, in(English), in(German))
	}
	section("Reasons in general")
	for _, reason := range engine.Reasons() {
		entry(reason.String(), func(l Language) string { return Reason(l, reason) })
	}
	section("Refusals, the first of each wording that the games give")
	known := map[string]bool{}
	refusals := someRefusals(t)
	for _, reason := range engine.Reasons() {
		for _, e := range refusals {
			key := wording(e)
			if e.Reason != reason || known[key] {
				continue
			}
			known[key] = true
			what := strings.Join(strings.Fields(fmt.Sprint(e.Variant, " ", e.Move, " ", reason)), " ")
			entry(what, func(l Language) string { return Refusal(l, e) })
		}
	}
	section("Violations")
	for _, v := range violationsOfEveryKind {
		entry(v.Kind.String()+" "+v.Pile, func(l Language) string { return Violation(l, v) })
	}
	section("Errors")
	for _, err := range errorsOfEveryType(t) {
		entry(fmt.Sprintf("%T", err), func(l Language) string { return Error(l, err) })
	}
	section("Events")
	for _, e := range eventsOfEveryKind {
		entry(e.Kind.String(), func(l Language) string { return Event(l, e) })
	}
	section("Statuses, games, piles")
	for _, s := range []engine.Status{engine.InProgress, engine.Won, engine.Stuck} {
		entry(s.String(), func(l Language) string { return Status(l, s) })
	}
	for _, v := range engine.Variants() {
		entry(v.String(), func(l Language) string { return Variant(l, v) })
	}
	for _, name := range []string{"t3", "p25", "c2", "fc", "fd", "fh", "fs", "f", "s", "w"} {
		id, err := engine.ParsePile(name)
		if err != nil {
			t.Fatal(err)
		}
		entry(name, func(l Language) string { return Pile(l, id) })
	}
	section("Options")
	for _, v := range engine.Variants() {
		for _, o := range v.Options() {
			entry(v.String()+" "+o.Name, func(l Language) string { return Option(l, v, o.Name) })
			values := o.Values
			if o.Type == engine.Count {
				values = append([]string{"0", "1", "2"}, values...)
			}
			for _, value := range values {
				entry(v.String()+" "+o.Name+"="+value, func(l Language) string { return OptionValue(l, v, o.Name, value) })
			}
		}
	}
	return strings.TrimSuffix(out.String(), "\n")
}

// wording tells refusals apart that have different sentences.
func wording(e *engine.IllegalMoveError) string {
	key := e.Reason.String()
	for i, d := range details[e.Reason] {
		if d.when(e) {
			key += strconv.Itoa(i)
			break
		}
	}
	if e.Reason == engine.NoSuchMove {
		key += e.Variant.String()
	}
	if len(e.Piles) > 0 {
		key += strconv.Itoa(int(e.Piles[0].Kind()))
	}
	if e.Limit == 1 || e.Asked == 1 {
		key += "one"
	}
	return key
}

func TestBriefNamesThreeViolationsAndHowManyMore(t *testing.T) {
	var setup *engine.SetupError
	if _, err := engine.ParseState("golf/1 m=0 t1:2c w:Ac"); !errors.As(err, &setup) {
		t.Fatal(err)
	}
	few := &engine.SetupError{Violations: setup.Violations[:3]}
	for l, more := range map[Language]string{English: " There are 2 more.", German: " Es gibt 2 weitere."} {
		if got := Brief(l, few); got != Error(l, few) {
			t.Errorf("%s: of three %q, want all", l, got)
		}
		five := &engine.SetupError{Violations: setup.Violations[:5]}
		if got := Brief(l, five); got != Error(l, few)+more {
			t.Errorf("%s: of five %q", l, got)
		}
	}
}
