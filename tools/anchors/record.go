//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// record is a reference deal.
type record struct {
	ID      string
	Deal    engine.DealNumber
	Variant string
	Deck    string
	Verdict string
	State   string
	Layout  struct {
		Tableau []string
		Waste   string
		Stock   string
	}
	CheckedBy []check `json:"checked_by"`
}

// check is what another solver said when the record was made.
type check struct {
	Solver  string
	Verdict string
	// CPU is nil where nobody took the time.
	CPU *float64 `json:"cpu_ms"`
}

// readRecords reads a file of reference deals: those of the verdict where it is
// not empty, and only the first ones where first is not 0.
func readRecords(file, verdict string, first int) ([]record, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var records []record
	number := 0
	for line := range bytes.Lines(text) {
		number++
		if len(records) == first && first != 0 {
			break
		}
		var r record
		if err := json.Unmarshal(line, &r); err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if verdict == "" || r.Verdict == verdict {
			records = append(records, r)
		}
	}
	if len(records) == 0 {
		return nil, errors.New("no such deals")
	}
	return records, nil
}

// withCells is the record with so many free cells; the verdict of the record is
// that of four.
func (r record) withCells(cells int) record {
	if cells == 4 || !strings.HasPrefix(r.State, "freecell/1 ") {
		return r
	}
	r.Verdict = ""
	r.State = strings.Replace(r.State, "freecell/1", fmt.Sprintf("freecell/1;cells=%d", cells), 1)
	return r
}
