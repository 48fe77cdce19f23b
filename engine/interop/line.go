package interop

import (
	"iter"
	"strings"
	"unicode/utf8"
)

// line is a line of a text and its number, counted from 1.
type line struct {
	number int
	text   string
}

// word is a part of a line without blanks in it.
type word struct {
	line line
	// at is the byte of the line at which the word begins.
	at   int
	text string
}

// linesOf goes through the lines of a text, without their ends. A byte order
// mark at the beginning and a missing end of the last line make no difference.
func linesOf(text string) iter.Seq[line] {
	return func(yield func(line) bool) {
		rest := strings.TrimPrefix(text, "\ufeff")
		for n := 1; rest != ""; n++ {
			var l string
			l, rest, _ = strings.Cut(rest, "\n")
			if !yield(line{number: n, text: strings.TrimSuffix(l, "\r")}) {
				return
			}
		}
	}
}

// words goes through the words from a byte of the line on.
func (l line) words(from int) iter.Seq[word] {
	return func(yield func(word) bool) {
		for at := from; ; {
			for at < len(l.text) && isBlank(l.text[at]) {
				at++
			}
			if at == len(l.text) {
				return
			}
			end := at
			for end < len(l.text) && !isBlank(l.text[end]) {
				end++
			}
			if !yield(word{line: l, at: at, text: l.text[at:end]}) {
				return
			}
			at = end
		}
	}
}

// first returns the first word of the line, an empty one at its end if it has none.
func (l line) first() word {
	for w := range l.words(0) {
		return w
	}
	return word{line: l, at: len(l.text)}
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// refuse returns the error of a word that cannot stand where it stands.
func (w word) refuse(wanted string) *ReadError {
	return &ReadError{
		Line:   w.line.number,
		Column: utf8.RuneCountInString(w.line.text[:w.at]) + 1,
		Found:  w.text,
		Wanted: wanted,
	}
}
