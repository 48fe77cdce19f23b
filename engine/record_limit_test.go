package engine

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestRecordLimits(t *testing.T) {
	log := strings.Repeat(`"d",`, MaxRecordMoves-1) + `"d"`
	if r, err := ReadRecords(strings.NewReader(`{"state":"x","moves":[` + log + `]}`)).Next(); err != nil || len(r.Moves) != MaxRecordMoves {
		t.Errorf("%d moves: %v", MaxRecordMoves, err)
	}
	long := strings.Repeat("x", MaxRecordBytes)
	for name, test := range map[string]struct {
		text         string
		limit, asked int
	}{
		"a move too many in JSON":   {`{"state":"x","moves":[` + log + `,"d"]}`, MaxRecordMoves, MaxRecordMoves + 1},
		"a move too many in text":   {"[State \"x\"]\n\n" + strings.Repeat("d ", MaxRecordMoves+1), MaxRecordMoves, MaxRecordMoves + 1},
		"many moves too many":       {"[State \"x\"]\n\n" + strings.Repeat("d d d\n", MaxRecordMoves), MaxRecordMoves, 3 * MaxRecordMoves},
		"a line too long":           {`{"player":"` + long + `"}`, MaxRecordBytes, MaxRecordBytes + 14},
		"a text too long in blanks": {"[State \"x\"]\n\n" + strings.Repeat(strings.Repeat(" ", 1<<20)+"\n", 5), MaxRecordBytes, MaxRecordBytes + 16},
		"a text too long in tags": {
			"[State \"x\"]\n[Player \"" + long[:MaxRecordBytes/2] + "\"]\n[Date \"" + long[:MaxRecordBytes/2] + "\"]\n",
			MaxRecordBytes, MaxRecordBytes + 33,
		},
	} {
		rr := ReadRecords(strings.NewReader(test.text + "\n\n{\"state\":\"next\"}\n"))
		var refusal *RecordError
		if _, err := rr.Next(); !errors.As(err, &refusal) || !strings.Contains(refusal.Wanted, "at most") {
			t.Errorf("%s: %.200v, want a refusal that names the limit", name, err)
		} else if refusal.Limit != test.limit || refusal.Asked != test.asked {
			t.Errorf("%s: limit %d, asked %d, want %d and %d", name, refusal.Limit, refusal.Asked, test.limit, test.asked)
		}
		if r, err := rr.Next(); err != nil || r.State != "next" {
			t.Errorf("after %s: %.200v, want the next record", name, err)
		}
	}
}

func TestBlankLinesCostARecordReaderNoMemory(t *testing.T) {
	for name, text := range map[string]string{
		"line ends":                  strings.Repeat("\n", 1<<20),
		"carriage returns":           strings.Repeat("\r\n", 1<<20),
		"blanks":                     strings.Repeat(" \t\n", 1<<20),
		"lines inside a record":      "[State \"x\"]\n\n" + strings.Repeat("\n", 1<<20) + "d\n",
		"lines after what is no tag": "x\n" + strings.Repeat("x\n", 1<<20),
	} {
		allocations := testing.AllocsPerRun(1, func() {
			for rr := ReadRecords(strings.NewReader(text)); ; {
				if _, err := rr.Next(); err == io.EOF {
					return
				}
			}
		})
		if allocations > 64 {
			t.Errorf("%s: %.0f allocations for %d bytes", name, allocations, len(text))
		}
	}
}
