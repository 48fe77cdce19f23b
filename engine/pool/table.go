package pool

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// A table as text: a line for the options, one for the two scores that part the
// difficulties, and a line for each deal and each day, in order:
//
//	options klondike/1;draw=1
//	cuts 3310 1204
//	deal 17 2950 412
//	day 2026-12-01 1234567 98
//
// A deal is easy from the first cut on, hard below the second one. Deals come in the
// order of their numbers, days one after the other.

// Append appends the text of the table to dst.
func (t *Table) Append(dst []byte) []byte {
	dst = fmt.Appendf(dst, "options %s\ncuts %d %d\n", t.Options, t.easy, t.hard)
	for _, e := range t.deals[NoDifficulty] {
		dst = fmt.Appendf(dst, "deal %d %d %d\n", e.Number, e.Score, e.Nodes)
	}
	for _, d := range t.days {
		dst = fmt.Appendf(dst, "day %s %d %d\n", d.Date, d.Number, d.Nodes)
	}
	return dst
}

// NewTable returns the table of the options with these deals and days. Deals of
// the score easy or more are easy, those of less than hard are hard.
func NewTable(o engine.Options, easy, hard int, deals []Entry, days []Day) *Table {
	t := &Table{Options: Unscored(o), days: days, easy: easy, hard: hard}
	for _, e := range deals {
		t.add(e)
	}
	return t
}

func (t *Table) add(e Entry) {
	d := t.Difficulty(e)
	t.deals[NoDifficulty] = append(t.deals[NoDifficulty], e)
	t.deals[d] = append(t.deals[d], e)
}

// Read reads the text of a table. An error says which line is wrong and what was
// expected there.
func Read(text string) (*Table, error) {
	t := &Table{}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	for i, line := range lines {
		if err := t.readLine(i, strings.Split(line, " ")); err != nil {
			return nil, fmt.Errorf("line %d, %.80q: %w", i+1, line, err)
		}
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("line %d: %w", len(lines)+1, errCuts)
	}
	return t, nil
}

// What may be wrong with a line.
var (
	errOptions = errors.New("expected options GAME/VERSION;NAME=VALUE without a scoring scheme")
	errCuts    = errors.New("expected cuts EASY HARD, EASY not below HARD")
	errLine    = errors.New("expected deal NUMBER SCORE NODES, or day DATE NUMBER NODES")
	errDeal    = errors.New("expected deals in the order of their numbers, then days")
	errDay     = errors.New("expected days in their order")
	errNumber  = errors.New("expected a whole number without leading zeros, a deal number from 1 to 4294967295 and a score up to 10000")
)

// readLine reads line i, counted from 0, split at its blanks.
func (t *Table) readLine(i int, fields []string) error {
	switch {
	case i == 0:
		return t.readOptions(fields)
	case i == 1:
		return t.readCuts(fields)
	case len(fields) != 4:
		return errLine
	case fields[0] == "deal":
		return t.readDeal(fields[1], fields[2], fields[3])
	case fields[0] == "day":
		return t.readDay(fields[1], fields[2], fields[3])
	default:
		return errLine
	}
}

func (t *Table) readOptions(fields []string) error {
	if len(fields) != 2 || fields[0] != "options" {
		return errOptions
	}
	setup, err := engine.ParseSetup(fields[1] + " m=0")
	if err != nil {
		return err
	}
	t.Options = setup.Options()
	if t.Options != Unscored(t.Options) || t.Options.String() != fields[1] {
		return errOptions
	}
	return nil
}

func (t *Table) readCuts(fields []string) error {
	if len(fields) != 3 || fields[0] != "cuts" {
		return errCuts
	}
	easy, read := number(fields[1], aWin)
	hard, read2 := number(fields[2], aWin)
	if !read || !read2 {
		return errNumber
	}
	if easy < hard {
		return errCuts
	}
	t.easy, t.hard = int(easy), int(hard)
	return nil
}

func (t *Table) readDeal(numberText, scoreText, nodesText string) error {
	n, read := number(numberText, math.MaxUint32)
	score, read2 := number(scoreText, aWin)
	nodes, read3 := number(nodesText, math.MaxUint64)
	all := t.deals[NoDifficulty]
	switch {
	case !read || n == 0 || !read2 || !read3:
		return errNumber
	case len(t.days) > 0, len(all) > 0 && all[len(all)-1].Number >= engine.DealNumber(n):
		return errDeal
	}
	t.add(Entry{engine.DealNumber(n), int(score), nodes})
	return nil
}

func (t *Table) readDay(date, numberText, nodesText string) error {
	n, read := number(numberText, math.MaxUint32)
	nodes, read2 := number(nodesText, math.MaxUint64)
	switch {
	case !read || n == 0 || !read2:
		return errNumber
	case !isDate(date), len(t.days) > 0 && t.days[len(t.days)-1].Date >= date:
		return errDay
	}
	t.days = append(t.days, Day{date, engine.DealNumber(n), nodes})
	return nil
}

// number reads a whole number up to most, false for anything that is written otherwise.
func number(text string, most uint64) (uint64, bool) {
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil && n <= most && strconv.FormatUint(n, 10) == text
}

// isDate reports whether the text is written as days are, YYYY-MM-DD.
func isDate(text string) bool {
	if len(text) != len("YYYY-MM-DD") || text[4] != '-' || text[7] != '-' {
		return false
	}
	month, day := text[5:7], text[8:]
	return strings.Trim(text[:4]+month+day, "0123456789") == "" &&
		month >= "01" && month <= "12" && day >= "01" && day <= "31"
}

// tier is the difficulty of a score.
func tier(score, easy, hard int) Difficulty {
	switch {
	case score >= easy:
		return Easy
	case score < hard:
		return Hard
	default:
		return Medium
	}
}
