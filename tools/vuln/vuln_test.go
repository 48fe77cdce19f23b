package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// databaseWith writes a database with one entry: every version of a module is vulnerable, in one function.
func databaseWith(t *testing.T, module, imported, function string) database {
	t.Helper()
	dir := t.TempDir()
	entry := `{"schema_version": "1.3.1", "id": "GO-2026-0001", "summary": "All is lost", "modified": "2026-01-01T00:00:00Z",
		"affected": [{"package": {"name": "` + module + `", "ecosystem": "Go"},
			"ranges": [{"type": "SEMVER", "events": [{"introduced": "0"}, {"fixed": "99.0.0"}]}],
			"ecosystem_specific": {"imports": [{"path": "` + imported + `", "symbols": ["` + function + `"]}]}}]}`
	if err := os.WriteFile(filepath.Join(dir, "GO-2026-0001.json"), []byte(entry), 0o644); err != nil {
		t.Fatal(err)
	}
	from, err := folder("one entry", dir)
	if err != nil {
		t.Fatal(err)
	}
	return from
}

// caller is a small module that calls one function of another one.
var caller = target{"the caller", []string{"-C", filepath.Join("testdata", "caller"), "./..."}}

func TestAVulnerabilityInAModuleFailsHoweverNear(t *testing.T) {
	for _, test := range []struct{ imported, function, reach string }{
		{"golang.org/x/mod/semver", "Compare", "called by the caller"},
		{"golang.org/x/mod/semver", "Nothing", "imported by the caller"},
		{"golang.org/x/mod/other", "Nothing", "required by the caller"},
	} {
		t.Run(test.reach, func(t *testing.T) {
			var out bytes.Buffer
			err := check(t.Context(), databaseWith(t, "golang.org/x/mod", test.imported, test.function), []target{caller}, &out)
			if err == nil || err.Error() != "1 known vulnerabilities in modules" {
				t.Errorf("%v", err)
			}
			if want := ", mended in v99.0.0\t" + test.reach + ": All is lost\n"; !strings.Contains(out.String(), want) {
				t.Errorf("no %q in\n%s", want, out.String())
			}
		})
	}
}

func TestAVulnerabilityInTheStandardLibraryIsListedWithTheGoThatMendsIt(t *testing.T) {
	var out bytes.Buffer
	if err := check(t.Context(), databaseWith(t, "stdlib", "strings", "TrimSpace"), []target{caller}, &out); err != nil {
		t.Error(err)
	}
	if want := "GO-2026-0001\tmended in go99.0.0\tcalled in strings: All is lost\n"; !strings.Contains(out.String(), want) {
		t.Errorf("no %q in\n%s", want, out.String())
	}
}

func TestAVulnerabilityOfSomethingElseIsNone(t *testing.T) {
	var out bytes.Buffer
	if err := check(t.Context(), databaseWith(t, "example.com/other", "example.com/other", "Lose"), []target{caller}, &out); err != nil {
		t.Error(err)
	}
	if !strings.HasSuffix(out.String(), "\nNo finding in a module.\n") || strings.Contains(out.String(), "All is lost") {
		t.Errorf("told\n%s", out.String())
	}
}

// The pinned database has what every Go program of its day is told of.
func TestThePinnedDatabaseIsThere(t *testing.T) {
	from, err := pinned(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if !strings.HasPrefix(from.name, "golang.org/x/vulndb@v0.0.0-") {
		t.Errorf("the database is %s", from.name)
	}
	found, err := caller.scan(t.Context(), from.url)
	if err != nil {
		t.Fatal(err)
	}
	if found.modules < 2 || !strings.HasPrefix(found.goVersion, "go1.") {
		t.Errorf("%d modules, %s", found.modules, found.goVersion)
	}
}

func TestWhatLooksAtNothingFails(t *testing.T) {
	if from, err := folder("none", t.TempDir()); err == nil {
		t.Errorf("an empty folder is the database %s", from.name)
	}
	for _, text := range []string{"", `{"config": {}}`, `{"SBOM": {"modules": []}}`, `{"SBOM": `} {
		if found, err := read(strings.NewReader(text)); err == nil {
			t.Errorf("%q: %+v", text, found)
		}
	}
	if found, err := (target{"nothing", []string{"-C", t.TempDir(), "./..."}}).scan(t.Context(), "file:///nowhere"); err == nil {
		t.Errorf("no module: %+v", found)
	}
}

// The nearest that a vulnerability comes counts, and everybody who has it is named.
func TestEachVulnerabilityOfAModuleIsToldOnce(t *testing.T) {
	var all report
	for _, name := range []string{"one", "other"} {
		all.add(name, &found{
			findings: []finding{
				{entry: "GO-1", module: "example.com/a", version: "v1.0.0"},
				{entry: "GO-1", module: "example.com/a", version: "v1.0.0", at: "example.com/a/b", reach: called},
				{entry: "GO-1", module: "example.com/a", version: "v1.0.0", at: "example.com/a/b", reach: imported},
			},
			summaries: map[string]string{"GO-1": "Lost"},
		})
	}
	var out bytes.Buffer
	if err := all.tell(&out); err == nil {
		t.Error("that is no failure")
	}
	if want := "\nModules: 1\nGO-1\texample.com/a@v1.0.0, not mended yet\tcalled by one, other: Lost\n"; out.String() != want {
		t.Errorf("told %q, want %q", out.String(), want)
	}
}
