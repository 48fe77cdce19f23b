package engine

import (
	"errors"
	"strings"
	"testing"
)

func TestTheBeginningOfARecordIsRefusedWithItsPlace(t *testing.T) {
	for name, test := range map[string]struct {
		text         string
		line, column int
		field        string
	}{
		"a state in JSON":          {`{"player":"é","state":"golf/1 m=x"}`, 1, 33, "state"},
		"a state in a tag":         {"\n[Player \"é\"]\n[State \"golf/1 m=x\"]\n", 3, 18, "state"},
		"a state that is escaped":  {`{"state":"golf\/1 m=x"}`, 1, 10, "state"},
		"an impossible state":      {`{"state":"golf/1 m=0 t1:Ac"}`, 1, 10, "state"},
		"a version not served":     {"[Variant \"golf\"]\n[RulesVersion \"7\"]\n[Deal \"number=1\"]\n", 2, 15, "rulesVersion"},
		"an option in JSON":        {`{"variant":"golf","deal":{"number":1},"options": {"draw":"1"}}`, 1, 50, "options"},
		"an option within a deal":  {`{"variant":"golf","deal":{"number":1,"options":{"draw":"1"}}}`, 1, 48, "options"},
		"an option in a tag":       {"[Variant \"golf\"]\n[Options \"draw=1\"]\n[Deal \"number=1\"]\n", 2, 10, "options"},
		"a deck in JSON":           {`{"variant":"golf","deal":{"deck":"Ac2x"}}`, 1, 37, "deal.deck"},
		"a deck in a tag":          {"[Variant \"golf\"]\n[Deal \"deck=Ac2x\"]\n", 2, 15, "deal.deck"},
		"a seed that is too long":  {`{"variant":"golf","deal":{"seed":"` + strings.Repeat("x", 129) + `"}}`, 1, 34, "deal.seed"},
		"a state of another game":  {`{"state":"` + klondikeState + `","variant":"yukon"}`, 1, 23 + len(klondikeState), "variant"},
		"the record after another": {"{\"state\":\"" + klondikeState + "\"}\n{\"state\":\"x\"}\n", 2, 11, "state"},
	} {
		rr := ReadRecords(strings.NewReader(test.text))
		var err error
		for err == nil {
			if _, err = rr.Next(); err == nil {
				_, err = rr.Start()
			}
		}
		var refusal *RecordError
		if !errors.As(err, &refusal) || refusal.Line != test.line || refusal.Column != test.column || refusal.Field != test.field {
			t.Errorf("%s: %v, want line %d, column %d: %s", name, err, test.line, test.column, test.field)
		}
	}
	rr := ReadRecords(strings.NewReader("x\n"))
	if _, err := rr.Next(); err == nil {
		t.Error("x is a record")
	}
	if _, err := rr.Start(); err == nil {
		t.Error("what is no record has a beginning")
	}
}
