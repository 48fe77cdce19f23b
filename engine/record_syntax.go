package engine

import (
	"bytes"
	"strconv"
	"strings"
)

// deepestJSON is how deep values may lie within one another.
const deepestJSON = 10000

// jsonSyntax finds where a text stops being JSON, and what it would have to go on with.
type jsonSyntax struct {
	text   []byte
	at     int
	depth  int
	wanted string
}

// jsonFault returns the first byte at which a text is no JSON, and what was
// wanted there; empty if it is JSON.
func jsonFault(text []byte) (at int, wanted string) {
	s := jsonSyntax{text: text}
	if !s.value() {
		return s.at, s.wanted
	}
	if s.blanks(); s.at < len(text) {
		return s.at, "the end of the line"
	}
	return s.at, ""
}

// next returns the byte at which reading stands, 0 at the end; no JSON holds that byte.
func (s *jsonSyntax) next() byte {
	if s.at < len(s.text) {
		return s.text[s.at]
	}
	return 0
}

func (s *jsonSyntax) blanks() {
	for s.at < len(s.text) && strings.IndexByte(" \t\r\n", s.text[s.at]) >= 0 {
		s.at++
	}
}

func (s *jsonSyntax) refuse(wanted string) bool {
	s.wanted = wanted
	return false
}

// value reads a value and reports whether it is one.
func (s *jsonSyntax) value() bool {
	s.blanks()
	switch c := s.next(); {
	case c == '{':
		return s.elements('}', s.member)
	case c == '[':
		return s.elements(']', s.value)
	case c == '"':
		return s.quoted()
	case c == '-' || isDigit(c):
		return s.number()
	}
	for _, word := range []string{"true", "false", "null"} {
		if bytes.HasPrefix(s.text[s.at:], []byte(word)) {
			s.at += len(word)
			return true
		}
	}
	return s.refuse("a value")
}

// elements reads what a list or an object holds, and its end.
func (s *jsonSyntax) elements(end byte, element func() bool) bool {
	if s.depth == deepestJSON {
		return s.refuse("no more than " + strconv.Itoa(deepestJSON) + " values within one another")
	}
	s.depth++
	defer func() { s.depth-- }()
	s.at++
	if s.blanks(); s.next() == end {
		s.at++
		return true
	}
	for {
		if !element() {
			return false
		}
		s.blanks()
		switch s.next() {
		case end:
			s.at++
			return true
		case ',':
			s.at++
		default:
			return s.refuse("a comma or " + string(end))
		}
	}
}

// member reads a name and its value.
func (s *jsonSyntax) member() bool {
	if s.blanks(); s.next() != '"' {
		return s.refuse("the name of a field in quotes")
	}
	if !s.quoted() {
		return false
	}
	if s.blanks(); s.next() != ':' {
		return s.refuse("a colon")
	}
	s.at++
	return s.value()
}

// quoted reads a string with its quotes.
func (s *jsonSyntax) quoted() bool {
	for s.at++; ; s.at++ {
		switch c := s.next(); {
		case c == '"':
			s.at++
			return true
		case s.at >= len(s.text):
			return s.refuse("the quotation mark that ends the string")
		case c < ' ':
			return s.refuse(`a character that is no control character, which is written like \u001f`)
		case c == '\\':
			if !s.escape() {
				return false
			}
		}
	}
}

// escape reads an escape up to its last character.
func (s *jsonSyntax) escape() bool {
	s.at++
	c := s.next()
	if c != 'u' {
		return c != 0 && strings.IndexByte(`"\/bfnrt`, c) >= 0 || s.refuse(`an escape such as \" or \u00e9`)
	}
	for range 4 {
		s.at++
		if c := s.next(); !isDigit(c) && (c|0x20 < 'a' || c|0x20 > 'f') {
			return s.refuse("a hexadecimal digit")
		}
	}
	return true
}

// number reads a number.
func (s *jsonSyntax) number() bool {
	if s.next() == '-' {
		s.at++
	}
	if s.next() == '0' {
		s.at++
	} else if !s.digits() {
		return false
	}
	if s.next() == '.' {
		s.at++
		if !s.digits() {
			return false
		}
	}
	if s.next()|0x20 == 'e' {
		s.at++
		if c := s.next(); c == '+' || c == '-' {
			s.at++
		}
		return s.digits()
	}
	return true
}

// digits reads one digit or more.
func (s *jsonSyntax) digits() bool {
	if !isDigit(s.next()) {
		return s.refuse("a digit")
	}
	for isDigit(s.next()) {
		s.at++
	}
	return true
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
