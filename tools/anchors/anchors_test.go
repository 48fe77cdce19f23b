//go:build unix

package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test's program be the server of ours that it starts.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "-serve" {
		main()
		return
	}
	m.Run()
}

// script writes a program for the shell.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "solver")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o700); err != nil {
		t.Fatal(err)
	}
	return name
}

// carried is a file of the reference deals that the project carries.
func carried(name string) string {
	return filepath.Join("..", "..", "engine", "testdata", "corpus", name+".jsonl")
}

func output(t *testing.T, args ...string) (string, error) {
	t.Helper()
	var out strings.Builder
	err := run(args, strings.NewReader(""), &out)
	return out.String(), err
}

func TestAServedSolverStandsBesideOurs(t *testing.T) {
	open := script(t, "while read -r deck; do echo UNKNOWN 7000; done\n")
	got, err := output(t, "-first", "3", "-runs", "2", "-command", open, "served", carried("golf-wrap"))
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"| solver | 3 | 0 | 0 | 7.000 | 7.000 | 7.000 | 7.000 | 0.021 |", "| ours | 3 | 3 |", "| theirs / ours |"} {
		if !strings.Contains(got, row) {
			t.Errorf("no %q in\n%s", row, got)
		}
	}
}

func TestVerdictsThatDifferFail(t *testing.T) {
	wrong := script(t, "while read -r deck; do echo WINNABLE 1; done\n")
	_, err := output(t, "-verdict", "unwinnable", "-first", "1", "-command", wrong, "served", carried("golf-standard"))
	if err == nil || !strings.Contains(err.Error(), "says WINNABLE, ours UNWINNABLE") {
		t.Errorf("error %v does not tell of both verdicts", err)
	}
}

func TestWhatIsNoAnswerFails(t *testing.T) {
	for text, want := range map[string]string{
		"read -r deck; echo PERHAPS 1; cat >/dev/null": "want WINNABLE, UNWINNABLE or UNKNOWN",
		"read -r deck; echo WINNABLE; cat >/dev/null":  "want a verdict and microseconds",
		"read -r deck": "ends without an answer",
	} {
		_, err := output(t, "-first", "1", "-command", script(t, text), "served", carried("golf-wrap"))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v does not say %q", text, err, want)
		}
	}
}

func TestRecordedTimesAreThoseOfTheRecords(t *testing.T) {
	text, err := os.ReadFile(carried("golf-wrap"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfterN(string(text), "\n", 3)
	checks := `{"checked_by":[{"solver":"x-1:a","verdict":"unknown","cpu_ms":1.5},{"solver":"y","verdict":"unknown","cpu_ms":9},` +
		`{"solver":"x-1:b","verdict":"unknown","cpu_ms":2}],"id"`
	file := filepath.Join(t.TempDir(), "golf.jsonl")
	untimed := `{"checked_by":[{"solver":"x-1:a","verdict":"unknown","cpu_ms":1},{"solver":"x-1:b","verdict":"unknown"}],"id"`
	told := strings.Replace(lines[0], `{"id"`, checks, 1) + strings.Replace(lines[0], `{"id"`, untimed, 1) + lines[1]
	if err := os.WriteFile(file, []byte(told), 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := output(t, "recorded:x", file)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"| recorded:x | 1 | 0 | 0 | 3.500 |", "| ours | 1 | 1 |"} {
		if !strings.Contains(got, row) {
			t.Errorf("no %q in\n%s", row, got)
		}
	}
}

func TestTheCompleteAttemptFollowsTheOneThatFailed(t *testing.T) {
	program := script(t, `cat >/dev/null
case "$*" in
*lg) echo "I could not solve this game." ;;
*tfts) echo "This game is solveable." ;;
esac
`)
	records, err := readRecords(carried("freecell"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]int{"fc-solve": 2, "fc-solve-tfts": 1} {
		p := newProcesses(anchors[name], settings{command: program, cells: 4, limit: time.Minute})
		got, err := p.solve(context.Background(), records[0])
		if err != nil || got.verdict != winnable || got.starts != want {
			t.Errorf("%s: %s after %d starts (error %v), want WINNABLE after %d", name, got.verdict, got.starts, err, want)
		}
	}
}

func TestAProcessOverTheLimitLeavesTheDealOpen(t *testing.T) {
	records, err := readRecords(carried("freecell"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	p := newProcesses(anchors["fc-solve-tfts"], settings{command: script(t, "while :; do :; done\n"), cells: 4, limit: 50 * time.Millisecond})
	got, err := p.solve(context.Background(), records[0])
	if err != nil || got.verdict != unknown {
		t.Errorf("%s (error %v), want UNKNOWN", got.verdict, err)
	}
}

func TestGolfIsWrittenAsTheOtherSolverReadsIt(t *testing.T) {
	records, err := readRecords(carried("golf-standard"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	r := records[0]
	got, err := golfAttempts(r, 0)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(got[0].input, "\n")
	if want := "Foundations: " + strings.ToUpper(r.Layout.Waste); lines[0] != want {
		t.Errorf("the first line is %q, want %q", lines[0], want)
	}
	if want := "Talon: " + strings.ToUpper(r.Layout.Stock); lines[1] != want {
		t.Errorf("the second line is %q, want %q", lines[1], want)
	}
	if len(lines) != 10 || lines[9] != "" || lines[8] != strings.ToUpper(r.Layout.Tableau[6]) {
		t.Errorf("the columns are %q", lines[2:])
	}
	if !slices.Contains(got[0].args, "--no-queens-on-kings") {
		t.Errorf("the arguments are %q", got[0].args)
	}
}

func TestANumberedDealIsThatOfTheRecord(t *testing.T) {
	records, err := readRecords(carried("freecell"), "", 1)
	if err != nil {
		t.Fatal(err)
	}
	options, err := freecellOptions(4)
	if err != nil {
		t.Fatal(err)
	}
	got, err := numbered(options, records[0].Deal)
	if err != nil {
		t.Fatal(err)
	}
	if got.State != records[0].State {
		t.Errorf("the position is %q, want %q", got.State, records[0].State)
	}
	for i, column := range records[0].Layout.Tableau {
		if strings.TrimSpace(got.Layout.Tableau[i]) != column {
			t.Errorf("column %d is %q, want %q", i+1, got.Layout.Tableau[i], column)
		}
	}
}

func TestARangeCountsWhatEachSolverTook(t *testing.T) {
	program := script(t, `echo "Unsolved Board No. 2 at 1.0"
echo "Reached Board No. $2 at 1.0 (total_num_iters=3)"
`)
	complete := script(t, "cat >/dev/null\necho 'This game is solveable.'\n")
	t.Setenv("PATH", filepath.Dir(complete)+string(os.PathListSeparator)+os.Getenv("PATH"))
	if err := os.Link(complete, filepath.Join(filepath.Dir(complete), "fc-solve")); err != nil {
		t.Fatal(err)
	}
	got, err := output(t, "-range", "1-3", "-command", program, "fc-solve")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range []string{"| fc-solve range | 3 | 3 | 3 |", "| ours | 3 | 3 | 3 |"} {
		if !strings.Contains(got, row) {
			t.Errorf("no %q in\n%s", row, got)
		}
	}
}

func TestArgumentsThatAreNoneFail(t *testing.T) {
	for _, args := range [][]string{
		{},
		{"fc-solve"},
		{"-runs", "0", "fc-solve", carried("freecell")},
		{"-cells", "5", "fc-solve", carried("freecell")},
		{"-first", "-1", "fc-solve", carried("freecell")},
		{"patience", carried("freecell")},
		{"served", carried("freecell")},
		{"black-hole-solve", carried("freecell")},
		{"recorded:nobody", carried("freecell")},
		{"fc-solve", "absent.jsonl"},
		{"-range", "5-1", "fc-solve"},
		{"-range", "1-5", "black-hole-solve"},
		{"-verdict", "lost", "fc-solve", carried("freecell")},
	} {
		if got, err := output(t, args...); err == nil {
			t.Errorf("%q prints %q", args, got)
		}
	}
}

func TestFiguresAreThoseOfTheSortedTimes(t *testing.T) {
	c := newColumn("x", 20)
	for i := range c.deals {
		c.deals[i] = outcome{verdict: winnable, cpu: time.Duration(20-i) * time.Millisecond, starts: 1}
		c.starts[i] = time.Millisecond
	}
	c.deals[0].verdict, c.deals[1].verdict = unknown, unwinnable
	if start := c.subtractStarts(); start != time.Millisecond {
		t.Errorf("a start takes %v", start)
	}
	want := figures{
		deals: 20, decided: 19, won: 18,
		mean: 9500 * time.Microsecond, median: 10 * time.Millisecond, p95: 19 * time.Millisecond,
		max: 19 * time.Millisecond, total: 190 * time.Millisecond,
	}
	if got := c.figures(); got != want {
		t.Errorf("figures %+v, want %+v", got, want)
	}
	if got := ratio(3*time.Second, 2*time.Second); got != "1.5" {
		t.Errorf("3/2 is %q", got)
	}
	if got := ratio(time.Second, 0); got != "–" {
		t.Errorf("1/0 is %q", got)
	}
}
