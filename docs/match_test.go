package docs_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
)

// ellipsis stands in printed output for what differs from run to run, or is too
// long to show: anything within a line, or any lines when alone on one.
const ellipsis = "…"

// matches compares what an example shows with what it printed. The layout of
// JSON is free, so a page may break a long answer into lines.
func matches(shown, printed string) bool {
	if json.Valid([]byte(printed)) {
		pattern := strings.ReplaceAll(regexp.QuoteMeta(compact(shown)), ellipsis, `(?s:.*)`)
		return regexp.MustCompile(`^` + pattern + `$`).MatchString(compact(printed))
	}
	var pattern strings.Builder
	for _, line := range trimmedLines(shown) {
		if strings.TrimSpace(line) == ellipsis {
			pattern.WriteString(`(?:.*\n)*`)
			continue
		}
		pattern.WriteString(strings.ReplaceAll(regexp.QuoteMeta(line), ellipsis, `.*`) + `\n`)
	}
	got := strings.Join(trimmedLines(printed), "\n") + "\n"
	return regexp.MustCompile(`^` + pattern.String() + `$`).MatchString(got)
}

// trimmedLines splits a text into lines, blanks at their ends and empty lines at
// the end of the text left out.
func trimmedLines(text string) []string {
	lines := strings.Split(strings.TrimRight(text, " \t\r\n"), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " \t\r")
	}
	return lines
}

// compact takes the white space out of JSON, that in strings apart.
func compact(text string) string {
	var short strings.Builder
	quoted, escaped := false, false
	for _, r := range text {
		if !quoted && strings.ContainsRune(" \t\r\n", r) {
			continue
		}
		short.WriteRune(r)
		switch {
		case escaped:
			escaped = false
		case quoted && r == '\\':
			escaped = true
		case r == '"':
			quoted = !quoted
		}
	}
	return short.String()
}

func TestMatches(t *testing.T) {
	for _, test := range []struct {
		name, shown, printed string
		want                 bool
	}{
		{"the same text", "a\nb", "a\nb\n", true},
		{"another text", "a\nb", "a\nc\n", false},
		{"a line too many", "a", "a\nb\n", false},
		{"a line too few", "a\nb", "a\n", false},
		{"blanks at the end of a line", "a", "a  \n\n", true},
		{"blanks at its beginning", "a", " a\n", false},
		{"an ellipsis within a line", "took … ms", "took 17 ms\n", true},
		{"an ellipsis stays within its line", "took … ms", "took\n17 ms\n", false},
		{"an ellipsis for lines", "a\n…\nd", "a\nb\nc\nd\n", true},
		{"an ellipsis for no lines", "a\n…\nd", "a\nd\n", true},
		{"a dot is a dot", "1.5", "1x5\n", false},
		{"JSON broken into lines", "{\"a\": 1,\n \"b\": [2]}", `{"a":1,"b":[2]}`, true},
		{"JSON of another value", `{"a": 1}`, `{"a":2}`, false},
		{"a blank within a JSON string", `{"a":"xy"}`, `{"a":"x y"}`, false},
		{"an ellipsis within JSON", `{"a":"x…", "b":…}`, `{"a":"x y","b":{"c":1}}`, true},
		{"nothing printed, nothing shown", "", "", true},
		{"something printed, nothing shown", "", "a\n", false},
	} {
		if got := matches(test.shown, test.printed); got != test.want {
			t.Errorf("%s: matches(%q, %q) = %t, want %t", test.name, test.shown, test.printed, got, test.want)
		}
	}
}
