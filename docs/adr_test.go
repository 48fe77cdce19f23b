package docs_test

import (
	"fmt"
	"path"
	"strings"
	"testing"
)

// TestIndexOfDecisionsIsComplete holds docs/adr/README.md to one line a record,
// with its number and its title, in the order of their numbers.
func TestIndexOfDecisionsIsComplete(t *testing.T) {
	const index = "docs/adr/README.md"
	var want, got []string
	for _, page := range pages(t) {
		switch {
		case page.path == index:
			for _, line := range page.lines {
				if strings.HasPrefix(line, "| [") {
					got = append(got, line)
				}
			}
		case path.Dir(page.path) == path.Dir(index):
			name := path.Base(page.path)
			number, _, _ := strings.Cut(name, "-")
			title, ok := strings.CutPrefix(page.lines[0], "# "+number+" ")
			if !ok {
				t.Errorf("%s begins with %q, want \"# %s …\"", page.path, page.lines[0], number)
			}
			want = append(want, fmt.Sprintf("| [%s](%s) | %s |", number, name, title))
			if n := len(want); number != fmt.Sprintf("%04d", n) {
				t.Errorf("%s: want number %04d", page.path, n)
			}
		}
	}
	if len(want) == 0 {
		t.Fatal("no record was found")
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("%s lists\n%s\nwant\n%s", index, strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}
