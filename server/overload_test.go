package main

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// crowdedServer has one place for calls, which is taken until it is left.
func crowdedServer(t *testing.T) (s *running, leave func()) {
	t.Helper()
	s = start(t, func(c *config) { c.limits.calls = 1 })
	if !s.places.Enter() {
		t.Fatal("the place is taken already")
	}
	return s, s.places.Leave
}

func TestACrowdedServerTurnsCallsAwayOnBothWires(t *testing.T) {
	s, leave := crowdedServer(t)
	german := metadata.AppendToOutgoingContext(t.Context(), "accept-language", "de")
	_, err := s.client.InspectGame(german, &solitairev1.InspectGameRequest{State: "no state"})
	e := asJSON(t, err)
	if status.Code(err) != codes.ResourceExhausted || e.reason() != "OVERLOADED" || retryAfter(err) != 1 {
		t.Errorf("gRPC: %v", err)
	}
	if text, _ := e.detail("LocalizedMessage")["message"].(string); !strings.Contains(text, "zu viel zu tun") {
		t.Errorf("gRPC in German: %v", e.detail("LocalizedMessage"))
	}
	// The body is not read, so nothing is said of what is wrong with it.
	a := s.do(t, http.MethodPost, "/v1/games:inspect", "no JSON", "Accept-Language", "de")
	f := a.failure(t)
	if a.status != http.StatusTooManyRequests || f.reason() != "OVERLOADED" || f.detail("RetryInfo") == nil || a.header.Get("Retry-After") != "1" {
		t.Errorf("JSON: %d %v %s", a.status, a.header, a.body)
	}
	if a.header.Get("X-Request-Id") == "" || a.header.Get("Content-Type") != "application/json" || !strings.Contains(string(a.body), "zu viel zu tun") {
		t.Errorf("JSON: %v %s", a.header, a.body)
	}
	leave()
	if _, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
		t.Errorf("with a free place: %v", err)
	}
}

func TestACrowdedServerAnswersWhatIsNoCall(t *testing.T) {
	s, leave := crowdedServer(t)
	defer leave()
	if _, err := healthpb.NewHealthClient(s.conn).Check(t.Context(), &healthpb.HealthCheckRequest{}); err != nil {
		t.Errorf("health: %v", err)
	}
	for _, path := range []string{"/readyz", "/healthz", "/docs"} {
		if a := s.do(t, http.MethodGet, path, ""); a.status != http.StatusOK {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	if a := s.do(t, http.MethodGet, "/v1/nothing", ""); a.status != http.StatusNotFound {
		t.Errorf("no route: %d", a.status)
	}
}

func TestWhoIsTurnedAwayIsCounted(t *testing.T) {
	s, leave := crowdedServer(t)
	defer leave()
	for range 3 {
		if a := s.do(t, http.MethodGet, "/v1/version", ""); a.status != http.StatusTooManyRequests {
			t.Fatalf("%d %s", a.status, a.body)
		}
	}
	counted := `talon_errors_total{method="/solitaire.v1.RulesService/GetVersion",reason="OVERLOADED"} 3`
	if page := s.metrics(t); !strings.Contains(page, counted) {
		t.Errorf("%s is not in\n%s", counted, page)
	}
}

func TestAnOverloadIsNewsOnceASecond(t *testing.T) {
	var a alarm
	at := time.Now()
	for _, step := range []struct {
		after time.Duration
		due   bool
	}{{0, true}, {time.Millisecond, false}, {999 * time.Millisecond, true}, {time.Second, true}, {0, false}} {
		at = at.Add(step.after)
		if due := a.due(at); due != step.due {
			t.Errorf("after %v: due is %v", step.after, due)
		}
	}
}

func TestTheDoormanSaysWhatTheServerWouldSay(t *testing.T) {
	s, leave := crowdedServer(t)
	for name, c := range map[string]struct{ path, body, language string }{
		"english": {"/v1/games:inspect", `{"state":"x"}`, ""},
		"german":  {"/v1/games:solve", `no JSON`, "de-AT, en;q=0.5"},
	} {
		at := s.do(t, http.MethodPost, c.path, c.body, "Accept-Language", c.language)
		// What names itself is none of the doorman's business.
		behind := s.do(t, http.MethodPost, c.path, c.body, "Accept-Language", c.language, "X-Request-Id", "mine")
		if at.status != behind.status || string(at.body) != string(behind.body) {
			t.Errorf("%s: %d %s; behind the door %d %s", name, at.status, at.body, behind.status, behind.body)
		}
		if id := at.header.Get("X-Request-Id"); len(id) != 16 || behind.header.Get("X-Request-Id") != "mine" {
			t.Errorf("%s: named %q; behind the door %q", name, id, behind.header.Get("X-Request-Id"))
		}
		for _, one := range []http.Header{at.header, behind.header} {
			if _, err := http.ParseTime(one.Get("Date")); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			one.Del("Date")
			one.Del("X-Request-Id")
		}
		if !maps.EqualFunc(at.header, behind.header, slices.Equal) {
			t.Errorf("%s: %v; behind the door %v", name, at.header, behind.header)
		}
	}
	counted := `talon_errors_total{method="/solitaire.v1.SolverService/SolveGame",reason="OVERLOADED"} 2`
	if page := s.metrics(t); !strings.Contains(page, counted) {
		t.Errorf("%s is not in\n%s", counted, page)
	}
	// What is no call comes in, and so does everything on the same connection once there is room.
	if a := s.do(t, http.MethodPost, "/v1/nothing", "{}"); a.status != http.StatusNotFound {
		t.Errorf("no route: %d", a.status)
	}
	leave()
	if a := s.do(t, http.MethodPost, "/v1/games:deal", `{"variant":"golf"}`); a.status != http.StatusOK {
		t.Errorf("with a free place: %d %s", a.status, a.body)
	}
}

func TestAServerThatWillStopEndsTheConnectionsOfThoseItTurnsAway(t *testing.T) {
	s, leave := crowdedServer(t)
	defer leave()
	for _, stopping := range []bool{false, true} {
		if stopping {
			s.announce()
		}
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.url+"/v1/games:deal", strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		response, err := s.web.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusTooManyRequests || response.Close != stopping {
			t.Errorf("stopping %v: %d, the connection ends: %v", stopping, response.StatusCode, response.Close)
		}
	}
}
