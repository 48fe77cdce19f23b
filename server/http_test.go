package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strconv"
	"strings"
	"testing"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/admission"
)

// TestWhatHTTPAloneCanRefuse holds every way in which a request can be wrong before it is a request.
func TestWhatHTTPAloneCanRefuse(t *testing.T) {
	s := start(t, func(c *config) { c.limits.messageBytes = 4096 })
	const deal = "/v1/games:deal"
	const golf = `{"variant":"golf","number":1}`
	for _, test := range []struct {
		name, method, path, body string
		headers                  []string
		status                   int
		reason                   string
		// fact is one of the metadata, "name=value".
		fact string
	}{
		{"an unknown path", "GET", "/v2/variants", "", nil, 404, "UNKNOWN_ROUTE", "path=/v2/variants"},
		{"an unknown verb", "POST", "/v1/games:undo", golf, nil, 404, "UNKNOWN_ROUTE", ""},
		{"a slash that is escaped", "GET", "/v1%2fversion", "", nil, 404, "UNKNOWN_ROUTE", "path=/v1%2fversion"},
		{"a slash that is escaped in a page", "GET", "/docs%2Fdocs.js", "", nil, 404, "UNKNOWN_ROUTE", ""},
		{"a slash that is escaped in a name", "GET", "/v1/variants/golf%2Fdeals/1", "", nil, 404, "UNKNOWN_ROUTE", ""},
		{"a slash at the end", "GET", "/v1/variants/", "", nil, 404, "UNKNOWN_ROUTE", ""},
		{"two slashes", "POST", "//v1/games:deal", golf, nil, 404, "UNKNOWN_ROUTE", ""},
		{"dots in the path", "GET", "/v1/x/../variants", "", nil, 404, "UNKNOWN_ROUTE", ""},
		{"GET where POST is wanted", "GET", deal, "", nil, 405, "METHOD_NOT_ALLOWED", "allow=POST, OPTIONS"},
		{"PUT", "PUT", deal, golf, nil, 405, "METHOD_NOT_ALLOWED", "allow=POST, OPTIONS"},
		{"POST where GET is wanted", "POST", "/v1/variants", "{}", nil, 405, "METHOD_NOT_ALLOWED", "allow=GET, HEAD, OPTIONS"},
		{"POST to a page", "POST", "/docs", "{}", nil, 405, "METHOD_NOT_ALLOWED", "allow=GET, HEAD, OPTIONS"},
		{"a made-up method", "DEAL", deal, golf, nil, 405, "METHOD_NOT_ALLOWED", ""},
		{"a method in a header", "POST", "/v1/variants", "{}", []string{"X-HTTP-Method-Override", "GET"}, 405, "METHOD_NOT_ALLOWED", ""},
		{"a form for a GET route", "POST", "/v1/variants", "", []string{"Content-Type", "application/x-www-form-urlencoded"}, 405, "METHOD_NOT_ALLOWED", ""},
		{"no content type", "POST", deal, golf, []string{"Content-Type", ""}, 415, "UNSUPPORTED_MEDIA_TYPE", "wanted=application/json"},
		{"plain text", "POST", deal, golf, []string{"Content-Type", "text/plain"}, 415, "UNSUPPORTED_MEDIA_TYPE", "value=text/plain"},
		{"a form", "POST", deal, golf, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		{"protobuf", "POST", deal, golf, []string{"Content-Type", "application/x-protobuf"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		{"another charset", "POST", deal, golf, []string{"Content-Type", "application/json; charset=iso-8859-1"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		{"a broken content type", "POST", deal, golf, []string{"Content-Type", "application/json; charset"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		{"a compressed body", "POST", deal, golf, []string{"Content-Encoding", "gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE", "header=content-encoding"},
		{"a body above the limit", "POST", deal, golf + strings.Repeat(" ", 4096), nil, 413, "LIMIT_EXCEEDED", "limit=4096"},
		{"a body above the limit, counted", "POST", deal, golf + strings.Repeat(" ", 4096), nil, 413, "LIMIT_EXCEEDED", "asked=4125"},
		{"a list above the limit", "POST", "/v1/games:applyMoves", `{"moves":[` + strings.Repeat(`"",`, 1000) + `""]}`, nil, 400, "INVALID_REQUEST", ""},
		{"a parameter beside a body", "POST", deal + "?variant=golf", golf, nil, 400, "UNKNOWN_PARAMETER", "parameter=variant"},
		{"a parameter of a GET route", "GET", "/v1/variants?pageSize=3", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=pageSize"},
		{"a view in the URL", "GET", "/v1/variants/golf/deals/1?view=STATE", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=view"},
		{"a seed in the URL", "GET", "/v1/variants/golf/deals/1?seed=x", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=seed"},
		{"an option without its brackets", "GET", "/v1/variants/golf/deals/1?wrap=on", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=wrap"},
		{"an option without a name", "GET", "/v1/variants/golf/deals/1?options[]=on", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=options[]"},
		{"an option twice", "GET", "/v1/variants/klondike/deals/1?options[draw]=1&options[draw]=3", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=options[draw]"},
		{"an option of the list", "GET", "/v1/variants?options[draw]=1", "", nil, 400, "UNKNOWN_PARAMETER", "parameter=options[draw]"},
		{"an unknown option", "GET", "/v1/variants/golf/deals/1?options[draw]=1", "", nil, 400, "INVALID_OPTION", "option=draw"},
		{"a broken escape", "GET", "/v1/variants?a=%zz", "", nil, 400, "UNKNOWN_PARAMETER", ""},
		{"a semicolon", "GET", "/v1/variants/golf/deals/1?options[wrap]=on;x=1", "", nil, 400, "UNKNOWN_PARAMETER", ""},
		{"number zero in the path", "GET", "/v1/variants/golf/deals/0", "", nil, 400, "INVALID_DEAL", ""},
		{"no number in the path", "GET", "/v1/variants/golf/deals/x", "", nil, 400, "INVALID_DEAL", ""},
		{"a negative number in the path", "GET", "/v1/variants/golf/deals/-1", "", nil, 400, "INVALID_DEAL", ""},
		{"a number of 33 bits in the path", "GET", "/v1/variants/golf/deals/4294967296", "", nil, 400, "INVALID_DEAL", ""},
		{"ten digits beyond 32 bits in the path", "GET", "/v1/variants/golf/deals/9999999999", "", nil, 400, "INVALID_DEAL", ""},
		{"an unknown variant in the path of a deal", "GET", "/v1/variants/poker/deals/1", "", nil, 400, "UNKNOWN_VARIANT", "variant=poker"},
	} {
		t.Run(test.name, func(t *testing.T) {
			a := s.do(t, test.method, test.path, test.body, test.headers...)
			e := a.failure(t)
			if a.status != test.status || e.reason() != test.reason {
				t.Errorf("%d %s, want %d %s: %s", a.status, e.reason(), test.status, test.reason, a.body)
			}
			if name, value, given := strings.Cut(test.fact, "="); given && e.fact(name) != value {
				t.Errorf("%s is %q, want %q", name, e.fact(name), value)
			}
			if (a.status == 405) != (a.header.Get("Allow") != "") {
				t.Errorf("status %d and Allow %q", a.status, a.header.Get("Allow"))
			}
			if got := a.header.Get("Cache-Control"); got != "no-store" {
				t.Errorf("an error may be cached: %q", got)
			}
		})
	}
}

func TestContentTypesThatMeanJSON(t *testing.T) {
	s := start(t, nil)
	for _, media := range []string{
		"application/json", "application/json; charset=utf-8", "application/json;charset=UTF-8", "Application/JSON", `application/json; charset="utf-8"`,
	} {
		if a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","number":1}`, "Content-Type", media); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", media, a.status, a.body)
		}
	}
}

func TestHeadAnswersLikeGetWithoutTheBody(t *testing.T) {
	s := start(t, nil)
	for _, path := range []string{"/v1/variants/golf", "/v1/variants/golf/deals/1", "/v1/version", "/docs", "/readyz"} {
		get, head := s.do(t, "GET", path, "", "Accept-Encoding", "identity"), s.do(t, "HEAD", path, "", "Accept-Encoding", "identity")
		if head.status != get.status || len(head.body) != 0 || head.header.Get("ETag") != get.header.Get("ETag") {
			t.Errorf("%s: HEAD %d %q %d bytes, GET %d %q", path, head.status, head.header.Get("ETag"), len(head.body), get.status, get.header.Get("ETag"))
		}
	}
	if a := s.do(t, "HEAD", "/v1/games:deal", ""); a.status != http.StatusMethodNotAllowed {
		t.Errorf("HEAD of a POST route: %d", a.status)
	}
}

func TestOptionsTellsTheMethods(t *testing.T) {
	s := start(t, nil)
	a := s.do(t, "OPTIONS", "/v1/games:deal", "")
	if a.status != http.StatusNoContent || a.header.Get("Allow") != "POST, OPTIONS" {
		t.Errorf("%d, Allow %q", a.status, a.header.Get("Allow"))
	}
	if a := s.do(t, "OPTIONS", "/v1/nothing", ""); a.status != http.StatusNotFound {
		t.Errorf("an unknown path: %d", a.status)
	}
}

func TestAPageOfAListedOriginMayCallAndNoOther(t *testing.T) {
	s := start(t, func(c *config) { c.corsOrigins = stringList{"https://cards.example"} })
	preflight := []string{"Origin", "https://cards.example", "Access-Control-Request-Method", "POST"}
	a := s.do(t, "OPTIONS", "/v1/games:deal", "", preflight...)
	if a.status != http.StatusNoContent || a.header.Get("Access-Control-Allow-Origin") != "https://cards.example" {
		t.Errorf("preflight: %d %v", a.status, a.header)
	}
	a = s.do(t, "POST", "/v1/games:deal", `{}`, "Origin", "https://cards.example")
	if a.header.Get("Access-Control-Allow-Origin") != "https://cards.example" {
		t.Errorf("even an error is readable by the page: %v", a.header)
	}
	a = s.do(t, "POST", "/v1/games:deal", `{"variant":"golf"}`, "Origin", "https://evil.example")
	if a.header.Get("Access-Control-Allow-Origin") != "" {
		t.Errorf("another origin: %v", a.header)
	}
}

func TestNumberedDealsAndVariantsMayBeCached(t *testing.T) {
	s := start(t, nil)
	for path, want := range map[string]string{
		"/v1/variants":      "public, max-age=3600",
		"/v1/variants/golf": "public, max-age=3600",
		"/v1/variants/klondike/deals/7?options%5Bdraw%5D=1": "public, max-age=2592000",
		"/v1/version":   "no-cache",
		"/openapi.json": "no-cache",
	} {
		a := s.do(t, "GET", path, "")
		tag := a.header.Get("ETag")
		if a.header.Get("Cache-Control") != want || tag == "" {
			t.Errorf("%s: %q, tag %q", path, a.header.Get("Cache-Control"), tag)
		}
		for _, known := range []string{tag, "W/" + tag, `"other", ` + tag, "*"} {
			if again := s.do(t, "GET", path, "", "If-None-Match", known); again.status != http.StatusNotModified || len(again.body) != 0 {
				t.Errorf("%s with %s: %d, %d bytes", path, known, again.status, len(again.body))
			}
		}
		if again := s.do(t, "GET", path, "", "If-None-Match", `"other"`); again.status != http.StatusOK {
			t.Errorf("%s with another tag: %d", path, again.status)
		}
	}
	if a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf"}`); a.header.Get("Cache-Control") != "no-store" {
		t.Errorf("a random deal: %q", a.header.Get("Cache-Control"))
	}
}

func TestTheGetRouteDealsTheSameAsThePostRoute(t *testing.T) {
	s := start(t, nil)
	get := s.do(t, "GET", "/v1/variants/klondike/deals/12345?options[draw]=1&options[scoring]=vegas", "")
	post := s.do(t, "POST", "/v1/games:deal", `{"variant":"klondike","options":{"draw":"1","scoring":"vegas"},"number":12345}`)
	if get.status != http.StatusOK || string(get.body) != string(post.body) {
		t.Errorf("GET %d\n%s\nPOST\n%s", get.status, get.body, post.body)
	}
}

func TestTheRequestIDComesBack(t *testing.T) {
	s := start(t, nil)
	if a := s.do(t, "GET", "/v1/version", "", "X-Request-Id", "mine-1"); a.header.Get("X-Request-Id") != "mine-1" {
		t.Errorf("got %q", a.header.Get("X-Request-Id"))
	}
	if a := s.do(t, "GET", "/v1/version", "", "X-Request-Id", "not fit for a log"); len(a.header.Get("X-Request-Id")) != 16 {
		t.Errorf("got %q", a.header.Get("X-Request-Id"))
	}
	if !strings.Contains(s.log.String(), "request_id=mine-1") {
		t.Errorf("the log says\n%s", s.log)
	}
}

func TestMetadataCannotBeSetThroughHeaders(t *testing.T) {
	s := start(t, nil)
	for _, header := range []string{"Grpc-Metadata-X-Request-Id", "Grpc-Timeout", "Grpcgateway-Cookie"} {
		if a := s.do(t, "GET", "/v1/version", "", header, "1n"); a.status != http.StatusOK {
			t.Errorf("%s: %d %s", header, a.status, a.body)
		}
	}
	for name := range s.do(t, "GET", "/v1/version", "").header {
		if strings.HasPrefix(name, "Grpc-") {
			t.Errorf("the answer has a header %s", name)
		}
	}
}

// raw sends bytes to the JSON port and reads the answer: for requests that no client makes.
func (r *running) raw(t *testing.T, request string) *http.Response {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(r.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	if tcp, ok := conn.(*net.TCPConn); ok {
		if err := tcp.CloseWrite(); err != nil {
			t.Fatal(err)
		}
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

func TestABodyThatBreaksOffIsRefused(t *testing.T) {
	s := start(t, nil)
	response := s.raw(t, "POST /v1/games:deal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{\"variant\"")
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if e := (answer{response.StatusCode, response.Header, text}).failure(t); response.StatusCode != http.StatusBadRequest || e.reason() != "MALFORMED_JSON" || e.fact("offset") != "10" {
		t.Errorf("%d %s", response.StatusCode, text)
	}
}

func TestWhatRawRequestsAreRefusedWith(t *testing.T) {
	s := start(t, nil)
	const post = "POST /v1/games:deal HTTP/1.1\r\nHost: x\r\n"
	const golf = "Content-Length: 18\r\n\r\n{\"variant\":\"golf\"}"
	for _, test := range []struct {
		name, request string
		status        int
		reason, fact  string
	}{
		{"a chunk that is none", post + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{\"var\r\nzz\r\n", 400, "MALFORMED_JSON", "offset=5"},
		{"a second type", post + "Content-Type: application/json\r\nContent-Type: text/plain\r\n" + golf, 415, "UNSUPPORTED_MEDIA_TYPE", "value=application/json, text/plain"},
		{"the type twice", post + "Content-Type: application/json\r\nContent-Type: application/json\r\n" + golf, 415, "UNSUPPORTED_MEDIA_TYPE", "header=content-type"},
		{"a second encoding", post + "Content-Type: application/json\r\nContent-Encoding: identity\r\nContent-Encoding: gzip\r\n" + golf, 415, "UNSUPPORTED_MEDIA_TYPE", "value=gzip"},
	} {
		response := s.raw(t, test.request)
		text, err := io.ReadAll(response.Body)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		e := (answer{response.StatusCode, response.Header, text}).failure(t)
		name, value, _ := strings.Cut(test.fact, "=")
		if response.StatusCode != test.status || e.reason() != test.reason || e.fact(name) != value {
			t.Errorf("%s: %d %s", test.name, response.StatusCode, text)
		}
	}
}

func TestEveryAnswerEndsItsLine(t *testing.T) {
	s := start(t, nil)
	for _, a := range []answer{
		s.do(t, "GET", "/v1/version", ""), s.do(t, "POST", "/v1/games:deal", `{"variant":"golf"}`),
		s.do(t, "POST", "/v1/games:deal", `{}`), s.do(t, "GET", "/nowhere", ""), s.do(t, "GET", "/readyz", ""),
	} {
		if n := strings.Count(string(a.body), "\n"); n != 1 || a.body[len(a.body)-1] != '\n' || a.header.Get("Content-Length") != strconv.Itoa(len(a.body)) {
			t.Errorf("status %d, %d ends of lines, length %s: %s", a.status, n, a.header.Get("Content-Length"), a.body)
		}
	}
}

func TestWhatIsRefusedBeforeACallIsCountedAndLogged(t *testing.T) {
	s := start(t, nil)
	s.do(t, "GET", "/nowhere", "", "X-Request-Id", "lost")
	s.do(t, "PUT", "/v1/games:deal", "")
	s.do(t, "POST", "/v1/games:deal", "{}", "Content-Type", "text/plain")
	s.do(t, "POST", "/v1/games:inspect", "{")
	s.do(t, "POST", "/v1/games:finish", strings.Repeat(" ", s.config.limits.messageBytes+1))
	s.do(t, "POST", "/v1/games:deal", "{}")
	admin := *s
	admin.url = s.admin
	metrics := string(admin.do(t, "GET", "/metrics", "").body)
	const service = `{method="/solitaire.v1.RulesService/`
	for _, want := range []string{
		`talon_errors_total{method="other",reason="UNKNOWN_ROUTE"} 1`,
		`talon_errors_total{method="other",reason="METHOD_NOT_ALLOWED"} 1`,
		`talon_errors_total` + service + `DealGame",reason="UNSUPPORTED_MEDIA_TYPE"} 1`,
		`talon_errors_total` + service + `InspectGame",reason="MALFORMED_JSON"} 1`,
		`talon_errors_total` + service + `FinishGame",reason="LIMIT_EXCEEDED"} 1`,
		`talon_errors_total` + service + `DealGame",reason="INVALID_REQUEST"} 1`,
		`talon_calls_total{code="INVALID_ARGUMENT",method="/solitaire.v1.RulesService/InspectGame",variant="none"} 1`,
		`talon_call_duration_seconds_count` + service + `InspectGame"} 0`,
		`talon_call_duration_seconds_count` + service + `DealGame"} 1`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("%s is not among the metrics", want)
		}
	}
	if log := s.log.String(); strings.Count(log, "msg=refused") != 5 || !strings.Contains(log, "code=NOT_FOUND reason=UNKNOWN_ROUTE request_id=lost") {
		t.Errorf("the log says\n%s", log)
	}
}

func TestAnAnnouncedBodyCostsNothingUntilItComes(t *testing.T) {
	const limit = 4 << 20
	request := &http.Request{ContentLength: limit, Body: io.NopCloser(strings.NewReader("{"))}
	l := defaults().limits
	l.messageBytes = limit
	a := &api{limits: &l, bounds: newBounds(&l)}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	text, held, err := a.readBody(httptest.NewRecorder(), request)
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > limit/16 || text != "{" || held != 0 || err != nil {
		t.Errorf("%d bytes were reserved, %d held, for %q, %v", used, held, text, err)
	}
}

func TestAnAnnouncedBodyAboveTheLimitIsRefusedUnread(t *testing.T) {
	s := start(t, nil)
	response := s.raw(t, fmt.Sprintf("POST /v1/games:deal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n", 1<<40))
	defer response.Body.Close()
	if response.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("%d", response.StatusCode)
	}
}

func TestThePagesLoadNothingFromElsewhere(t *testing.T) {
	s := start(t, nil)
	for path, media := range map[string]string{
		"/": "text/html; charset=utf-8", "/api": "text/html; charset=utf-8", "/docs": "text/html; charset=utf-8", "/docs/docs.js": "text/javascript; charset=utf-8",
		"/docs/page.css": "text/css; charset=utf-8", "/openapi.json": "application/json",
	} {
		a := s.do(t, "GET", path, "")
		if a.status != http.StatusOK || a.header.Get("Content-Type") != media {
			t.Errorf("%s: %d %s", path, a.status, a.header.Get("Content-Type"))
		}
		if !strings.HasPrefix(a.header.Get("Content-Security-Policy"), "default-src 'none';") {
			t.Errorf("%s: policy %q", path, a.header.Get("Content-Security-Policy"))
		}
		if path != "/openapi.json" && (strings.Contains(string(a.body), "http://") || strings.Contains(string(a.body), "https://")) {
			t.Errorf("%s names another server", path)
		}
	}
}

func TestLinksIntoTheTableAreNoParametersOfTheService(t *testing.T) {
	s := start(t, nil)
	for _, path := range []string{"/?", "/?klondike", "/?utm_source=x&utm_source=y", "/?%zz", "/app.js?1"} {
		if a := s.do(t, "GET", path, ""); a.status != http.StatusOK || len(a.body) == 0 {
			t.Errorf("%s: %d with %d bytes", path, a.status, len(a.body))
		}
	}
	if a := s.do(t, "POST", "/", "{}"); a.status != http.StatusMethodNotAllowed || a.header.Get("Allow") != "GET, HEAD, OPTIONS" {
		t.Errorf("POST: %d, %s", a.status, a.header.Get("Allow"))
	}
}

func TestTheIndexLeadsOnlyToWhatIsThere(t *testing.T) {
	s := start(t, nil)
	index := string(s.do(t, "GET", "/api", "").body)
	links := strings.Split(index, `href="`)[1:]
	if len(links) < 7 {
		t.Fatalf("%d links", len(links))
	}
	for _, rest := range links {
		path, _, _ := strings.Cut(rest, `"`)
		if a := s.do(t, "GET", path, ""); a.status != http.StatusOK {
			t.Errorf("%s: %d", path, a.status)
		}
	}
}

func TestALongBodyOfACallerWhoHasGoneWaitsForNoTurn(t *testing.T) {
	lane := admission.NewLane(1)
	if _, err := lane.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	b := &body{ctx: gone, text: strings.Repeat(" ", admission.Small+1)}
	err := (&marshaler{lane: lane}).NewDecoder(b).Decode(&solitairev1.InspectGameRequest{})
	if !errors.Is(err, context.Canceled) || !errors.Is(b.err, context.Canceled) {
		t.Errorf("%v, kept %v", err, b.err)
	}
}
