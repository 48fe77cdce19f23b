package engine

import (
	"bytes"
	"encoding/json"
	"strings"
)

// readJSONRecord reads the record that the line holds as one JSON object.
func readJSONRecord(line *recordLine) (*recordBuilder, error) {
	if err := checkJSON(line); err != nil {
		return nil, err
	}
	in := jsonReader{line: line, tokens: json.NewDecoder(bytes.NewReader(line.text))}
	in.tokens.UseNumber()
	b := newRecordBuilder()
	var within struct {
		variant string
		options map[string]string
	}
	err := in.object("", func(name string) error {
		if wanted := b.once(name); wanted != "" {
			return in.refuse(name, wanted)
		}
		switch name {
		case "options":
			return in.options(b, "options", &b.r.Options)
		case "moves":
			return in.moves(b)
		case "deal":
			b.r.Deal = &RecordDeal{}
			return in.deal(b, &within.variant, &within.options)
		}
		field := recordFieldOf(name)
		if field == nil {
			return in.refuse("", "one of the fields "+fieldNames())
		}
		value, err := in.value(name, field.numeric)
		if err != nil {
			return err
		}
		if wanted := field.set(&b.r, value); wanted != "" {
			return in.refuse(name, wanted)
		}
		b.begins(line, name, in.at, int(in.tokens.InputOffset()), value)
		return nil
	})
	if err != nil {
		return nil, err
	}
	// A deal may be one that the service answered, with variant and options of its own.
	end := len(line.text)
	if within.variant != "" {
		if b.r.Variant == "" {
			b.r.Variant = within.variant
		}
		if b.r.Variant != within.variant {
			return nil, line.refuse(end, "deal.variant", "the variant of the record, "+b.r.Variant)
		}
	}
	if within.options != nil {
		if b.r.Options == nil {
			b.r.Options = within.options
		}
		if !equalOptions(b.r.Options, within.options) {
			return nil, line.refuse(end, "deal.options", "the options of the record")
		}
	}
	return b.record(line, end)
}

// checkJSON reports where the line is no JSON.
func checkJSON(line *recordLine) error {
	if json.Valid(line.text) {
		return nil
	}
	at, wanted := jsonFault(line.text)
	return line.refuse(at, "", "one JSON object on the line, here "+wanted)
}

func fieldNames() string {
	names := make([]string, 0, len(recordFields))
	for _, f := range recordFields {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

func equalOptions(a, b map[string]string) bool {
	for name, value := range a {
		if other, found := b[name]; !found || other != value {
			return false
		}
	}
	return len(a) == len(b)
}

// jsonReader reads a line that is known to be JSON, value by value.
type jsonReader struct {
	line   *recordLine
	tokens *json.Decoder
	// at is the byte at which the latest token begins.
	at int
}

func (in *jsonReader) next() json.Token {
	in.at = in.following()
	token, _ := in.tokens.Token()
	return token
}

// following returns where the next token begins.
func (in *jsonReader) following() int {
	at := int(in.tokens.InputOffset())
	for at < len(in.line.text) && strings.IndexByte(" \t\r,:", in.line.text[at]) >= 0 {
		at++
	}
	return at
}

// refuse returns the error of the latest token.
func (in *jsonReader) refuse(field, wanted string) error {
	return in.line.refuse(in.at, field, wanted)
}

// object reads an object; read is called after each name.
func (in *jsonReader) object(field string, read func(name string) error) error {
	if in.next() != json.Delim('{') {
		return in.refuse(field, "an object")
	}
	for in.tokens.More() {
		name, err := in.text(in.next(), field)
		if err != nil {
			return err
		}
		if err := read(name); err != nil {
			return err
		}
	}
	in.next()
	return nil
}

// value reads a number or a string as text.
func (in *jsonReader) value(field string, numeric bool) (string, error) {
	token := in.next()
	if !numeric {
		return in.text(token, field)
	}
	number, ok := token.(json.Number)
	if !ok {
		return "", in.refuse(field, "a number")
	}
	return number.String(), nil
}

// text returns the token if it is a string of valid characters.
func (in *jsonReader) text(token json.Token, field string) (string, error) {
	text, ok := token.(string)
	if !ok {
		return "", in.refuse(field, "a string")
	}
	if !strings.Contains(text, "\ufffd") {
		return text, nil
	}
	if _, wanted := unquote(string(in.line.text[in.at:in.tokens.InputOffset()])); wanted != "" {
		return "", in.refuse(field, wanted)
	}
	return text, nil
}

func (in *jsonReader) options(b *recordBuilder, field string, into *map[string]string) error {
	options := map[string]string{}
	*into = options
	b.begins(in.line, field, in.following(), 0, "")
	return in.object(field, func(name string) error {
		nameAt := in.at
		value, err := in.value(field+"."+name, false)
		if err != nil {
			return err
		}
		if wanted := addOption(options, name, value); wanted != "" {
			return in.line.refuse(nameAt, field, wanted)
		}
		return nil
	})
}

func (in *jsonReader) deal(b *recordBuilder, variant *string, options *map[string]string) error {
	d := b.r.Deal
	begins := int(in.tokens.InputOffset())
	seen := map[string]bool{}
	err := in.object("deal", func(name string) error {
		if seen[name] {
			return in.refuse("deal."+name, "each field once")
		}
		seen[name] = true
		var value string
		var err error
		switch name {
		case "number", "seed", "deck":
			value, err = in.value("deal."+name, name == "number")
		case "variant":
			*variant, err = in.value("deal.variant", false)
			if _, unknown := ParseVariant(*variant); err == nil && unknown != nil {
				return in.refuse("deal.variant", "one of "+VariantNames())
			}
			return err
		case "options":
			return in.options(b, "deal.options", options)
		default:
			return in.refuse("deal", "one of the fields number, seed, deck, variant, options")
		}
		if err != nil {
			return err
		}
		if wanted := d.set(name, value); wanted != "" {
			return in.refuse("deal."+name, wanted)
		}
		b.begins(in.line, "deal."+name, in.at, int(in.tokens.InputOffset()), value)
		return nil
	})
	if err == nil && d.ways() != 1 {
		return in.line.refuse(begins+1, "deal", dealWanted)
	}
	return err
}

func (in *jsonReader) moves(b *recordBuilder) error {
	if in.next() != json.Delim('[') {
		return in.refuse("moves", "a list of moves")
	}
	for in.tokens.More() {
		text, err := in.text(in.next(), "moves")
		if err != nil {
			return err
		}
		if b.full(in.line, in.at) {
			continue
		}
		if at, wanted := b.addMove(text); wanted != "" {
			return in.line.refuse(min(in.at+1+at, int(in.tokens.InputOffset())), "moves", wanted)
		}
	}
	in.next()
	return nil
}

// unquote reads a JSON string, quotes included, and returns what is wrong with
// it: no string, or an escape that is half of a surrogate pair.
func unquote(literal string) (text, wanted string) {
	if err := json.Unmarshal([]byte(literal), &text); err != nil {
		return "", "a string in quotes, with \\\" and \\\\ for quotes and backslashes"
	}
	// Half a pair decodes to U+FFFD; the character itself is fine.
	if strings.Count(text, "\ufffd") > strings.Count(literal, "\ufffd") {
		return "", "whole surrogate pairs"
	}
	return text, ""
}
