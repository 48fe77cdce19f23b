package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	"github.com/talon-solitaire/talon/engine"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/quota"
	"github.com/talon-solitaire/talon/server/internal/seal"
	"github.com/talon-solitaire/talon/server/internal/step"
)

var update = flag.Bool("update", false, "write the golden files anew")

// exchange is one golden file: a call and its answer. It has the form of proto/openapi/examples.
type exchange struct {
	Call     string          `json:"call"`
	Language string          `json:"acceptLanguage,omitempty"`
	Token    string          `json:"token,omitempty"`
	Request  json.RawMessage `json:"request,omitempty"`
	Status   int             `json:"status,omitempty"`
	Response json.RawMessage `json:"response"`
}

// seconds is the time that something took.
var seconds = regexp.MustCompile(`"elapsedSeconds":\s*[-+.e0-9]+`)

// indented writes JSON as golden files have it: equal values, equal text, and no time that something took. Sealed
// states, which are another text each time, are told by their length.
func indented(t *testing.T, text []byte) string {
	t.Helper()
	text = seconds.ReplaceAll(text, []byte(`"elapsedSeconds": 0`))
	text = sealedText.ReplaceAllFunc(text, func(state []byte) []byte { return fmt.Appendf(nil, "a sealed state of %d", len(state)) })
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(value); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// compact writes a request without blanks, so that offsets in it stay what they are.
func compact(t *testing.T, text []byte) string {
	t.Helper()
	var out bytes.Buffer
	if len(text) > 0 {
		if err := json.Compact(&out, text); err != nil {
			t.Fatal(err)
		}
	}
	return out.String()
}

func readExchange(t testing.TB, file string) exchange {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var e exchange
	if err := json.Unmarshal(text, &e); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if e.Status == 0 {
		e.Status = http.StatusOK
	}
	return e
}

func (e *exchange) write(t *testing.T, file string) {
	t.Helper()
	text, err := json.Marshal(e)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(indented(t, text)), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestWire holds every call of the golden files to its answer, over JSON and over gRPC.
func TestWire(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 0.5, Burst: 1}, quota.Rate{PerSecond: 0.01, Burst: 1})
	servers := map[string]*running{
		"sealed":  start(t, sealing(t, bothForms, adviceVisible)),
		"token":   start(t, wanting(t)),
		"keyless": start(t, keyless(t)),
		"rated":   start(t, counting),
	}
	// Of what is counted nothing is left.
	servers["rated"].do(t, "GET", "/v1/version", "")
	servers["rated"].do(t, "POST", "/v1/games:solve", "{}")
	open := start(t, nil)
	files, err := filepath.Glob("testdata/wire/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			e, s := readExchange(t, file), open
			kind, _, _ := strings.Cut(filepath.Base(file), "_")
			if servers[kind] != nil {
				s = servers[kind]
			}
			method, path, _ := strings.Cut(e.Call, " ")
			a := s.do(t, method, path, compact(t, e.Request), "Accept-Language", e.Language, "Authorization", bearing(t, e.Token))
			if *update {
				e.Status, e.Response = a.status, a.body
				e.write(t, file)
				e = readExchange(t, file)
			}
			if got, want := indented(t, a.body), indented(t, e.Response); got != want || a.status != e.Status {
				t.Errorf("JSON answers %d\n%s\nwant %d\n%s", a.status, got, e.Status, want)
			}
			if a.status != http.StatusOK {
				a.failure(t)
			}
			s.checkSameOverGRPC(t, e, a)
		})
	}
}

// checkSameOverGRPC makes the call over gRPC and compares the answer with that over JSON.
func (r *running) checkSameOverGRPC(t *testing.T, e exchange, a answer) {
	t.Helper()
	method := rpcOf(e.Call)
	if method == nil {
		return // a GET route: its answer is that of a POST or has no parameters to differ in
	}
	request, response := newMessage(t, method.Input()), newMessage(t, method.Output())
	body := e.Request
	if body == nil {
		body = []byte("{}")
	}
	if err := protojson.Unmarshal(body, request); err != nil {
		return // only JSON can be wrong in this way
	}
	ctx := t.Context()
	if e.Language != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "accept-language", e.Language)
	}
	err := r.conn.Invoke(as(ctx, bearing(t, e.Token)), fullMethod(method), request, response)
	if err != nil {
		text, unwritable := statusJSON(err)
		if unwritable != nil {
			t.Fatal(unwritable)
		}
		if got, want := indented(t, text), indented(t, a.body); got != want {
			t.Errorf("gRPC answers\n%s\nJSON\n%s", got, want)
		}
		return
	}
	same := newMessage(t, method.Output())
	if err := protojson.Unmarshal(a.body, same); err != nil {
		t.Fatalf("%v: %s", err, a.body)
	}
	forgetPassing(response.ProtoReflect())
	forgetPassing(same.ProtoReflect())
	if !proto.Equal(response, same) {
		t.Errorf("gRPC answers\n%v\nJSON\n%v", response, same)
	}
}

// forgetPassing clears what differs between equal calls, in the message and in those that it holds: the time that
// something took, and of a sealed state all but its length.
func forgetPassing(m protoreflect.Message) {
	m.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		switch {
		case field.Name() == "elapsed_seconds":
			m.Clear(field)
		case field.Name() == "state" && strings.HasPrefix(v.String(), seal.Prefix):
			m.Set(field, protoreflect.ValueOfString(strings.Repeat("x", len(v.String()))))
		case field.Message() != nil && !field.IsList() && !field.IsMap():
			forgetPassing(v.Message())
		}
		return true
	})
}

// methodDescriptors lists the methods of all services.
func methodDescriptors() []protoreflect.MethodDescriptor {
	var all []protoreflect.MethodDescriptor
	for _, service := range []protoreflect.ServiceDescriptor{
		solitairev1.File_solitaire_v1_rules_service_proto.Services().ByName("RulesService"),
		solitairev1.File_solitaire_v1_solver_service_proto.Services().ByName("SolverService"),
	} {
		for i := range service.Methods().Len() {
			all = append(all, service.Methods().Get(i))
		}
	}
	return all
}

// methodNamed finds a method by its short name; nil if there is none.
func methodNamed(name protoreflect.Name) protoreflect.MethodDescriptor {
	for _, m := range methodDescriptors() {
		if m.Name() == name {
			return m
		}
	}
	return nil
}

// rpcOf finds the method of a route without variables.
func rpcOf(call string) protoreflect.MethodDescriptor {
	for _, r := range apiRoutes() {
		if r.Method+" "+r.Path == call {
			return methodNamed(protoreflect.FullName(r.RPC).Name())
		}
	}
	return nil
}

func fullMethod(m protoreflect.MethodDescriptor) string {
	return "/" + string(m.Parent().FullName()) + "/" + string(m.Name())
}

func newMessage(t testing.TB, d protoreflect.MessageDescriptor) proto.Message {
	t.Helper()
	kind, err := protoregistry.GlobalTypes.FindMessageByName(d.FullName())
	if err != nil {
		t.Fatal(err)
	}
	return kind.New().Interface()
}

// TestExamplesOfTheDescription makes every call that the OpenAPI description shows, as it shows it.
func TestExamplesOfTheDescription(t *testing.T) {
	s := start(t, sealing(t, bothForms, adviceVisible))
	files, err := filepath.Glob("../proto/openapi/examples/*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("no examples: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".json"), func(t *testing.T) {
			e := readExchange(t, file)
			if strings.Contains(e.Call, "/daily/") && len(tabled(engine.Klondike, dated)) == 0 {
				t.Skip("no days are dealt yet")
			}
			method, path, _ := strings.Cut(e.Call, " ")
			a := s.do(t, method, path, string(e.Request))
			got, want := withoutRenewed(indented(t, a.body)), withoutRenewed(indented(t, e.Response))
			if strings.HasSuffix(e.Call, "/v1/version") {
				got = strings.Replace(got, `"build": "`+s.build+`"`, `"build": "v1.0.0"`, 1)
			}
			if a.status != e.Status || got != want {
				t.Errorf("answers %d\n%s\nwant %d\n%s", a.status, got, e.Status, want)
			}
		})
	}
}

// renewed are the texts of answers that are others each time: what is sealed, and commitments.
var renewed = regexp.MustCompile(`("talon1\.[a-z]+-\d+)\.[a-z0-9]{8}\.[A-Za-z0-9_-]+"|("commitment": ")[0-9a-f]{64}"`)

// withoutRenewed leaves of a text that is renewed what it is for, and its length.
func withoutRenewed(answer string) string {
	return renewed.ReplaceAllStringFunc(answer, func(text string) string {
		parts := renewed.FindStringSubmatch(text)
		return fmt.Sprintf("%s, %d bytes\"", parts[1]+parts[2], len(text))
	})
}

// TestRoutes holds the routes to a file: nothing else notices when one changes.
func TestRoutes(t *testing.T) {
	const file = "testdata/routes.txt"
	s := start(t, nil)
	var text strings.Builder
	for _, r := range routesOf(s.pages()) {
		text.WriteString(strings.TrimSpace(r.Method+" "+r.Path+" "+r.RPC) + "\n")
	}
	if *update {
		if err := os.WriteFile(file, []byte(text.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text.String() != string(want) {
		t.Errorf("the routes are\n%s\nwant\n%s", text.String(), want)
	}
}

// TestEveryRouteLeadsToItsMethod asks every route of the protos with nothing and finds the method
// that refused or answered in the metrics.
func TestEveryRouteLeadsToItsMethod(t *testing.T) {
	var reached string
	s := start(t, nil, func(ctx context.Context, method string, next step.Next) error {
		reached = method
		return next(ctx)
	})
	fill := strings.NewReplacer("{variant}", "golf", "{number}", "1", "{daily}", "2026-12-01")
	for _, r := range apiRoutes() {
		reached = ""
		s.do(t, r.Method, fill.Replace(r.Path), "{}")
		name := protoreflect.FullName(r.RPC)
		if want := "/" + string(name.Parent()) + "/" + string(name.Name()); reached != want {
			t.Errorf("%s %s reaches %q, want %q", r.Method, r.Path, reached, want)
		}
	}
}

// invoke makes a call with any request over gRPC and gives the error.
func (r *running) invoke(t testing.TB, method string, request proto.Message, opts ...grpc.CallOption) error {
	t.Helper()
	m := methodNamed(protoreflect.Name(method))
	return r.conn.Invoke(t.Context(), fullMethod(m), request, newMessage(t, m.Output()), opts...)
}

// asJSON reads a status error as the errors of JSON are read.
func asJSON(t testing.TB, err error) *errorBody {
	t.Helper()
	text, unwritable := statusJSON(err)
	if unwritable != nil {
		t.Fatal(unwritable)
	}
	e := &errorBody{}
	if err := json.Unmarshal(text, e); err != nil {
		t.Fatal(err)
	}
	if status.Code(err) == 0 {
		t.Fatalf("no error: %v", err)
	}
	checkFailure(t, e)
	return e
}
