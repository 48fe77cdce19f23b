// Command pool makes the tables of proved deals from what `talon certify` found:
//
//	go run ./tools/pool -tables engine/pool/tables FILE…
//
// Of the winnable deals of each choice of options it cuts three parts of equal
// size by their score and keeps the first deals of each.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	"github.com/talon-solitaire/talon/engine/solve"
)

// line is a line of a file of talon certify.
type line struct {
	Options string            `json:"options"`
	Day     string            `json:"day"`
	Number  engine.DealNumber `json:"number"`
	Verdict string            `json:"verdict"`
	Nodes   uint64            `json:"nodes"`
	Moves   int               `json:"moves"`
	Score   int               `json:"score"`
}

func main() {
	tables := flag.String("tables", "engine/pool/tables", "folder of the tables")
	each := flag.Int("each", 1000, "deals of each difficulty")
	flag.Parse()
	if err := run(os.Stderr, *tables, *each, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run makes the tables from the files, and tells of each what it holds.
func run(told io.Writer, folder string, each int, paths []string) error {
	if len(paths) == 0 {
		return errors.New("no file of talon certify is given")
	}
	sets := map[string][]line{}
	for _, path := range paths {
		if err := readFile(path, sets); err != nil {
			return err
		}
	}
	for _, options := range slices.Sorted(maps.Keys(sets)) {
		table, err := tableOf(options, sets[options], each)
		if err != nil {
			return fmt.Errorf("%s: %w", options, err)
		}
		path := filepath.Join(folder, nameOf(options))
		if err := os.WriteFile(path, table.Append(nil), 0o644); err != nil {
			return err
		}
		fmt.Fprintln(told, summary(table, len(sets[options])))
	}
	return nil
}

// nameOf is the name of the file of a table, for example klondike-1-draw1.txt.
func nameOf(options string) string {
	return strings.NewReplacer("/", "-", ";", "-", "=", "").Replace(options) + ".txt"
}

func summary(t *pool.Table, found int) string {
	var parts []string
	for _, d := range pool.Difficulties() {
		parts = append(parts, fmt.Sprintf("%d %s", len(t.Deals(d)), strings.ToLower(d.String())))
	}
	return fmt.Sprintf("%s: %s and %d days of %d winnable", t.Options, strings.Join(parts, ", "), len(t.Days()), found)
}

// readFile adds the winnable deals of a file to those of their options.
func readFile(path string, sets map[string][]line) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	if err := read(file, sets); err != nil {
		return fmt.Errorf("%s:%w", path, err)
	}
	return nil
}

func read(file io.Reader, sets map[string][]line) error {
	scanner := bufio.NewScanner(file)
	n := 1
	for ; scanner.Scan(); n++ {
		var l line
		if err := json.Unmarshal(scanner.Bytes(), &l); err != nil {
			return fmt.Errorf("%d: %w", n, err)
		}
		if l.Options == "" || l.Number == 0 {
			return fmt.Errorf("%d: no line of talon certify", n)
		}
		if l.Verdict == solve.Winnable.String() {
			sets[l.Options] = append(sets[l.Options], l)
		}
	}
	if err := scanner.Err(); err != nil {
		return fmt.Errorf("%d: %w", n, err)
	}
	return nil
}

// tableOf makes the table of a choice of options.
func tableOf(options string, lines []line, each int) (*pool.Table, error) {
	setup, err := engine.ParseSetup(options + " m=0")
	if err != nil {
		return nil, err
	}
	slices.SortFunc(lines, func(a, b line) int {
		return cmp.Or(strings.Compare(a.Day, b.Day), cmp.Compare(a.Number, b.Number), cmp.Compare(a.Nodes, b.Nodes))
	})
	// Runs that were stopped and files that overlap found the same; of two proofs
	// the shorter one stays.
	lines = slices.CompactFunc(lines, func(a, b line) bool { return a.Day == b.Day && a.Number == b.Number && a.Score == b.Score })
	var days []pool.Day
	var deals []pool.Entry
	for _, l := range lines {
		if l.Day == "" {
			if n := len(deals); n > 0 && deals[n-1].Number == l.Number {
				return nil, fmt.Errorf("deal %d has two scores", l.Number)
			}
			deals = append(deals, pool.Entry{Number: l.Number, Score: l.Score, Nodes: l.Nodes})
			continue
		}
		if n := len(days); n > 0 {
			if next, err := dayAfter(days[n-1].Date); err != nil || l.Day != next {
				return nil, fmt.Errorf("after %s comes %s, wanted %s: %w", days[n-1].Date, l.Day, next, errDays)
			}
		}
		days = append(days, pool.Day{Date: l.Day, Number: l.Number, Nodes: l.Nodes})
	}
	easy, hard := cuts(deals)
	return pool.NewTable(setup.Options(), easy, hard, first(deals, easy, hard, each), days), nil
}

var errDays = errors.New("days follow each other, one deal each")

// dayAfter is the day after a day.
func dayAfter(date string) (string, error) {
	day, err := time.Parse(time.DateOnly, date)
	return day.AddDate(0, 0, 1).Format(time.DateOnly), err
}

// first keeps the first so many deals of each difficulty.
func first(deals []pool.Entry, easy, hard, each int) []pool.Entry {
	var kept []pool.Entry
	count := map[pool.Difficulty]int{}
	parts := pool.NewTable(engine.Options{}, easy, hard, nil, nil)
	for _, e := range deals {
		if d := parts.Difficulty(e); count[d] < each {
			count[d]++
			kept = append(kept, e)
		}
	}
	return kept
}

// cuts returns the scores that part the deals into thirds: easy ones have at
// least the first, hard ones less than the second.
func cuts(deals []pool.Entry) (easy, hard int) {
	if len(deals) == 0 {
		return 0, 0
	}
	var scores []int
	for _, e := range deals {
		scores = append(scores, e.Score)
	}
	slices.Sort(scores)
	return scores[2*len(scores)/3], scores[len(scores)/3]
}
