package engine_test

import (
	"fmt"
	"testing"
)

// PR-22, PR-23 and PR-24 for every number of cells, of free ones and of empty
// columns, to a column with cards and to an empty one, leaving cards behind or none.
func TestRunOfCardsIsLimitedByFreeCellsAndEmptyColumns(t *testing.T) {
	const run = "QhJsTh9s8h7s6h5s4h3s2hAs"
	for cells := 1; cells <= 4; cells++ {
		for taken := 0; taken <= cells; taken++ {
			for empty := range 6 {
				for n := 1; n <= 12; n++ {
					for _, beneath := range []string{"", "Kd"} {
						checkCapacity(t, cells, taken, empty, run[:2*n], beneath)
					}
				}
			}
		}
	}
}

// checkCapacity puts the run on t1, a King that takes it on t2, and leaves as
// many of the columns t3 to t8 empty as asked for, t3 among the first.
func checkCapacity(t *testing.T, cells, taken, empty int, run, beneath string) {
	t.Helper()
	header := "freecell/1 m=0"
	if cells < 4 {
		header = fmt.Sprintf("freecell/1;cells=%d m=0", cells)
	}
	clubs := []string{"Kc", "Qc", "Jc", "Tc", "9c", "8c", "7c", "6c", "5c", "4c", "3c", "2c"}
	fields := []string{"t1:" + beneath + run}
	for i := 1; i <= taken; i++ {
		fields = append(fields, fmt.Sprintf("c%d:%s", i, clubs[0]))
		clubs = clubs[1:]
	}
	for column := 3 + empty; column <= 8; column++ {
		fields = append(fields, fmt.Sprintf("t%d:%s", column, clubs[0]))
		clubs = clubs[1:]
	}
	// The cards not spoken of lie beneath the King.
	p := board(t, "t2", header, append(fields, "t2:Ks")...)
	n, free := len(run)/2, cells-taken+1
	count := ""
	if n > 1 {
		count = fmt.Sprintf("x%d", n)
	}
	check := func(move string, most int) {
		t.Helper()
		want := ""
		if n > most {
			want = "CAPACITY_EXCEEDED"
		}
		if got := refusedFor(t, p, move); got != want {
			t.Errorf("%d of %d cells free, %d columns empty: %s is %q, want %q\n%s", cells-taken, cells, empty, move, got, want, p.String())
		}
	}
	check("t1t2"+count, free<<empty)
	if empty > 0 {
		check("t1t3"+count, free<<(empty-1))
		check(fmt.Sprintf("t1t%d%s", 2+empty, count), free<<(empty-1))
	}
}
