package strictjson

import (
	"strings"
	"unicode/utf8"
)

// scanner walks over the tokens of one body. Its methods take what they name, or fail and say what
// stands there.
type scanner struct {
	text string
	pos  int
}

func (s *scanner) atEnd() bool { return s.pos == len(s.text) }

// peek gives the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.atEnd() {
		return 0
	}
	return s.text[s.pos]
}

func (s *scanner) blanks() {
	for !s.atEnd() {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

func (s *scanner) take(c byte) bool {
	if s.atEnd() || s.text[s.pos] != c {
		return false
	}
	s.pos++
	return true
}

// word takes a literal that no letter or digit follows.
func (s *scanner) word(literal string) bool {
	rest, found := strings.CutPrefix(s.text[s.pos:], literal)
	if !found || rest != "" && alphanumeric(rest[0]) {
		return false
	}
	s.pos += len(literal)
	return true
}

// null takes a null, which stands for a field that is not there.
func (s *scanner) null() bool { return s.word("null") }

// members calls each at the start of every member of an object or a list and takes the closing
// bracket. The opening one has been taken.
func (s *scanner) members(closing byte, each func() *Error) *Error {
	if s.blanks(); s.take(closing) {
		return nil
	}
	for {
		s.blanks()
		if err := each(); err != nil {
			return err
		}
		s.blanks()
		if s.take(closing) {
			return nil
		}
		if !s.take(',') {
			return s.syntax("a comma or " + string(rune(closing)))
		}
	}
}

// key takes the name of a member together with the colon after it.
func (s *scanner) key() (string, *Error) {
	if s.peek() != '"' {
		return "", s.syntax("a field name in double quotes")
	}
	name, err := s.string()
	if err != nil {
		return "", err
	}
	if s.blanks(); !s.take(':') {
		return "", s.syntax("a colon")
	}
	s.blanks()
	return name, nil
}

// skip takes one element of a list, whatever it is, and looks no closer than to find its end.
func (s *scanner) skip() *Error {
	quoted := false
	for depth := 0; !s.atEnd(); s.pos++ {
		switch c := s.text[s.pos]; {
		case c == '"':
			quoted = !quoted
		case quoted && c == '\\' && s.pos+1 < len(s.text):
			s.pos++
		case quoted:
		case c == '[' || c == '{':
			depth++
		case depth == 0 && (c == ',' || c == ']'):
			return nil
		case c == ']' || c == '}':
			depth--
		}
	}
	return s.syntax("the end of the list")
}

func (s *scanner) atNumber() bool {
	c := s.peek()
	return c == '-' || c >= '0' && c <= '9'
}

// number takes a number of JSON's grammar and gives it as it is written.
func (s *scanner) number() (string, *Error) {
	start := s.pos
	s.take('-')
	if !s.take('0') && !s.digits() {
		return "", s.syntax("a digit")
	}
	if s.take('.') && !s.digits() {
		return "", s.syntax("a digit")
	}
	if s.take('e') || s.take('E') {
		if !s.take('+') {
			s.take('-')
		}
		if !s.digits() {
			return "", s.syntax("a digit")
		}
	}
	if c := s.peek(); alphanumeric(c) || c == '.' || c == '_' {
		// 010, 0x10, 1_000: another language's number.
		return "", s.syntax("the end of the number " + cut(s.text[start:s.pos]))
	}
	return s.text[start:s.pos], nil
}

// digits takes as many digits as there are and reports whether there was one.
func (s *scanner) digits() bool {
	start := s.pos
	for c := s.peek(); c >= '0' && c <= '9'; c = s.peek() {
		s.pos++
	}
	return s.pos > start
}

// textual takes a string, or says that the field wants one.
func (s *scanner) textual(wanted string) (string, *Error) {
	if s.peek() != '"' {
		return "", s.wrongType(wanted)
	}
	return s.string()
}

// string takes a string and undoes its escapes. The quote has been seen.
func (s *scanner) string() (string, *Error) {
	s.pos++
	start := s.pos
	for !s.atEnd() {
		switch c := s.text[s.pos]; {
		case c == '"':
			s.pos++
			return s.text[start : s.pos-1], nil
		case c == '\\':
			return s.escaped(start)
		case c < utf8.RuneSelf && c >= ' ':
			s.pos++
		default:
			if err := s.character(); err != nil {
				return "", err
			}
		}
	}
	return "", s.syntax("a closing quote")
}

// escaped takes the rest of a string from its first backslash on.
func (s *scanner) escaped(start int) (string, *Error) {
	var b strings.Builder
	b.WriteString(s.text[start:s.pos])
	for !s.atEnd() {
		from := s.pos
		switch c := s.text[s.pos]; c {
		case '"':
			s.pos++
			return b.String(), nil
		case '\\':
			r, err := s.escape()
			if err != nil {
				return "", err
			}
			b.WriteRune(r)
		default:
			if err := s.character(); err != nil {
				return "", err
			}
			b.WriteString(s.text[from:s.pos])
		}
	}
	return "", s.syntax("a closing quote")
}

// character takes one character of a string that is written as itself.
func (s *scanner) character() *Error {
	r, size := utf8.DecodeRuneInString(s.text[s.pos:])
	if r == utf8.RuneError && size == 1 {
		return s.syntax("UTF-8")
	}
	if r < ' ' {
		return s.syntax("an escape for the control character")
	}
	s.pos += size
	return nil
}

const (
	escapes   = `"\/bfnrt`
	unescaped = "\"\\/\b\f\n\r\t"
)

// escape takes one escape; a pair of surrogates is one.
func (s *scanner) escape() (rune, *Error) {
	s.pos++
	if i := strings.IndexByte(escapes, s.peek()); i >= 0 && !s.atEnd() {
		s.pos++
		return rune(unescaped[i]), nil
	}
	start := s.pos - 1
	high, err := s.unit()
	if err != nil {
		return 0, err
	}
	if high < 0xD800 || high > 0xDFFF {
		return high, nil
	}
	if high <= 0xDBFF && s.take('\\') {
		low, err := s.unit()
		if err != nil {
			return 0, err
		}
		if low >= 0xDC00 && low <= 0xDFFF {
			return 0x10000 + (high-0xD800)<<10 + (low - 0xDC00), nil
		}
	}
	s.pos = start
	return 0, s.syntax("a pair of surrogates")
}

// unit takes the u and the four hexadecimal digits of an escape.
func (s *scanner) unit() (rune, *Error) {
	if !s.take('u') {
		return 0, s.syntax("one of the escapes of JSON")
	}
	var r rune
	for range 4 {
		c := s.peek()
		switch {
		case c >= '0' && c <= '9':
			r = r<<4 | rune(c-'0')
		case c >= 'a' && c <= 'f':
			r = r<<4 | rune(c-'a'+10)
		case c >= 'A' && c <= 'F':
			r = r<<4 | rune(c-'A'+10)
		default:
			return 0, s.syntax("four hexadecimal digits")
		}
		s.pos++
	}
	return r, nil
}

// syntax is the refusal of text that is not JSON.
func (s *scanner) syntax(wanted string) *Error {
	return &Error{Kind: Syntax, Offset: s.pos, Found: s.found(), Wanted: wanted}
}

// wrongType is the refusal of a value of another type; of what is no value at all too.
func (s *scanner) wrongType(wanted string) *Error {
	kind := Syntax
	if c := s.peek(); strings.IndexByte(`{["`, c) >= 0 && c != 0 || s.atNumber() || s.literal() != "" {
		kind = WrongType
	}
	return &Error{Kind: kind, Offset: s.pos, Found: s.found(), Wanted: wanted}
}

// literal gives the word of JSON that stands at the position, if one does.
func (s *scanner) literal() string {
	for _, word := range [...]string{"true", "false", "null"} {
		if ahead := *s; ahead.word(word) {
			return word
		}
	}
	return ""
}

// found describes what stands at the position.
func (s *scanner) found() string {
	switch c := s.peek(); {
	case s.atEnd():
		return "the end of the body"
	case c == '{':
		return "a JSON object"
	case c == '[':
		return "a list"
	case c == '"':
		return "a string"
	case s.atNumber():
		return "a number"
	case s.literal() != "":
		return s.literal()
	}
	_, size := utf8.DecodeRuneInString(s.text[s.pos:])
	return quote(s.text[s.pos : s.pos+size])
}

func alphanumeric(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
}
