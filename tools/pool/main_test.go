package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
)

// scored are winnable deals of Golf with these scores, numbered from 1.
func scored(scores ...int) []line {
	var lines []line
	for i, score := range scores {
		lines = append(lines, line{Options: "golf/1", Number: engine.DealNumber(i + 1), Verdict: "WINNABLE", Nodes: 7, Moves: 50, Score: score})
	}
	return lines
}

// daily are days of Golf.
func daily(dates ...string) []line {
	var lines []line
	for i, date := range dates {
		lines = append(lines, line{Options: "golf/1", Day: date, Number: engine.DealNumber(100 - i), Verdict: "WINNABLE", Nodes: 9, Moves: 50})
	}
	return lines
}

// write writes lines as talon certify does.
func write(t *testing.T, name string, lines []line) string {
	t.Helper()
	var text []byte
	for _, l := range lines {
		one, err := json.Marshal(l)
		if err != nil {
			t.Fatal(err)
		}
		text = append(append(text, one...), '\n')
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// count is how many deals of each difficulty a table has, the easiest first.
func count(t *pool.Table) (n [3]int) {
	for i, d := range pool.Difficulties() {
		n[i] = len(t.Deals(d))
	}
	return n
}

func TestDealsAreCutIntoThirds(t *testing.T) {
	for _, test := range []struct {
		scores []int
		want   [3]int
	}{
		{nil, [3]int{}},
		{[]int{500}, [3]int{1, 0, 0}},
		{[]int{1, 2, 3}, [3]int{1, 1, 1}},
		{[]int{9, 1, 5, 3, 7, 2, 8, 4, 6}, [3]int{3, 3, 3}},
		// Who has the same score is as difficult.
		{[]int{5, 5, 5, 5, 5, 5}, [3]int{6, 0, 0}},
		{[]int{1, 1, 1, 1, 5, 9}, [3]int{2, 4, 0}},
		{[]int{1, 1, 5, 5, 5, 9}, [3]int{4, 0, 2}},
		{[]int{0, 0, 3, 3, 3, 3, 9, 9, 9}, [3]int{3, 4, 2}},
	} {
		table, err := tableOf("golf/1", scored(test.scores...), 1000)
		if err != nil || count(table) != test.want {
			t.Errorf("%v: %v, %v, wanted %v", test.scores, count(table), err, test.want)
		}
	}
}

func TestTheFirstDealsOfEachDifficultyAreKept(t *testing.T) {
	table, err := tableOf("golf/1", scored(9, 1, 5, 3, 7, 2, 8, 4, 6), 2)
	if err != nil {
		t.Fatal(err)
	}
	var numbers []engine.DealNumber
	for _, e := range table.Deals(pool.NoDifficulty) {
		numbers = append(numbers, e.Number)
	}
	if got := fmt.Sprint(numbers, count(table)); got != "[1 2 3 4 5 8] [2 2 2]" {
		t.Errorf("kept are %s", got)
	}
}

func TestDaysWithoutAGapMakeATable(t *testing.T) {
	table, err := tableOf("golf/1", daily("2028-02-28", "2028-03-01", "2028-02-29"), 1000)
	if err != nil || len(table.Days()) != 3 || table.Days()[1].Date != "2028-02-29" {
		t.Errorf("%+v, %v", table, err)
	}
	for name, lines := range map[string][]line{
		"a gap":             daily("2026-02-28", "2026-03-02"),
		"no such day":       daily("2026-02-28", "2026-02-29"),
		"two deals a day":   append(daily("2026-02-27", "2026-02-28"), line{Options: "golf/1", Day: "2026-02-28", Number: 3, Verdict: "WINNABLE"}),
		"two scores a deal": append(scored(5, 6), line{Options: "golf/1", Number: 2, Verdict: "WINNABLE", Nodes: 7, Moves: 50, Score: 7}),
	} {
		if table, err := tableOf("golf/1", lines, 1000); err == nil {
			t.Errorf("%s: %+v", name, table)
		}
	}
	if table, err := tableOf("whist/1", nil, 1000); err == nil {
		t.Errorf("no such game: %+v", table)
	}
}

func TestOfTwoProofsTheShorterOneStays(t *testing.T) {
	longer := line{Options: "golf/1", Number: 1, Verdict: "WINNABLE", Nodes: 9, Moves: 50, Score: 5}
	table, err := tableOf("golf/1", append([]line{longer}, scored(5)...), 1000)
	if err != nil || len(table.Deals(pool.NoDifficulty)) != 1 || table.Deals(pool.NoDifficulty)[0].Nodes != 7 {
		t.Errorf("%+v, %v", table, err)
	}
}

func TestTheTablesOfFilesAreReadAgain(t *testing.T) {
	folder := t.TempDir()
	lost := line{Options: "golf/1", Number: 77, Verdict: "UNWINNABLE", Nodes: 3}
	open := line{Options: "spider/1", Number: 78, Verdict: "UNKNOWN", Nodes: 3}
	wrapped := line{Options: "golf/1;wrap=on", Number: 5, Verdict: "WINNABLE", Nodes: 2, Moves: 40, Score: 8000}
	first := append(scored(9, 1, 5, 3), lost, open, wrapped)
	// The second file repeats what the first one found.
	second := append(scored(9, 1, 5, 3, 7, 2), daily("2026-12-31", "2027-01-01")...)
	if err := run(io.Discard, folder, 1000, []string{write(t, "first", first), write(t, "second", second)}); err != nil {
		t.Fatal(err)
	}
	want := map[string]*pool.Table{}
	for options, lines := range map[string][]line{"golf/1": second, "golf/1;wrap=on": {wrapped}} {
		table, err := tableOf(options, lines, 1000)
		if err != nil {
			t.Fatal(err)
		}
		want[nameOf(options)] = table
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != len(want) {
		t.Fatalf("%v, %v", entries, err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		table, err := pool.Read(string(text))
		if err != nil || !reflect.DeepEqual(table, want[e.Name()]) {
			t.Errorf("%s: %+v, %v, wanted %+v", e.Name(), table, err, want[e.Name()])
		}
	}
}

func TestWhatCannotBeReadIsNamed(t *testing.T) {
	good := `{"options":"golf/1","number":1,"verdict":"WINNABLE","nodes":5}` + "\n"
	for text, want := range map[string]string{
		good + "Dear Ann":                        "2: ",
		good + "{}":                              "2: no line of talon certify",
		good + "{\"number\":0}\n":                "2: no line",
		good + good + strings.Repeat("x", 1<<17): "3: ",
	} {
		if err := read(strings.NewReader(text), map[string][]line{}); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%.80q: %v", text, err)
		}
	}
	if err := run(io.Discard, t.TempDir(), 1000, nil); err == nil {
		t.Error("no file makes tables")
	}
	if err := run(io.Discard, t.TempDir(), 1000, []string{filepath.Join(t.TempDir(), "nowhere")}); err == nil {
		t.Error("a file that is not there makes tables")
	}
	bad := write(t, "bad", []line{{Options: "golf/9", Number: 1, Verdict: "WINNABLE"}})
	if err := run(io.Discard, t.TempDir(), 1000, []string{bad}); err == nil || !strings.Contains(err.Error(), "golf/9") {
		t.Errorf("a rules version that is not there: %v", err)
	}
}
