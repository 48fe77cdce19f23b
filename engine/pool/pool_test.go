package pool

import (
	"context"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// eachTable runs the test on every table that is embedded.
func eachTable(t *testing.T, test func(t *testing.T, table *Table)) {
	t.Helper()
	entries, err := files.ReadDir("tables")
	if err != nil || len(entries) == 0 {
		t.Fatalf("%d tables, %v", len(entries), err)
	}
	for _, e := range entries {
		t.Run(e.Name(), func(t *testing.T) {
			text, err := files.ReadFile("tables/" + e.Name())
			if err != nil {
				t.Fatal(err)
			}
			table, err := Read(string(text))
			if err != nil {
				t.Fatal(err)
			}
			if string(table.Append(nil)) != string(text) {
				t.Error("the table is not as Append writes it")
			}
			test(t, table)
		})
	}
}

func TestEveryTableIsFoundByItsOptions(t *testing.T) {
	seen := map[engine.Options]bool{}
	eachTable(t, func(t *testing.T, table *Table) {
		if seen[table.Options] {
			t.Errorf("%s has two tables", table.Options)
		}
		seen[table.Options] = true
		found := For(table.Options)
		if found == nil || found.Options != table.Options || len(found.Deals(NoDifficulty)) != len(table.Deals(NoDifficulty)) {
			t.Errorf("For(%s) = %+v", table.Options, found)
		}
		values := table.Options.Map()
		for _, option := range table.Options.Variant().Options() {
			if option.Name != "scoring" {
				continue
			}
			for _, scheme := range option.Values {
				values["scoring"] = scheme
				scored, err := engine.ParseOptions(table.Options.Variant(), values)
				if err != nil {
					t.Fatal(err)
				}
				if For(scored) != found {
					t.Errorf("%s has another table", scored)
				}
			}
		}
	})
	listed := 0
	for _, v := range engine.Variants() {
		for i, table := range Tables(v) {
			listed++
			if !seen[table.Options] || table.Options.Variant() != v {
				t.Errorf("%s has the table %s", v, table.Options)
			}
			if i > 0 && table.Options == Unscored(v.Defaults()) {
				t.Errorf("%s comes after other options", table.Options)
			}
		}
	}
	if listed != len(seen) {
		t.Errorf("%d tables are listed, %d are there", listed, len(seen))
	}
}

func TestTheDaysOfATableHaveNoGap(t *testing.T) {
	eachTable(t, func(t *testing.T, table *Table) {
		days := table.Days()
		if len(days) == 0 {
			return
		}
		day, err := time.Parse(time.DateOnly, days[0].Date)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range days {
			if want := day.Format(time.DateOnly); d.Date != want {
				t.Fatalf("%s is there in place of %s", d.Date, want)
			}
			if found, there := table.Daily(d.Date); !there || found != d {
				t.Errorf("Daily(%s) = %+v, %t", d.Date, found, there)
			}
			day = day.AddDate(0, 0, 1)
		}
	})
}

// The deal of a day is one of those that are tried for it, and not far from the first one.
func TestTheDealOfADayFollowsFromItsDate(t *testing.T) {
	const most = 100_000
	eachTable(t, func(t *testing.T, table *Table) {
		for _, day := range table.Days() {
			tried := 0
			for number := range DailyNumbers(table.Options, day.Date) {
				if tried++; number == day.Number || tried == most {
					break
				}
			}
			if tried == most {
				t.Errorf("%s: deal %d is none of the first %d that are tried", day.Date, day.Number, most)
			}
		}
	})
}

func TestKlondikeHasTheSameDaysForBothDraws(t *testing.T) {
	one, three := klondike(t, "1"), klondike(t, "3")
	if one == nil || three == nil {
		t.Skip("there are no tables for both draws")
	}
	if len(one.Days()) != len(three.Days()) {
		t.Fatalf("%d days for draw 1, %d for draw 3", len(one.Days()), len(three.Days()))
	}
	for i, day := range one.Days() {
		if other := three.Days()[i]; other.Date != day.Date || other.Number != day.Number {
			t.Errorf("draw 1 has %+v, draw 3 %+v", day, other)
		}
	}
}

// klondike is the table of a draw, nil if there is none.
func klondike(t *testing.T, draw string) *Table {
	t.Helper()
	o, err := engine.ParseOptions(engine.Klondike, map[string]string{"draw": draw})
	if err != nil {
		t.Fatal(err)
	}
	return For(o)
}

// prove fails unless the deal is proved winnable. The line that wins was replayed
// by the rules.
func prove(t *testing.T, s *solve.Solver, o engine.Options, number engine.DealNumber) {
	t.Helper()
	d, err := engine.DealByNumber(o, number)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := s.Solve(context.Background(), d.Position(), solve.Budget{Nodes: 20_000_000}, nil)
	if err != nil || answer.Verdict != solve.Winnable {
		t.Errorf("%s, deal %d is %s %s after %d positions: %v", o, number, answer.Verdict, answer.Shortage, answer.Nodes, err)
	}
}

// samples is how many deals of each difficulty, and how many days, of a table are
// proved anew.
func samples() int {
	if os.Getenv("TALON_BATTERY") != "" {
		return 100
	}
	return 2
}

func TestWhatATableSaysIsProvedAnew(t *testing.T) {
	s := solve.New(256 << 20)
	eachTable(t, func(t *testing.T, table *Table) {
		for _, difficulty := range Difficulties() {
			deals := table.Deals(difficulty)
			for i := range min(samples(), len(deals)) {
				prove(t, s, table.Options, deals[i*len(deals)/min(samples(), len(deals))].Number)
			}
		}
		for i := range min(samples(), len(table.Days())) {
			prove(t, s, table.Options, table.Days()[i*len(table.Days())/min(samples(), len(table.Days()))].Number)
		}
	})
}

func TestADealOfATableHasTheScoreThatItSays(t *testing.T) {
	eachTable(t, func(t *testing.T, table *Table) {
		for _, difficulty := range Difficulties() {
			deals := table.Deals(difficulty)
			for i := range min(samples(), len(deals)) {
				e := deals[i*len(deals)/min(samples(), len(deals))]
				d, err := engine.DealByNumber(table.Options, e.Number)
				if err != nil {
					t.Fatal(err)
				}
				if got := Score(d.Position(), scoreGames); got != e.Score {
					t.Errorf("deal %d has the score %d, the table says %d", e.Number, got, e.Score)
				}
			}
		}
	})
}

func TestTheDifficultiesAreThreeOfASort(t *testing.T) {
	eachTable(t, func(t *testing.T, table *Table) {
		sum := 0
		for _, d := range Difficulties() {
			sum += len(table.Deals(d))
			for _, e := range table.Deals(d) {
				if table.Difficulty(e) != d {
					t.Errorf("deal %d is %s and %s", e.Number, d, table.Difficulty(e))
				}
			}
		}
		if sum != len(table.Deals(NoDifficulty)) {
			t.Errorf("%d deals by difficulty, %d in all", sum, len(table.Deals(NoDifficulty)))
		}
	})
	for _, d := range Difficulties() {
		if d.String() == "" {
			t.Errorf("difficulty %d has no name", d)
		}
	}
	if NoDifficulty.String() != "" {
		t.Errorf("no difficulty is %q", NoDifficulty)
	}
}

// The scores and the numbers of days are data that tables rest on: they must be
// the same on every machine, for ever.
func TestTheScoreOfADealNeverChanges(t *testing.T) {
	for header, want := range scores {
		setup, err := engine.ParseSetup(header + " m=0")
		if err != nil {
			t.Fatal(err)
		}
		for i, score := range want {
			d, err := engine.DealByNumber(setup.Options(), engine.DealNumber(i+1))
			if err != nil {
				t.Fatal(err)
			}
			if got := Score(d.Position(), 6); got != score {
				t.Errorf("%s, deal %d: %d, not %d", header, i+1, got, score)
			}
		}
	}
}

func TestTheNumbersTriedForADayNeverChange(t *testing.T) {
	for header, want := range map[string]engine.DealNumber{
		"klondike/1":         508445936,
		"klondike/1;draw=1":  508445936,
		"spider/1;suits=2":   3970637534,
		"spider/1":           4025375381,
		"freecell/1":         458352,
		"freecell/1;cells=3": 458352,
		"golf/1":             2292972259,
	} {
		setup, err := engine.ParseSetup(header + " m=0")
		if err != nil {
			t.Fatal(err)
		}
		var tried []engine.DealNumber
		for n := range DailyNumbers(setup.Options(), "2026-12-01") {
			if tried = append(tried, n); len(tried) == 3 {
				break
			}
		}
		if tried[0] != want || tried[1] != want+1 || tried[2] != want+2 {
			t.Errorf("%s: %d, wanted from %d on", header, tried, want)
		}
	}
}

func TestEveryNumberIsTriedForADayOnce(t *testing.T) {
	seen := make([]bool, 1_000_001)
	n := 0
	for number := range DailyNumbers(engine.FreeCell.Defaults(), "2026-12-01") {
		if number < 1 || number > 1_000_000 || seen[number] {
			t.Fatalf("%d is tried", number)
		}
		seen[number] = true
		n++
	}
	if n != 1_000_000 {
		t.Errorf("%d numbers are tried", n)
	}
}

func TestCertifyMeasuresWhatCanBeWon(t *testing.T) {
	s := solve.New(solve.MinMemory)
	won := 0
	for n := engine.DealNumber(1); n <= 12; n++ {
		d, err := engine.DealByNumber(engine.TriPeaks.Defaults(), n)
		if err != nil {
			t.Fatal(err)
		}
		c, err := Certify(context.Background(), s, d, solve.Budget{}, 4)
		if err != nil || c.Number != n || c.Nodes == 0 {
			t.Errorf("%+v, %v", c, err)
		}
		if c.Verdict == solve.Winnable {
			won++
			if c.Moves == 0 || c.Score != Score(d.Position(), 4) {
				t.Errorf("%+v", c)
			}
		} else if c.Moves != 0 || c.Score != 0 {
			t.Errorf("%+v", c)
		}
		if c, err := Certify(context.Background(), s, d, solve.Budget{Nodes: 1}, 4); err != nil || c.Verdict != solve.Unknown || c.Score != 0 {
			t.Errorf("with one position: %+v, %v", c, err)
		}
	}
	if won == 0 {
		t.Error("no deal can be won")
	}
}

func TestAScoreLiesBetweenNothingAndAWin(t *testing.T) {
	won := "klondike/1 m=121 fc:K fd:K fh:K fs:K"
	p, err := engine.ParseState(won)
	if err != nil {
		t.Fatal(err)
	}
	if got := Score(p, 3); got != aWin {
		t.Errorf("a won game has the score %d", got)
	}
	if got := Score(p, 0); got != 0 {
		t.Errorf("no games give the score %d", got)
	}
	for _, v := range engine.Variants() {
		d, err := engine.DealByNumber(v.Defaults(), 5)
		if err != nil {
			t.Fatal(err)
		}
		if got := Score(d.Position(), 5); got < 0 || got > aWin {
			t.Errorf("%s: %d", v, got)
		}
		p := d.Position()
		if got := done(&p); got != 0 && !strings.Contains("klondike spider yukon", v.String()) {
			t.Errorf("%s: %d of the way is behind before the first move", v, got)
		}
	}
}
