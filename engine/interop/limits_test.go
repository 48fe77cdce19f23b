package interop

import (
	"errors"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// toAndFro is a position, and a run of eight cards that goes from one column to another and back, so often.
func toAndFro(t *testing.T, times int) (engine.Position, []engine.Move) {
	t.Helper()
	p, m := groupMove{cards: 8, cells: 3, columns: 1, sourceWhole: true}.position(t)
	back := m
	back.From, back.To = m.To, m.From
	return p, slices.Repeat([]engine.Move{m, back}, times/2)
}

func TestSingleMovesAreBoundedBeforeTheyAreWritten(t *testing.T) {
	start, moves := toAndFro(t, engine.MaxRecordMoves)
	singles, err := SingleMoves(&start, moves[0])
	if err != nil {
		t.Fatal(err)
	}
	home := start
	if err := home.Apply(moves[0]); err != nil {
		t.Fatal(err)
	}
	back, err := SingleMoves(&home, moves[1])
	if err != nil {
		t.Fatal(err)
	}
	want := engine.MaxRecordMoves / 2 * (len(singles) + len(back))

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err = WriteStandard(start, moves, StandardStyle{Single: true})
	runtime.ReadMemStats(&after)
	var many *LimitError
	if !errors.As(err, &many) || many.Limit != engine.MaxRecordMoves || many.Asked != want {
		t.Errorf("got %v, want a limit of %d and %d asked for", err, engine.MaxRecordMoves, want)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
	if text, err := WriteStandard(start, moves[:100], StandardStyle{Single: true, MaxMoves: want / 200}); err != nil || len(strings.Fields(text)) != want/200 {
		t.Errorf("at the limit: %d words, %v", len(strings.Fields(text)), err)
	}
	if _, err := WriteStandard(start, moves[:100], StandardStyle{Single: true, MaxMoves: want/200 - 1}); !errors.As(err, &many) || many.Asked != want/200 {
		t.Errorf("one above the limit: %v", err)
	}
}

func TestTheLargestTransferTakesLittleMemory(t *testing.T) {
	for _, hard := range []transfer{
		{cards: 13, cells: 4, columns: 5, targetEmpty: true, sourceWhole: true},
		{cards: 13, cells: 2, columns: 6, targetEmpty: true},
		{cards: 13, cells: 4, columns: 5, sourceWhole: true},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		steps := hard.shortest()
		runtime.ReadMemStats(&after)
		if used := after.TotalAlloc - before.TotalAlloc; used > 24<<20 || len(steps) == 0 {
			t.Errorf("%+v: %d steps, %d bytes were allocated", hard, len(steps), used)
		}
	}
}

func TestConvertRefusesTooMuchByItsNumbers(t *testing.T) {
	start, moves := toAndFro(t, 100)
	var log []string
	for _, m := range moves {
		log = append(log, m.String())
	}
	small := Limits{Moves: 50, DeckCards: 52, SeedBytes: 8}
	record := (&engine.Record{State: start.String(), Moves: log}).AppendJSON(nil)
	text, err := WriteStandard(start, moves[:60], StandardStyle{})
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Repeat("2a a2 ", engine.MaxRecordMoves)
	for name, test := range map[string]struct {
		c    Conversion
		want FieldError
	}{
		"a log":          {Conversion{From: FormatMoves, To: FormatMoves, State: start.String(), Moves: log, Limits: small}, FieldError{Field: "moves", Limit: 50, Asked: 100}},
		"a record's log": {Conversion{From: FormatRecordJSON, To: FormatMoves, Text: string(record), Limits: small}, FieldError{Field: "text", Limit: 50, Asked: 100}},
		"a record's log at the limit of records": {
			Conversion{From: FormatRecordText, To: FormatMoves, Text: "[State \"x\"]\n\n" + strings.Repeat("d ", 30000)},
			FieldError{Field: "text", Limit: engine.MaxRecordMoves, Asked: 30000},
		},
		"a record's deck": {
			Conversion{From: FormatRecordJSON, To: FormatPosition, Text: `{"variant":"golf","deal":{"deck":"` + strings.Repeat("Ac", 105) + `"}}`},
			FieldError{Field: "text", Limit: 104, Asked: 105},
		},
		"a record's seed": {
			Conversion{From: FormatRecordJSON, To: FormatPosition, Text: `{"variant":"golf","deal":{"seed":"123456789"}}`, Limits: small},
			FieldError{Field: "text", Limit: 8, Asked: 9},
		},
		"a text in standard notation": {
			Conversion{From: standardName, To: FormatMoves, Number: dealt(617), Text: words},
			FieldError{Field: "text", Limit: engine.MaxRecordMoves, Asked: 2 * engine.MaxRecordMoves},
		},
		"a text in standard notation above a lower limit": {
			Conversion{From: standardName, To: FormatMoves, State: start.String(), Text: text, Limits: small},
			FieldError{Field: "text", Limit: 50, Asked: 60},
		},
		"a log that becomes single moves": {
			Conversion{From: FormatMoves, To: standardName, State: start.String(), Moves: log[:2], Single: true, Limits: Limits{Moves: 25}},
			FieldError{Field: "moves", Limit: 25, Asked: 42},
		},
		"a log that a record cannot hold": {
			Conversion{
				From: FormatMoves, To: FormatRecordJSON, State: start.String(), Moves: slices.Repeat(log, 201),
				Limits: Limits{Moves: 1 << 20},
			},
			FieldError{Field: "moves", Limit: engine.MaxRecordMoves, Asked: 20100},
		},
	} {
		_, err := Convert(test.c)
		var got *FieldError
		if !errors.As(err, &got) || got.Fault != TooMuch || got.Field != test.want.Field || got.Limit != test.want.Limit || got.Asked != test.want.Asked {
			t.Errorf("%s: %v, want %+v", name, err, test.want)
		}
	}
}
