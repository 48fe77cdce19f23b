package main

import (
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"net/http"
	"net/netip"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/caller"
	"github.com/talon-solitaire/talon/server/internal/quota"
)

func TestACallerIsCountedOverBothWires(t *testing.T) {
	h, counting := rated(quota.Rate{PerSecond: 2, Burst: 3}, quota.Rate{})
	s := start(t, counting)
	overGRPC := func() (header, trailer metadata.MD, err error) {
		_, err = s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}, grpc.Header(&header), grpc.Trailer(&trailer))
		return header, trailer, err
	}
	field := func(md metadata.MD, name string) string {
		if values := md.Get(name); len(values) == 1 {
			return values[0]
		}
		return ""
	}
	a := s.do(t, "GET", "/v1/version", "")
	if a.status != http.StatusOK || a.header.Get("RateLimit-Policy") != `"calls";q=3;w=2` || a.header.Get("RateLimit") != `"calls";r=2;t=1` {
		t.Errorf("the first: %d, %v", a.status, a.header)
	}
	header, _, err := overGRPC()
	if err != nil || field(header, "ratelimit-policy") != `"calls";q=3;w=2` || field(header, "ratelimit") != `"calls";r=1;t=1` {
		t.Errorf("the second: %v, %v", header, err)
	}
	s.do(t, "GET", "/v1/version", "")
	a = s.do(t, "GET", "/v1/version", "")
	e := a.failure(t)
	if a.status != http.StatusTooManyRequests || e.reason() != "RATE_LIMITED" || e.fact("policy") != "calls" || e.fact("rate") != "2" || e.fact("burst") != "3" {
		t.Errorf("one too many: %d %s", a.status, a.body)
	}
	if delay := e.detail("RetryInfo")["retryDelay"]; a.header.Get("Retry-After") != "1" || delay != "0.501s" || a.header.Get("RateLimit") != `"calls";r=0;t=1` {
		t.Errorf("one too many: retry after %v, %v", delay, a.header)
	}
	header, trailer, err := overGRPC()
	if status.Code(err) != codes.ResourceExhausted || asJSON(t, err).reason() != "RATE_LIMITED" || len(header.Get("ratelimit")) > 0 || field(trailer, "ratelimit") != `"calls";r=0;t=1` {
		t.Errorf("one too many: %v, %v, %v", header, trailer, err)
	}
	h.pass(501 * time.Millisecond)
	if _, _, err := overGRPC(); err != nil {
		t.Errorf("after the time that was asked for: %v", err)
	}
	if a := s.do(t, "GET", "/healthz", ""); a.status != http.StatusOK || a.header.Get("RateLimit") != "" {
		t.Errorf("a probe: %d, %v", a.status, a.header)
	}
	if a, b := s.serving(t); !a || !b {
		t.Error("health is counted")
	}
}

func TestSearchesAreCountedApart(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 1, Burst: 2}, quota.Rate{PerSecond: 0.2, Burst: 2})
	s := start(t, counting)
	solve := func() answer { return s.do(t, "POST", "/v1/games:solve", `{"state":"`+lateKlondike+`"}`) }
	if a := solve(); a.status != http.StatusOK || a.header.Get("RateLimit") != `"searches";r=1;t=5` || a.header.Get("RateLimit-Policy") != `"searches";q=2;w=10` {
		t.Errorf("the first: %d %s %v", a.status, a.body, a.header)
	}
	stream, err := s.solver.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{State: lateKlondike})
	for err == nil {
		_, err = stream.Recv()
	}
	if status.Code(err) == codes.ResourceExhausted {
		t.Errorf("the second: %v", err)
	}
	if a := solve(); a.status != http.StatusTooManyRequests || a.failure(t).fact("policy") != "searches" || a.header.Get("Retry-After") != "6" {
		t.Errorf("the third: %d %s %v", a.status, a.body, a.header)
	}
	a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf","winnable":true,"options":{"on_king":"queen","wrap":"on"}}`)
	if e := a.failure(t); a.status != http.StatusTooManyRequests || e.reason() != "RATE_LIMITED" || e.fact("policy") != "searches" {
		t.Errorf("a deal that has to be searched for: %d %s", a.status, a.body)
	}
	if a := s.do(t, "POST", "/v1/games:deal", `{"variant":"golf"}`); a.status != http.StatusOK {
		t.Errorf("a deal that has not: %d %s", a.status, a.body)
	}
}

func TestCallersAreToldApart(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 1, Burst: 1}, quota.Rate{})
	s := start(t, func(c *config) {
		wanting(t)(c)
		counting(c)
		if err := c.trustedProxies.Set("127.0.0.0/8"); err != nil {
			t.Fatal(err)
		}
	})
	for i, step := range []struct {
		kind, from string
		status     int
	}{
		{"all", "", 200},
		{"all", "", 429},
		{"all", "198.51.100.9", 429},
		{"someone", "", 200},
		{"someone", "", 429},
		{"", "", 401},
		{"", "", 429},
		{"forged", "", 429},
		{"expired", "", 429},
		{"", "198.51.100.1", 401},
		{"forged", "198.51.100.1", 429},
		{"", "203.0.113.1, 198.51.100.1", 429},
		{"", "198.51.100.2", 401},
		{"", "2001:db8::1", 401},
		{"", "2001:db8::2", 429},
		{"", "2001:db8:0:1::1", 401},
	} {
		a := s.do(t, "GET", "/v1/variants", "", "Authorization", bearing(t, step.kind), "X-Forwarded-For", step.from)
		if a.status != step.status {
			t.Errorf("step %d, %q from %q: %d %s", i, step.kind, step.from, a.status, a.body)
		}
	}
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-forwarded-for", "198.51.100.2")
	if _, err := s.client.ListVariants(ctx, &solitairev1.ListVariantsRequest{}); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("over gRPC: %v", err)
	}
}

func TestAStrangerCannotBeSomebodyElse(t *testing.T) {
	_, counting := rated(quota.Rate{PerSecond: 1, Burst: 1}, quota.Rate{})
	s := start(t, counting)
	s.do(t, "GET", "/v1/version", "")
	if a := s.do(t, "GET", "/v1/version", "", "X-Forwarded-For", "198.51.100.1"); a.status != http.StatusTooManyRequests {
		t.Errorf("%d", a.status)
	}
	ctx := metadata.AppendToOutgoingContext(t.Context(), "x-forwarded-for", "198.51.100.1")
	if _, err := s.client.GetVersion(ctx, &solitairev1.GetVersionRequest{}); status.Code(err) != codes.ResourceExhausted {
		t.Errorf("over gRPC: %v", err)
	}
}

func TestACertificateIsACaller(t *testing.T) {
	a := &access{quotas: quota.New(quota.Rate{PerSecond: 1, Burst: 1}, quota.Rate{}, quota.Clock{})}
	leaf := &x509.Certificate{Subject: pkix.Name{CommonName: "game-server"}}
	shown := &tls.ConnectionState{PeerCertificates: []*x509.Certificate{leaf}}
	verified := &tls.ConnectionState{PeerCertificates: []*x509.Certificate{leaf}, VerifiedChains: [][]*x509.Certificate{{leaf}}}
	at := caller.Address(netip.MustParseAddr("192.0.2.1"))
	for i, test := range []struct {
		tls  *tls.ConnectionState
		want caller.Key
	}{{nil, at}, {shown, at}, {verified, caller.Certificate("CN=game-server")}} {
		if got := a.keyOf(visitor{address: netip.MustParseAddr("192.0.2.1"), tls: test.tls}); got != test.want {
			t.Errorf("%d: another caller", i)
		}
	}
}

func TestAStreamIsReadAsFastAsItsCallerMayCall(t *testing.T) {
	h, counting := rated(quota.Rate{PerSecond: 2, Burst: 2}, quota.Rate{})
	s := start(t, counting)
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	log := &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}}
	send(t, stream, log, log, log, log)
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		if answer, err := stream.Recv(); err != nil || answer.GetError() != nil {
			t.Fatalf("log %d: %v, %v", i, answer, err)
		}
	}
	for i, want := range []time.Duration{500 * time.Millisecond, time.Second} {
		if d := <-h.wait; d != want {
			t.Errorf("log %d waits %v, want %v", 2+i, d, want)
		}
		h.over <- testNow
		if answer, err := stream.Recv(); err != nil || answer.GetError() != nil {
			t.Fatalf("log %d: %v, %v", 2+i, answer, err)
		}
	}
	if rest := receive(t, stream); len(rest) > 0 {
		t.Errorf("%d answers more", len(rest))
	}
	if a := s.do(t, "GET", "/v1/version", ""); a.status != http.StatusTooManyRequests {
		t.Errorf("another call: %d", a.status)
	}
}

func TestAStreamThatWaitsEndsWithTheServer(t *testing.T) {
	h, counting := rated(quota.Rate{PerSecond: 1, Burst: 1}, quota.Rate{})
	s := start(t, counting)
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	log := &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}}
	send(t, stream, log, log)
	if _, err := stream.Recv(); err != nil {
		t.Fatal(err)
	}
	<-h.wait
	if err := s.stop(); err != nil {
		t.Error(err)
	}
	if _, err := stream.Recv(); status.Code(err) != codes.Unavailable {
		t.Errorf("the stream ends with %v", err)
	}
}
