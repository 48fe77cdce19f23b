package main

import (
	"fmt"
	"strings"
)

// known are the failures that a client is known to have: the reason of each by
// "golf-00012 events", the vector and the check. They have to go on failing, so that
// the list never holds what is mended.
type known map[string]string

// readKnown reads a list: a line each, a vector, a check, and behind # the reason.
func readKnown(name, text string) (known, error) {
	all := known{}
	number := 0
	for line := range strings.Lines(text) {
		number++
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		entry, reason, _ := strings.Cut(line, "#")
		words := strings.Fields(entry)
		if len(words) < 2 || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("%s:%d: expected a vector, a check, and behind # the reason, but found %q", name, number, line)
		}
		all[strings.Join(words, " ")] = strings.TrimSpace(reason)
	}
	return all, nil
}

// of is the part of the list that is about a vector, by checks.
func (k known) of(id string) map[string]string {
	part := map[string]string{}
	for entry, reason := range k {
		if vector, check, _ := strings.Cut(entry, " "); vector == id {
			part[check] = reason
		}
	}
	return part
}
