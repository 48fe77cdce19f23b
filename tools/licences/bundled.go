package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// rule parts the texts of a file of notices.
var rule = strings.Repeat("=", 80) + "\n"

// lock is what npm has written down of what it installs.
type lock struct {
	Packages map[string]struct {
		Version, License string
		Dev, Link        bool
	}
}

// lockOf reads the lock file of a client.
func lockOf(source, client string) (*lock, error) {
	name := filepath.Join(source, "clients", client, "package-lock.json")
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	var l lock
	if err := json.Unmarshal(text, &l); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &l, nil
}

// bundledIn lists the npm packages that are shipped: those of the table, whose terms lie beside it in
// licences.txt, as its build found them, and those that the TypeScript client asks for.
func bundledIn(source string) ([]part, error) {
	text, err := os.ReadFile(filepath.Join(source, "clients", "web", "dist", "licences.txt"))
	if err != nil {
		return nil, err
	}
	texts := noticesIn(string(text))
	var all []part
	for client, within := range map[string]string{"web": "the table", "typescript": "the TypeScript client"} {
		l, err := lockOf(source, client)
		if err != nil {
			return nil, err
		}
		for place, one := range l.Packages {
			name, installed := strings.CutPrefix(place, "node_modules/")
			if !installed || one.Dev || one.Link {
				continue
			}
			key := name + " " + one.Version
			p := part{name: name, version: one.Version, within: []string{within}, terms: []terms{{"LICENSE", texts[key]}}}
			if p.licences, err = licencesOf(p.terms); err != nil {
				return nil, fmt.Errorf("%s: %w", key, err)
			}
			if len(p.licences) != 1 || p.licences[0] != one.License {
				return nil, fmt.Errorf("%s: licences.txt has %v of it, the lock file says %s", key, p.licences, one.License)
			}
			delete(texts, key)
			all = append(all, p)
		}
	}
	for key := range texts {
		return nil, fmt.Errorf("%s is in the table, and no dependency of it", key)
	}
	slices.SortFunc(all, func(a, b part) int { return strings.Compare(a.name, b.name) })
	return all, nil
}

// heading is the line above the terms of a package in licences.txt.
var heading = regexp.MustCompile(`^(\S+ \S+)\n\n`)

// noticesIn parts the notices of the table: each begins with the name and the version of its package.
func noticesIn(text string) map[string]string {
	found := map[string]string{}
	for _, notice := range strings.Split(text, rule)[1:] {
		if match := heading.FindStringSubmatch(notice); match != nil {
			found[match[1]] = notice[len(match[0]):]
		}
	}
	return found
}

// both joins licences in what npm knows of a package.
var both = regexp.MustCompile(` (?:OR|AND) `)

// npmTools lists the npm packages that the clients are built and tested with.
func npmTools(source string) ([]part, error) {
	found := map[string]part{}
	for _, client := range []string{"typescript", "web"} {
		l, err := lockOf(source, client)
		if err != nil {
			return nil, err
		}
		text, err := os.ReadFile(filepath.Join(source, "clients", client, "package.json"))
		if err != nil {
			return nil, err
		}
		var wanted struct{ DevDependencies map[string]string }
		if err := json.Unmarshal(text, &wanted); err != nil {
			return nil, err
		}
		for name := range wanted.DevDependencies {
			one := l.Packages["node_modules/"+name]
			key := name + " " + one.Version
			p, known := found[key]
			if !known {
				p = part{name: name, version: one.Version}
				if one.License != "" {
					p.licences = both.Split(strings.Trim(one.License, "()"), -1)
				}
			}
			p.within = append(p.within, "clients/"+client)
			found[key] = p
		}
	}
	var all []part
	for _, key := range slices.Sorted(maps.Keys(found)) {
		all = append(all, found[key])
	}
	return all, nil
}
