package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// example is one call with its answer: a JSON object with the members call
// ("POST /v1/games:deal"), request where the call has a body, status where it is
// not 200, and response.
type example struct {
	file     string
	call     string
	request  any
	status   string
	response any
}

func readExamples(folder string) ([]example, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.json"))
	if err != nil {
		return nil, err
	}
	var examples []example
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		o, err := parseObject(text)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		e := example{file: file, call: o.text("call"), request: o.get("request"), response: o.get("response")}
		if status := o.get("status"); status != nil {
			e.status = fmt.Sprint(status)
		}
		examples = append(examples, e)
	}
	return examples, nil
}

// refresh asks a server for the answers.
func refresh(server, folder string) error {
	examples, err := readExamples(folder)
	if err != nil {
		return err
	}
	for _, e := range examples {
		if err := e.refresh(server); err != nil {
			return fmt.Errorf("%s: %w", e.file, err)
		}
	}
	return nil
}

func (e example) refresh(server string) error {
	method, url, _ := strings.Cut(e.call, " ")
	var body io.Reader
	out := object{{"call", e.call}}
	if e.request != nil {
		text, err := plain(e.request)
		if err != nil {
			return err
		}
		body = bytes.NewReader(text)
		out = append(out, member{"request", e.request})
	}
	request, err := http.NewRequestWithContext(context.Background(), method, strings.TrimSuffix(server, "/")+url, body)
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	response, err := parse(text)
	if err != nil {
		return fmt.Errorf("answer of %s: %w", answer.Status, err)
	}
	status := strconv.Itoa(answer.StatusCode)
	if want := cmp.Or(e.status, "200"); status != want {
		return fmt.Errorf("answered with %s, want %s: %s", status, want, text)
	}
	if e.status != "" {
		out = append(out, member{"status", answer.StatusCode})
	}
	text, err = indented(append(out, member{"response", steady(e.response, response)}))
	if err != nil {
		return err
	}
	return os.WriteFile(e.file, text, 0o644)
}
