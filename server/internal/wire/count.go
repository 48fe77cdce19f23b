package wire

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// TooManyError is a list, or a map, with more elements than the limit. Nothing of it was kept.
type TooManyError struct {
	// Field is the path of the list as JSON names it: "replay.moves".
	Field        string
	Limit, Asked int
}

func (e *TooManyError) Error() string {
	return fmt.Sprintf("%s has %d elements; at most %d are read", e.Field, e.Asked, e.Limit)
}

// counter counts the elements of lists and maps in a message that nobody has decoded yet: an element takes two bytes
// of the message and dozens once it is decoded.
type counter struct {
	limit  int
	counts map[protoreflect.FullName]int
	// over is the first list that is too long.
	over protoreflect.FullName
	path string
}

// countElements looks for a list of more than limit elements. What is no message of its type is left to the decoder.
func countElements(text []byte, about protoreflect.MessageDescriptor, limit int) *TooManyError {
	if len(text) <= 2*limit {
		return nil
	}
	c := counter{limit: limit, counts: map[protoreflect.FullName]int{}}
	c.message(text, about, "")
	if c.over == "" {
		return nil
	}
	return &TooManyError{c.path, limit, c.counts[c.over]}
}

// message counts in a message, whose fields may come in pieces: what comes twice is put together.
func (c *counter) message(text []byte, about protoreflect.MessageDescriptor, at string) {
	for len(text) > 0 {
		number, kind, tag := protowire.ConsumeTag(text)
		if tag < 0 {
			return
		}
		size := protowire.ConsumeFieldValue(number, kind, text[tag:])
		if size < 0 {
			return
		}
		if field := about.Fields().ByNumber(number); field != nil {
			c.field(field, kind, text[tag:tag+size], at)
		}
		text = text[tag+size:]
	}
}

func (c *counter) field(field protoreflect.FieldDescriptor, kind protowire.Type, value []byte, at string) {
	if field.Cardinality() == protoreflect.Repeated {
		name := field.FullName()
		c.counts[name] += elements(field, kind, value)
		if c.counts[name] > c.limit && c.over == "" {
			c.over, c.path = name, at+field.JSONName()
		}
	}
	if field.Message() != nil && !field.IsMap() && kind == protowire.BytesType {
		inner, _ := protowire.ConsumeBytes(value)
		c.message(inner, field.Message(), at+field.JSONName()+".")
	}
}

// elements counts those that a field on the wire adds to its list: one, but for numbers that are packed.
func elements(field protoreflect.FieldDescriptor, kind protowire.Type, value []byte) int {
	if kind != protowire.BytesType || !field.IsPacked() {
		return 1
	}
	packed, _ := protowire.ConsumeBytes(value)
	switch field.Kind() {
	case protoreflect.Fixed32Kind, protoreflect.Sfixed32Kind, protoreflect.FloatKind:
		return len(packed) / 4
	case protoreflect.Fixed64Kind, protoreflect.Sfixed64Kind, protoreflect.DoubleKind:
		return len(packed) / 8
	}
	n := 0
	for _, b := range packed {
		if b < 0x80 {
			n++
		}
	}
	return n
}
