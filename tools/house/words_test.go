package house

import (
	"bytes"
	"io/fs"
	"regexp"
	"testing"
)

// unwanted lists what no text of the repository says, with the reason. Each is
// spelled so that it does not match itself.
var unwanted = []struct {
	pattern *regexp.Regexp
	why     string
}{
	{regexp.MustCompile(`/wor[k]/|/tmp/talo[n]/|/hom[e]/\w+/|/Use[r]s/\w+/`), "a path of one machine"},
	{regexp.MustCompile(`proxy\.golan[g]\.org|sum\.golan[g]\.org|registry\.npmj[s]\.org|deb\.debia[n]\.org`), "the host of a package registry: clients know theirs"},
	{regexp.MustCompile(`(?i)\b(issue|pull request) #\d+[.]?`), "a number that means nothing outside its tracker"},
	{regexp.MustCompile(`(?m)(^|[\s("'])(A[I]|LL[M]s?|ChatGP[T])([\s.,;:)"']|$)|(?i:language mode[l])`), "how a text was made: it speaks of the project only"},
	{regexp.MustCompile(`(?m)^(<{7}|>{7}) `), "an unresolved merge"},
	{regexp.MustCompile(`\b(TOD[O]|FIXM[E]|XX[X])\b`), "unfinished work: finish it, or write it where it is planned"},
}

func TestNoUnwantedWords(t *testing.T) {
	tree := root()
	eachFile(t, tree, func(path string) {
		text, err := fs.ReadFile(tree, path)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.IndexByte(text, 0) >= 0 {
			return // not a text
		}
		for _, word := range unwanted {
			if at := word.pattern.FindIndex(text); at != nil {
				line := 1 + bytes.Count(text[:at[0]], []byte("\n"))
				t.Errorf("%s:%d: %q: %s", path, line, text[at[0]:at[1]], word.why)
			}
		}
	})
}
