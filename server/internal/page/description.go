package page

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// description is what the page of the calls shows of an OpenAPI 2.0 document.
type description struct {
	Info struct {
		Title       string
		Version     string
		Description string
	}
	Tags        []tag
	Paths       members[members[operation]]
	Definitions members[schema]
}

// tag is a service.
type tag struct {
	Name        string
	Description string
}

type operation struct {
	ID          string `json:"operationId"`
	Summary     string
	Description string
	Tags        []string
	Parameters  []parameter
	Responses   members[response]
	// More are further examples, for which the format has no place of its own.
	More []struct{ Request, Response json.RawMessage } `json:"x-examples"`
}

type parameter struct {
	Name        string
	In          string
	Description string
	Required    bool
	Type        string
	Schema      schema
}

type response struct {
	Schema   schema
	Examples map[string]json.RawMessage
}

// schema is a message, an enumeration or the type of a field.
type schema struct {
	Ref                  string `json:"$ref"`
	AllOf                []schema
	Type                 string
	Description          string
	Items                *schema
	AdditionalProperties json.RawMessage // a schema, or whether there may be any
	Properties           members[schema]
	Required             []string
	Enum                 []string
	Example              json.RawMessage
}

// members are those of a JSON object in the order of the document.
type members[T any] []member[T]

type member[T any] struct {
	Name  string
	Value T
}

// UnmarshalJSON reads an object and keeps the order of its members.
func (m *members[T]) UnmarshalJSON(text []byte) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	open, err := decoder.Token()
	if err != nil {
		return err
	}
	if open != json.Delim('{') {
		return fmt.Errorf("%v instead of an object", open)
	}
	for decoder.More() {
		name, err := decoder.Token()
		if err != nil {
			return err
		}
		one := member[T]{Name: fmt.Sprint(name)}
		if err := decoder.Decode(&one.Value); err != nil {
			return fmt.Errorf("%s: %w", one.Name, err)
		}
		*m = append(*m, one)
	}
	return nil
}

// get finds a member by its name.
func (m members[T]) get(name string) (value T) {
	for _, one := range m {
		if one.Name == name {
			return one.Value
		}
	}
	return value
}
