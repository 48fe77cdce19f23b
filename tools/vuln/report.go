package main

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// standard is what govulncheck calls the modules that come with Go.
var standard = []string{"stdlib", "toolchain"}

// report gathers the findings of all targets: one line for each vulnerability of each module.
type report struct {
	lines map[string]*line
}

// line is one vulnerability of one module, with all who have it.
type line struct {
	finding

	summary string
	targets []string
}

// add takes in what a scan found. A vulnerability is told several times, nearer each time.
func (r *report) add(name string, found *found) {
	if r.lines == nil {
		r.lines = map[string]*line{}
	}
	for _, f := range found.findings {
		key := f.entry + " " + f.module + " " + f.version
		l, known := r.lines[key]
		if !known {
			l = &line{finding: f, summary: found.summaries[f.entry]}
			r.lines[key] = l
		}
		if f.reach > l.reach {
			l.reach, l.at = f.reach, f.at
		}
		if !slices.Contains(l.targets, name) {
			l.targets = append(l.targets, name)
		}
	}
}

// tell writes the findings down. Its error counts those in modules.
func (r *report) tell(out io.Writer) error {
	lines := slices.SortedFunc(maps.Values(r.lines), func(a, b *line) int {
		return cmp.Or(cmp.Compare(b.reach, a.reach), strings.Compare(a.entry, b.entry), strings.Compare(a.module, b.module))
	})
	var inGo, unused, inModules int
	for _, l := range lines {
		switch {
		case !slices.Contains(standard, l.module):
			inModules++
		case l.reach == required:
			unused++
		default:
			inGo++
		}
	}
	if inGo+unused > 0 {
		fmt.Fprintf(out, "\nThe standard library, mended by another version of Go: %d, and %d in packages that nothing imports\n", inGo, unused)
	}
	for _, l := range lines {
		if slices.Contains(standard, l.module) && l.reach > required {
			fmt.Fprintf(out, "%s\t%s\t%s in %s: %s\n", l.entry, l.mended("go"), l.reach, l.at, l.summary)
		}
	}
	if inModules == 0 {
		fmt.Fprintln(out, "\nNo finding in a module.")
		return nil
	}
	fmt.Fprintf(out, "\nModules: %d\n", inModules)
	for _, l := range lines {
		if !slices.Contains(standard, l.module) {
			fmt.Fprintf(out, "%s\t%s@%s, %s\t%s by %s: %s\n", l.entry, l.module, l.version, l.mended(""), l.reach, strings.Join(l.targets, ", "), l.summary)
		}
	}
	return fmt.Errorf("%d known vulnerabilities in modules", inModules)
}

// mended says which version has it no more.
func (l *line) mended(prefix string) string {
	if l.fixed == "" {
		return "not mended yet"
	}
	if prefix != "" {
		return "mended in " + prefix + strings.TrimPrefix(l.fixed, "v")
	}
	return "mended in " + l.fixed
}
