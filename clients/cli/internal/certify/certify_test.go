package certify

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// options are the default options of the games.
func options(variants ...engine.Variant) []engine.Options {
	var all []engine.Options
	for _, v := range variants {
		all = append(all, v.Defaults())
	}
	return all
}

// job is a job about a game of which a search takes little.
func job(workers int, o ...engine.Options) *Job {
	return &Job{Options: o, Limit: solve.Budget{Nodes: 1_000_000}, Memory: solve.MinMemory, Games: 2, Workers: workers}
}

// deals are the items of the first deals.
func deals(n int) []Item {
	var items []Item
	for i := range n {
		items = append(items, Item{Number: engine.DealNumber(i + 1)})
	}
	return items
}

// opened opens a file that has to be one of the job.
func opened(t *testing.T, path string, j *Job) *File {
	t.Helper()
	f, err := Open(path, j)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// certified runs the job into the file until it holds all items.
func certified(t *testing.T, path string, j *Job, items []Item) {
	t.Helper()
	f := opened(t, path, j)
	left := slices.DeleteFunc(slices.Clone(items), func(i Item) bool { return f.Has(j, i) })
	if err := errors.Join(j.Run(t.Context(), left, f.Add), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// sorted are the lines of the file in an order that does not depend on the run.
func sorted(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	slices.Sort(lines)
	return lines
}

func TestOneWorkerAndTwoFindTheSame(t *testing.T) {
	var found [2][]string
	for i := range found {
		path := filepath.Join(t.TempDir(), "deals")
		certified(t, path, job(i+1, options(engine.TriPeaks)...), deals(12))
		found[i] = sorted(t, path)
	}
	if len(found[0]) != 12 || !slices.Equal(found[0], found[1]) {
		t.Errorf("one worker:\n%s\ntwo:\n%s", strings.Join(found[0], "\n"), strings.Join(found[1], "\n"))
	}
}

func TestAStoppedRunGoesOnWhereItWasAndEndsAlike(t *testing.T) {
	folder := t.TempDir()
	j, items := job(1, options(engine.TriPeaks)...), deals(9)
	whole := filepath.Join(folder, "whole")
	certified(t, whole, j, items)

	stopped := filepath.Join(folder, "stopped")
	f := opened(t, stopped, j)
	ctx, interrupt := context.WithCancel(t.Context())
	added := 0
	err := j.Run(ctx, items, func(lines []Line) error {
		if added++; added == 4 {
			interrupt()
		}
		return f.Add(lines)
	})
	if !errors.Is(err, context.Canceled) || added != 4 {
		t.Fatalf("the run ends with %v after %d items", err, added)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if got := sorted(t, stopped); len(got) != 4 {
		t.Fatalf("the file holds %q", got)
	}
	certified(t, stopped, j, items)
	if got, want := sorted(t, stopped), sorted(t, whole); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestALineThatWasCutOffIsFoundAgain(t *testing.T) {
	folder := t.TempDir()
	j, items := job(1, options(engine.TriPeaks)...), deals(3)
	path := filepath.Join(folder, "deals")
	certified(t, path, j, items)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	want := sorted(t, path)
	last := bytes.LastIndexByte(bytes.TrimSuffix(text, []byte("\n")), '\n') + 1
	for length := last; length < len(text); length++ {
		if err := os.WriteFile(path, text[:length], 0o600); err != nil {
			t.Fatal(err)
		}
		f := opened(t, path, j)
		if f.Has(j, items[2]) || !f.Has(j, items[1]) {
			t.Fatalf("%q is taken for a whole line", text[last:length])
		}
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		if left, err := os.ReadFile(path); err != nil || len(left) != last {
			t.Fatalf("%q is not dropped: %v", text[last:length], err)
		}
	}
	certified(t, path, j, items)
	if got := sorted(t, path); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAForeignFileIsLeftAsItIs(t *testing.T) {
	const good = `{"options":"golf/1","number":1,"verdict":"UNKNOWN","nodes":5}` + "\n"
	for name, test := range map[string]struct {
		text    string
		line    int
		options string
	}{
		"a letter":               {"Dear Ann,\nhow are you?\n", 1, ""},
		"a letter on one line":   {"Dear Ann", 1, ""},
		"other JSON":             {good + `{"id":7}` + "\n", 2, ""},
		"no object":              {"7\n", 1, ""},
		"an empty object":        {"{}\n", 1, ""},
		"one field too many":     {`{"options":"golf/1","number":1,"verdict":"UNKNOWN","nodes":5,"by":"me"}` + "\n", 1, ""},
		"two lines in one":       {strings.TrimSpace(good) + good, 1, ""},
		"no such verdict":        {`{"options":"golf/1","number":1,"verdict":"MAYBE","nodes":5}` + "\n", 1, ""},
		"no number":              {`{"options":"golf/1","verdict":"UNKNOWN","nodes":5}` + "\n", 1, ""},
		"an empty line":          {good + "\n" + good, 2, ""},
		"a line without an end":  {good + strings.Repeat("x", 1<<20), 2, ""},
		"a longer line":          {`{"options":"golf/1","day":"` + strings.Repeat("x", 1<<20), 1, ""},
		"another game":           {good + strings.Replace(good, "golf/1", "yukon/1", 1), 2, "yukon/1"},
		"other options":          {strings.Replace(good, "golf/1", "golf/1;wrap=on", 1), 1, "golf/1;wrap=on"},
		"another game, cut off":  {good + `{"options":"yuk`, 2, ""},
		"other options, cut off": {good + `{"options":"golf/1;wr`, 2, ""},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "file")
			if err := os.WriteFile(path, []byte(test.text), 0o600); err != nil {
				t.Fatal(err)
			}
			f, err := Open(path, job(1, options(engine.Golf)...))
			var wrong *LineError
			if !errors.As(err, &wrong) || wrong.Line != test.line || wrong.Options != test.options || wrong.Error() == "" {
				t.Errorf("%v, %v", f, err)
			}
			if left, err := os.ReadFile(path); err != nil || string(left) != test.text {
				t.Errorf("left of it is %.80q, %v", left, err)
			}
		})
	}
}

func TestADayIsProvedUnderAllOptionsOrNotAtAll(t *testing.T) {
	draw1, err := engine.ParseOptions(engine.Klondike, map[string]string{"draw": "1"})
	if err != nil {
		t.Fatal(err)
	}
	j := job(2, draw1, engine.Klondike.Defaults())
	j.Limit.Nodes = 3000
	items := []Item{{Day: "2026-01-01"}, {Day: "2026-01-02"}, {Day: "2026-01-03"}}
	path := filepath.Join(t.TempDir(), "days")
	var found [][]Line
	if err := j.Run(t.Context(), items, func(lines []Line) error { found = append(found, lines); return nil }); err != nil {
		t.Fatal(err)
	}
	if len(found) != 3 {
		t.Fatalf("%d days are found", len(found))
	}
	for _, lines := range found {
		if len(lines) != 2 || lines[0].Number != lines[1].Number || lines[0].Day != lines[1].Day ||
			lines[0].Options != draw1.String() || lines[1].Options != "klondike/1" ||
			lines[0].Verdict != "WINNABLE" || lines[1].Verdict != "WINNABLE" {
			t.Errorf("%+v", lines)
		}
	}
	// A day of which only the first line was written is looked at again.
	f := opened(t, path, j)
	if err := errors.Join(f.Add(found[0]), f.Add(found[1][:1]), f.Close()); err != nil {
		t.Fatal(err)
	}
	f = opened(t, path, j)
	defer f.Close()
	if !f.Has(j, Item{Day: found[0][0].Day}) || f.Has(j, Item{Day: found[1][0].Day}) {
		t.Error("a day is there when all its lines are")
	}
}

func TestNothingIsAddedAfterAnError(t *testing.T) {
	full := errors.New("the disk is full")
	calls := 0
	err := job(4, options(engine.TriPeaks)...).Run(t.Context(), deals(40), func([]Line) error { calls++; return full })
	if !errors.Is(err, full) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
}
