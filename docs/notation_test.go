package docs_test

import (
	"errors"
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// notationPage is docs/notation.md.
func notationPage(t *testing.T) page {
	t.Helper()
	for _, page := range pages(t) {
		if page.path == "docs/notation.md" {
			return page
		}
	}
	t.Fatal("there is no docs/notation.md")
	return page{}
}

// examplePositions are the positions that the page shows, in order.
func examplePositions(t *testing.T) []engine.Position {
	t.Helper()
	var list []engine.Position
	for _, block := range notationPage(t).blocks() {
		if block.info != "text positions" {
			continue
		}
		for i, line := range block.lines {
			p, err := engine.ParseState(line)
			if err != nil {
				t.Fatalf("line %d: %v", block.line+1+i, err)
			}
			if p.String() != line {
				t.Errorf("line %d: written again it is %s", block.line+1+i, p.String())
			}
			list = append(list, p)
		}
	}
	return list
}

func TestNotationShowsDealNumberOneOfEachGame(t *testing.T) {
	positions := examplePositions(t)
	for i, v := range engine.Variants() {
		deal, err := engine.DealByNumber(v.Defaults(), 1)
		if err != nil {
			t.Fatal(err)
		}
		if len(positions) <= i || positions[i] != deal.Position() {
			t.Errorf("example %d is not deal number 1 of %v", i, v)
		}
	}
}

// moveRow is a row of the table of examples: a game, moves in its deal number 1, moves later on.
var (
	moveRow  = regexp.MustCompile("^\\| ([A-Z][A-Za-z-]+) \\| (`[^|]*) \\| (`[^|]*) \\|$")
	codeSpan = regexp.MustCompile("`([^`]*)`")
)

func TestNotationNamesLegalMovesOfItsPositions(t *testing.T) {
	first, later := map[string]engine.Position{}, map[string]engine.Position{}
	for i, p := range examplePositions(t) {
		title := p.Variant().Title()
		if i < len(engine.Variants()) {
			first[title] = p
		} else if _, known := later[title]; !known {
			later[title] = p
		}
	}
	rows := 0
	for i, line := range notationPage(t).lines {
		row := moveRow.FindStringSubmatch(line)
		if row == nil {
			continue
		}
		rows++
		for cell, positions := range map[string]map[string]engine.Position{row[2]: first, row[3]: later} {
			p := positions[row[1]]
			for _, span := range codeSpan.FindAllStringSubmatch(cell, -1) {
				m, err := engine.ParseMove(span[1])
				if err == nil {
					err = p.Check(m)
				}
				if err != nil {
					t.Errorf("line %d: %s in %s: %v", i+1, span[1], p.String(), err)
				}
			}
		}
	}
	if rows != len(engine.Variants()) {
		t.Errorf("the table of examples has %d rows", rows)
	}
}

// The grammar of moves as the page writes it, its conditions apart.
const (
	columnText   = `t(?:10|[1-9])`
	cellText     = `c[1-4]`
	homeText     = `f[cdhs]`
	placeText    = `p(?:2[0-8]|1[0-9]|[1-9])`
	countText    = `(?:x(?:10[0-4]|[1-9][0-9]|[2-9]))?`
	sourceText   = `(?:` + columnText + `|` + cellText + `|` + homeText + `|w|` + placeText + `)`
	targetText   = `(?:` + columnText + `|` + cellText + `|` + homeText + `|w)`
	pairText     = `ws|ww|ss|[ws]` + placeText + `|` + placeText + placeText
	transferText = sourceText + targetText + countText
)

var (
	singleOrPair = regexp.MustCompile(`^(?:d|r|w|s|` + placeText + `|` + pairText + `)$`)
	transfer     = regexp.MustCompile(`^` + transferText + `$`)
	placePair    = regexp.MustCompile(`^p([0-9]+)p([0-9]+)$`)
	fromPlace    = regexp.MustCompile(`^` + placeText + `w` + countText + `$`)
)

// isMoveText reports whether the grammar of the page writes the text.
func isMoveText(text string) bool {
	if pair := placePair.FindStringSubmatch(text); pair != nil && singleOrPair.MatchString(text) {
		return len(pair[1]) < len(pair[2]) || len(pair[1]) == len(pair[2]) && pair[1] <= pair[2]
	}
	if singleOrPair.MatchString(text) {
		return true
	}
	return transfer.MatchString(text) &&
		!strings.HasPrefix(text, "ww") && (text[0] != 'p' || fromPlace.MatchString(text))
}

func TestTheParserOfMovesTakesWhatTheGrammarWrites(t *testing.T) {
	piles := []string{"", "t0", "t01", "t11", "p0", "p29", "c0", "c5", "fx", "d", "r", "u", "x", "T1", " t1", "é"}
	for id := engine.Column(1); id <= engine.Waste; id++ {
		piles = append(piles, id.String())
	}
	readable := 0
	for _, from := range piles {
		for _, to := range piles {
			for _, count := range []string{"", "x", "x0", "x1", "x2", "x02", "x10", "x99", "x104", "x105", "x18446744073709551617", "x2x2", "x2 ", "\n", "t1"} {
				text := from + to + count
				m, err := engine.ParseMove(text)
				if (err == nil) != isMoveText(text) {
					t.Errorf("%q: the parser says %v, the grammar %v", text, err, isMoveText(text))
				}
				if err == nil && m.String() != text {
					t.Errorf("%q is written again as %q", text, m)
				}
				if err == nil {
					readable++
				}
			}
		}
	}
	if readable < 2000 {
		t.Errorf("only %d texts were moves", readable)
	}
}

func TestNotationShowsRecordsThatReplayAsTheyClaim(t *testing.T) {
	var forms [][]*engine.Record
	for _, block := range notationPage(t).blocks() {
		if block.info != "text records" {
			continue
		}
		var list []*engine.Record
		reader := engine.ReadRecords(strings.NewReader(strings.Join(block.lines, "\n")))
		for {
			r, err := reader.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("line %d: %v", block.line, err)
			}
			list = append(list, r)
		}
		forms = append(forms, list)
	}
	if len(forms) != 2 || len(forms[0]) != len(forms[1]) || len(forms[0]) == 0 {
		t.Fatalf("the page should show the same records in two forms; it shows %d forms", len(forms))
	}
	for i := range forms[0] {
		json, text := forms[0][i], forms[1][i]
		json.Player = text.Player
		if got, want := string(json.AppendText(nil)), string(text.AppendText(nil)); got != want {
			t.Errorf("record %d: the forms differ:\n%s\n%s", i, got, want)
		}
		start, err := text.Start()
		if err != nil {
			t.Fatal(err)
		}
		end := engine.Replay(start, text.Moves, nil)
		if end.Applied != len(text.Moves) {
			t.Errorf("record %d stops at entry %d", i, end.Applied)
		}
		if differences := text.Compare(&end.Position); differences != nil {
			t.Errorf("record %d: %+v", i, differences)
		}
	}
}
