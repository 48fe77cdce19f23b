package engine

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestALineThatIsNoJSONSaysWhatShouldStandWhere(t *testing.T) {
	for text, want := range map[string]struct {
		column int
		wanted string
	}{
		`{`:                         {2, "the name of a field in quotes"},
		`{"state"`:                  {9, "a colon"},
		`{"state":`:                 {10, "a value"},
		`{"state":"x`:               {12, "the quotation mark that ends the string"},
		`{"state":"x"`:              {13, "a comma or }"},
		`{"variant":"golf",}`:       {19, "the name of a field in quotes"},
		`{state:"x"}`:               {2, "the name of a field in quotes"},
		`{"moves":["d" "d"]}`:       {15, "a comma or ]"},
		`{"moves":["d",]}`:          {15, "a value"},
		`{"score":+1}`:              {10, "a value"},
		`{"score":1.}`:              {12, "a digit"},
		`{"score":-}`:               {11, "a digit"},
		`{"score":01}`:              {11, "a comma or }"},
		`{"score":nul}`:             {10, "a value"},
		`{"player":"\x"}`:           {13, `an escape such as \" or \u00e9`},
		`{"player":"\u00g0"}`:       {16, "a hexadecimal digit"},
		"{\"player\":\"ä\t\"}":      {13, `a character that is no control character, which is written like \u001f`},
		`{"state":"x"} {}`:          {15, "the end of the line"},
		strings.Repeat(`{"a":`, 4):  {21, "a value"},
		`{"a":` + nested(10000):     {10005, "no more than 10000 values within one another"},
		`{"a":` + nested(1_000_000): {10005, "no more than 10000 values within one another"},
	} {
		_, err := ReadRecords(strings.NewReader(text)).Next()
		e, ok := err.(*RecordError)
		if !ok {
			t.Fatalf("%.40q: %v", text, err)
		}
		if e.Column != want.column || e.Wanted != "one JSON object on the line, here "+want.wanted || e.Err != nil {
			t.Errorf("%.40q: column %d, wanted %q, %v", text, e.Column, e.Wanted, e.Err)
		}
	}
}

func nested(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) + "}" }

func FuzzJSONFaultIsOneOfJSON(f *testing.F) {
	for _, text := range []string{
		`{"a":[1,-0.5e+3,true,false,null,"\u00e9\"\\/"],"b":{}}`, `{}`, `{"a":[]} `, "{\"\x7f\": \t0}", `{"a":1e5,"b":-0}`, `{"a":00}`, `[]`,
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		at, wanted := jsonFault(text)
		if valid := json.Valid(text); valid != (wanted == "") {
			t.Errorf("%q: wanted %q at %d, is JSON: %v", text, wanted, at, valid)
		}
		if at < 0 || at > len(text) {
			t.Errorf("%q: %d", text, at)
		}
	})
}
