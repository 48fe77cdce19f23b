// Package strictjson reads a JSON body into a proto message and takes only what can be meant in one
// way: known fields in lowerCamelCase, each at most once, values of exactly the field's type,
// enumerations by name, whole numbers in plain digits, one object and nothing after it.
//
// The usual readers are kinder. They drop fields that they do not know, take "010" for a number and
// stop reading after the first value, and then a caller plays another game than it asked for. What
// this package takes, protojson reads the same way. It does not know the well-known types that have
// a JSON form of their own (Timestamp, Any, …), because no request holds one.
package strictjson

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Unmarshal reads body into m, which must be empty, and refuses lists of more than the given number
// of elements; what is beyond it is counted and not kept. The strings of m share the memory of body. A refusal is an *Error;
// m is then in no useful state. Nesting is bounded by the type of m, since every unknown field is
// refused before its value is looked at.
func Unmarshal(body string, m proto.Message, elements int) error {
	if err := unmarshal(body, m.ProtoReflect(), elements); err != nil {
		return err
	}
	return nil
}

func unmarshal(body string, m protoreflect.Message, elements int) *Error {
	d := decoder{scanner{text: body}, elements}
	if d.blanks(); d.atEnd() {
		return &Error{Kind: Empty, Offset: d.pos, Found: "an empty body", Wanted: "a JSON object"}
	}
	if err := d.message(m); err != nil {
		return err
	}
	if d.blanks(); !d.atEnd() {
		return &Error{Kind: TrailingText, Offset: d.pos, Found: "text after the JSON object", Wanted: "the end of the body"}
	}
	return nil
}

type decoder struct {
	scanner
	// elements is the longest list that is read.
	elements int
}

// message reads one object.
func (d *decoder) message(m protoreflect.Message) *Error {
	if !d.take('{') {
		return d.wrongType("a JSON object")
	}
	fields := m.Descriptor().Fields()
	var few [32]bool
	seen := few[:]
	if fields.Len() > len(seen) {
		seen = make([]bool, fields.Len())
	}
	return d.members('}', func() *Error {
		start := d.pos
		name, err := d.key()
		if err != nil {
			return err
		}
		field := fields.ByJSONName(name)
		if field == nil {
			return &Error{
				Kind: UnknownField, Field: visible(name), Offset: start,
				Found: "unknown field " + quote(name), Wanted: oneOf(fieldNames(fields)),
			}
		}
		if seen[field.Index()] {
			return &Error{Kind: DuplicateField, Field: name, Offset: start, Found: "the field a second time"}
		}
		seen[field.Index()] = true
		if d.null() {
			return nil
		}
		if other := rival(m, field); other != "" {
			return &Error{Kind: Exclusive, Field: name, Offset: start, Found: "the field beside " + other, Wanted: "one of the two"}
		}
		if err := d.value(m, field); err != nil {
			return err.within(name)
		}
		return nil
	})
}

// rival names the field that is set already in the oneof that the given field belongs to.
func rival(m protoreflect.Message, field protoreflect.FieldDescriptor) string {
	group := field.ContainingOneof()
	if group == nil || group.IsSynthetic() {
		return ""
	}
	if set := m.WhichOneof(group); set != nil {
		return set.JSONName()
	}
	return ""
}

func (d *decoder) value(m protoreflect.Message, field protoreflect.FieldDescriptor) *Error {
	switch {
	case field.IsMap():
		return d.mapping(m.Mutable(field).Map(), field)
	case field.IsList():
		return d.list(m.Mutable(field).List(), field)
	case field.Message() != nil:
		return d.message(m.Mutable(field).Message())
	}
	v, err := d.scalar(field)
	if err != nil {
		return err
	}
	m.Set(field, v)
	return nil
}

func (d *decoder) list(list protoreflect.List, field protoreflect.FieldDescriptor) *Error {
	if !d.take('[') {
		return d.wrongType("a list")
	}
	var tooMany *Error
	err := d.members(']', func() *Error {
		if list.Len() == d.elements && tooMany == nil {
			tooMany = &Error{
				Kind: TooMany, Offset: d.pos, Limit: d.elements, Asked: d.elements,
				Found: "one element too many", Wanted: fmt.Sprintf("at most %d", d.elements),
			}
		}
		if tooMany != nil {
			tooMany.Asked++
			return d.skip()
		}
		element, err := d.element(list, field)
		if err != nil {
			return err.within("[" + strconv.Itoa(list.Len()) + "]")
		}
		list.Append(element)
		return nil
	})
	if err == nil {
		err = tooMany
	}
	return err
}

func (d *decoder) element(list protoreflect.List, field protoreflect.FieldDescriptor) (protoreflect.Value, *Error) {
	if field.Message() == nil {
		return d.scalar(field)
	}
	element := list.NewElement()
	return element, d.message(element.Message())
}

func (d *decoder) mapping(entries protoreflect.Map, field protoreflect.FieldDescriptor) *Error {
	if field.MapKey().Kind() != protoreflect.StringKind || field.MapValue().Message() != nil {
		panic("strictjson: a map of " + string(field.FullName()) + " is not text to scalar")
	}
	if !d.take('{') {
		return d.wrongType("a JSON object")
	}
	return d.members('}', func() *Error {
		start := d.pos
		name, err := d.key()
		if err != nil {
			return err
		}
		if entries.Len() == d.elements {
			return d.tooMany(start)
		}
		key := protoreflect.ValueOfString(name).MapKey()
		if entries.Has(key) {
			return &Error{Kind: DuplicateField, Field: "[" + visible(name) + "]", Offset: start, Found: "the key a second time"}
		}
		v, err := d.scalar(field.MapValue())
		if err != nil {
			return err.within("[" + visible(name) + "]")
		}
		entries.Set(key, v)
		return nil
	})
}

// tooMany refuses one entry more than are taken. Those after it are not counted.
func (d *decoder) tooMany(at int) *Error {
	return &Error{Kind: TooMany, Offset: at, Limit: d.elements, Found: "one entry too many", Wanted: fmt.Sprintf("at most %d", d.elements)}
}

func (d *decoder) scalar(field protoreflect.FieldDescriptor) (protoreflect.Value, *Error) {
	switch field.Kind() {
	case protoreflect.StringKind:
		s, err := d.textual("a string")
		return protoreflect.ValueOfString(s), err
	case protoreflect.BoolKind:
		b, err := d.boolean()
		return protoreflect.ValueOfBool(b), err
	case protoreflect.EnumKind:
		return d.enum(field.Enum())
	case protoreflect.Int32Kind, protoreflect.Sint32Kind, protoreflect.Sfixed32Kind:
		n, err := d.integer(math.MinInt32, math.MaxInt32, false)
		return protoreflect.ValueOfInt32(int32(n)), err
	case protoreflect.Uint32Kind, protoreflect.Fixed32Kind:
		n, err := d.integer(0, math.MaxUint32, false)
		return protoreflect.ValueOfUint32(uint32(n)), err
	case protoreflect.Int64Kind, protoreflect.Sint64Kind, protoreflect.Sfixed64Kind:
		n, err := d.integer(math.MinInt64, math.MaxInt64, true)
		return protoreflect.ValueOfInt64(n), err
	case protoreflect.Uint64Kind, protoreflect.Fixed64Kind:
		// Half the range is enough for what we count.
		n, err := d.integer(0, math.MaxInt64, true)
		return protoreflect.ValueOfUint64(uint64(n)), err
	case protoreflect.DoubleKind:
		f, err := d.float()
		return protoreflect.ValueOfFloat64(f), err
	case protoreflect.BytesKind:
		start := d.pos
		s, err := d.textual("a string in base64")
		if err != nil {
			return protoreflect.Value{}, err
		}
		b, bad := base64.StdEncoding.Strict().DecodeString(s)
		if bad != nil {
			return protoreflect.Value{}, &Error{Kind: WrongType, Offset: start, Found: "a string", Wanted: "a string in base64"}
		}
		return protoreflect.ValueOfBytes(b), nil
	}
	panic("strictjson: no reader for " + field.Kind().String())
}

func (d *decoder) boolean() (bool, *Error) {
	switch {
	case d.word("true"):
		return true, nil
	case d.word("false"):
		return false, nil
	}
	return false, d.wrongType("true or false")
}

func (d *decoder) enum(enum protoreflect.EnumDescriptor) (protoreflect.Value, *Error) {
	start := d.pos
	wanted := func() string {
		var names []string
		for i := range enum.Values().Len() {
			if v := enum.Values().Get(i); v.Number() != 0 {
				names = append(names, string(v.Name()))
			}
		}
		return oneOf(names)
	}
	if d.peek() != '"' {
		return protoreflect.Value{}, d.wrongType(wanted())
	}
	name, err := d.textual("a string")
	if err != nil {
		return protoreflect.Value{}, err
	}
	v := enum.Values().ByName(protoreflect.Name(name))
	if v == nil {
		return protoreflect.Value{}, &Error{
			Kind: UnknownName, Offset: start, Name: name, Found: "unknown name " + quote(name), Wanted: wanted(),
		}
	}
	return protoreflect.ValueOfEnum(v.Number()), nil
}

// integer reads a whole number in plain digits. JSON has no 64-bit numbers that survive every
// reader, so those may also stand in quotes, as they do in answers.
func (d *decoder) integer(low, high int64, quoted bool) (int64, *Error) {
	start := d.pos
	wanted := func() string { return fmt.Sprintf("a whole number from %d to %d in plain digits", low, high) }
	var digits string
	if d.peek() == '"' && quoted {
		s, err := d.textual("a string")
		if err != nil {
			return 0, err
		}
		if digits = s; !wholeNumber(digits) {
			return 0, &Error{Kind: WrongType, Offset: start, Found: "the string " + quote(s), Wanted: wanted()}
		}
	} else {
		if !d.atNumber() {
			return 0, d.wrongType(wanted())
		}
		literal, err := d.number()
		if err != nil {
			return 0, err
		}
		if digits = literal; !wholeNumber(digits) {
			return 0, &Error{Kind: WrongType, Offset: start, Found: "the number " + cut(literal), Wanted: wanted()}
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < low || n > high {
		return 0, &Error{Kind: OutOfRange, Offset: start, Found: "the number " + cut(digits), Wanted: wanted()}
	}
	return n, nil
}

// wholeNumber reports whether text is 0, or digits without a leading zero, with or without a minus.
func wholeNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	if digits == "" || len(digits) > 1 && digits[0] == '0' || text == "-0" {
		return false
	}
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > '9' {
			return false
		}
	}
	return true
}

func (d *decoder) float() (float64, *Error) {
	start := d.pos
	if !d.atNumber() {
		return 0, d.wrongType("a number")
	}
	literal, err := d.number()
	if err != nil {
		return 0, err
	}
	f, bad := strconv.ParseFloat(literal, 64)
	if bad != nil {
		return 0, &Error{Kind: OutOfRange, Offset: start, Found: "the number " + cut(literal), Wanted: "a number that a double can hold"}
	}
	return f, nil
}

func fieldNames(fields protoreflect.FieldDescriptors) []string {
	names := make([]string, fields.Len())
	for i := range names {
		names[i] = fields.Get(i).JSONName()
	}
	return names
}

func oneOf(names []string) string {
	if len(names) == 0 {
		return "none here"
	}
	return "one of " + strings.Join(names, ", ")
}

// visible makes a stranger's name fit for a field path: short, and printable ASCII.
func visible(name string) string {
	q := strconv.QuoteToASCII(cut(name))
	return q[1 : len(q)-1]
}

// cut shortens what a stranger may have made long.
func cut(text string) string {
	const most = 40
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}
