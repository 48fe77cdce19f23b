package web

import (
	"io/fs"
	"regexp"
	"strings"
	"testing"
)

// reference is what a page loads or leads to.
var reference = regexp.MustCompile(`(?:href|src)="([^"]*)"`)

func TestTheFirstPageNamesNothingButItsOwnFiles(t *testing.T) {
	text, err := fs.ReadFile(Files(), "index.html")
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	named := reference.FindAllStringSubmatch(page, -1)
	if len(named) < 3 {
		t.Errorf("the page names %d files", len(named))
	}
	for _, one := range named {
		if _, err := fs.Stat(Files(), one[1]); err != nil {
			t.Errorf("the page names %s: %v", one[1], err)
		}
	}
	// The policy of the page would stop the browser there.
	for _, sign := range []string{"<style", " style=", " onclick=", " onload=", "data:", "://"} {
		if strings.Contains(page, sign) {
			t.Errorf("the page holds %q", sign)
		}
	}
	if rest := regexp.MustCompile(`<script[^>]* src="[^"]*"></script>`).ReplaceAllString(page, ""); strings.Contains(rest, "<script") {
		t.Error("the page holds a script")
	}
}

func TestTheStyleSheetLoadsNothing(t *testing.T) {
	text, err := fs.ReadFile(Files(), "app.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, sign := range []string{"url(", "@import", "://"} {
		if strings.Contains(string(text), sign) {
			t.Errorf("the style sheet holds %q", sign)
		}
	}
}
