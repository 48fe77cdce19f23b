package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const description = `{"paths":{
"/v1/games:deal":{"post":{"parameters":[{"in":"body","schema":{"$ref":"#/definitions/Deal"}}],"responses":{"200":{},"default":{}}}},
"/v1/variants/{variant}":{"get":{"parameters":[{"name":"variant","in":"path"},{"name":"a","in":"query"},{"name":"b","in":"query"}],"responses":{"200":{}}}}},
"definitions":{"Deal":{}}}`

func parsed(t *testing.T) object {
	t.Helper()
	o, err := parseObject([]byte(description))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func written(t *testing.T, value any) string {
	t.Helper()
	text, err := plain(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestMembersKeepTheirOrder(t *testing.T) {
	const text = `{"b":1.50,"a":{"d":[],"c":{}},"e":"<&>","f":[null,true,"x"]}`
	o, err := parseObject([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if got := written(t, o); got != text {
		t.Errorf("got %s, want %s", got, text)
	}
}

func TestACallIsFoundByItsRoute(t *testing.T) {
	for call, want := range map[string]string{
		"POST /v1/games:deal":                "/v1/games:deal",
		"GET /v1/variants/golf":              "/v1/variants/{variant}",
		"GET /v1/variants/golf?options[a]=b": "/v1/variants/{variant}",
		"GET /v1/games:deal":                 "",
		"GET /v1/variants":                   "",
	} {
		if got, _, _ := parsed(t).operation(call); got != want {
			t.Errorf("%s: got %q, want %q", call, got, want)
		}
	}
}

func TestAnExampleStandsAtTheRequestAndAtTheAnswer(t *testing.T) {
	e := example{request: object{{"number", "1"}}, response: object{{"game", "g"}}}
	o := parsed(t).show(e, "/v1/games:deal", "post")
	if got := written(t, o.get("definitions", "Deal", "example")); got != `{"number":"1"}` {
		t.Errorf("request: got %s", got)
	}
	if got := o.text("paths", "/v1/games:deal", "post", "responses", "200", "examples", "application/json", "game"); got != "g" {
		t.Errorf("answer: got %q", got)
	}
}

func TestAnExampleOfAnErrorStandsAtTheErrorOnly(t *testing.T) {
	e := example{request: object{}, status: "400", response: object{{"code", "9"}}}
	o := parsed(t).show(e, "/v1/games:deal", "post")
	if got := o.get("definitions", "Deal", "example"); got != nil {
		t.Errorf("the request has the example %v", got)
	}
	if got := o.text("paths", "/v1/games:deal", "post", "responses", "default", "examples", "application/json", "code"); got != "9" {
		t.Errorf("answer: got %q", got)
	}
}

func TestANarrowedRouteKeepsItsPathAndOneParameter(t *testing.T) {
	o := parsed(t).narrow("/v1/variants/{variant}", "b")
	var names []string
	for _, p := range o.get("paths", "/v1/variants/{variant}", "get", "parameters").([]any) {
		names = append(names, p.(object).text("name"))
	}
	if len(names) != 2 || names[0] != "variant" || names[1] != "b" {
		t.Errorf("got %q, want variant and b", names)
	}
}

func TestAStreamIsDescribedByItsMessage(t *testing.T) {
	o, err := parseObject([]byte(`{"paths":{"/v1/watch":{"post":{"responses":{"200":{"description":"(streaming responses)",
		"schema":{"properties":{"result":{"$ref":"#/definitions/Seen"},"error":{"$ref":"#/definitions/Status"}}}}}}}},"definitions":{}}`))
	if err != nil {
		t.Fatal(err)
	}
	answer := o.unwrap().get("paths", "/v1/watch", "post", "responses", "200").(object)
	if got := written(t, answer.get("schema")); got != `{"$ref":"#/definitions/Seen"}` {
		t.Errorf("the answer is described as %s", got)
	}
	if !strings.Contains(answer.text("description"), "one a line") {
		t.Errorf("described as %q", answer.text("description"))
	}
	other := parsed(t)
	if written(t, other.unwrap()) != written(t, other) {
		t.Error("a description without streams has changed")
	}
}

func TestRefreshWritesTheAnswerOfTheServerIntoTheExample(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		w.WriteHeader(http.StatusBadRequest)
		fmt.Fprintf(w, `{"z":%q,"a":%s}`, r.Method+" "+r.URL.RequestURI(), body)
	}))
	defer server.Close()
	folder := t.TempDir()
	file := filepath.Join(folder, "refused.json")
	const before = `{"call":"POST /v1/x?options[a]=b","request":{"move":"d"},"status":400,"response":{}}`
	const after = `{
  "call": "POST /v1/x?options[a]=b",
  "request": {
    "move": "d"
  },
  "status": 400,
  "response": {
    "z": "POST /v1/x?options[a]=b",
    "a": {
      "move": "d"
    }
  }
}
`
	if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := refresh(server.URL, folder); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != after {
		t.Errorf("got %s\nwant %s", got, after)
	}
}

func TestRefreshRefusesAnotherStatusThanTheExampleClaims(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"code":5}`)
	}))
	defer server.Close()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "a.json"), []byte(`{"call":"GET /v1/x"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := refresh(server.URL, folder); err == nil || !strings.Contains(err.Error(), "answered with 404, want 200") {
		t.Errorf("got error %v, want one about 404", err)
	}
}
