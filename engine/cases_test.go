package engine_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// The cases of testdata/cases are small positions with the right answer. Their
// lines are
//
//	case PR-01 The sentence that the case shows
//	state klondike/1 m=0 …         the position that the lines below speak of
//	after t1fc d                   from here on: after these moves from that position
//	legal t1fc d …                 each of these is legal
//	only t1fc d …                  these and no others are legal
//	moves 40                       so many are legal
//	refused t1fc REASON            the move is refused for this reason, and changes nothing
//	pile t1 Ts9h                   the pile holds these cards; - for none
//	table t1 ??9h                  the pile looks like this to a player
//	count m 5                      the counter m, r, score or streak
//	status STUCK
//	finish t1fc wfh …              the moves of the finish; none where it is not available
//	events move t1 t2 9h, won      what the last move of after does
//	log d u wt1 stops 2 REASON     the log stops at that entry; without stops it is played to its end
//	text m=1 …                     the position ends with this text
func TestCases(t *testing.T) {
	for _, v := range engine.Variants() {
		read, err := os.ReadFile(filepath.Join("testdata", "cases", v.String()+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range strings.Split(string(read), "\ncase ")[1:] {
			name, body, _ := strings.Cut(text, "\n")
			t.Run(name, func(t *testing.T) {
				c := testCase{T: t}
				for line := range strings.Lines(body) {
					if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
						c.line(line)
					}
				}
				if c.checks == 0 {
					t.Error("the case checks nothing")
				}
			})
		}
	}
}

// testCase is a case as far as it is read.
type testCase struct {
	*testing.T
	start, at engine.Position
	events    []engine.Event
	checks    int
}

func (c *testCase) line(line string) {
	c.Helper()
	word, rest, _ := strings.Cut(line, " ")
	words := strings.Fields(rest)
	switch word {
	case "state":
		c.start = parsed(c, rest)
		c.at = c.start
		return
	case "after":
		c.after(words)
		return
	case "legal":
		for _, text := range words {
			if err := c.at.Check(c.move(text)); err != nil || !slices.Contains(c.at.LegalMoves(nil), c.move(text)) {
				c.Errorf("%s: %v, want it legal and listed", text, err)
			}
		}
	case "only":
		if got, want := texts(c.at.LegalMoves(nil)), slices.Sorted(slices.Values(words)); !slices.Equal(got, want) {
			c.Errorf("legal %v, want %v", got, want)
		}
	case "moves":
		if got := c.at.LegalMoves(nil); strconv.Itoa(len(got)) != rest {
			c.Errorf("%d moves are legal, want %s", len(got), rest)
		}
	case "refused":
		c.refused(words[0], words[1])
	case "pile":
		if got := engine.FormatCards(c.at.Pile(c.pile(words[0]))); got != strings.TrimPrefix(words[1], "-") {
			c.Errorf("%s holds %q, want %s", words[0], got, words[1])
		}
	case "table":
		i := slices.IndexFunc(c.at.Table(), func(p engine.PileView) bool { return p.ID == c.pile(words[0]) })
		if got := c.at.Table()[i].Cards; got != strings.TrimPrefix(words[1], "-") {
			c.Errorf("%s looks like %q, want %s", words[0], got, words[1])
		}
	case "count":
		counters := map[string]int{"m": c.at.Moves(), "r": c.at.Redeals(), "score": c.at.Score(), "streak": c.at.Streak()}
		if got, known := counters[words[0]]; !known || strconv.Itoa(got) != words[1] {
			c.Errorf("%s is %d, want %s", words[0], got, words[1])
		}
	case "status":
		if got := c.at.Status().String(); got != rest {
			c.Errorf("status %s, want %s", got, rest)
		}
	case "finish":
		c.finish(words)
	case "events":
		if got := strings.Join(enginetest.EventTexts(c.events), ", "); got != rest {
			c.Errorf("events %s, want %s", got, rest)
		}
	case "log":
		c.log(words)
	case "text":
		if got := c.at.String(); !strings.HasSuffix(got, " "+rest) {
			c.Errorf("the position is %s, want it to end in %s", got, rest)
		}
	default:
		c.Fatalf("the case does not know the word %s", word)
	}
	c.checks++
}

func (c *testCase) move(text string) engine.Move {
	c.Helper()
	m, err := engine.ParseMove(text)
	if err != nil {
		c.Fatal(err)
	}
	return m
}

func (c *testCase) pile(name string) engine.PileID {
	c.Helper()
	id, err := engine.ParsePile(name)
	if err != nil {
		c.Fatal(err)
	}
	return id
}

func (c *testCase) after(moves []string) {
	c.Helper()
	c.at, c.events = c.start, nil
	for _, text := range moves {
		var err error
		if c.events, err = c.at.ApplyEvents(c.move(text), nil); err != nil {
			c.Fatalf("after %v: %v", moves, err)
		}
	}
}

func (c *testCase) refused(text, reason string) {
	c.Helper()
	p := c.at
	var refusal *engine.IllegalMoveError
	if err := p.Apply(c.move(text)); !errors.As(err, &refusal) || refusal.Reason.String() != reason {
		c.Errorf("%s: %v, want %s", text, err, reason)
	}
	if p.String() != c.at.String() || p != c.at {
		c.Errorf("the refused %s left %s", text, p.String())
	}
}

func (c *testCase) finish(want []string) {
	c.Helper()
	moves, err := c.at.Finish()
	if available := c.at.FinishAvailable(); available != (err == nil) {
		c.Errorf("finish available %v, %v", available, err)
	}
	if want[0] == "none" {
		if err == nil {
			c.Errorf("finish %v, want none", moves)
		}
		return
	}
	if got := enginetest.MoveTexts(moves); !slices.Equal(got, want) {
		c.Errorf("finish %v, %v, want %v", got, err, want)
	}
}

func (c *testCase) log(words []string) {
	c.Helper()
	entries, stop := words, len(words)
	reason := ""
	if i := slices.Index(words, "stops"); i >= 0 {
		entries, reason = words[:i], words[i+2]
		stop, _ = strconv.Atoi(words[i+1])
	}
	end := engine.Replay(c.start, entries, nil)
	if end.Applied != stop || end.Unreadable != nil || (end.Refusal != nil) != (reason != "") {
		c.Fatalf("the log is played to %d, %v %v, want %d %s", end.Applied, end.Refusal, end.Unreadable, stop, reason)
	}
	if end.Refusal != nil && end.Refusal.Reason.String() != reason {
		c.Errorf("the log stops for %s, want %s", end.Refusal.Reason, reason)
	}
	c.at = end.Position
}
