package interop

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// dealt is a FreeCell deal by its number, as a conversion has it.
func dealt(n engine.DealNumber) *engine.DealNumber { return &n }

const (
	recordJSON = `{"variant":"freecell","rulesVersion":1,"options":{"cells":"4"},"deal":{"number":617},"moves":["t2c1","u","t2c2"]}` + "\n"
	recordText = "[Variant \"freecell\"]\n[RulesVersion \"1\"]\n[Options \"cells=4\"]\n[Deal \"number=617\"]\n\nt2c1 u t2c2\n\n"
	state617   = "freecell/1 m=0 t1:7dTdThKd4c4sJd t2:Ad7sQc5hQsTsKs t3:5cQd3h9s9c2hKc t4:3sAc9d3c9h5d4h " +
		"t5:5s6d6s8s7cJc t6:8c8h8d7h6h6c t7:2dAs3d4d2cJh t8:AhKhTcJs2sQh"
	yukonEnd = "yukon/1 m=142 t5:Kd fc:K fd:Q fh:K fs:K"
)

func TestConvertReadsOneFormatAndWritesAnother(t *testing.T) {
	for name, test := range map[string]struct {
		c    Conversion
		want string
	}{
		"a number is a deal": {
			Conversion{From: FormatNumber, To: FormatPosition, Number: dealt(617)}, state617,
		},
		"a number has options": {
			Conversion{From: FormatNumber, To: FormatPosition, Number: dealt(617), Options: map[string]string{"cells": "2"}},
			strings.Replace(state617, "/1", "/1;cells=2", 1),
		},
		"moves begin at a number": {
			Conversion{From: FormatMoves, To: standardName, Number: dealt(617), Moves: []string{"t2c1", "t2c2"}}, "2a 2b",
		},
		"moves begin at a state": {
			Conversion{From: FormatMoves, To: standardName, State: state617, Moves: []string{"t2c1", "t2c2"}}, "2a 2b",
		},
		"a move taken back is not written in standard notation": {
			Conversion{From: FormatMoves, To: standardName, Number: dealt(617), Moves: []string{"t2c1", "u", "t2c2"}}, "2b",
		},
		"a move taken back stays among the moves": {
			Conversion{From: FormatMoves, To: FormatMoves, Number: dealt(617), Moves: []string{"t2c1", "u", "t2c2"}}, "t2c1 u t2c2",
		},
		"standard notation becomes moves": {
			Conversion{From: standardName, To: FormatMoves, Number: dealt(617), Text: "2a 2b"}, "t2c1 t2c2",
		},
		"moves from a number become a record of the deal": {
			Conversion{From: FormatMoves, To: FormatRecordText, Number: dealt(617), Moves: []string{"t2c1", "u", "t2c2"}}, recordText,
		},
		"moves from a state become a record of the state": {
			Conversion{From: FormatMoves, To: FormatRecordJSON, State: yukonEnd, Moves: []string{"t5fd"}},
			`{"state":"` + yukonEnd + `","moves":["t5fd"]}` + "\n",
		},
		"a record becomes one of the other form": {
			Conversion{From: FormatRecordText, To: FormatRecordJSON, Text: recordText}, recordJSON,
		},
		"a record keeps what it says": {
			Conversion{From: FormatRecordJSON, To: FormatRecordJSON, Text: `{"moves":[],"player":"é","state":"` + yukonEnd + `"}`},
			`{"state":"` + yukonEnd + `","moves":[],"player":"é"}` + "\n",
		},
		"a record's moves": {
			Conversion{From: FormatRecordJSON, To: FormatMoves, Text: recordJSON}, "t2c1 u t2c2",
		},
		"a board of fc-solve is FreeCell where nothing else is said": {
			Conversion{From: fcSolveName, To: FormatPosition, Text: boardOf(t, WriteFCSolve)}, state617,
		},
		"a board of another program says nothing of the game": {
			Conversion{From: pySolName, To: FormatPosition, Variant: "freecell", Text: boardOf(t, WritePySol)}, state617,
		},
		"a position becomes a board": {
			Conversion{From: FormatPosition, To: pySolName, State: state617}, boardOf(t, WritePySol),
		},
	} {
		got, err := Convert(test.c)
		if err != nil || got.Text != test.want {
			t.Errorf("%s: %q, %v\nwant %q", name, got.Text, err, test.want)
		}
	}
}

// boardOf writes deal 617 as another program does.
func boardOf(t *testing.T, write func(*engine.Position) (string, error)) string {
	t.Helper()
	p, err := engine.ParseState(state617)
	if err != nil {
		t.Fatal(err)
	}
	text, err := write(&p)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func TestARecordBeginsAfterAByteOrderMarkAndBlankLines(t *testing.T) {
	for _, before := range []string{"\ufeff", "\n", " \r\n\n", "\ufeff\n"} {
		for _, record := range []struct{ format, text string }{
			{FormatRecordJSON, recordJSON}, {FormatRecordText, recordText},
		} {
			c := Conversion{From: record.format, To: FormatMoves, Text: before + record.text}
			if got, err := Convert(c); err != nil || got.Text != "t2c1 u t2c2" {
				t.Errorf("%q before %s: %q, %v", before, record.format, got.Text, err)
			}
		}
	}
}

func TestAutoplayIsLeftUnwrittenWhereMovesBecomeStandardNotation(t *testing.T) {
	horne := Horne
	start := "freecell/1 m=90 t1:Kc t2:Kd t3:Kh t4:Ks fc:Q fd:Q fh:Q fs:Q"
	c := Conversion{From: FormatMoves, To: standardName, State: start, Moves: []string{"t1fc", "t2fd", "t3fh", "t4fs"}}
	if got, err := Convert(c); err != nil || got.Text != "1h 2h 3h 4h" {
		t.Errorf("without a rule: %q, %v", got.Text, err)
	}
	c.Autoplay = &horne
	short, err := Convert(c)
	if err != nil || short.Text != "1h" {
		t.Errorf("by the rule: %q, %v", short.Text, err)
	}
	back, err := Convert(Conversion{From: standardName, To: standardName, State: start, Text: "1h", Autoplay: &horne})
	if err != nil || back.Text != "1h 2h 3h 4h" {
		t.Errorf("read by the rule and written in full: %q, %v", back.Text, err)
	}
}

func TestPilesOfAPositionMakeThePositionAgain(t *testing.T) {
	for _, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 12345)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		for range 40 {
			if moves := p.LegalMoves(nil); len(moves) > 0 {
				if err := p.Apply(moves[len(moves)-1]); err != nil {
					t.Fatal(err)
				}
			}
		}
		open, err := Convert(Conversion{From: FormatPosition, To: FormatPiles, State: p.String()})
		if err != nil || len(open.Piles) != len(p.Options().Piles()) || open.Text != "" {
			t.Fatalf("%s: %+v, %v", v, open, err)
		}
		closed, err := Convert(Conversion{
			From: FormatPiles, To: FormatPosition, Variant: v.String(), Options: p.Options().Map(), Piles: open.Piles,
			Counters: &Counters{int32(p.Moves()), int32(p.Redeals()), int32(p.Score()), int32(p.Streak())},
		})
		if err != nil || closed.Text != p.String() {
			t.Errorf("%s: %v, %v\n%s\nwant\n%s", v, open.Piles, err, closed.Text, p.String())
		}
	}
}

func TestTheNumberOfADealIsFoundByItsCards(t *testing.T) {
	for _, want := range []engine.DealNumber{1, 617, 11982, 1000000} {
		d, err := engine.DealByNumber(engine.FreeCell.Defaults(), want)
		if err != nil {
			t.Fatal(err)
		}
		p := d.Position()
		got, err := Convert(Conversion{From: FormatPosition, To: FormatNumber, State: p.String()})
		if err != nil || got.Number != want || got.Text != "" {
			t.Errorf("deal %d: %d, %v", want, got.Number, err)
		}
	}
	// A number above those that the program knew is only kept, not found.
	if got, err := Convert(Conversion{From: FormatNumber, To: FormatNumber, Number: dealt(4294967295)}); err != nil || got.Number != 4294967295 {
		t.Errorf("a number kept: %d, %v", got.Number, err)
	}
	if got, err := Convert(Conversion{From: FormatRecordJSON, To: FormatNumber, Text: recordJSON}); err != nil || got.Number != 617 {
		t.Errorf("the number of a record: %d, %v", got.Number, err)
	}
}

func TestConvertNamesTheFieldAndWhatIsWrongWithIt(t *testing.T) {
	var (
		parse    *engine.ParseError
		setup    *engine.SetupError
		version  *engine.RulesVersionError
		variant  *engine.UnknownVariantError
		option   *engine.OptionError
		illegal  *engine.IllegalMoveError
		record   *engine.RecordError
		readable *ReadError
	)
	for _, test := range []struct {
		name  string
		c     Conversion
		want  FieldError
		cause any
	}{
		{"a position needs a state", Conversion{From: FormatPosition}, FieldError{Field: "state", Fault: Missing}, nil},
		{"a number has to be there", Conversion{From: FormatNumber}, FieldError{Field: "number", Fault: Missing}, nil},
		{"moves begin somewhere", Conversion{From: FormatMoves}, FieldError{Field: "state", Fault: Missing}, nil},
		{"piles are of a game", Conversion{From: FormatPiles}, FieldError{Field: "variant", Fault: Missing}, nil},
		{"a board is of a game", Conversion{From: pySolName, Text: "x"}, FieldError{Field: "variant", Fault: Missing}, nil},
		{"a text has to be there", Conversion{From: standardName}, FieldError{Field: "text", Fault: Missing}, nil},
		{"a record has to be there", Conversion{From: FormatRecordText, Text: "\ufeff\n \n"}, FieldError{Field: "text", Fault: Missing}, nil},
		{
			"moves begin once",
			Conversion{From: FormatMoves, State: state617, Number: dealt(1)},
			FieldError{Field: "number", Fault: Exclusive, Other: "state"},
			nil,
		},
		{
			"a state tells its options",
			Conversion{From: FormatMoves, State: state617, Options: map[string]string{"cells": "4"}},
			FieldError{Field: "options", Fault: Told, Other: "state"},
			nil,
		},
		{
			"a field that is not used",
			Conversion{From: FormatPosition, State: state617, Text: "x"},
			FieldError{Field: "text", Fault: Unused, Format: FormatPosition},
			nil,
		},
		{
			"single moves are of standard notation",
			Conversion{From: FormatPosition, To: FormatPiles, State: state617, Single: true},
			FieldError{Field: "single", Fault: Unused, Format: FormatPosition},
			nil,
		},
		{"no state", Conversion{From: FormatPosition, State: "golf/1 m=x"}, FieldError{Field: "state", Fault: NoState}, &parse},
		{"no rules version", Conversion{From: FormatPosition, State: "golf/9 m=0"}, FieldError{Field: "state", Fault: NoState}, &version},
		{"no possible state", Conversion{From: FormatPosition, State: "golf/1 m=0 t1:Ac"}, FieldError{Field: "state", Fault: NoState}, &setup},
		{"no game", Conversion{From: FormatPiles, Variant: "whist"}, FieldError{Field: "variant", Fault: NoOptions}, &variant},
		{
			"no option",
			Conversion{From: FormatNumber, Number: dealt(1), Options: map[string]string{"draw": "3"}},
			FieldError{Field: "options[draw]", Fault: NoOptions},
			&option,
		},
		{"no move", Conversion{From: FormatMoves, State: state617, Moves: []string{"t1c1", "u", "x"}}, FieldError{Field: "moves[2]", Index: 2, Entry: "x", Fault: NoMove}, &parse},
		{
			"no legal move",
			Conversion{From: FormatMoves, To: standardName, State: state617, Moves: []string{"t1c1", "t1t1"}},
			FieldError{Field: "moves[1]", Index: 1, Entry: "t1t1", Fault: NoMove},
			&illegal,
		},
		{
			"no legal move where moves stay moves",
			Conversion{From: FormatMoves, To: FormatMoves, State: state617, Moves: []string{"t1c1", "u", "t1fc"}},
			FieldError{Field: "moves[2]", Index: 2, Entry: "t1fc", Fault: NoMove},
			&illegal,
		},
		{
			"nothing to take back",
			Conversion{From: FormatMoves, To: FormatRecordText, Number: dealt(617), Moves: []string{"t2c1", "u", "u"}},
			FieldError{Field: "moves[2]", Index: 2, Entry: "u", Fault: NoMove},
			&illegal,
		},
		{
			"a record whose log is illegal",
			Conversion{From: FormatRecordText, To: FormatRecordJSON, Text: strings.Replace(recordText, "u t2c2", "u t2fc", 1)},
			FieldError{Field: "text", Index: 2, Entry: "t2fc", Fault: NoMove},
			&illegal,
		},
		{
			"no pile",
			Conversion{From: FormatPiles, Variant: "golf", Piles: []Pile{{ID: "t1"}, {ID: "z"}}},
			FieldError{Field: "piles[1].id", Fault: NoState},
			&parse,
		},
		{
			"a pile twice",
			Conversion{From: FormatPiles, Variant: "golf", Piles: []Pile{{ID: "t1"}, {ID: "t1"}}},
			FieldError{Field: "piles[1].id", Fault: Repeated},
			nil,
		},
		{
			"no cards",
			Conversion{From: FormatPiles, Variant: "klondike", Piles: []Pile{{ID: "t2", Cards: "Ac|2x"}}},
			FieldError{Field: "piles[0].cards", Fault: NoState},
			&parse,
		},
		{"no possible piles", Conversion{From: FormatPiles, Variant: "golf"}, FieldError{Field: "piles", Fault: NoState}, &setup},
		{"no record", Conversion{From: FormatRecordJSON, Text: "{"}, FieldError{Field: "text", Fault: NoRecord}, &record},
		{
			"no possible beginning",
			Conversion{From: FormatRecordJSON, Text: `{"state":"golf/1 m=0 t1:Ac","moves":[]}`},
			FieldError{Field: "text", Fault: NoRecord},
			&setup,
		},
		{"two records", Conversion{From: FormatRecordJSON, Text: recordJSON + recordJSON}, FieldError{Field: "text", Fault: ManyRecords}, nil},
		{"a record and more", Conversion{From: FormatRecordJSON, Text: recordJSON + "x"}, FieldError{Field: "text", Fault: ManyRecords}, nil},
		{
			"a record of tags for one of JSON",
			Conversion{From: FormatRecordJSON, Text: recordText},
			FieldError{Field: "text", Fault: OtherForm, Format: FormatRecordJSON},
			nil,
		},
		{
			"a record of JSON for one of tags",
			Conversion{From: FormatRecordText, Text: "\ufeff" + recordJSON},
			FieldError{Field: "text", Fault: OtherForm, Format: FormatRecordText},
			nil,
		},
		{"no text of the format", Conversion{From: standardName, Number: dealt(1), Text: "zz"}, FieldError{Field: "text", Fault: NoText}, &readable},
		{
			"an illegal move in standard notation",
			Conversion{From: standardName, Number: dealt(617), Text: "2a 2h"},
			FieldError{Field: "text", Fault: NoText},
			&illegal,
		},
		{"no possible board", Conversion{From: pySolName, Variant: "freecell", Text: strings.Repeat("AC\n", 8)}, FieldError{Field: "text", Fault: NoText}, &setup},
	} {
		if test.c.To == "" {
			test.c.To = FormatPosition
		}
		result, err := Convert(test.c)
		var got *FieldError
		if !errors.As(err, &got) {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		bare := *got
		bare.Err = nil
		if bare != test.want || (got.Err != nil) != (test.cause != nil) || !strings.HasPrefix(err.Error(), test.want.Field+": ") {
			t.Errorf("%s: %+v: %v", test.name, *got, err)
		}
		if test.cause != nil && !errors.As(err, test.cause) {
			t.Errorf("%s: the reason is %v, want a %T", test.name, got.Err, reflect.ValueOf(test.cause).Elem().Interface())
		}
		if !reflect.DeepEqual(result, Converted{}) {
			t.Errorf("%s: gives %+v all the same", test.name, result)
		}
	}
}

func TestAnIllegalMoveIsNamedByItsReason(t *testing.T) {
	_, err := Convert(Conversion{From: FormatMoves, To: FormatMoves, State: yukonEnd, Moves: []string{"t5fd", "u", "u"}})
	var illegal *engine.IllegalMoveError
	if !errors.As(err, &illegal) || illegal.Reason != engine.NothingToUndo {
		t.Errorf("got %v", err)
	}
}

func TestAGameThatCannotBeWrittenIsNamedByItsPlaceInTheLog(t *testing.T) {
	horne := Horne
	_, err := Convert(Conversion{
		From: FormatMoves, To: standardName, State: "freecell/1 m=90 t1:Kc t2:Kd t3:Kh t4:Ks fc:Q fd:Q fh:Q fs:Q",
		Moves: []string{"t1c1", "u", "t1c1", "u", "t1c1"}, Autoplay: &horne,
	})
	var write *WriteError
	if !errors.As(err, &write) || write.Index != 4 {
		t.Errorf("got %v, want entry 4", err)
	}
}

func TestConvertNamesFormatsThatDoNotBecomeOneAnother(t *testing.T) {
	for _, c := range []Conversion{
		{From: FormatPosition, To: FormatMoves, State: state617},
		{From: FormatPosition, To: standardName, State: state617},
		{From: FormatPosition, To: fcSolveName, State: yukonEnd},
		{From: FormatPosition, To: pySolName, State: yukonEnd},
		{From: FormatPosition, To: FormatNumber, State: yukonEnd},
		{From: FormatPosition, To: "CHESS", State: yukonEnd},
		{From: FormatMoves, To: standardName, State: yukonEnd},
		{From: standardName, To: FormatMoves, State: yukonEnd, Text: "5h"},
		{From: pySolName, To: FormatPosition, Variant: "yukon", Text: "5h"},
		{From: "CHESS", To: FormatPosition, Text: "e4"},
	} {
		_, err := Convert(c)
		var got *UnsupportedError
		if !errors.As(err, &got) || got.From != c.From || got.To != c.To || err.Error() == "" {
			t.Errorf("%s to %s: %v", c.From, c.To, err)
		}
	}
}

func TestTheOffsetInAPileCountsTheBar(t *testing.T) {
	for text, want := range map[string]int{
		"xx|2c": 0, "Ac|xx": 3, "A|c2c": 1, "Ac2|c": 3, "Ac|2": 3, "|x": 1, "Ac||2c": 3,
	} {
		_, _, err := readPile(text)
		var got *engine.ParseError
		if !errors.As(err, &got) || got.Offset != want || got.Input != text {
			t.Errorf("%q: %v, want offset %d", text, err, want)
		}
	}
}
