package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

// environment makes a lookup function of pairs.
func environment(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestAFlagWinsOverTheEnvironmentAndThatOverTheDefault(t *testing.T) {
	c, err := readConfig(
		[]string{"-http-addr", ":1", "-max-moves=7"},
		environment("TALON_HTTP_ADDR", ":2", "TALON_GRPC_ADDR", ":3", "TALON_CORS_ORIGINS", "https://a.example, https://b.example", "TALON_LOG_LEVEL", "debug"),
		io.Discard,
	)
	if err != nil {
		t.Fatal(err)
	}
	want := defaults()
	want.httpAddr, want.grpcAddr, want.limits.moves = ":1", ":3", 7
	want.corsOrigins = stringList{"https://a.example", "https://b.example"}
	want.logLevel = slog.LevelDebug
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got  %+v\nwant %+v", c, want)
	}
}

func TestEveryWrongSettingIsNamedAtOnce(t *testing.T) {
	_, err := readConfig(
		[]string{"-max-deck-cards=51", "-drain-timeout=0s", "-http-addr=localhost", "-cors-origins=cards.example", "-solvers=0", "-tls-client-ca=a", "serve"},
		environment("TALON_STATES", "sealed", "TALON_HINTS", "some", "TALON_SOLVER_TIME", "-1s", "TALON_MAX_MOVES", "many", "TALON_REFLECTION", "perhaps"),
		io.Discard,
	)
	if err == nil {
		t.Fatal("taken")
	}
	for _, want := range []string{
		`-max-deck-cards (TALON_MAX_DECK_CARDS): 51 is not between 52 and 104`,
		`-drain-timeout (TALON_DRAIN_TIMEOUT): 0s is not above zero`,
		`-solvers (TALON_SOLVERS): 0 is not between 1 and 1024`,
		`-solver-time (TALON_SOLVER_TIME): -1s is not above zero and at most 1h0m0s`,
		`-http-addr (TALON_HTTP_ADDR): "localhost" is no host:port`,
		`-cors-origins (TALON_CORS_ORIGINS): "cards.example" is no origin`,
		`-states (TALON_STATES): sealed needs -seal-keys (TALON_SEAL_KEYS)`,
		`TALON_HINTS="some": wanted none, visible or full`,
		`-tls-client-ca (TALON_TLS_CLIENT_CA): it needs -tls-cert (TALON_TLS_CERT) and -tls-key (TALON_TLS_KEY)`,
		`argument "serve": only flags are taken`,
		`TALON_MAX_MOVES="many": `,
		`TALON_REFLECTION="perhaps": wanted on, off or auto`,
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in:\n%v", want, err)
		}
	}
}

func TestTokensNeedKeysAnIssuerAndAnAudience(t *testing.T) {
	c, err := readConfig(
		[]string{"-auth-keys", "https://issuer.example/jwks.json", "-auth-issuer=https://issuer.example", "-auth-audience=talon,cards"},
		environment(), io.Discard,
	)
	if err != nil || !slices.Equal(c.authAudience, []string{"talon", "cards"}) || !c.authScopes {
		t.Errorf("%v, %+v", err, c)
	}
	c, err = readConfig([]string{"-auth-keys", filepath.Join(t.TempDir(), "none"), "-auth-issuer=i", "-auth-audience=a"}, environment(), io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if err := c.loadTokenKeys(t.Context()); err == nil || !strings.Contains(err.Error(), "-auth-keys (TALON_AUTH_KEYS): ") || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("a file that there is not: %v", err)
	}
}

func TestBounds(t *testing.T) {
	for _, test := range []struct {
		arg  string
		good bool
	}{
		{"-max-message-bytes=1024", true},
		{"-max-message-bytes=1023", false},
		{"-max-message-bytes=67108865", false},
		{"-max-moves=0", false},
		{"-max-seed-bytes=129", false},
		{"-max-snapshots=-1", false},
		{"-max-calls=0", false},
		{"-max-streams=0", false},
		{"-max-window=0", false},
		{"-max-connections=1", true},
		{"-max-connections=0", false},
		{"-max-connection-age=1s", true},
		{"-max-connection-age=999ms", false},
		{"-max-connection-age=24h1s", false},
		{"-request-time=1s", true},
		{"-request-time=0s", false},
		{"-request-time=2h", false},
		{"-tls-cert=", true},
		{"-tls-cert=c", false},
		{"-tls-key=k", false},
		{"-tls-client-ca=a", false},
		{"-solvers=1", true},
		{"-solvers=0", false},
		{"-solvers=1025", false},
		{"-solver-queue=0", true},
		{"-solver-queue=-1", false},
		{"-solver-bytes=1024", false},
		{"-solver-bytes=268435456", true},
		{"-solver-nodes=4294967295", true},
		{"-solver-nodes=4294967296", false},
		{"-solver-nodes=0", false},
		{"-solver-time=1ms", true},
		{"-solver-time=0s", false},
		{"-solver-time=1h1s", false},
		{"-drain-delay=-1s", false},
		{"-drain-delay=5s", true},
		{"-max-wait=-1s", false},
		{"-max-wait=0", true},
		{"-states=open", true},
		{"-states=auto", true},
		{"-states=both", false}, // without keys
		{"-states=sealed", false},
		{"-states=shut", false},
		{"-seal-keys=keys", true},
		{"-rate=20:40", true},
		{"-rate=", true},
		{"-rate=0", false},
		{"-rate=20/s", false},
		{"-rate-search=0.5:5", true},
		{"-rate-search=5:0", false},
		{"-trusted-proxies=10.0.0.0/8, 192.0.2.1", true},
		{"-trusted-proxies=proxy.example", false},
		{"-auth-issuer=https://issuer.example", false}, // without keys
		{"-auth-audience=talon", false},
		{"-auth-keys=jwks.json", false}, // without issuer and audience
		{"-auth-keys=http://issuer.example/jwks.json", false},
		{"-auth-scopes=false", true},
		{"-hints=none", true},
		{"-hints=full", true},
		{"-hints=", false},
		{"-hints=FULL", false},
		{"-trace-endpoint=http://127.0.0.1:4317", true},
		{"-trace-endpoint=https://collector.example", true},
		{"-trace-endpoint=", true},
		{"-trace-endpoint=127.0.0.1:4317", false},
		{"-trace-endpoint=localhost:4317", false},
		{"-trace-endpoint=http://", false},
		{"-trace-endpoint=http://user:password@collector.example", false},
		{"-trace-endpoint=ftp://collector.example", false},
		{"-trace-share=0", true},
		{"-trace-share=0.01", true},
		{"-trace-share=1", true},
		{"-trace-share=", true},
		{"-trace-share=1.1", false},
		{"-trace-share=-0.1", false},
		{"-trace-share=NaN", false},
		{"-trace-share=few", false},
		{"-admin-addr=", true},
		{"-grpc-addr=", false},
		{"-log-level=loud", false},
		{"-no-such-flag", false},
	} {
		if _, err := readConfig([]string{test.arg}, environment(), io.Discard); (err == nil) != test.good {
			t.Errorf("%s: %v", test.arg, err)
		}
	}
}

func TestTLSNeedsACertificateAndItsKey(t *testing.T) {
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-tls-cert=c", "-tls-key=k"}, ""},
		{[]string{"-tls-cert=c", "-tls-key=k", "-tls-client-ca=a"}, ""},
		{[]string{"-tls-cert=c", "-tls-client-ca=a"}, "-tls-cert (TALON_TLS_CERT): it needs -tls-key (TALON_TLS_KEY)"},
		{[]string{"-tls-key=k", "-tls-client-ca=a"}, "-tls-key (TALON_TLS_KEY): it needs -tls-cert (TALON_TLS_CERT)"},
	} {
		_, err := readConfig(test.args, environment(), io.Discard)
		if got := fmt.Sprint(err); got != test.want && (err != nil || test.want != "") {
			t.Errorf("%q: %v", test.args, err)
		}
	}
}

func TestTheCollectorOfTracesIsThatOfTheFlagElseThatOfTheEnvironment(t *testing.T) {
	for _, test := range []struct {
		arg  []string
		env  []string
		want string
	}{
		{nil, nil, ""},
		{nil, []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1"}, "http://a:1"},
		{nil, []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://b:2"}, "http://b:2"},
		{nil, []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", "TALON_TRACE_ENDPOINT", "http://c:3"}, "http://c:3"},
		{nil, []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", "OTEL_SDK_DISABLED", "true"}, ""},
		{nil, []string{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://a:1", "TALON_TRACE_ENDPOINT", ""}, ""},
		{[]string{"-trace-endpoint=http://d:4"}, []string{"TALON_TRACE_ENDPOINT", "http://c:3"}, "http://d:4"},
	} {
		c, err := readConfig(test.arg, environment(test.env...), io.Discard)
		if err != nil || c.traceEndpoint != test.want {
			t.Errorf("%v with %v: %q, %v, want %q", test.arg, test.env, c.traceEndpoint, err, test.want)
		}
	}
}

func TestTheHelpNamesEveryFlagAndItsVariable(t *testing.T) {
	var help bytes.Buffer
	if _, err := readConfig([]string{"-help"}, environment(), &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatalf("got %v", err)
	}
	for _, want := range []string{"-grpc-addr", "-reflection", "-solvers", "-solver-bytes", "127.0.0.1:8080", "TALON_HTTP_ADDR", "20s"} {
		if !strings.Contains(help.String(), want) {
			t.Errorf("%q is not in the help", want)
		}
	}
}

func TestReflectionIsOfferedOnLoopbackUnlessTold(t *testing.T) {
	loopback := &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}
	loopback6 := &net.TCPAddr{IP: net.IPv6loopback}
	public := &net.TCPAddr{IP: net.IPv4zero}
	for _, test := range []struct {
		setting string
		addr    net.Addr
		want    bool
	}{
		{"auto", loopback, true},
		{"auto", loopback6, true},
		{"auto", public, false},
		{"on", public, true},
		{"off", loopback, false},
		{"true", public, true},
		{"false", loopback, false},
	} {
		c, err := readConfig([]string{"-reflection=" + test.setting}, environment(), io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if got := c.reflection.offered(test.addr); got != test.want {
			t.Errorf("%s on %s: %t", test.setting, test.addr, got)
		}
	}
	c, err := readConfig([]string{"-reflection", "-drain-delay", "3s"}, environment(), io.Discard)
	if err != nil || c.reflection != reflectionOn || c.drainDelay != 3*time.Second {
		t.Errorf("-reflection alone: %+v, %v", c, err)
	}
}
