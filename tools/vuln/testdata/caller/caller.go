// Package caller calls one function of a module and one of the standard library, to be scanned.
package caller

import (
	"strings"

	"golang.org/x/mod/semver"
)

// Later tells which of two versions is the later one.
func Later(one, other string) string {
	if semver.Compare(strings.TrimSpace(one), strings.TrimSpace(other)) > 0 {
		return one
	}
	return other
}
