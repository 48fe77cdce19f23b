package main

import (
	"bufio"
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/peer"
	"google.golang.org/grpc/status"

	"github.com/talon-solitaire/talon/internal/issuer"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/certificate"
	"github.com/talon-solitaire/talon/server/internal/step"
)

// secured is a server that speaks TLS.
type secured struct {
	*running
	files            certificate.Files
	servers, clients *issuer.Issuer
}

// startSecured runs a server that speaks TLS; a mutual one wants certificates of clients, too.
func startSecured(t *testing.T, mutual bool, further ...step.Step) *secured {
	t.Helper()
	return secure(t, mutual, func(*config) {}, further...)
}

// startSecuredWith runs a server that speaks TLS with the settings changed by change.
func startSecuredWith(t *testing.T, change func(*config)) *secured {
	t.Helper()
	return secure(t, false, change)
}

func secure(t *testing.T, mutual bool, change func(*config), further ...step.Step) *secured {
	t.Helper()
	folder := t.TempDir()
	s := &secured{
		servers: issuer.New(t, issuer.Wanted{Name: "servers"}), clients: issuer.New(t, issuer.Wanted{Name: "clients"}),
		files: certificate.Files{Cert: filepath.Join(folder, "tls.crt"), Key: filepath.Join(folder, "tls.key")},
	}
	s.put(t, s.servers.Server(t, "first"))
	if mutual {
		s.files.ClientCA = issuer.Write(t, filepath.Join(folder, "ca.crt"), s.clients.PEM)
	}
	s.running = start(t, func(c *config) {
		c.tls = s.files
		if err := c.loadIdentity(); err != nil {
			t.Fatal(err)
		}
		change(c)
	}, further...)
	s.url = strings.Replace(s.url, "http:", "https:", 1)
	return s
}

func (s *secured) put(t *testing.T, p issuer.Pair) {
	t.Helper()
	issuer.Write(t, s.files.Cert, p.Cert)
	issuer.Write(t, s.files.Key, p.Key)
}

// trusting is the configuration of a client that knows the authority of the server, and shows what it is given.
func (s *secured) trusting(t *testing.T, shown ...issuer.Pair) *tls.Config {
	t.Helper()
	c := &tls.Config{RootCAs: x509.NewCertPool()}
	c.RootCAs.AppendCertsFromPEM(s.servers.PEM)
	for _, p := range shown {
		pair, err := tls.X509KeyPair(p.Cert, p.Key)
		if err != nil {
			t.Fatal(err)
		}
		c.Certificates = append(c.Certificates, pair)
	}
	return c
}

// as gives clients of both kinds that show what they are given.
func (s *secured) as(t *testing.T, shown ...issuer.Pair) *running {
	t.Helper()
	transport := &http.Transport{TLSClientConfig: s.trusting(t, shown...), ForceAttemptHTTP2: true}
	conn := dialBy(t, s.ports.grpc.Addr(), credentials.NewTLS(s.trusting(t, shown...)))
	t.Cleanup(func() {
		transport.CloseIdleConnections()
		_ = conn.Close()
	})
	one := *s.running
	one.web, one.conn = &http.Client{Transport: transport}, conn
	one.client, one.solver = solitairev1.NewRulesServiceClient(conn), solitairev1.NewSolverServiceClient(conn)
	return &one
}

func TestBothPortsSpeakTLS(t *testing.T) {
	s := startSecured(t, false)
	caller := s.as(t)
	if _, err := caller.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
		t.Errorf("gRPC: %v", err)
	}
	for _, protocol := range []string{"HTTP/2.0", "HTTP/1.1"} {
		transport := &http.Transport{TLSClientConfig: s.trusting(t), ForceAttemptHTTP2: protocol == "HTTP/2.0"}
		defer transport.CloseIdleConnections()
		response, err := (&http.Client{Transport: transport}).Get(s.url + "/v1/version")
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.Proto != protocol || response.StatusCode != http.StatusOK || response.TLS.Version != tls.VersionTLS13 {
			t.Errorf("%s: %s, %d, %x", protocol, response.Proto, response.StatusCode, response.TLS.Version)
		}
	}
	if _, err := s.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); status.Code(err) != codes.Unavailable {
		t.Errorf("gRPC in plain text: %v", err)
	}
	plain := *s.running
	plain.url = strings.Replace(s.url, "https:", "http:", 1)
	if a := plain.do(t, "GET", "/v1/version", ""); a.status != http.StatusBadRequest {
		t.Errorf("JSON in plain text: %d", a.status)
	}
	if text := s.log.String(); !strings.Contains(text, `msg="certificate loaded" names="localhost, 127.0.0.1, ::1" ends=`) {
		t.Errorf("the log says\n%s", text)
	}
}

func TestStreamsGoOverTLS(t *testing.T) {
	s := startSecured(t, false).as(t)
	stream, err := s.client.ReplayGames(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		send(t, stream, &solitairev1.ReplayGamesRequest{Replay: &solitairev1.ReplayGameRequest{Deal: golfDeal()}})
		if answer, err := stream.Recv(); err != nil || answer.GetError() != nil {
			t.Fatalf("%v, %v", answer, err)
		}
	}
	if err := stream.CloseSend(); err != nil {
		t.Fatal(err)
	}
	if _, err := stream.Recv(); err != io.EOF {
		t.Errorf("the stream ends with %v", err)
	}
	lines := strings.Split(strings.TrimSpace(string(s.do(t, "POST", "/v1/games:watchSolve", `{"state":"`+lateKlondike+`"}`).body)), "\n")
	if last := lines[len(lines)-1]; !strings.HasPrefix(last, `{"result":`) {
		t.Errorf("the last line is %s", last)
	}
}

// TestTheCertificateOfAClientIsKnownToItsCalls holds what tells callers apart to the same on both wires.
func TestTheCertificateOfAClientIsKnownToItsCalls(t *testing.T) {
	var (
		mu  sync.Mutex
		who = map[string]string{}
	)
	s := startSecured(t, true, func(ctx context.Context, method string, next step.Next) error {
		mu.Lock()
		defer mu.Unlock()
		from, _ := peer.FromContext(ctx)
		if shown, is := from.AuthInfo.(credentials.TLSInfo); is && from.Addr.String() != "" {
			leaf := shown.State.VerifiedChains[0][0]
			who[method] = fmt.Sprint(leaf.Subject, leaf.DNSNames, shown.SecurityLevel)
		}
		return next(ctx)
	})
	caller := s.as(t, s.clients.Client(t, "ann"))
	for wire, call := range map[string]func(){
		"gRPC": func() {
			_, err := caller.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{})
			if err != nil {
				t.Error(err)
			}
			stream, err := caller.solver.WatchSolve(t.Context(), &solitairev1.WatchSolveRequest{State: lateKlondike})
			if err != nil {
				t.Fatal(err)
			}
			for err == nil {
				_, err = stream.Recv()
			}
			if err != io.EOF {
				t.Error(err)
			}
		},
		"JSON": func() {
			caller.do(t, "GET", "/v1/version", "")
			caller.do(t, "POST", "/v1/games:watchSolve", `{"state":"`+lateKlondike+`"}`)
		},
	} {
		call()
		mu.Lock()
		want := map[string]string{}
		for _, method := range []string{solitairev1.RulesService_GetVersion_FullMethodName, solitairev1.SolverService_WatchSolve_FullMethodName} {
			want[method] = "CN=ann [ann.clients.example] PrivacyAndIntegrity"
		}
		if !maps.Equal(who, want) {
			t.Errorf("%s: %v", wire, who)
		}
		clear(who)
		mu.Unlock()
	}
}

func TestWhoShowsNoCertificateIsKeptOutAndProbesAreNot(t *testing.T) {
	s := startSecured(t, true)
	for name, shown := range map[string][]issuer.Pair{"none": nil, "another's": {s.servers.Client(t, "eve")}} {
		stranger := s.as(t, shown...)
		if _, err := stranger.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); status.Code(err) != codes.Unavailable {
			t.Errorf("%s: gRPC: %v", name, err)
		}
		if response, err := stranger.web.Get(s.url + "/healthz"); err == nil {
			response.Body.Close()
			t.Errorf("%s: JSON: %d", name, response.StatusCode)
		}
	}
	operator := &running{url: s.admin}
	for _, path := range []string{"/healthz", "/readyz"} {
		if a := operator.do(t, "GET", path, ""); a.status != http.StatusOK || string(a.body) != "{\"status\":\"SERVING\"}\n" {
			t.Errorf("%s: %d %s", path, a.status, a.body)
		}
	}
	s.gate.Announce()
	if a := operator.do(t, "GET", "/readyz", ""); a.status != http.StatusServiceUnavailable {
		t.Errorf("draining: %d", a.status)
	}
}

func TestANewCertificateIsTakenWithoutARestartAndABrokenOneIsNot(t *testing.T) {
	s := startSecured(t, true)
	ann := s.clients.Client(t, "ann")
	presented := func() string {
		t.Helper()
		c, err := tls.Dial("tcp", strings.TrimPrefix(s.url, "https://"), s.trusting(t, ann))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.ConnectionState().PeerCertificates[0].Subject.CommonName
	}
	connected := s.as(t, ann)
	ask := func() {
		t.Helper()
		if _, err := connected.client.GetVersion(t.Context(), &solitairev1.GetVersionRequest{}); err != nil {
			t.Error(err)
		}
	}
	ask()
	ends := time.Now().Add(30 * time.Minute)
	s.put(t, s.servers.Issue(t, issuer.Wanted{Name: "second", Hosts: []string{"127.0.0.1"}, To: ends}))
	s.look()
	if got := presented(); got != "second" {
		t.Errorf("presents %s", got)
	}
	ask()
	s.put(t, s.servers.Server(t, "third"))
	issuer.Write(t, s.files.Key, s.servers.Server(t, "other").Key)
	s.look()
	s.look()
	if got := presented(); got != "second" {
		t.Errorf("presents %s", got)
	}
	ask()
	metrics := string((&running{url: s.admin}).do(t, "GET", "/metrics", "").body)
	for _, want := range []string{
		fmt.Sprintf("talon_tls_expiry_timestamp_seconds{of=\"certificate\"} %v\n", float64(ends.Unix())),
		`talon_tls_expiry_timestamp_seconds{of="client_ca"} `,
		`talon_tls_reloads_total{result="taken"} 1`, `talon_tls_reloads_total{result="refused"} 1`, "talon_tls_stale 1",
	} {
		if !strings.Contains(metrics, want) {
			t.Errorf("%q is not in the metrics:\n%s", want, metrics)
		}
	}
	log := s.log.String()
	if strings.Count(log, `level=INFO msg="certificate reloaded" names=127.0.0.1`) != 1 ||
		strings.Count(log, `level=ERROR msg="certificate not reloaded"`) != 1 || !strings.Contains(log, "does not go with the first certificate in "+s.files.Cert) {
		t.Errorf("the log says\n%s", log)
	}
	s.put(t, s.servers.Server(t, "fourth"))
	s.look()
	if got := presented(); got != "fourth" {
		t.Errorf("presents %s", got)
	}
}

func TestRunNamesTheFileOfTheCertificateThatItCannotUse(t *testing.T) {
	folder := t.TempDir()
	a := issuer.New(t, issuer.Wanted{Name: "a"})
	good, other := a.Server(t, "good"), a.Server(t, "other")
	cert, key := issuer.Write(t, filepath.Join(folder, "good.crt"), good.Cert), issuer.Write(t, filepath.Join(folder, "good.key"), good.Key)
	old := a.Issue(t, issuer.Wanted{Name: "old", Hosts: []string{"localhost"}, From: time.Now().Add(-2 * time.Hour), To: time.Now().Add(-time.Hour)})
	oldCert, oldKey := issuer.Write(t, filepath.Join(folder, "old.crt"), old.Cert), issuer.Write(t, filepath.Join(folder, "old.key"), old.Key)
	otherKey := issuer.Write(t, filepath.Join(folder, "other.key"), other.Key)
	unread := issuer.Write(t, filepath.Join(folder, "unread.key"), good.Key)
	if err := os.Chmod(unread, 0o604); err != nil {
		t.Fatal(err)
	}
	absent := filepath.Join(folder, "absent")
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-tls-cert=" + absent, "-tls-key=" + key}, absent + ": no such file"},
		{[]string{"-tls-cert=" + cert, "-tls-key=" + absent}, absent + ": no such file"},
		{[]string{"-tls-cert=" + cert, "-tls-key=" + unread}, unread + " has the mode 0604"},
		{[]string{"-tls-cert=" + cert, "-tls-key=" + otherKey}, "the key in " + otherKey + " does not go with the first certificate in " + cert},
		{[]string{"-tls-cert=" + oldCert, "-tls-key=" + oldKey}, oldCert + ": the certificate has expired at "},
		{[]string{"-tls-cert=" + key, "-tls-key=" + key}, key + ": a private key is among the certificates"},
		{[]string{"-tls-cert=" + cert, "-tls-key=" + key, "-tls-client-ca=" + absent}, absent + ": no such file"},
	} {
		err := run(t.Context(), append(test.args, "-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0"), environment(), &logbook{})
		if err == nil || !strings.HasPrefix(err.Error(), "-tls-cert, -tls-key, -tls-client-ca: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q: %v", test.args, err)
		}
	}
}

func TestAPortThatOthersReachIsWarnedOf(t *testing.T) {
	everywhere := func(c *config) { c.grpcAddr, c.httpAddr, c.adminAddr = "0.0.0.0:0", "0.0.0.0:0", "0.0.0.0:0" }
	for name, test := range map[string]struct {
		change func(*config)
		secure bool
		want   []string
	}{
		"loopback":             {nil, false, nil},
		"everywhere":           {everywhere, false, []string{"admin", "grpc", "http"}},
		"everywhere, with TLS": {everywhere, true, []string{"admin"}},
	} {
		s := start(t, func(c *config) {
			if test.change != nil {
				test.change(c)
			}
			if test.secure {
				folder, a := t.TempDir(), issuer.New(t, issuer.Wanted{Name: "a"})
				p := a.Server(t, "x")
				c.tls = certificate.Files{Cert: issuer.Write(t, filepath.Join(folder, "crt"), p.Cert), Key: issuer.Write(t, filepath.Join(folder, "key"), p.Key)}
				if err := c.loadIdentity(); err != nil {
					t.Fatal(err)
				}
			}
		})
		// It has said everything when it has ended.
		if err := s.stop(); err != nil {
			t.Fatal(err)
		}
		var warned []string
		for lines := bufio.NewScanner(strings.NewReader(s.log.String())); lines.Scan(); {
			if line := lines.Text(); strings.Contains(line, `level=WARN msg="open to others than this machine`) {
				_, port, _ := strings.Cut(line, "port=")
				warned = append(warned, strings.Fields(port)[0])
			}
		}
		if slices.Sort(warned); !slices.Equal(warned, test.want) {
			t.Errorf("%s: warned of %q:\n%s", name, warned, s.log)
		}
	}
}
