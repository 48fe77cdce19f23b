// Package docs_test holds the documentation to what it says: every example
// prints what stands below it, every link leads somewhere, and the index of
// decisions is complete. CONTRIBUTING.md tells how to write an example.
package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the repository's root, seen from this folder.
const root = ".."

// A page is one Markdown file.
type page struct {
	path  string // from the repository's root, with slashes
	lines []string
}

// A block is one fenced block of a page.
type block struct {
	line  int    // of the opening fence, from 1
	info  string // what follows the opening fence: "console", "go", …
	title string // the heading above it
	lines []string
	// What a comment on the line above it says, as CONTRIBUTING.md tells.
	from, file, with string
}

var (
	fence   = regexp.MustCompile("^( *)(```+)(.*)$")
	comment = regexp.MustCompile(`^<!-- (from|file|with) (.+) -->$`)
)

// pages reads the Markdown of the root and everything in docs and below.
func pages(t *testing.T) []page {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(root, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	err = filepath.WalkDir(".", func(path string, entry os.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".md" {
			files = append(files, filepath.Join(root, "docs", path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	var found []page
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, page{filepath.ToSlash(name), strings.Split(string(text), "\n")})
	}
	if len(found) == 0 {
		t.Fatal("no page was found")
	}
	return found
}

// blocks lists the fenced blocks of the page.
func (p page) blocks() []block {
	var found []block
	var open *block
	var indent, ticks, title string
	for i, line := range p.lines {
		parts := fence.FindStringSubmatch(line)
		switch {
		case open == nil && parts != nil:
			indent, ticks = parts[1], parts[2]
			open = &block{line: i + 1, info: strings.TrimSpace(parts[3]), title: title}
			if i > 0 {
				open.note(p.lines[i-1])
			}
		case open == nil:
			if parts := heading.FindStringSubmatch(line); parts != nil {
				title = parts[1]
			}
		case parts != nil && parts[3] == "" && len(parts[2]) >= len(ticks):
			found = append(found, *open)
			open = nil
		default:
			open.lines = append(open.lines, strings.TrimPrefix(line, indent))
		}
	}
	return found
}

// note takes in what the line above the block says of it.
func (b *block) note(line string) {
	parts := comment.FindStringSubmatch(line)
	if parts == nil {
		return
	}
	switch parts[1] {
	case "from":
		b.from = parts[2]
	case "file":
		b.file = parts[2]
	case "with":
		b.with = parts[2]
	}
}
