package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// part is something that others made: a module of Go, or a package of npm.
type part struct {
	name, version string
	// within names the programs that it is in, or what it is run for.
	within []string
	// licences are SPDX identifiers, in alphabetical order.
	licences []string
	// terms are the files that say under which terms it is given, and what has to be passed on.
	terms []terms
}

// terms is such a file, named from the root of its part.
type terms struct {
	name, text string
}

// permissive are the licences that ask for no more than that they and the names of the authors are passed on.
var permissive = []string{"0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT", "Unlicense", "Zlib"}

// exceptions are tools under other licences, with why that does no harm. What is run binds nobody who is given
// what it says.
var exceptions = map[string]string{
	"github.com/golangci/golangci-lint/v2": "GPL-3.0",
	"axe-core":                             "MPL-2.0",
	// The entries of the database that is read.
	"golang.org/x/vulndb": "CC-BY-4.0",
}

// check fails where a part has no licence, or one that is neither permissive nor excepted.
func check(parts []part, exceptions map[string]string) error {
	var wrong []error
	for _, p := range parts {
		if len(p.licences) == 0 {
			wrong = append(wrong, fmt.Errorf("%s %s: no licence was found", p.name, p.version))
		}
		for _, licence := range p.licences {
			if !slices.Contains(permissive, licence) && exceptions[p.name] != licence {
				wrong = append(wrong, fmt.Errorf("%s %s: the licence %s is not permissive", p.name, p.version, licence))
			}
		}
	}
	return errors.Join(wrong...)
}

var (
	licenceFile = regexp.MustCompile(`(?i)^(un)?licen[cs]e|^copying`)
	noticeFile  = regexp.MustCompile(`(?i)^(notice|patents|authors)`)
	// program is what is no text, though named like one.
	program = regexp.MustCompile(`(?i)\.(go|js|json|ts|html)$`)
)

// termsIn reads the files of terms that lie in a folder.
func termsIn(dir, name string) ([]terms, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var found []terms
	for _, entry := range entries {
		file := entry.Name()
		if !entry.Type().IsRegular() || program.MatchString(file) || !licenceFile.MatchString(file) && !noticeFile.MatchString(file) {
			continue
		}
		text, err := fs.ReadFile(os.DirFS(dir), file)
		if err != nil {
			return nil, err
		}
		found = append(found, terms{path.Join(name, file), tidy(string(text))})
	}
	return found, nil
}

// tidy takes away what differs between systems and says nothing.
func tidy(text string) string {
	var out strings.Builder
	for line := range strings.Lines(strings.Trim(strings.ReplaceAll(text, "\r\n", "\n"), "\n\f ")) {
		out.WriteString(strings.TrimRight(line, " \t\f\n") + "\n")
	}
	return out.String()
}

// least is how much of a licence, in per cent, has to be known words: the rest is names and years.
const least = 75

// licencesOf tells which licences the terms are. A text that is not nearly all licence is an error.
func licencesOf(all []terms) ([]string, error) {
	var found []string
	for _, one := range all {
		if !licenceFile.MatchString(path.Base(one.name)) {
			continue
		}
		scanned := licensecheck.Scan([]byte(one.text))
		if scanned.Percent < least {
			return nil, fmt.Errorf("%s: only %.0f %% of it is a known licence", one.name, scanned.Percent)
		}
		for _, match := range scanned.Match {
			found = append(found, match.ID)
		}
	}
	slices.Sort(found)
	return slices.Compact(found), nil
}
