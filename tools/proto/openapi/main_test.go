package main

import "testing"

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
