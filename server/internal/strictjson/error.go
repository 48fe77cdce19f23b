package strictjson

import (
	"fmt"
	"strings"
)

// Kind says in what way a body is not the request it should be.
type Kind int

// The ways in which a body can be wrong. A caller needs to tell them apart to name a reason; the
// text of an Error already says all of it to a person.
const (
	// Syntax is text that is not JSON: a leading zero, a missing comma, an unpaired surrogate.
	Syntax Kind = iota
	// Empty is a body of nothing but blanks.
	Empty
	// UnknownField is a name that the message does not have.
	UnknownField
	// DuplicateField is a name that stands twice in one object.
	DuplicateField
	// WrongType is a JSON value of another type than the field has: a number for a string, a
	// list for an object.
	WrongType
	// OutOfRange is a number that the field cannot hold.
	OutOfRange
	// UnknownName is text that is none of the names of the enumeration.
	UnknownName
	// Exclusive is a field beside another one that excludes it.
	Exclusive
	// TooMany is a list of more elements than may be.
	TooMany
	// TrailingText is anything but blanks after the object.
	TrailingText
)

// Error is a refused body: where, what was found there, and what was expected.
type Error struct {
	Kind Kind
	// Field is the path of the field, such as "deal.options[draw]" or "moves[3]"; "" is the body as
	// a whole.
	Field string
	// Offset counts the bytes of the body before the place.
	Offset int
	// Found describes what stands there.
	Found string
	// Wanted describes what was expected instead; "" where nothing was.
	Wanted string
	// Name is the text that is none of the names of an enumeration.
	Name string
	// Limit is how many elements a list may have, where it had more, and Asked is how many it had.
	Limit, Asked int
}

// Error says all of it in one line.
func (e *Error) Error() string {
	var b strings.Builder
	if e.Field != "" {
		b.WriteString(e.Field)
		b.WriteString(": ")
	}
	b.WriteString(e.Found)
	fmt.Fprintf(&b, " at byte %d of the body", e.Offset)
	if e.Wanted != "" {
		b.WriteString("; wanted ")
		b.WriteString(e.Wanted)
	}
	return b.String()
}

// within puts the name of an outer field in front of the path.
func (e *Error) within(outer string) *Error {
	switch {
	case e.Field == "":
		e.Field = outer
	case e.Field[0] == '[':
		e.Field = outer + e.Field
	default:
		e.Field = outer + "." + e.Field
	}
	return e
}

// quote shows text of a stranger: escaped, and cut where it gets long.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%+q…", text[:most])
	}
	return fmt.Sprintf("%+q", text)
}
