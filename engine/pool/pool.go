// Package pool holds deals that are proved winnable, with how difficult each of
// them is, and the deal of each day. They are data, made once and never changed:
// every copy of the library gives the same answers for ever.
//
// A deal is proved when a line of moves was found and played to the win under the
// rules; a proof holds for its options, whatever the scoring scheme. The package
// promises nothing about deals that are not in its tables.
package pool

import (
	"embed"
	"strings"
	"sync"

	"github.com/talon-solitaire/talon/engine"
)

// Difficulty is how difficult a deal is: in which third of the winnable deals of
// its options it lies by its Score.
type Difficulty uint8

// The difficulties.
const (
	NoDifficulty Difficulty = iota
	Easy
	Medium
	Hard
)

// String returns EASY, MEDIUM or HARD, and an empty string for none.
func (d Difficulty) String() string {
	switch d {
	case Easy:
		return "EASY"
	case Medium:
		return "MEDIUM"
	case Hard:
		return "HARD"
	default:
		return ""
	}
}

// Difficulties lists the three difficulties, the easiest first.
func Difficulties() []Difficulty { return []Difficulty{Easy, Medium, Hard} }

// Table holds the proved deals and the days of one choice of options.
type Table struct {
	// Options are the options, without a scoring scheme.
	Options engine.Options
	deals   [Hard + 1][]Entry
	days    []Day
	// easy and hard are the scores that part the difficulties.
	easy, hard int
}

// Entry is a deal that is proved winnable.
type Entry struct {
	Number engine.DealNumber
	// Score is how a simple player fares, in ten thousandths of a win.
	Score int
	// Nodes is how many positions the proof looked at.
	Nodes uint64
}

// Day is the deal of a day.
type Day struct {
	// Date is the day as YYYY-MM-DD.
	Date   string
	Number engine.DealNumber
	// Nodes is how many positions the proof looked at.
	Nodes uint64
}

// Deals returns the deals of the difficulty, of all three for NoDifficulty, by number.
func (t *Table) Deals(d Difficulty) []Entry { return t.deals[d] }

// Difficulty returns how difficult a deal of the table is.
func (t *Table) Difficulty(e Entry) Difficulty { return tier(e.Score, t.easy, t.hard) }

// scoreGames is how many games of the simple player the scores of the tables are made of.
const scoreGames = 12

// Measure returns how difficult a winnable deal is that is none of the table, beside those that are.
func (t *Table) Measure(d engine.Deal) Difficulty {
	return tier(Score(d.Position(), scoreGames), t.easy, t.hard)
}

// Days returns the days that have a deal, one after the other without a gap.
func (t *Table) Days() []Day { return t.days }

// Daily returns the deal of the day, which is written YYYY-MM-DD; false if it has none.
func (t *Table) Daily(date string) (Day, bool) {
	for low, high := 0, len(t.days); low < high; {
		switch middle := (low + high) / 2; strings.Compare(t.days[middle].Date, date) {
		case 0:
			return t.days[middle], true
		case -1:
			low = middle + 1
		default:
			high = middle
		}
	}
	return Day{}, false
}

// For returns the table of the options, whatever their scoring scheme, nil if they have none.
func For(o engine.Options) *Table {
	plain := Unscored(o)
	for _, t := range Tables(o.Variant()) {
		if t.Options == plain {
			return t
		}
	}
	return nil
}

// Tables returns the tables of a game, the one of the default options first.
func Tables(v engine.Variant) []*Table { return all()[v] }

//go:embed tables/*.txt
var files embed.FS

// all reads the tables when they are asked for first. What is embedded is tested
// to be readable; a table that is not would be missing.
var all = sync.OnceValue(func() map[engine.Variant][]*Table {
	tables := map[engine.Variant][]*Table{}
	entries, _ := files.ReadDir("tables")
	for _, e := range entries {
		text, _ := files.ReadFile("tables/" + e.Name())
		t, err := Read(string(text))
		if err != nil {
			continue
		}
		v := t.Options.Variant()
		if t.Options == Unscored(v.Defaults()) {
			tables[v] = append([]*Table{t}, tables[v]...)
		} else {
			tables[v] = append(tables[v], t)
		}
	}
	return tables
})

// Unscored returns the options without a scoring scheme.
func Unscored(o engine.Options) engine.Options {
	values := o.Map()
	if _, scored := values["scoring"]; !scored {
		return o
	}
	values["scoring"] = "none"
	plain, err := engine.ParseOptions(o.Variant(), values)
	if err != nil {
		return o
	}
	return plain
}
