package pool

import (
	"reflect"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

const sample = `options golf/1;wrap=on
cuts 3310 1204
deal 17 3310 412
deal 18 3309 7
deal 4294967295 1203 18446744073709551615
day 2026-12-31 1234567 98
day 2027-01-01 3 0
`

func TestATableIsReadAsItIsWritten(t *testing.T) {
	table, err := Read(sample)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(table.Append(nil)); got != sample {
		t.Errorf("written again:\n%s", got)
	}
	again := NewTable(table.Options, 3310, 1204, table.Deals(NoDifficulty), table.Days())
	if !reflect.DeepEqual(again, table) {
		t.Errorf("%+v is not %+v", again, table)
	}
	for d, want := range map[Difficulty]engine.DealNumber{Easy: 17, Medium: 18, Hard: 4294967295} {
		deals := table.Deals(d)
		if len(deals) != 1 || deals[0].Number != want || table.Difficulty(deals[0]) != d {
			t.Errorf("%s: %v", d, deals)
		}
	}
	for date, want := range map[string]engine.DealNumber{"2026-12-31": 1234567, "2027-01-01": 3, "2026-12-30": 0, "2027-01-02": 0, "": 0} {
		if day, found := table.Daily(date); day.Number != want || found != (want != 0) {
			t.Errorf("%q: %+v, %t", date, day, found)
		}
	}
}

func TestAMalformedTableIsRefusedWithItsLine(t *testing.T) {
	for _, test := range []struct{ old, made, where string }{
		{sample, "", "line 1,"},
		{sample, "options golf/1\n", "line 2:"},
		{"options golf/1;wrap=on", "golf/1;wrap=on", "line 1,"},
		{"options golf/1;wrap=on", "options golf/1;wrap=on x", "line 1,"},
		{"options golf/1;wrap=on", "options whist/1", "line 1,"},
		{"options golf/1;wrap=on", "options golf/9", "line 1,"},
		{"options golf/1;wrap=on", "options golf/1;wrap=off", "line 1,"},
		{"options golf/1;wrap=on", "options klondike/1;scoring=standard", "line 1,"},
		{"options golf/1;wrap=on", "options  golf/1", "line 1,"},
		{"cuts 3310 1204", "cuts 3310", "line 2,"},
		{"cuts 3310 1204", "cuts 1204 3310", "line 2,"},
		{"cuts 3310 1204", "cuts 10001 1204", "line 2,"},
		{"cuts 3310 1204", "cuts 3310 -1", "line 2,"},
		{"cuts 3310 1204\n", "", "line 2,"},
		{"deal 17 3310 412", "deal 17 3310", "line 3,"},
		{"deal 17 3310 412", "deal 17 3310 412 ", "line 3,"},
		{"deal 17 3310 412", "deal 0 3310 412", "line 3,"},
		{"deal 17 3310 412", "deal 017 3310 412", "line 3,"},
		{"deal 17 3310 412", "deal +17 3310 412", "line 3,"},
		{"deal 17 3310 412", "deal 4294967296 3310 412", "line 3,"},
		{"deal 17 3310 412", "deal x 3310 412", "line 3,"},
		{"deal 17 3310 412", "deal 17 10001 412", "line 3,"},
		{"deal 17 3310 412", "deal 17 3310 -1", "line 3,"},
		{"deal 17 3310 412", "deal 18 3310 412", "line 4,"},
		{"deal 17 3310 412", "deal 19 3310 412", "line 4,"},
		{"deal 17 3310 412", "Deal 17 3310 412", "line 3,"},
		{"deal 17 3310 412", "options golf/1;wrap=on", "line 3,"},
		{"deal 17 3310 412", "", "line 3,"},
		{"day 2026-12-31 1234567 98", "day 2027-01-01 1234567 98", "line 7,"},
		{"day 2026-12-31 1234567 98", "day 2027-01-02 1234567 98", "line 7,"},
		{"day 2026-12-31 1234567 98", "day 2026-13-31 1234567 98", "line 6,"},
		{"day 2026-12-31 1234567 98", "day 2026-12-32 1234567 98", "line 6,"},
		{"day 2026-12-31 1234567 98", "day 2026-00-31 1234567 98", "line 6,"},
		{"day 2026-12-31 1234567 98", "day 2026/12/31 1234567 98", "line 6,"},
		{"day 2026-12-31 1234567 98", "day 2026-1x-31 1234567 98", "line 6,"},
		{"day 2026-12-31 1234567 98", "day 2026-12-31 0 98", "line 6,"},
		{"day 2026-12-31 1234567 98", "day 2026-12-31 1 x", "line 6,"},
		{"day 2027-01-01 3 0\n", "day 2027-01-01 3 0\ndeal 4294967295 1 1\n", "line 8,"},
		{"day 2027-01-01 3 0\n", "day 2027-01-01 3 0\n\n", "line 8,"},
		{"day 2027-01-01 3 0\n", "day 2027-01-01 3 0\r\n", "line 7,"},
		{"day 2027-01-01 3 0\n", "day 2027-01-01 " + strings.Repeat("3", 1<<20) + " 0\n", "line 7,"},
	} {
		table, err := Read(strings.Replace(sample, test.old, test.made, 1))
		if err == nil || !strings.HasPrefix(err.Error(), test.where) || !strings.Contains(err.Error(), ": ") || len(err.Error()) > 400 {
			t.Errorf("%q in place of %q: %v, %.200v", test.made, test.old, table, err)
		}
	}
}
