package main

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// object is a JSON object that keeps the order of its members.
type object []member

type member struct {
	name  string
	value any // object, []any, string, json.Number, bool or nil
}

// parse reads a JSON value.
func parse(text []byte) (any, error) {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	return next(decoder)
}

func next(decoder *json.Decoder) (any, error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	switch token {
	case json.Delim('{'):
		var o object
		for decoder.More() {
			name, err := decoder.Token()
			if err != nil {
				return nil, err
			}
			value, err := next(decoder)
			if err != nil {
				return nil, err
			}
			o = append(o, member{name.(string), value})
		}
		_, err := decoder.Token()
		return o, err
	case json.Delim('['):
		list := []any{}
		for decoder.More() {
			value, err := next(decoder)
			if err != nil {
				return nil, err
			}
			list = append(list, value)
		}
		_, err := decoder.Token()
		return list, err
	}
	return token, nil
}

// MarshalJSON writes the members in their order.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		for j, part := range []any{m.name, m.value} {
			if j > 0 {
				out.WriteByte(':')
			}
			text, err := plain(part)
			if err != nil {
				return nil, err
			}
			out.Write(text)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// plain is JSON as people write it, with < and > as they are.
func plain(value any) ([]byte, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return bytes.TrimSpace(out.Bytes()), err
}

// indented is the text of a file.
func indented(value any) ([]byte, error) {
	text, err := plain(value)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := json.Indent(&out, text, "", "  "); err != nil {
		return nil, err
	}
	out.WriteByte('\n')
	return out.Bytes(), nil
}

// get follows a path of member names; nil where it does not lead on.
func (o object) get(path ...string) any {
	var value any = o
	for _, name := range path {
		inner, _ := value.(object)
		value = nil
		for _, m := range inner {
			if m.name == name {
				value = m.value
			}
		}
	}
	return value
}

// text is get for a string.
func (o object) text(path ...string) string {
	s, _ := o.get(path...).(string)
	return s
}

// with returns the object with the value at the end of a path, which it makes
// where it is missing.
func (o object) with(value any, path ...string) object {
	if len(path) == 0 {
		return o
	}
	name, deeper := path[0], path[1:]
	if len(deeper) > 0 {
		inner, _ := o.get(name).(object)
		value = inner.with(value, deeper...)
	}
	out := append(object(nil), o...)
	for i, m := range out {
		if m.name == name {
			out[i].value = value
			return out
		}
	}
	return append(out, member{name, value})
}

// parseObject reads a JSON object.
func parseObject(text []byte) (object, error) {
	value, err := parse(text)
	if err != nil {
		return nil, err
	}
	o, ok := value.(object)
	if !ok {
		return nil, fmt.Errorf("no JSON object")
	}
	return o, nil
}
