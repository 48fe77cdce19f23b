package docs_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	link    = regexp.MustCompile(`\]\(([^()\s]+)\)`)
	heading = regexp.MustCompile(`^#{1,6} +(.*?)\s*$`)
	code    = regexp.MustCompile("`[^`]*`")
	other   = regexp.MustCompile(`[^\p{L}\p{N} _-]`)
)

func TestLinksLeadSomewhere(t *testing.T) {
	all := pages(t)
	anchors := map[string]map[string]bool{}
	for _, page := range all {
		anchors[page.path] = page.anchors()
	}
	for _, page := range all {
		for i, line := range page.prose() {
			for _, found := range link.FindAllStringSubmatch(code.ReplaceAllString(line, ""), -1) {
				if strings.Contains(found[1], ":") {
					continue // of another site
				}
				file, anchor, _ := strings.Cut(found[1], "#")
				target := page.path
				if file != "" {
					target = path.Join(path.Dir(page.path), file)
				}
				if _, err := os.Stat(filepath.Join(root, filepath.FromSlash(target))); err != nil {
					t.Errorf("%s:%d: no file %s", page.path, i+1, target)
				} else if anchor != "" && !anchors[target][anchor] {
					t.Errorf("%s:%d: no heading %q in %s", page.path, i+1, anchor, target)
				}
			}
		}
	}
}

// prose gives the lines of the page, those of fenced blocks empty.
func (p page) prose() []string {
	lines := append([]string(nil), p.lines...)
	for _, block := range p.blocks() {
		clear(lines[block.line-1 : block.line+1+len(block.lines)])
	}
	return lines
}

// anchors lists the names by which the headings of the page can be linked.
func (p page) anchors() map[string]bool {
	found := map[string]bool{}
	for _, line := range p.prose() {
		if parts := heading.FindStringSubmatch(line); parts != nil {
			name := other.ReplaceAllString(strings.ToLower(parts[1]), "")
			found[strings.ReplaceAll(name, " ", "-")] = true
		}
	}
	return found
}
