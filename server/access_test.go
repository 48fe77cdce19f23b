package main

import (
	"context"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/reflect/protoreflect"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/quota"
	"github.com/talon-solitaire/talon/server/internal/token"
)

// testNow is when the tests of tokens and rates take place.
var testNow = time.Unix(1_800_000_000, 0)

// issuerKey is a key that everybody knows.
func issuerKey(name string) ed25519.PrivateKey {
	seed := sha256.Sum256([]byte(name))
	return ed25519.NewKeyFromSeed(seed[:])
}

// signed makes a token by the key of that name.
func signed(t testing.TB, key string, claims map[string]any) string {
	t.Helper()
	payload, err := json.Marshal(claims)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.EdDSA, Key: jose.JSONWebKey{Key: issuerKey(key), KeyID: "current"}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	made, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := made.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// bearing makes the header of a token of that kind: its scopes, or what is wrong with it. The empty kind is none.
func bearing(t testing.TB, kind string) string {
	t.Helper()
	claims := map[string]any{"iss": "https://issuer.example", "aud": "talon", "sub": "game-server", "exp": testNow.Add(time.Hour).Unix(), "scope": kind}
	key := "current"
	switch kind {
	case "":
		return ""
	case "garbage":
		return "Bearer garbage"
	case "expired":
		claims["exp"] = testNow.Add(-time.Hour).Unix()
	case "forged":
		key = "another"
	case "all":
		claims["scope"] = "talon.rules talon.deal talon.solve"
	case "someone":
		claims["scope"], claims["sub"] = "talon.rules talon.deal talon.solve", "someone"
	}
	return "Bearer " + signed(t, key, claims)
}

// issuerSet is the key that tokens are checked with.
var issuerSet = []byte(`{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"current","x":"` +
	base64.RawURLEncoding.EncodeToString(issuerKey("current").Public().(ed25519.PublicKey)) + `"}]}`)

// wanting makes a server want tokens.
func wanting(t testing.TB) func(*config) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "jwks.json")
	if err := os.WriteFile(path, issuerSet, 0o644); err != nil {
		t.Fatal(err)
	}
	return wantingFrom(t, path)
}

func wantingFrom(t testing.TB, where string) func(*config) {
	t.Helper()
	return func(c *config) {
		if err := c.wantTokens(t.Context(), where, func() time.Time { return testNow }); err != nil {
			t.Fatal(err)
		}
	}
}

// wantTokens is what the settings of tokens do, by another clock.
func (c *config) wantTokens(ctx context.Context, where string, clock func() time.Time) error {
	keys, err := token.Open(ctx, where, clock)
	if err != nil {
		return err
	}
	c.authKeys, c.authIssuer, c.authAudience = where, "https://issuer.example", stringList{"talon"}
	c.useTokens(keys)
	return nil
}

// keyless makes a server want tokens that has no keys to check them with.
func keyless(t testing.TB) func(*config) {
	t.Helper()
	silent := httptest.NewServer(http.NotFoundHandler())
	t.Cleanup(silent.Close)
	return wantingFrom(t, silent.URL)
}

// hourglass is a clock that stands still until it is turned.
type hourglass struct {
	mu   sync.Mutex
	now  time.Time
	wait chan time.Duration
	over chan time.Time
}

func (h *hourglass) pass(d time.Duration) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.now = h.now.Add(d)
}

// rated makes a server count the calls of each caller.
func rated(calls, searches quota.Rate) (*hourglass, func(*config)) {
	h := &hourglass{now: testNow, wait: make(chan time.Duration, 16), over: make(chan time.Time)}
	return h, func(c *config) {
		c.limits.callRate, c.limits.searchRate = calls, searches
		c.clock = quota.Clock{Now: func() time.Time {
			h.mu.Lock()
			defer h.mu.Unlock()
			return h.now
		}, After: func(d time.Duration) <-chan time.Time {
			h.wait <- d
			return h.over
		}}
	}
}

// as is a context of a call with a header Authorization.
func as(ctx context.Context, header string) context.Context {
	if header == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "authorization", header)
}

func TestEveryMethodHasAScope(t *testing.T) {
	if got, want := slices.Sorted(maps.Keys(scopes)), slices.Sorted(slices.Values(methods())); !slices.Equal(got, want) {
		t.Errorf("there are scopes for\n%v\nand methods\n%v", got, want)
	}
	row := regexp.MustCompile("(?m)^\\| (?:`(talon\\.[a-z]+)`|none) \\|([^|]+)\\|")
	page, err := os.ReadFile(filepath.Join("..", "docs", "access.md"))
	if err != nil {
		t.Fatal(err)
	}
	documented := map[string]string{}
	for _, line := range row.FindAllStringSubmatch(string(page), -1) {
		for name := range strings.SplitSeq(line[2], ",") {
			documented[strings.TrimSpace(name)] = line[1]
		}
	}
	for method, scope := range scopes {
		name := method[strings.LastIndexByte(method, '/')+1:]
		if got, there := documented[name]; !there || got != scope {
			t.Errorf("%s needs %q; docs/access.md says %q", name, scope, got)
		}
	}
	if len(documented) != len(scopes) {
		t.Errorf("docs/access.md lists %d methods, of which there are %d", len(documented), len(scopes))
	}
}

// refusalOf is the reason for which a call of a method is refused with a token of that kind, empty where it is not.
func refusalOf(scope, kind string) string {
	switch {
	case scope == public:
		return ""
	case kind == "":
		return "MISSING_TOKEN"
	case kind == "expired":
		return "EXPIRED_TOKEN"
	case kind == "forged", kind == "garbage":
		return "INVALID_TOKEN"
	case kind != "all" && kind != scope:
		return "MISSING_SCOPE"
	}
	return ""
}

var statuses = map[string]int{"MISSING_TOKEN": 401, "EXPIRED_TOKEN": 401, "INVALID_TOKEN": 401, "MISSING_SCOPE": 403, "NO_TOKEN_KEY": 503, "RATE_LIMITED": 429}

// TestAMethodIsForThoseWhoHaveItsScope calls every method over every wire with tokens of every kind.
func TestAMethodIsForThoseWhoHaveItsScope(t *testing.T) {
	s := start(t, wanting(t))
	unscoped := start(t, func(c *config) { wanting(t)(c); c.authScopes = false })
	fill := strings.NewReplacer("{variant}", "golf", "{number}", "1", "{daily}", "2026-12-01")
	for _, kind := range []string{"", "expired", "forged", "garbage", scopeRules, scopeDeal, scopeSolve, "all"} {
		header := bearing(t, kind)
		refused := map[string]string{}
		for _, m := range methodDescriptors() {
			method := fullMethod(m)
			want := refusalOf(scopes[method], kind)
			err := s.call(t, header, m)
			got := ""
			if err != nil {
				e := asJSON(t, err)
				got = e.reason()
				text, _ := statusJSON(err)
				refused[method] = string(text) + "\n"
				if got == "MISSING_SCOPE" && e.fact("scope") != scopes[method] {
					t.Errorf("%s, %q: it lacks %q", method, kind, e.fact("scope"))
				}
			}
			if statuses[got] == 0 {
				got = ""
			}
			if got != want {
				t.Errorf("%s, %q: refused with %q, want %q", method, kind, got, want)
			}
			if err := unscoped.call(t, header, m); want == "MISSING_SCOPE" && err != nil && status.Code(err) == codes.PermissionDenied {
				t.Errorf("%s, %q: %v though no scope is wanted", method, kind, err)
			}
		}
		for _, r := range apiRoutes() {
			want := refusalOf(scopes[r.FullMethod()], kind)
			a := s.do(t, r.Method, fill.Replace(r.Path), "{}", "Authorization", header)
			if want == "" {
				if a.status == http.StatusUnauthorized || a.status == http.StatusForbidden {
					t.Errorf("%s, %q: %d %s", r.Path, kind, a.status, a.body)
				}
				continue
			}
			if a.status != statuses[want] || string(a.body) != refused[r.FullMethod()] {
				t.Errorf("%s, %q: %d\n%sover gRPC it is\n%s", r.Path, kind, a.status, a.body, refused[r.FullMethod()])
			}
		}
	}
}

// call calls a method with nothing but a header Authorization.
func (r *running) call(t *testing.T, header string, m protoreflect.MethodDescriptor) error {
	t.Helper()
	ctx, cancel := context.WithCancel(as(t.Context(), header))
	defer cancel()
	if !m.IsStreamingClient() && !m.IsStreamingServer() {
		return r.conn.Invoke(ctx, fullMethod(m), newMessage(t, m.Input()), newMessage(t, m.Output()))
	}
	stream, err := r.conn.NewStream(ctx, &grpc.StreamDesc{ServerStreams: true, ClientStreams: m.IsStreamingClient()}, fullMethod(m))
	if err != nil {
		t.Fatal(err)
	}
	if !m.IsStreamingClient() {
		_ = stream.SendMsg(newMessage(t, m.Input()))
	}
	_ = stream.CloseSend()
	if err := stream.RecvMsg(newMessage(t, m.Output())); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

func TestWhatIsNoCallNeedsNoToken(t *testing.T) {
	s := start(t, func(c *config) { wanting(t)(c); c.corsOrigins = stringList{"*"}; c.reflection = reflectionOn })
	for path := range s.pages() {
		if a := s.do(t, "GET", path, ""); a.status != http.StatusOK {
			t.Errorf("%s: %d", path, a.status)
		}
	}
	for _, page := range []string{"/", "/docs", "/openapi.json", "/healthz", "/readyz"} {
		if s.pages()[page] == nil {
			t.Errorf("there is no page %s", page)
		}
	}
	a := s.do(t, "OPTIONS", "/v1/games:deal", "", "Origin", "https://cards.example", "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization")
	if a.status != http.StatusNoContent || !strings.Contains(a.header.Get("Access-Control-Allow-Headers"), "Authorization") {
		t.Errorf("the question of a browser: %d, %v", a.status, a.header)
	}
	answer, err := healthpb.NewHealthClient(s.conn).Check(t.Context(), &healthpb.HealthCheckRequest{})
	if err != nil || answer.Status != healthpb.HealthCheckResponse_SERVING {
		t.Errorf("health: %v, %v", answer, err)
	}
	if _, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
		t.Error(err)
	}
	if err := s.conn.Invoke(t.Context(), "/solitaire.v1.RulesService/Nothing", &solitairev1.GetVersionRequest{}, &solitairev1.GetVersionResponse{}); status.Code(err) != codes.Unimplemented {
		t.Errorf("a method that there is not: %v", err)
	}
}

func TestTheChallengeSaysWhatIsWanted(t *testing.T) {
	s := start(t, wanting(t))
	for kind, want := range map[string]string{
		"":         `Bearer realm="talon"`,
		"expired":  `Bearer realm="talon", error="invalid_token", error_description="The token has expired"`,
		"forged":   `Bearer realm="talon", error="invalid_token"`,
		scopeDeal:  `Bearer realm="talon", error="insufficient_scope", scope="talon.rules"`,
		scopeRules: ``,
	} {
		a := s.do(t, "POST", "/v1/games:inspect", `{"state":"`+klondike+`"}`, "Authorization", bearing(t, kind))
		if got := a.header.Get("WWW-Authenticate"); got != want || (a.status == http.StatusOK) != (want == "") {
			t.Errorf("%q: %d, %s", kind, a.status, got)
		}
	}
}

func TestTwoTokensAreNone(t *testing.T) {
	s := start(t, wanting(t))
	header := bearing(t, "all")
	response := s.raw(t, "GET /v1/variants HTTP/1.1\r\nHost: x\r\nAuthorization: "+header+"\r\nAuthorization: "+header+"\r\n\r\n")
	_ = response.Body.Close()
	_, err := s.client.ListVariants(as(as(t.Context(), header), header), &solitairev1.ListVariantsRequest{})
	if response.StatusCode != http.StatusUnauthorized || asJSON(t, err).reason() != "INVALID_TOKEN" {
		t.Errorf("%d, %v", response.StatusCode, err)
	}
	huge := "Bearer a.b." + strings.Repeat("c", 10<<10)
	a := s.do(t, "GET", "/v1/variants", "", "Authorization", huge)
	_, err = s.client.ListVariants(as(t.Context(), huge), &solitairev1.ListVariantsRequest{})
	if a.status != http.StatusUnauthorized || asJSON(t, err).reason() != "INVALID_TOKEN" {
		t.Errorf("a huge one: %d, %v", a.status, err)
	}
}

func TestWhoMayNotCallIsNotReadFirst(t *testing.T) {
	s := start(t, wanting(t))
	response := s.raw(t, "POST /v1/games:inspect HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
	_ = response.Body.Close()
	if response.StatusCode != http.StatusUnauthorized {
		t.Errorf("a body that never comes: %d", response.StatusCode)
	}
	if a := s.do(t, "POST", "/v1/games:inspect", `{`, "Content-Type", "text/plain"); a.status != http.StatusUnauthorized {
		t.Errorf("another type: %d", a.status)
	}
	for header, want := range map[string]string{"": "MISSING_TOKEN", bearing(t, "all"): "INVALID_REQUEST"} {
		err := s.conn.Invoke(as(t.Context(), header), solitairev1.RulesService_InspectGame_FullMethodName, []byte{0xff, 0xff}, new([]byte), grpc.ForceCodecV2(rawCodec{}))
		if got := asJSON(t, err).reason(); got != want {
			t.Errorf("bytes that are no message: %s, want %s", got, want)
		}
	}
}

func TestNoTokenStandsInTheLogOrTheMetrics(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 1, Burst: 2}, quota.Rate{})
	s := start(t, func(c *config) { wanting(t)(c); counting(c) })
	headers := []string{bearing(t, "someone"), bearing(t, "expired"), bearing(t, "forged"), "Bearer secretive.secretive.secretive"}
	for _, header := range headers {
		for range 3 {
			s.do(t, "POST", "/v1/games:inspect", "{}", "Authorization", header)
			_, _ = s.client.InspectGame(as(t.Context(), header), &solitairev1.InspectGameRequest{})
		}
	}
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	secrets := []string{"secretive", "someone", "game-server", "issuer.example", "Bearer"}
	for _, header := range headers {
		secrets = append(secrets, strings.Split(header, ".")[2])
	}
	for _, text := range secrets {
		if strings.Contains(s.log.String(), text) {
			t.Errorf("%q is in the log", text)
		}
	}
	if !strings.Contains(s.log.String(), "EXPIRED_TOKEN") || strings.Contains(s.log.String(), "WARN") {
		t.Errorf("the log says\n%s", s.log)
	}
}

func TestRefusalsAreCountedByReasonAndCallersByNothing(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 1, Burst: 3}, quota.Rate{})
	s := start(t, func(c *config) { wanting(t)(c); counting(c) })
	for range 2 {
		for _, kind := range []string{"", "someone", scopeDeal, "someone"} {
			s.do(t, "POST", "/v1/games:inspect", `{"state":"`+klondike+`"}`, "Authorization", bearing(t, kind))
		}
	}
	page := s.metrics(t)
	for _, line := range []string{
		`talon_errors_total{method="/solitaire.v1.RulesService/InspectGame",reason="MISSING_TOKEN"} 2`,
		`talon_errors_total{method="/solitaire.v1.RulesService/InspectGame",reason="MISSING_SCOPE"} 2`,
		`talon_errors_total{method="/solitaire.v1.RulesService/InspectGame",reason="RATE_LIMITED"} 1`,
		"talon_rate_callers 3",
		"talon_token_keys 1",
		"talon_token_keys_age_seconds 0",
		`talon_token_key_reads_total{result="taken"} 1`,
	} {
		if !strings.Contains(page, line+"\n") {
			t.Errorf("%s is not on the page", line)
		}
	}
	for _, text := range []string{"someone", "game-server", "127.0.0.1"} {
		if strings.Contains(page, text) {
			t.Errorf("%q is on the page", text)
		}
	}
}

func TestWithoutKeysOfTokensTheServerIsNotReady(t *testing.T) {
	var answers atomic.Bool
	issuer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if !answers.Load() {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		_, _ = w.Write(issuerSet)
	}))
	t.Cleanup(issuer.Close)
	var later atomic.Int64
	ticks := make(chan time.Time)
	s := startAdapted(t, func(c *config) {
		if err := c.wantTokens(t.Context(), issuer.URL, func() time.Time { return testNow.Add(time.Duration(later.Load())) }); err != nil {
			t.Fatal(err)
		}
	}, func(s *server) { s.tokenTicks = ticks })
	if a := s.do(t, "GET", "/readyz", ""); a.status != http.StatusServiceUnavailable || string(a.body) != "{\"status\":\"NO_TOKEN_KEY\"}\n" {
		t.Errorf("/readyz: %d %s", a.status, a.body)
	}
	if a := s.do(t, "GET", "/v1/variants", "", "Authorization", bearing(t, "all")); a.status != http.StatusServiceUnavailable || a.failure(t).reason() != "NO_TOKEN_KEY" {
		t.Errorf("%d %s", a.status, a.body)
	}
	answers.Store(true)
	later.Store(int64(time.Minute))
	// The second tick is taken when the first has been dealt with.
	ticks <- time.Time{}
	ticks <- time.Time{}
	if a, b := s.serving(t); !a || !b {
		t.Errorf("ready over JSON %v, over gRPC %v", a, b)
	}
	if a := s.do(t, "GET", "/v1/variants", "", "Authorization", bearing(t, "all")); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
	s.tokenKeysChanged(errors.New("the issuer is gone"))
	if log := s.log.String(); !strings.Contains(log, "no token keys") || !strings.Contains(log, "token keys reloaded") || !strings.Contains(log, "the issuer is gone") {
		t.Errorf("the log says\n%s", log)
	}
}

func TestWhatIsForBearersIsInNoSharedCache(t *testing.T) {
	s, open := start(t, wanting(t)), start(t, nil)
	for _, path := range []string{"/v1/variants", "/v1/variants/golf", "/v1/variants/golf/deals/1"} {
		kept, shared := s.do(t, "GET", path, "", "Authorization", bearing(t, "all")), open.do(t, "GET", path, "")
		if a, b := kept.header.Get("Cache-Control"), shared.header.Get("Cache-Control"); !strings.HasPrefix(a, "private, ") || a != strings.Replace(b, "public", "private", 1) {
			t.Errorf("%s: %q, without tokens %q", path, a, b)
		}
	}
}

func TestTheVersionTellsWhatIsWanted(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 20, Burst: 40}, quota.Rate{PerSecond: 0.5, Burst: 5})
	s := start(t, func(c *config) { wanting(t)(c); counting(c) })
	v := object(t, s.do(t, "GET", "/v1/version", ""))
	text, err := json.Marshal([]any{v["tokenRequired"], v["limits"].(map[string]any)["calls"], v["limits"].(map[string]any)["searches"]})
	if err != nil || string(text) != `[true,{"burst":40,"perSecond":20},{"burst":5,"perSecond":0.5}]` {
		t.Errorf("%s, %v", text, err)
	}
}
