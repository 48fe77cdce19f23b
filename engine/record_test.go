package engine

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// readAll reads every record of the text and fails on the first that cannot be read.
func readAll(t *testing.T, text string) []*Record {
	t.Helper()
	rr := ReadRecords(strings.NewReader(text))
	var records []*Record
	for {
		r, err := rr.Next()
		if err == io.EOF {
			return records
		}
		if err != nil {
			t.Fatalf("record %d: %v\nin %q", len(records), err, text)
		}
		records = append(records, r)
	}
}

func pointer[T any](v T) *T { return &v }

const klondikeState = "klondike/1;draw=1 m=0 t1:9d t2:Js t3:Td|Kh t4:8d5d|6d t5:Th8hQc|Kd t6:3d7dKsKc|Jh t7:QhQs9hJd|Qd fc:T fh:6 fs:9 s:Ts2dJcAd4d7h"

func sampleRecords() map[string]*Record {
	return map[string]*Record{
		"a deal by number": {
			Variant: "klondike", RulesVersion: 1, Options: map[string]string{"scoring": "none", "draw": "1"},
			Deal: &RecordDeal{Number: 4294967295}, Moves: []string{"d", "u", "t1t2"},
		},
		"a deal by seed, any text": {
			Variant: "spider", RulesVersion: 1, Options: map[string]string{},
			Deal: &RecordDeal{Seed: "Grüße = \"quoted\" \\ ]\t\u2028;<&>\n€"}, Moves: []string{"d"},
		},
		"a deal by deck, with a claim": {
			Variant: "golf", RulesVersion: 1, Deal: &RecordDeal{Deck: "AcKd"},
			Expectation: Expectation{
				Status: pointer("STUCK"), Score: pointer(-3), MoveCount: pointer(0),
				StateSHA256: pointer(strings.Repeat("0a", 32)),
			},
		},
		"a state alone": {State: klondikeState, Moves: []string{"d", "t7t1"}},
		"what is not checked": {
			State: klondikeState, Date: "1990-05-22", Player: "Zoë [\"Z\"]", ElapsedSeconds: pointer(0.125),
		},
	}
}

func TestRecordReadsBackAsWritten(t *testing.T) {
	for name, r := range sampleRecords() {
		t.Run(name, func(t *testing.T) {
			for form, text := range map[string]string{"JSON": string(r.AppendJSON(nil)), "text": string(r.AppendText(nil))} {
				read := readAll(t, text)
				if len(read) != 1 || !reflect.DeepEqual(read[0], r) {
					t.Errorf("%s: read %+v, wrote %+v in\n%s", form, read, r, text)
				}
			}
		})
	}
}

func TestRecordHasOneCanonicalForm(t *testing.T) {
	r := &Record{
		Variant: "klondike", RulesVersion: 1, Options: map[string]string{"scoring": "vegas", "redeals": "2", "draw": "1"},
		Deal: &RecordDeal{Number: 12345}, Moves: []string{"t3t5", "d", "u"},
		Expectation: Expectation{Status: pointer("IN_PROGRESS"), Score: pointer(-52), MoveCount: pointer(1)},
		Player:      "A & B", ElapsedSeconds: pointer(90.0),
	}
	const wantJSON = `{"variant":"klondike","rulesVersion":1,"options":{"draw":"1","redeals":"2","scoring":"vegas"},` +
		`"deal":{"number":12345},"moves":["t3t5","d","u"],"status":"IN_PROGRESS","score":-52,"moveCount":1,` +
		`"player":"A & B","elapsedSeconds":90}` + "\n"
	if got := string(r.AppendJSON(nil)); got != wantJSON {
		t.Errorf("JSON\n got %s\nwant %s", got, wantJSON)
	}
	const wantText = `[Variant "klondike"]
[RulesVersion "1"]
[Options "draw=1;redeals=2;scoring=vegas"]
[Deal "number=12345"]
[Status "IN_PROGRESS"]
[Score "-52"]
[MoveCount "1"]
[Player "A & B"]
[ElapsedSeconds "90"]

t3t5 d u

`
	if got := string(r.AppendText(nil)); got != wantText {
		t.Errorf("text\n got %s\nwant %s", got, wantText)
	}
}

func TestRecordsOfBothFormsInOneFile(t *testing.T) {
	const text = "\ufeff[State \"freecell/1 m=0\"]\r\n\r\nt1c1 t2c2\r\nt3c3\r\n\r\n" +
		"{\"state\":\"golf/1 m=0\",\"moves\":[\"d\"]}\r\n\r\n" +
		"[State \"yukon/1 m=0\"]\n\n\n[State \"spider/1 m=0\"]\n\n{\"state\":\"pyramid/1 m=0\"}\n" +
		"[State \"tripeaks/1 m=0\"]\n\nd  p19w"
	want := []Record{
		{State: "freecell/1 m=0", Moves: []string{"t1c1", "t2c2", "t3c3"}},
		{State: "golf/1 m=0", Moves: []string{"d"}},
		{State: "yukon/1 m=0"},
		{State: "spider/1 m=0"},
		{State: "pyramid/1 m=0"},
		{State: "tripeaks/1 m=0", Moves: []string{"d", "p19w"}},
	}
	rr := ReadRecords(strings.NewReader(text))
	lines := []int{1, 6, 8, 11, 13, 14}
	for i := range want {
		r, err := rr.Next()
		if err != nil {
			t.Fatalf("record %d: %v", i, err)
		}
		if !reflect.DeepEqual(*r, want[i]) || rr.Line() != lines[i] {
			t.Errorf("record %d: got %+v in line %d, want %+v in line %d", i, *r, rr.Line(), want[i], lines[i])
		}
	}
	if _, err := rr.Next(); err != io.EOF {
		t.Errorf("after the last record: %v, want io.EOF", err)
	}
}

func TestRecordRefusesWithPlaceAndExpectation(t *testing.T) {
	deal := `"variant":"klondike","deal":{"number":1}`
	tests := []struct {
		name, text   string
		line, column int
		wanted       string
	}{
		{"an unknown field", `{"variant":"golf","seed":"x"}`, 1, 19, "one of the fields"},
		{"a field twice", `{"variant":"golf","variant":"golf"}`, 1, 19, "once"},
		{"an option twice", `{"options":{"draw":"1","draw":"3"},` + deal + `}`, 1, 24, "once"},
		{"a number for an option", `{` + deal + `,"options":{"draw":1}}`, 1, 61, "a string"},
		{"a string for a number", `{` + deal + `,"score":"5"}`, 1, 51, "a number"},
		{"null", `{` + deal + `,"status":null}`, 1, 52, "a string"},
		{"a fraction for a score", `{` + deal + `,"score":5.0}`, 1, 51, "whole number"},
		{"a score beyond 32 bits", `{` + deal + `,"score":2147483648}`, 1, 51, "32 bits"},
		{"a negative move count", `{` + deal + `,"moveCount":-1}`, 1, 55, "0 or more"},
		{"an unknown status", `{` + deal + `,"status":"LOST"}`, 1, 52, "STUCK"},
		{"a checksum in capitals", `{` + deal + `,"stateSha256":"` + strings.Repeat("A", 64) + `"}`, 1, 57, "lower-case"},
		{"an unknown variant", `{"variant":"Klondike"}`, 1, 12, "klondike, spider"},
		{"neither deal nor state", `{"variant":"golf","moves":[]}`, 1, 30, "deal or state"},
		{"both deal and state", `{` + deal + `,"state":"x"}`, 1, 43, "not both"},
		{"a deal without a variant", `{"deal":{"number":1}}`, 1, 22, "variant"},
		{"deal number 0", `{"deal":{"number":0}}`, 1, 19, "from 1 to 4294967295"},
		{"a deal in two ways", `{"deal":{"number":1,"seed":"a"}}`, 1, 9, "exactly one"},
		{"a deal in no way", `{"deal":{}}`, 1, 9, "exactly one"},
		{"a deal of another variant", `{` + deal[:len(deal)-1] + `,"variant":"golf"}}`, 1, 60, "klondike"},
		{"a deal with other options", `{"options":{"draw":"3"},` + deal[:len(deal)-1] + `,"options":{"draw":"1"}}}`, 1, 89, "options of the record"},
		{"an unreadable move", `{` + deal + `,"moves":["d","t3T5"]}`, 1, 59, "a target pile"},
		{"a move that is no text", `{` + deal + `,"moves":["d",5]}`, 1, 56, "a string"},
		{"moves in one string", `{` + deal + `,"moves":"d d"}`, 1, 51, "a list"},
		{"no JSON", `{"variant":"golf",}`, 1, 19, "JSON object"},
		{"an object over two lines", "{\"state\":\n\"x\"}", 1, 10, "JSON object"},
		{"text after the object", `{"state":"x"} {}`, 1, 15, "JSON object"},
		{"half a surrogate pair", `{"state":"x","player":"\ud800"}`, 1, 23, "surrogate"},
		{"no UTF-8", "{\"state\":\"x\",\"player\":\"\xc3\"}", 1, 24, "UTF-8"},
		{"column counts characters", `{"player":"äöü","x":1}`, 1, 17, "one of the fields"},
		{"neither JSON nor tags", "\n\nt1t2 d\n", 3, 1, "a record"},
		{"an unknown tag", "[State \"x\"]\n[Event \"y\"]\n", 2, 2, "one of the tags"},
		{"a tag in lower case", "[state \"x\"]\n", 1, 2, "one of the tags"},
		{"moves as a tag", "[Moves \"d\"]\n", 1, 2, "one of the tags"},
		{"a tag twice", "[State \"x\"]\n[State \"x\"]\n", 2, 2, "once"},
		{"no quotes", "[State x]\n", 1, 1, "a tag"},
		{"an open tag", "[State \"x\"\n", 1, 1, "a tag"},
		{"a stray quote", "[State \"x\"y\"]\n", 1, 8, "quotes"},
		{"a number out of range in a tag", "[State \"x\"]\n[Score \"1e3\"]\n", 2, 8, "whole number"},
		{"moves without a blank line", "[State \"x\"]\nd d\n", 2, 1, "blank line"},
		{"an unreadable move in text", "[State \"x\"]\n\nd t1c1\nd t1c9 d\n", 4, 5, "a target pile"},
		{"a ten written 10", "[State \"x\"]\n\nt3t5x04\n", 3, 6, "a number of cards"},
		{"tags after moves without a blank line", "[State \"x\"]\n\nd\n[State \"y\"]\n", 4, 1, "a move"},
		{"a tag without a beginning", "[Player \"x\"]\n\nd\n", 2, 1, "deal or state"},
		{"an option without a value", "[State \"x\"]\n[Options \"draw\"]\n", 2, 10, "options such as"},
		{"a deal in words", "[Variant \"golf\"]\n[Deal \"12\"]\n", 2, 7, "number=12345"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := ReadRecords(strings.NewReader(test.text)).Next()
			var refusal *RecordError
			if !errors.As(err, &refusal) {
				t.Fatalf("got %+v, %v, want a *RecordError", r, err)
			}
			if refusal.Line != test.line || refusal.Column != test.column || !strings.Contains(refusal.Wanted, test.wanted) {
				t.Errorf("got %q, want line %d, column %d, wanted …%s…", err, test.line, test.column, test.wanted)
			}
		})
	}
}

// PR-66: one canonical spelling of cards in moves and positions; foreign ones
// are refused with the offset.
func TestPR66RecordsTakeCanonicalCardsOnly(t *testing.T) {
	for _, card := range []string{"TH", "th", "10h", "10H", "hT", "1h", "Xx", "7"} {
		deck := "Ac2c" + card
		r := Record{Variant: "freecell", RulesVersion: 1, Deal: &RecordDeal{Deck: deck}}
		_, err := r.Start()
		var refusal *RecordError
		var parse *ParseError
		if !errors.As(err, &refusal) || refusal.Field != "deal.deck" || !errors.As(err, &parse) || parse.Offset != 4 {
			t.Errorf("%s in a deck: %v, want deal.deck refused at offset 4", card, err)
		}
		r = Record{State: "freecell/1 m=0 t1:Ac" + card}
		if _, err = r.Start(); !errors.As(err, &refusal) || refusal.Field != "state" || !errors.As(err, &parse) || parse.Offset < 20 {
			t.Errorf("%s in a state: %v, want state refused at offset 20", card, err)
		}
	}
}

func TestRecordReadingGoesOnAfterAnError(t *testing.T) {
	const text = `{"state":"a"
{"state":"b"}
[State "c"]
[Wrong "c"]
[Player "c"]

d d d

[State "d"]

d x d
d d
{"state":"e"}
nonsense
{"state":"f"}
`
	rr := ReadRecords(strings.NewReader(text))
	var got []string
	for {
		r, err := rr.Next()
		if err == io.EOF {
			break
		}
		var refusal *RecordError
		switch {
		case err == nil:
			got = append(got, r.State)
		case errors.As(err, &refusal):
			got = append(got, "!"+strconv.Itoa(refusal.Line))
		default:
			t.Fatal(err)
		}
	}
	if want := []string{"!1", "b", "!4", "!11", "e", "!14", "f"}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// errReader fails after its text.
type errReader struct{ text io.Reader }

var errBroken = errors.New("broken")

func (r errReader) Read(p []byte) (int, error) {
	n, err := r.text.Read(p)
	if err == io.EOF {
		err = errBroken
	}
	return n, err
}

func TestRecordReaderPassesTheErrorOfItsInputOn(t *testing.T) {
	for _, text := range []string{"", "\n", `{"state":"x"}`, "[State \"x\"]\n\nd d"} {
		if r, err := ReadRecords(errReader{strings.NewReader(text)}).Next(); !errors.Is(err, errBroken) {
			t.Errorf("%q: got %+v, %v", text, r, err)
		}
	}
}

func TestRecordStart(t *testing.T) {
	o, err := ParseOptions(Klondike, map[string]string{"draw": "1"})
	if err != nil {
		t.Fatal(err)
	}
	byNumber, _ := DealByNumber(o, 12345)
	bySeed, _ := DealBySeed(o, "any")
	state, err := ParseState(klondikeState)
	if err != nil {
		t.Fatal(err)
	}
	deck := FormatCards(byNumber.Deck)
	for name, test := range map[string]struct {
		record Record
		want   Position
	}{
		"by number": {*NewRecord(byNumber, nil), byNumber.Position()},
		"by seed":   {*NewRecord(bySeed, nil), bySeed.Position()},
		"by deck":   {Record{Variant: "klondike", Options: map[string]string{"draw": "1"}, Deal: &RecordDeal{Deck: deck}}, byNumber.Position()},
		"by state":  {Record{State: klondikeState}, state},
		"by state, with everything said twice": {
			Record{Variant: "klondike", RulesVersion: 1, Options: o.Map(), State: klondikeState}, state,
		},
	} {
		if got, err := test.record.Start(); err != nil || got != test.want {
			t.Errorf("%s: %s, %v, want %s", name, got.String(), err, test.want.String())
		}
	}
}

func TestRecordStartRefuses(t *testing.T) {
	number := &RecordDeal{Number: 1}
	for name, test := range map[string]struct {
		record Record
		field  string
		cause  any
	}{
		"no beginning":           {Record{Variant: "golf"}, "", nil},
		"two beginnings":         {Record{Variant: "golf", Deal: number, State: "golf/1 m=0"}, "state", nil},
		"no variant":             {Record{Deal: number}, "variant", new(*UnknownVariantError)},
		"another rules version":  {Record{Variant: "golf", RulesVersion: 2, Deal: number}, "rulesVersion", new(*RulesVersionError)},
		"an unknown option":      {Record{Variant: "golf", Options: map[string]string{"draw": "1"}, Deal: number}, "options", new(*OptionError)},
		"a deal in no way":       {Record{Variant: "golf", Deal: &RecordDeal{}}, "deal", nil},
		"a deal in two ways":     {Record{Variant: "golf", Deal: &RecordDeal{Number: 1, Seed: "a"}}, "deal", nil},
		"a seed too long":        {Record{Variant: "golf", Deal: &RecordDeal{Seed: strings.Repeat("x", 129)}}, "deal.seed", new(*SeedError)},
		"a deck too small":       {Record{Variant: "golf", Deal: &RecordDeal{Deck: "Ac"}}, "deal.deck", new(*SetupError)},
		"an unreadable state":    {Record{State: "klondike/1 t1"}, "state", new(*ParseError)},
		"an impossible state":    {Record{State: "klondike/1 m=0 t1:5c"}, "state", new(*SetupError)},
		"a state of other rules": {Record{State: strings.Replace(klondikeState, "/1", "/9", 1)}, "state", new(*RulesVersionError)},
		"a state of another variant": {
			Record{Variant: "yukon", State: klondikeState}, "variant", nil,
		},
		"a version the state does not have": {
			Record{RulesVersion: 2, State: klondikeState}, "rulesVersion", new(*RulesVersionError),
		},
		"options the state does not have": {
			Record{Options: map[string]string{"draw": "3"}, State: klondikeState}, "options", nil,
		},
		"default options for a state that has others": {
			Record{Options: map[string]string{}, State: klondikeState}, "options", nil,
		},
	} {
		_, err := test.record.Start()
		var refusal *RecordError
		if !errors.As(err, &refusal) || refusal.Field != test.field {
			t.Errorf("%s: %v, want a refusal of field %q", name, err, test.field)
			continue
		}
		if test.cause != nil && !errors.As(err, test.cause) {
			t.Errorf("%s: %v, want the cause to be a %T", name, err, test.cause)
		}
	}
}

func TestExpectationNamesWhatDiffersInItsOrder(t *testing.T) {
	p, err := ParseState(klondikeState)
	if err != nil {
		t.Fatal(err)
	}
	met := ExpectationOf(&p)
	if got := met.Compare(&p); got != nil {
		t.Errorf("a position differs from itself: %v", got)
	}
	if got := (&Expectation{}).Compare(&p); got != nil {
		t.Errorf("nothing is claimed, yet it differs: %v", got)
	}
	sum := *met.StateSHA256
	wrong := Expectation{StateSHA256: pointer(strings.Repeat("0", 64)), MoveCount: pointer(7), Score: pointer(-1), Status: pointer("WON")}
	want := []Difference{
		{"status", "WON", "IN_PROGRESS"},
		{"score", "-1", "0"},
		{"moveCount", "7", "0"},
		{"stateSha256", strings.Repeat("0", 64), sum},
	}
	if got := wrong.Compare(&p); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// What sha256sum says of the state text without a line end.
	if want := "42f96850750f2190c8bbdb26ffa973a82aa77310a809379ad7a8148592cdb819"; sum != want {
		t.Errorf("stateSha256 is %s, want %s", sum, want)
	}
}

// PR-64: undo works on a game that was stored and loaded again.
func TestPR64UndoAfterStoringAndLoading(t *testing.T) {
	for _, v := range Variants() {
		deal, err := DealByNumber(v.Defaults(), 617)
		if err != nil {
			t.Fatal(err)
		}
		p := deal.Position()
		var log []string
		for len(log) < 10 {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				break
			}
			m := moves[len(log)*7%len(moves)]
			if err := p.Apply(m); err != nil {
				t.Fatal(err)
			}
			log = append(log, m.String())
		}
		record := NewRecord(deal, log)
		record.Expectation = ExpectationOf(&p)
		for form, stored := range map[string][]byte{"JSON": record.AppendJSON(nil), "text": record.AppendText(nil)} {
			loaded, err := ReadRecords(bytes.NewReader(stored)).Next()
			if err != nil {
				t.Fatal(err)
			}
			start, err := loaded.Start()
			if err != nil {
				t.Fatal(err)
			}
			there := Replay(start, loaded.Moves, nil)
			if differences := loaded.Compare(&there.Position); differences != nil || there.Applied != len(log) {
				t.Errorf("%v, %s: %d moves replayed, differences %v", v, form, there.Applied, differences)
			}
			undos := strings.Split(strings.Repeat("u ", len(log))+"u", " ")
			back := Replay(start, append(append([]string(nil), loaded.Moves...), undos[:len(log)]...), nil)
			if back.Position != deal.Position() || back.Refusal != nil {
				t.Errorf("%v, %s: after as many undos as moves: %s", v, form, back.Position.String())
			}
			beyond := Replay(start, append(append([]string(nil), loaded.Moves...), undos...), nil)
			if beyond.Applied != 2*len(log) || beyond.Refusal == nil || beyond.Refusal.Reason != NothingToUndo {
				t.Errorf("%v, %s: one undo more: applied %d, %v", v, form, beyond.Applied, beyond.Refusal)
			}
		}
	}
}

func FuzzRecord(f *testing.F) {
	for _, r := range sampleRecords() {
		f.Add(r.AppendJSON(nil))
		f.Add(r.AppendText(nil))
	}
	f.Add([]byte("\ufeff[Variant \"golf\"]\r\n[Deal \"seed=\\u00e4\"]\r\n\r\nd d\r\n\r\n{\"state\":\"x\",\"elapsedSeconds\":1e-7}"))
	f.Add([]byte(`{"deal":{"variant":"golf","options":{"wrap":"off"},"number":1},"moves":["u","t1t2x13"]}`))
	f.Add([]byte("[State \"x\"]\n[Options \"\"]\n\n\n\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		rr := ReadRecords(bytes.NewReader(data))
		for {
			r, err := rr.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				var refusal *RecordError
				if !errors.As(err, &refusal) || refusal.Line < 1 || refusal.Column < 1 || refusal.Wanted == "" {
					t.Fatalf("%v is no place and expectation", err)
				}
				continue
			}
			for _, text := range [][]byte{r.AppendJSON(nil), r.AppendText(nil)} {
				again := readAll(t, string(text))
				if len(again) != 1 || !reflect.DeepEqual(again[0], r) {
					t.Fatalf("read %+v, wrote %s, read %+v", r, text, again)
				}
			}
			if p, err := r.Start(); err == nil {
				Replay(p, r.Moves, nil)
			}
		}
	})
}
