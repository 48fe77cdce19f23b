package main

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

const head = `# Dependencies

What others made and Talon is built on, with its licence. ` + "`make licences`" + ` writes this page from what the programs
link and the lock files; a licence that is unknown or not permissive fails there, and so does a page that is
stale. The terms themselves are in the programs: ` + "`talon licences`, `talon-server licences`" + `, and beside the table
in the browser at ` + "`/licences.txt`" + `.

## In what is shipped

`

const tools = `
## Only run

To generate, check, test and pack. Nothing of it is in what is shipped, apart from the certificates that
tools/image takes from golang.org/x/crypto/x509roots/fallback: Mozilla's list of authorities. Each is named with
who asks for it; what it needs in turn is in its go.sum or package-lock.json. What CI installs from Debian is
listed in ` + "`.ci/run`" + `.

`

// list is the page for readers.
func list(shipped, run []part) []byte {
	var out bytes.Buffer
	out.WriteString(head)
	table(&out, "in", shipped)
	out.WriteString(tools)
	table(&out, "for", run)
	return out.Bytes()
}

func table(out *bytes.Buffer, within string, parts []part) {
	fmt.Fprintf(out, "| part | version | licence | %s |\n|---|---|---|---|\n", within)
	for _, p := range parts {
		fmt.Fprintf(out, "| %s | %s | %s | %s |\n", p.name, p.version, strings.Join(p.licences, ", "), strings.Join(p.within, ", "))
	}
}

// notices is the text that goes with the programs: every file of terms once, below the names of those whose it is.
func notices(linked []part) []byte {
	var (
		order []string
		whose = map[string][]string{}
	)
	for _, p := range linked {
		for _, one := range p.terms {
			if whose[one.text] == nil {
				order = append(order, one.text)
			}
			name := strings.TrimSpace(p.name + " " + p.version)
			if strings.Contains(one.name, "/") {
				name += ", " + one.name
			}
			if !slices.Contains(whose[one.text], name) {
				whose[one.text] = append(whose[one.text], name)
			}
		}
	}
	var out bytes.Buffer
	out.WriteString("Talon is built on what others made. These are their terms, each below the names of those whose it is.\n\n")
	for _, text := range order {
		out.WriteString(rule + strings.Join(whose[text], "\n") + "\n\n" + text + "\n")
	}
	return bytes.TrimSuffix(out.Bytes(), []byte("\n"))
}
