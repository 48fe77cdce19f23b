package docs_test

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func errorsPage(t *testing.T) page {
	t.Helper()
	for _, page := range pages(t) {
		if page.path == "docs/errors.md" {
			return page
		}
	}
	t.Fatal("there is no docs/errors.md")
	return page{}
}

var wordOfRow = regexp.MustCompile("^\\| `([A-Z_]+)` \\|")

// A wordRow is a row of a table that begins with a word in capitals.
type wordRow struct {
	word  string
	cells []string
}

// rowsBelow lists the rows with such words of the tables below a heading.
func (p page) rowsBelow(title string) []wordRow {
	var rows []wordRow
	within := false
	for _, line := range p.prose() {
		if strings.HasPrefix(line, "## ") {
			within = line == "## "+title
		}
		if word := wordOfRow.FindStringSubmatch(line); within && word != nil {
			rows = append(rows, wordRow{word[1], strings.Split(strings.Trim(line, "|"), "|")})
		}
	}
	return rows
}

// enumValue is a value of the enumeration of reasons, the one for none apart.
var enumValue = regexp.MustCompile(`(?m)^ *([A-Z_]+) = [1-9][0-9]*;$`)

func TestErrorsListsEveryWordInOrder(t *testing.T) {
	page := errorsPage(t)
	var reasons, refusals, violations []string
	proto, err := os.ReadFile(filepath.Join(root, "proto", "solitaire", "v1", "error_reason.proto"))
	if err != nil {
		t.Fatal(err)
	}
	for _, value := range enumValue.FindAllStringSubmatch(string(proto), -1) {
		reasons = append(reasons, value[1])
	}
	for _, reason := range engine.Reasons() {
		refusals = append(refusals, reason.String())
	}
	for _, kind := range engine.ViolationKinds() {
		violations = append(violations, kind.String())
	}
	for title, want := range map[string][]string{"Reasons": reasons, "Refusals": refusals, "Violations": violations} {
		var got []string
		for _, row := range page.rowsBelow(title) {
			got = append(got, row.word)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the page lists\n%v\nthere are\n%v", title, got, want)
		}
	}
}

func TestErrorsShowsARefusalOfEachReason(t *testing.T) {
	var shown []string
	for _, block := range errorsPage(t).blocks() {
		if block.info != "text refusals" {
			continue
		}
		for i, line := range block.lines {
			parts := strings.SplitN(line, " ", 3)
			p, err := engine.ParseState(parts[2])
			if err != nil {
				t.Fatalf("line %d: %v", block.line+1+i, err)
			}
			switch parts[1] {
			case "finish":
				_, err = p.Finish()
			case engine.Undo:
				err = engine.NewGame(p).TakeBack()
			default:
				var m engine.Move
				if m, err = engine.ParseMove(parts[1]); err == nil {
					err = p.Check(m)
				}
			}
			var refused *engine.IllegalMoveError
			if !errors.As(err, &refused) || refused.Reason.String() != parts[0] {
				t.Errorf("line %d: %s is answered with %v", block.line+1+i, parts[1], err)
			}
			shown = append(shown, parts[0])
		}
	}
	var all []string
	for _, reason := range engine.Reasons() {
		all = append(all, reason.String())
	}
	if !slices.Equal(shown, all) {
		t.Errorf("the page shows %v", shown)
	}
}

func TestErrorsNamesTheRuleOfEachReason(t *testing.T) {
	rule := map[string]string{}
	for _, row := range errorsPage(t).rowsBelow("Refusals") {
		rule[row.word] = strings.TrimSpace(row.cells[len(row.cells)-1])
	}
	for _, reason := range engine.Reasons() {
		general, inSpider, differs := strings.Cut(rule[reason.String()], "; in Spider ")
		if !differs {
			inSpider = general
		}
		for v, want := range map[engine.Variant]string{engine.Klondike: general, engine.Spider: inSpider} {
			cited := (&engine.IllegalMoveError{Variant: v, Reason: reason}).Rule()
			if cited != v.String()+"."+want {
				t.Errorf("%v cites %s; the page says %q", reason, cited, rule[reason.String()])
			}
		}
	}
}
