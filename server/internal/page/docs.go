package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"slices"
	"strings"
)

// reference is the page of the calls, ready for its template.
type reference struct {
	Title    string
	About    template.HTML
	Services []service
	Messages []message
}

type service struct {
	Name  string
	About template.HTML
	Calls []call
}

// call is a method of a service on one of its routes.
type call struct {
	ID      string
	RPC     string
	Method  string
	Path    string
	Summary string
	About   template.HTML
	Fields  []field // in the path and the query
	Request *body
	Example string // the URL of a call without a body
	Answers []body
}

// body is a worked example, with the message that it is one of.
type body struct {
	Title  string
	Type   kind
	Text   string
	Rows   int
	Folded bool
}

type message struct {
	ID     string
	Name   string
	About  template.HTML
	Fields []field
}

// field is one of a message, a parameter of a route, or a value of an enumeration.
type field struct {
	Name     string
	Type     kind
	Required bool
	Sample   string
	About    template.HTML
}

// kind is a type: words, and the message they end with.
type kind struct {
	Words string
	ID    string
	Name  string
}

const (
	// definitions begins the references of the description.
	definitions = "#/definitions/"
	// ours begins the names of our own messages; the others come last.
	ours = "solitaire.v1."
	// tall is how many lines of an answer are shown unasked.
	tall = 120
)

// samples are the parameters of the worked examples without a body, which the description does not tell.
var samples = map[string]map[string]string{
	"/v1/variants/{variant}":                {"variant": "golf"},
	"/v1/variants/{variant}/deals/{number}": {"variant": "klondike", "number": "12345", "options[string]": "draw=1"},
	"/v1/variants/{variant}/daily/{daily}":  {"variant": "klondike", "daily": "2026-12-01", "options[string]": "draw=1"},
}

// referenceOf arranges a description for reading.
func referenceOf(text []byte) (*reference, error) {
	var d description
	if err := json.Unmarshal(text, &d); err != nil {
		return nil, fmt.Errorf("API description: %w", err)
	}
	r := &reference{Title: d.Info.Title + " " + d.Info.Version, About: prose(d.Info.Description)}
	for _, t := range d.Tags {
		s := service{Name: t.Name, About: prose(t.Description)}
		for _, path := range d.Paths {
			for _, method := range path.Value {
				if slices.Contains(method.Value.Tags, t.Name) {
					s.Calls = append(s.Calls, d.call(strings.ToUpper(method.Name), path.Name, method.Value))
				}
			}
		}
		s.Calls = append(s.Calls, streamsOf(t.Name, s.Calls)...)
		r.Services = append(r.Services, s)
	}
	var theirs []message
	for _, one := range d.Definitions {
		if strings.HasPrefix(one.Name, ours) {
			r.Messages = append(r.Messages, messageOf(one.Name, one.Value))
		} else {
			theirs = append(theirs, messageOf(one.Name, abridged(one.Value)))
		}
	}
	r.Messages = append(r.Messages, theirs...)
	return r, nil
}

func (d *description) call(method, path string, o operation) call {
	c := call{
		ID: o.ID, Method: method, Path: path, Summary: strings.TrimSuffix(o.Summary, "."), About: prose(o.Description),
		RPC: ours + strings.TrimRight(strings.Replace(o.ID, "_", "/", 1), "0123456789"),
	}
	for _, p := range o.Parameters {
		if p.In == "body" {
			example := d.Definitions.get(strings.TrimPrefix(p.Schema.Ref, definitions)).Example
			request := bodyOf("Request", p.Schema, example)
			c.Request = &request
			continue
		}
		c.Fields = append(c.Fields, field{
			Name: p.Name, Type: kind{Words: p.Type}, Required: p.Required, Sample: samples[path][p.Name], About: prose(p.Description),
		})
	}
	if c.Request == nil {
		c.Example = exampleURL(path, c.Fields)
	}
	var answered schema
	for _, r := range o.Responses {
		example := r.Value.Examples["application/json"]
		switch {
		case r.Name == "200":
			answered = r.Value.Schema
			c.Answers = append(c.Answers, bodyOf("Answer", answered, example))
		case example != nil:
			c.Answers = append(c.Answers, bodyOf("Refusal", r.Value.Schema, example))
		}
	}
	for _, more := range o.More {
		request := bodyOf("Another request", schema{}, more.Request)
		if c.Request != nil {
			request.Type = c.Request.Type
		}
		c.Answers = append(c.Answers, request, bodyOf("Its answer", answered, more.Response))
	}
	return c
}

// exampleURL fills a path with the samples of its parameters.
func exampleURL(path string, parameters []field) string {
	query := ""
	for _, p := range parameters {
		if hole := "{" + p.Name + "}"; strings.Contains(path, hole) {
			path = strings.ReplaceAll(path, hole, url.PathEscape(p.Sample))
		} else if name, value, ok := strings.Cut(p.Sample, "="); ok {
			query = "?options[" + name + "]=" + value
		}
	}
	return path + query
}

func bodyOf(title string, s schema, example json.RawMessage) body {
	var text bytes.Buffer
	if err := json.Indent(&text, example, "", "  "); err != nil {
		text.Reset()
	}
	rows := 1 + strings.Count(text.String(), "\n")
	return body{Title: title, Type: kindOf(s), Text: text.String(), Rows: min(rows, 24), Folded: rows > tall}
}

func messageOf(name string, s schema) message {
	m := message{ID: "type-" + name, Name: strings.TrimPrefix(name, ours)}
	about := s.Description
	if len(s.Enum) > 0 {
		// The list of the values ends the description of an enumeration.
		var values []string
		if i := strings.Index(about, "\n\n - "); i >= 0 {
			_, values = listed(about[i+2:])
			about = about[:i]
		}
		for _, value := range values {
			name, text, _ := strings.Cut(value, ": ")
			m.Fields = append(m.Fields, field{Name: name, About: prose(text)})
		}
	}
	m.About = prose(about)
	for _, p := range s.Properties {
		m.Fields = append(m.Fields, field{
			Name: p.Name, Type: kindOf(p.Value), Required: slices.Contains(s.Required, p.Name), About: prose(p.Value.Description),
		})
	}
	return m
}

// abridged keeps the openings of texts that are about more than this service.
func abridged(s schema) schema {
	s.Description = opening(s.Description)
	s.Properties = slices.Clone(s.Properties)
	for i := range s.Properties {
		s.Properties[i].Value.Description = opening(s.Properties[i].Value.Description)
	}
	return s
}

func kindOf(s schema) kind {
	if len(s.AllOf) > 0 {
		s = s.AllOf[0]
	}
	if name, ok := strings.CutPrefix(s.Ref, definitions); ok {
		return kind{ID: "type-" + name, Name: strings.TrimPrefix(name, ours)}
	}
	var inner schema
	switch {
	case s.Items != nil:
		k := kindOf(*s.Items)
		k.Words = strings.TrimSpace("list of " + k.Words)
		return k
	case json.Unmarshal(s.AdditionalProperties, &inner) == nil:
		k := kindOf(inner)
		k.Words = strings.TrimSpace("map of " + k.Words)
		return k
	}
	return kind{Words: s.Type}
}
