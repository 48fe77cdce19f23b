// Command openapi completes the API description that protoc-gen-openapiv2 writes.
//
//	openapi description.json examples
//
// puts the worked examples of the folder into the description, one or more for
// every call, takes out the parameters that the GET routes of deals refuse, and
// describes the messages of a stream as they are sent: one a line, not wrapped up.
//
//	openapi -server http://127.0.0.1:8080 examples
//
// sends the requests of the examples to a running server and writes its answers
// into them.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
)

func main() {
	server := flag.String("server", "", "address of a `server` that answers the examples anew")
	flag.Parse()
	if err := run(*server, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "openapi:", err)
		os.Exit(1)
	}
}

func run(server string, args []string) error {
	switch {
	case server != "" && len(args) == 1:
		return refresh(server, args[0])
	case server == "" && len(args) == 2:
		return complete(args[0], args[1])
	}
	return fmt.Errorf("want: openapi description.json examples, or openapi -server address examples")
}

// complete adds the examples to a description.
func complete(file, folder string) error {
	text, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	description, err := parseObject(text)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	examples, err := readExamples(folder)
	if err != nil {
		return err
	}
	shown := map[string]bool{}
	for _, e := range examples {
		path, method, ok := description.operation(e.call)
		if !ok {
			return fmt.Errorf("%s: the API has no %s", e.file, e.call)
		}
		if call := method + " " + path; e.status != "" || !shown[call] {
			description = description.show(e, path, method)
			shown[call] = shown[call] || e.status == ""
		} else {
			description = description.add(e, path, method)
		}
	}
	paths, _ := description.get("paths").(object)
	for _, path := range paths {
		methods, _ := path.value.(object)
		for _, method := range methods {
			if call := method.name + " " + path.name; !shown[call] {
				return fmt.Errorf("%s has no example", call)
			}
		}
	}
	for _, dealt := range []string{"/v1/variants/{variant}/deals/{number}", "/v1/variants/{variant}/daily/{daily}"} {
		description = description.narrow(dealt, "options[string]")
	}
	text, err = indented(description.unwrap())
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

// operation finds the path of the description that a call is an instance of.
func (o object) operation(call string) (path, method string, ok bool) {
	verb, url, _ := strings.Cut(call, " ")
	url, _, _ = strings.Cut(url, "?")
	method = strings.ToLower(verb)
	paths, _ := o.get("paths").(object)
	for _, p := range paths {
		if matches(p.name, url) && o.get("paths", p.name, method) != nil {
			return p.name, method, true
		}
	}
	return "", "", false
}

// matches compares segment by segment; one in braces stands for any.
func matches(pattern, url string) bool {
	want, got := strings.Split(pattern, "/"), strings.Split(url, "/")
	if len(want) != len(got) {
		return false
	}
	for i := range want {
		if want[i] != got[i] && !strings.HasPrefix(want[i], "{") {
			return false
		}
	}
	return true
}

// show puts an example where readers of the description look for it.
func (o object) show(e example, path, method string) object {
	response := "200"
	if e.status != "" {
		response = "default"
	}
	o = o.with(e.response, "paths", path, method, "responses", response, "examples", "application/json")
	if e.request == nil || e.status != "" {
		return o
	}
	parameters, _ := o.get("paths", path, method, "parameters").([]any)
	for _, p := range parameters {
		reference := p.(object).text("schema", "$ref")
		if name, ok := strings.CutPrefix(reference, "#/definitions/"); ok {
			o = o.with(e.request, "definitions", name, "example")
		}
	}
	return o
}

// add puts a further example of a call beside the first, for which the format has the one place.
func (o object) add(e example, path, method string) object {
	const more = "x-examples"
	examples, _ := o.get("paths", path, method, more).([]any)
	return o.with(append(examples, object{{"request", e.request}, {"response", e.response}}), "paths", path, method, more)
}

// narrow leaves a GET route its path parameters and one query parameter. The
// generator lists every field of the request, but the server refuses the others.
func (o object) narrow(path, query string) object {
	parameters, _ := o.get("paths", path, "get", "parameters").([]any)
	var kept []any
	for _, p := range parameters {
		p := p.(object)
		if p.text("in") != "path" && p.text("name") != query {
			continue
		}
		if p.text("name") == query {
			p = p.with("One option of the variant, named in the brackets: `options[draw]=1`. May be repeated.", "description")
		}
		kept = append(kept, p)
	}
	return o.with(kept, "paths", path, "get", "parameters")
}

// unwrap describes an answer that is a stream by its message. The generator
// describes a wrapper of message and error, but the server sends none.
func (o object) unwrap() object {
	paths, _ := o.get("paths").(object)
	for _, path := range paths {
		methods, _ := path.value.(object)
		for _, method := range methods {
			response := []string{"paths", path.name, method.name, "responses", "200"}
			schema, _ := o.get(append(response, "schema")...).(object)
			message := schema.get("properties", "result")
			if message == nil || schema.get("properties", "error") == nil {
				continue
			}
			o = o.with(message, append(response, "schema")...)
			o = o.with("A stream of these, one a line. An error before the first of them is answered as ever; one after it is the last line, as the member `error`.",
				append(response, "description")...)
		}
	}
	return o
}
