package docs_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	namedFlag   = regexp.MustCompile("`-([a-z]+(?:-[a-z]+)*)(?: [a-z]+)?`")
	namedTarget = regexp.MustCompile("`make ([a-z]+)[ `]")
)

// What SECURITY.md says protects is there: a setting of the server, or a target of make.
func TestSecurityNamesWhatThereIs(t *testing.T) {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	text, settings, targets := read("SECURITY.md"), read("server/config.go"), read("Makefile")
	var named []string
	for _, found := range namedFlag.FindAllStringSubmatch(text, -1) {
		named = append(named, "-"+found[1])
		if !strings.Contains(settings, `"`+found[1]+`", `) {
			t.Errorf("SECURITY.md names -%s, and the server has no such setting", found[1])
		}
	}
	for _, found := range namedTarget.FindAllStringSubmatch(text, -1) {
		named = append(named, found[1])
		if !strings.Contains(targets, "\n"+found[1]+": ## ") {
			t.Errorf("SECURITY.md names make %s, and there is no such target", found[1])
		}
	}
	for _, want := range []string{"-cors-origins", "-hints", "vuln"} {
		if !slices.Contains(named, want) {
			t.Errorf("%s was not found among %q", want, named)
		}
	}
}
