package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/step"
)

// running is a server as main would run it, on ports of its own, and a client of each kind.
type running struct {
	*server
	url    string
	admin  string
	ports  listeners
	conn   *grpc.ClientConn
	client solitairev1.RulesServiceClient
	solver solitairev1.SolverServiceClient
	log    *logbook
	// web makes requests over HTTP.
	web *http.Client
	// stop ends the server as a signal would, and gives what serve gave.
	stop func() error
}

// logbook is a log that a test can read while it is written.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *logbook) Write(line []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(line)
}

func (j *logbook) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// start runs a server with the settings changed by change, and stops it at the end of the test.
func start(t testing.TB, change func(*config), further ...step.Step) *running {
	t.Helper()
	return startAdapted(t, change, func(*server) {}, further...)
}

// patient are the settings of a server that turns nobody away because the machine is busy with other tests.
func patient() config {
	c := defaults()
	c.limits.wait = 0
	return c
}

// startAdapted is start for a server that differs in more than its settings.
func startAdapted(t testing.TB, change func(*config), adapt func(*server), further ...step.Step) *running {
	t.Helper()
	c := patient()
	c.grpcAddr, c.httpAddr, c.adminAddr = "127.0.0.1:0", "127.0.0.1:0", "127.0.0.1:0"
	c.logLevel = slog.LevelDebug
	if change != nil {
		change(&c)
	}
	l, err := listen(&c)
	if err != nil {
		t.Fatal(err)
	}
	log := &logbook{}
	s := newServer(&c, newLogger(&c, log), l.grpc.Addr(), further...)
	adapt(s)
	ctx, cancel := context.WithCancel(context.Background())
	served := make(chan error, 1)
	go func() { served <- s.serve(ctx, l) }()
	conn := dial(t, l.grpc.Addr())
	stop := sync.OnceValue(func() error {
		cancel()
		return <-served
	})
	t.Cleanup(func() {
		_ = conn.Close()
		if err := stop(); err != nil {
			t.Errorf("the server did not end well: %v", err)
		}
	})
	return &running{
		server: s, url: "http://" + l.http.Addr().String(), admin: "http://" + l.admin.Addr().String(),
		ports: l, conn: conn, client: solitairev1.NewRulesServiceClient(conn), solver: solitairev1.NewSolverServiceClient(conn), log: log, web: http.DefaultClient, stop: stop,
	}
}

func dial(t testing.TB, addr net.Addr) *grpc.ClientConn {
	t.Helper()
	return dialBy(t, addr, insecure.NewCredentials())
}

func dialBy(t testing.TB, addr net.Addr, secrecy credentials.TransportCredentials) *grpc.ClientConn {
	t.Helper()
	conn, err := grpc.NewClient(addr.String(), grpc.WithTransportCredentials(secrecy),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(64<<20), grpc.MaxCallSendMsgSize(64<<20)))
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// answer is what came over HTTP.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// do sends a request; headers are pairs, and a header of an empty value is not sent.
func (r *running) do(t testing.TB, method, path, body string, headers ...string) answer {
	t.Helper()
	request, err := http.NewRequest(method, r.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		request.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
		if headers[i+1] == "" {
			request.Header.Del(headers[i])
		}
	}
	web := r.web
	if web == nil {
		web = http.DefaultClient
	}
	response, err := web.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer{response.StatusCode, response.Header, text}
}

// errorBody is google.rpc.Status as JSON has it.
type errorBody struct {
	Code    int              `json:"code"`
	Message string           `json:"message"`
	Details []map[string]any `json:"details"`
}

// detail gives the detail of a type by the last part of its name, nil if there is none.
func (e *errorBody) detail(name string) map[string]any {
	for _, d := range e.Details {
		if kind, _ := d["@type"].(string); strings.HasSuffix(kind, "."+name) {
			return d
		}
	}
	return nil
}

// reason gives the reason of the ErrorInfo, and fact one of its metadata.
func (e *errorBody) reason() string {
	reason, _ := e.detail("ErrorInfo")["reason"].(string)
	return reason
}

func (e *errorBody) fact(name string) string {
	facts, _ := e.detail("ErrorInfo")["metadata"].(map[string]any)
	fact, _ := facts[name].(string)
	return fact
}

// fields lists the paths of the BadRequest.
func (e *errorBody) fields() []string {
	violations, _ := e.detail("BadRequest")["fieldViolations"].([]any)
	var fields []string
	for _, v := range violations {
		field, _ := v.(map[string]any)["field"].(string)
		fields = append(fields, field)
	}
	return fields
}

// failure reads an answer as an error and checks what every error has.
func (a answer) failure(t testing.TB) *errorBody {
	t.Helper()
	e := &errorBody{}
	if err := json.Unmarshal(a.body, e); err != nil {
		t.Fatalf("status %d, and the body is no JSON: %v\n%s", a.status, err, a.body)
	}
	checkFailure(t, e)
	if a.header.Get("Content-Type") != "application/json" {
		t.Errorf("content type %q", a.header.Get("Content-Type"))
	}
	return e
}

func checkFailure(t testing.TB, e *errorBody) {
	t.Helper()
	info := e.detail("ErrorInfo")
	if e.Code == 0 || e.Message == "" || info["domain"] != errorDomain {
		t.Fatalf("no complete error: %+v", e)
	}
	if solitairev1.ErrorReason_Code_value[e.reason()] == 0 {
		t.Fatalf("reason %q is none of the list", e.reason())
	}
	if e.detail("LocalizedMessage")["message"] == "" {
		t.Errorf("no localized message: %+v", e)
	}
}

// game plays over JSON and gives the answer as it is.
func object(t testing.TB, a answer) map[string]any {
	t.Helper()
	if a.status != http.StatusOK {
		t.Fatalf("status %d: %s", a.status, a.body)
	}
	var o map[string]any
	if err := json.Unmarshal(a.body, &o); err != nil {
		t.Fatal(err)
	}
	return o
}
