package main

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var root = filepath.Join("..", "..")

// What is committed is what the programs link and the lock files say, and all of it may be passed on.
func TestTheListAndTheNoticesAreFresh(t *testing.T) {
	written, err := written(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		committed, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
		if err != nil || !bytes.Equal(committed, written[name]) {
			t.Errorf("%s is not what the dependencies give, %v; make licences", name, err)
		}
	}
}

// mit are terms as a package has them.
func mit(t *testing.T) terms {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "clients", "web", "dist", "licences.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range noticesIn(string(text)) {
		return terms{"LICENSE", one}
	}
	t.Fatal("no package has terms")
	return terms{}
}

func TestLicencesAreReadFromTheirTexts(t *testing.T) {
	known := mit(t)
	if got, err := licencesOf([]terms{known, {"NOTICE", "Copyright of somebody"}}); err != nil || !slices.Equal(got, []string{"MIT"}) {
		t.Errorf("%v, %v", got, err)
	}
	for _, text := range []string{"", "You may not use this.", strings.Repeat("You may not use this. ", 200) + known.text} {
		if got, err := licencesOf([]terms{{"LICENSE", text}}); err == nil {
			t.Errorf("%.40q is %v", text, got)
		}
	}
}

func TestOnlyPermissiveLicencesPass(t *testing.T) {
	excepted := map[string]string{"example.com/tool": "GPL-3.0"}
	for _, test := range []struct {
		name     string
		licences []string
		good     bool
	}{
		{"example.com/a", []string{"MIT"}, true},
		{"example.com/a", []string{"Apache-2.0", "BSD-3-Clause"}, true},
		{"example.com/a", nil, false},
		{"example.com/a", []string{"GPL-3.0"}, false},
		{"example.com/a", []string{"MIT", "AGPL-3.0"}, false},
		{"example.com/tool", []string{"GPL-3.0"}, true},
		{"example.com/tool", []string{"AGPL-3.0"}, false},
	} {
		if err := check([]part{{name: test.name, licences: test.licences}}, excepted); (err == nil) != test.good {
			t.Errorf("%s under %v: %v", test.name, test.licences, err)
		}
	}
	for name, licence := range exceptions {
		if slices.Contains(permissive, licence) {
			t.Errorf("%s needs no exception", name)
		}
	}
}

// The terms of a package may lie beside it and not at the root of its module.
func TestTermsAreLookedForFromThePackageUpwards(t *testing.T) {
	module := t.TempDir()
	deep := filepath.Join(module, "internal", "other", "deep")
	if err := os.MkdirAll(deep, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"LICENSE.md", "NOTICE", "notice.go", "README.md", "internal/other/COPYING"} {
		if err := os.WriteFile(filepath.Join(module, filepath.FromSlash(name)), []byte(name+"\r\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	folders := map[string]string{}
	upwards(folders, module, deep)
	var found []terms
	for _, inside := range slices.Sorted(maps.Keys(folders)) {
		some, err := termsIn(folders[inside], inside)
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, some...)
	}
	want := []terms{{"LICENSE.md", "LICENSE.md\n"}, {"NOTICE", "NOTICE\n"}, {"internal/other/COPYING", "internal/other/COPYING\n"}}
	if !slices.Equal(found, want) {
		t.Errorf("found %q", found)
	}
}

func TestEveryTextIsToldOnceBelowAllWhoseItIs(t *testing.T) {
	same := terms{"LICENSE", "The same.\n"}
	got := string(notices([]part{
		{name: "example.com/a", version: "v1.0.0", terms: []terms{same, {"inner/LICENSE", "Another.\n"}}},
		{name: "example.com/b", version: "v2.0.0", terms: []terms{same}},
	}))
	if match := regexp.MustCompile(`=\nexample.com/a v1.0.0\nexample.com/b v2.0.0\n\nThe same.\n\n=+\nexample.com/a v1.0.0, inner/LICENSE\n\nAnother.\n$`).MatchString(got); !match {
		t.Errorf("notices are\n%s", got)
	}
}
