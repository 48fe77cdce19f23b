package main

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/internal/issuer"
	"github.com/talon-solitaire/talon/internal/process"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// asked are command lines whose output must not depend on who is asked.
var asked = [][]string{
	{"variants"},
	{"variants", "--json"},
	{"variants", "--json", "--lang", "de"},
	{"variants", "tripeaks", "--lang", "de"},
	{"variants", "whist"},
	{"variants", "whist", "--json"},
	{"rules", "spider"},
	{"rules", "golf", "--lang", "de"},
	{"rules", "golf", "--json"},

	{"deal", "freecell", "--number", "11982"},
	{"deal", "freecell", "--number", "11982", "--json"},
	{"deal", "klondike", "--number", "4294967295", "-o", "draw=1", "-o", "scoring=vegas", "--table"},
	{"deal", "spider", "--seed", "größer", "-o", "suits=4", "--json"},
	{"deal", "golf", "--deck", "@testdata/asked/deck.txt", "--json"},
	{"deal", "golf", "--deck", "AcAc", "--json"},
	{"deal", "golf", "--deck", "AcXx", "--lang", "de"},
	{"deal", "golf", "--seed", ""},
	{"deal", "golf", "--seed", strings.Repeat("x", 128)},
	{"deal", "golf", "--number", "0", "--json"},
	{"deal", "golf", "-o", "wrap=on", "--json"},
	{"deal", "golf", "-o", "jokers=2", "--json", "--lang", "de"},
	{"deal", "whist"},
	{"deal", "whist", "--lang", "de", "--json"},

	{"show", nearlyWon},
	{"show", nearlyWon, "--moves"},
	{"show", nearlyWon, "--moves", "--json"},
	{"show", peaks, "--moves", "--lang", "de"},
	{"show", "golf/1 m=x"},
	{"show", "golf/1 m=x", "--json"},
	{"show", "golf/7 m=0", "--lang", "de"},
	{"show", "whist/1 m=0", "--json"},
	{"show", "golf/1 m=0 t1:AcAcAcAcAcAc", "--lang", "de"},
	{"show", "golf/1 m=0 t1:AcAcAcAcAcAc", "--json"},

	{"show", won, "--moves", "--json"},
	{"moves", peaks},
	{"moves", peaks, "--json"},
	{"moves", won},
	{"check", nearlyWon, "t5fd"},
	{"check", nearlyWon, "t5fc"},
	{"check", nearlyWon, "t5fc", "--json"},
	{"check", nearlyWon, "t5fc", "--json", "--lang", "de"},
	{"check", won, "t5fc", "--lang", "de"},
	{"check", won, "u"},
	{"check", won, "t1t1000", "--json"},

	{"apply", peaks, "d", "d", "--events", "--table"},
	{"apply", peaks, "d", "d", "--json"},
	{"apply", nearlyWon, "t5fd", "--events", "--lang", "de"},
	{"apply", nearlyWon, "t5fd", "d"},
	{"apply", nearlyWon, "t5fd", "d", "--json", "--lang", "de"},
	{"apply", nearlyWon, "t5fd", "?", "--json"},
	{"finish", nearlyWon, "--moves", "--events"},
	{"finish", nearlyWon, "--json"},
	{"finish", peaks},
	{"finish", peaks, "--json"},
	{"finish", won, "--lang", "de"},

	{"replay", "testdata/asked/records.jsonl"},
	{"replay", "testdata/asked/records.jsonl", "--lang", "de"},
	{"replay", "testdata/asked/records.jsonl", "--json"},
	{"replay", "testdata/asked/records.jsonl", "--json", "--lang", "de"},

	{"deal", "golf", "--daily", "2026-12-01"},
	{"deal", "klondike", "--daily", "2026-12-01", "--json"},
	{"deal", "klondike", "--daily", "1999-01-01", "--json", "--lang", "de"},
	{"deal", "golf", "--daily", "tomorrow", "--json"},
	{"deal", "golf", "--daily", "tomorrow", "--lang", "de"},
	{"deal", "golf", "-o", "wrap=off", "--difficulty", "hard", "-o", "on_king=queen", "--json"},
	{"deal", "golf", "--difficulty", "hard", "-o", "on_king=queen", "--lang", "de"},

	{"solve", nearlyWon},
	{"solve", nearlyWon, "--json"},
	{"solve", won, "--lang", "de"},
	{"solve", won, "--json"},
	{"solve", lost},
	{"solve", lost, "--json", "--lang", "de"},
	{"solve", peaks, "--nodes", "1"},
	{"solve", peaks, "--nodes", "1", "--json"},
	{"solve", peaks, "--seconds", "9"},
	{"solve", "golf/1 m=x"},
	{"solve", "golf/1 m=x", "--json", "--lang", "de"},
	{"hint", peaks},
	{"hint", peaks, "--json"},
	{"hint", peaks, "d", "u", "d", "--lang", "de"},
	{"hint", peaks, "--full"},
	{"hint", peaks, "--full", "--json", "--lang", "de"},
	{"hint", peaks, "d", "p1w", "--json"},
	{"hint", peaks, "x"},
	{"hint", nearlyWon, "--json"},
	{"hint", won, "--json"},
	{"hint", won, "--lang", "de"},
	{"hint", lost, "--full"},
	{"hint", lost, "--full", "--json"},
	{"last-winnable", peaks},
	{"last-winnable", peaks, "d", "u", "d", "d"},
	{"last-winnable", peaks, "d", "d", "--json"},
	{"last-winnable", lost, "--lang", "de"},
	{"last-winnable", peaks, "p1w", "--json"},
	{"last-winnable", peaks, "d", "--nodes", "1"},
	{"last-winnable", "testdata/asked/record.json"},
	{"last-winnable", "testdata/asked/record.json", "--json"},

	{"convert", "--from", "microsoft-number", "--to", "position", "617"},
	{"convert", "--from", "microsoft-number", "--to", "fc-solve-board", "617", "--json"},
	{"convert", "--from", "microsoft-number", "--to", "pysol-board", "0"},
	{"convert", "--from", "position", "--to", "piles", peaks},
	{"convert", "--from", "position", "--to", "piles", peaks, "--json"},
	{"convert", "--from", "position", "--to", "pysol-board", peaks},
	{"convert", "--from", "position", "--to", "pysol-board", peaks, "--json"},
	{"convert", "--from", "position", "--to", "moves", peaks},
	{"convert", "--from", "position", "--to", "moves", peaks, "--lang", "de", "--json"},
	{"convert", "--from", "position", "--to", "record-json", peaks},
	{"convert", "--from", "piles", "--to", "position", `{"variant":"golf","piles":[{"id":"t1","cards":"Ac"}]}`},
	{"convert", "--from", "piles", "--to", "position", `{"variant":"golf","piles":[{"id":"t1","cards":"A"}]}`, "--json"},
	{"convert", "--from", "piles", "--to", "position", `{"variant":"golf","piles":[{"id":"t1"},{"id":"t1"}]}`, "--json"},
	{"convert", "--from", "piles", "--to", "position", `{"variant":"golf","piles":[{"id":"z"}]}`, "--lang", "de"},
	{"convert", "--from", "piles", "--to", "position", `{"piles":[]}`, "--json"},
	{"convert", "--from", "piles", "--to", "position", `{"variant":"whist"}`, "--json"},
	{"convert", "--from", "piles", "--to", "position", `{"variant":"golf","options":{"cells":"4"}}`, "--json", "--lang", "de"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--number", "1", "1a 2b"},
	{"convert", "--from", "freecell-standard", "--to", "record-text", "--number", "1", "1a 2b"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--number", "1", "1a 1h"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--number", "1", "1a 1h", "--json"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--number", "1", "1a zz"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--number", "1", "1a zz", "--json"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--number", "1", "1a\nzz", "--lang", "de"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--state", peaks, "1a", "--lang", "de"},
	{"convert", "--from", "freecell-standard", "--to", "moves", "--state", "", "1a"},
	{"convert", "--from", "moves", "--to", "freecell-standard", "--number", "1", "t1c1 t2c2", "--single"},
	{"convert", "--from", "moves", "--to", "freecell-standard", "--number", "1", "t1c1 t1t1", "--json"},
	{"convert", "--from", "moves", "--to", "moves", "--number", "1", "t1c1 x", "--json"},
	{"convert", "--from", "fc-solve-board", "--to", "position", "QQ", "--json"},
	{"convert", "--from", "record-json", "--to", "record-text", `{"variant":"freecell","deal":{"number":1},"moves":["t1c1"]}`},
	{"convert", "--from", "record-text", "--to", "position", `{"variant":"freecell","deal":{"number":1},"moves":["t1c1"]}`, "--json"},
	{"convert", "--from", "record-json", "--to", "position", `{"variant":"freecell"}`},
	{"convert", "--from", "record-json", "--to", "position", `{`, "--lang", "de"},
	{"convert", "--from", "record-json", "--to", "moves", "\ufeff" + `{"variant":"freecell","deal":{"number":1},"moves":["t1c1"]}`},
	{"convert", "--from", "record-json", "--to", "moves", "\ufeff", "--json"},
	{"convert", "--from", "record-json", "--to", "moves", `{"variant":"golf","rulesVersion":7,"deal":{"number":1},"moves":[]}`, "--json"},
	{"convert", "--from", "record-json", "--to", "moves", `{"variant":"whist","deal":{"number":1},"moves":[]}`, "--json"},
	{"convert", "--from", "record-json", "--to", "moves", `{"state":"golf/1 m=0 t1:Ac","moves":[]}`, "--json"},
	{"convert", "--from", "record-json", "--to", "microsoft-number", `{"variant":"freecell","deal":{"number":1},"moves":[]}`, "--json"},
}

const (
	nearlyWon = "klondike/1;scoring=standard m=120 score=700 t5:Kd fc:K fd:Q fh:K fs:K"
	won       = "klondike/1 m=121 fc:K fd:K fh:K fs:K"
	lost      = "golf/1 m=0 t1:2d7c s:Kh w:Ac2c3c4c5c6c8c9cTcJcQcKcAd3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQh2s3s4s5s6s7s8s9sTsJsQsKsAs"
	peaks     = "tripeaks/1;scoring=classic m=6 score=15 streak=4 p:2h7hJd9h9c8d6cAsJs..Ts8c....KdKcJh2c.................... s:4c3cKsKhAh5sAd3h8sQc w:Tc9sThJcQh7d8h5h6d5c6h7c6s7sQs4d9dTd4h4sQd5d3d2sAc2d3s"
)

func TestAServerAnswersLikeThisProgram(t *testing.T) {
	address := startServer(t)
	t.Run("version", func(t *testing.T) {
		// The one command that is about who is asked.
		got := ask([]string{"version", "--json", "--server", address})
		if got.exit != exitDone || !strings.Contains(got.out, `"limits":{"messageBytes":`) {
			t.Errorf("the version of a server is %+v", got)
		}
	})
	for _, args := range asked {
		t.Run(strings.Join(args, " "), func(t *testing.T) {
			here := ask(args).timeless()
			there := ask(append([]string{"--server", address}, args...)).timeless()
			if here != there {
				t.Errorf("this program:\n%+v\na server:\n%+v", here, there)
			}
			if here.out == "" && here.err == "" {
				t.Error("neither says anything")
			}
		})
	}
}

func TestNoServerIsTrouble(t *testing.T) {
	web := httptest.NewServer(http.NotFoundHandler())
	defer web.Close()
	plain := strings.TrimPrefix(web.URL, "http://")
	for _, test := range []struct{ address, english, german string }{
		{
			"127.0.0.1:1",
			"no Talon server can be reached at 127.0.0.1:1: nothing listens there",
			"unter 127.0.0.1:1 ist kein Talon-Server zu erreichen: dort ist kein Dienst",
		},
		{
			"https://127.0.0.1:1",
			"no Talon server can be reached at https://127.0.0.1:1: nothing listens there",
			"unter https://127.0.0.1:1 ist kein Talon-Server zu erreichen: dort ist kein Dienst",
		},
		{
			"unix:///nowhere",
			"no Talon server can be reached at unix:///nowhere: no such socket",
			"unter unix:///nowhere ist kein Talon-Server zu erreichen: diesen Socket gibt es nicht",
		},
		{
			"\x00",
			`--server cannot be "\x00", wanted an address such as 127.0.0.1:9090` + "\nTry: talon deal --help",
			"--server kann nicht „\ufffd“ sein, erwartet wird eine Adresse wie 127.0.0.1:9090\nHilfe: talon deal --help",
		},
		{
			plain, // which speaks HTTP/1 only
			"no Talon server can be reached at " + plain,
			"unter " + plain + " ist kein Talon-Server zu erreichen",
		},
		{
			"https://" + plain,
			"no Talon server can be reached at https://" + plain + ": it does not speak TLS as https:// asks",
			"unter https://" + plain + " ist kein Talon-Server zu erreichen: es spricht kein TLS, wie https:// es verlangt",
		},
	} {
		for language, want := range map[string]string{"en": test.english, "de": test.german} {
			got := ask([]string{"deal", "golf", "--lang", language, "--server", test.address})
			if got != (answer{exitTrouble, "", "talon: " + want + "\n"}) {
				t.Errorf("without a server at %s: %+v", test.address, got)
			}
		}
	}
	got := ask([]string{"deal", "golf", "--json", "--server", "127.0.0.1:1"})
	want := `{"error":{"code":"UNAVAILABLE","message":"no Talon server can be reached at 127.0.0.1:1: nothing listens there"}}`
	if got != (answer{exitTrouble, "", want + "\n"}) {
		t.Errorf("as JSON: %+v", got)
	}
}

func TestAnAddressOfTheJSONPortHintsAtTheOther(t *testing.T) {
	for address, hints := range map[string]bool{
		"127.0.0.1:8080": true, "http://localhost:8080/": true, "localhost": true, "[::1]:80": true,
		"127.0.0.1:9090": false, "https://talon.example.org": false, "https://[::1]:8080": false, "unix:///run/talon.sock": false,
	} {
		tool := &tool{}
		tool.flags.server = address
		text, unreached := tool.unreached(&talon.Error{Code: codes.Unavailable})
		if !unreached || strings.Contains(text, "port is 9090") != hints {
			t.Errorf("%s: %q", address, text)
		}
	}
}

func TestWhatAServerSaysIsNoMatterOfReachingIt(t *testing.T) {
	tool := &tool{}
	tool.flags.server = "127.0.0.1:9090"
	for _, e := range []*talon.Error{
		{Code: codes.Unavailable, Reason: solitairev1.ErrorReason_DRAINING},
		{Code: codes.Internal, Reason: solitairev1.ErrorReason_INTERNAL},
		{Code: codes.ResourceExhausted},
	} {
		if text, unreached := tool.unreached(e); unreached {
			t.Errorf("%+v: %q", e, text)
		}
	}
}

// TestAServerIsAskedOverTLS asks one that trusts only its own clients.
func TestAServerIsAskedOverTLS(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, text []byte) string { return issuer.Write(t, filepath.Join(folder, name), text) }
	servers, clients := issuer.New(t, issuer.Wanted{Name: "servers"}), issuer.New(t, issuer.Wanted{Name: "clients"})
	server, ann, eve := servers.Server(t, "server"), clients.Client(t, "ann"), servers.Client(t, "eve")
	ca, cert, key := write("ca.pem", servers.PEM), write("ann.pem", ann.Cert), write("ann.key", ann.Key)
	address := "https://" + startServer(t, "-tls-cert="+write("server.pem", server.Cert), "-tls-key="+write("server.key", server.Key),
		"-tls-client-ca="+write("clients.pem", clients.PEM))
	const command, unreached = "check", "talon: no Talon server can be reached at "
	for name, test := range map[string]struct {
		server string
		args   []string
		exit   int
		want   string
	}{
		"ann":                 {address, []string{"--ca", ca, "--cert", cert, "--key", key}, exitDone, ""},
		"nobody":              {address, []string{"--ca", ca}, exitTrouble, unreached + address + ": it may want a certificate, which --cert and --key show\n"},
		"eve":                 {address, []string{"--ca", ca, "--cert", write("eve.pem", eve.Cert), "--key", write("eve.key", eve.Key)}, exitTrouble, unreached + address + ": it may not trust the certificate of --cert\n"},
		"without its issuer":  {address, []string{"--cert", cert, "--key", key}, exitTrouble, unreached + address + ": its certificate is not trusted\n"},
		"in plain text":       {strings.TrimPrefix(address, "https://"), []string{"--ca", ca}, exitTrouble, "talon: --ca, --cert and --key need a --server that begins with https://\nTry: talon check --help\n"},
		"no server":           {"", []string{"--cert", cert, "--key", key}, exitTrouble, "talon: --ca, --cert and --key need a --server that begins with https://\nTry: talon check --help\n"},
		"half a certificate":  {address, []string{"--cert", cert}, exitTrouble, "talon: --cert and --key go together\nTry: talon check --help\n"},
		"a file that is none": {address, []string{"--ca", ca + "x"}, exitTrouble, "talon: open " + ca + "x: no such file or directory\n"},
		"a key as authority":  {address, []string{"--ca", key}, exitTrouble, "talon: " + key + " has no certificate in PEM\n"},
	} {
		got := ask(append([]string{command, nearlyWon, "t5fd", "--server", test.server}, test.args...))
		if got.exit != test.exit || got.err != test.want {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// answer is what a command line gives.
type answer struct {
	exit     int
	out, err string
}

// took finds how long a search took.
var took = regexp.MustCompile(`"elapsedSeconds":[0-9.e-]+|\b[0-9]+\.[0-9][0-9] s\b`)

// timeless is the answer without how long a search took.
func (a answer) timeless() answer {
	return answer{a.exit, took.ReplaceAllString(a.out, "…"), took.ReplaceAllString(a.err, "…")}
}

// ask runs a command line in this process.
func ask(args []string) answer {
	var out, err bytes.Buffer
	exit := run(args, console{
		in:     strings.NewReader(""),
		out:    &out,
		err:    &err,
		getenv: func(string) string { return "" },
	})
	return answer{exit, out.String(), err.String()}
}

// startServer builds and starts a server, which ends with the test, and returns its
// gRPC address.
func startServer(t *testing.T, flags ...string) string {
	t.Helper()
	return process.Built(t, "../..").Serve(t, append(flags, process.Patient)...).GRPC
}

// authorized is a server that takes no call but with one token, and only GetVersion.
func authorized(t *testing.T, token string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	g := grpc.NewServer()
	solitairev1.RegisterRulesServiceServer(g, guarded{token: token})
	go func() { _ = g.Serve(listener) }()
	t.Cleanup(g.Stop)
	return listener.Addr().String()
}

type guarded struct {
	solitairev1.UnimplementedRulesServiceServer
	token string
}

func (g guarded) GetVersion(ctx context.Context, _ *solitairev1.GetVersionRequest) (*solitairev1.GetVersionResponse, error) {
	if got := metadata.ValueFromIncomingContext(ctx, "authorization"); len(got) != 1 || got[0] != "Bearer "+g.token {
		return nil, status.Errorf(codes.Unauthenticated, "not %q", got)
	}
	return &solitairev1.GetVersionResponse{Build: "guarded"}, nil
}

func TestTheTokenComesFromAFileOrTheEnvironment(t *testing.T) {
	address := authorized(t, "secret")
	file := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(file, []byte("secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name, variable string
		args           []string
		code           int
		says           string
	}{
		{"none", "", nil, exitTrouble, "not []"},
		{"a file", "", []string{"--token", file}, exitDone, "talon guarded"},
		{"a variable", "secret", nil, exitDone, "talon guarded"},
		{"both", "another", []string{"--token", file}, exitDone, "talon guarded"},
		{"another one", "another", nil, exitTrouble, "not "},
		{"a file that there is not", "secret", []string{"--token", file + "x"}, exitTrouble, file + "x"},
	} {
		var out, errs bytes.Buffer
		c := console{in: strings.NewReader(""), out: &out, err: &errs, getenv: func(name string) string {
			return map[string]string{"TALON_TOKEN": test.variable}[name]
		}}
		code := run(append([]string{"version", "--server", address}, test.args...), c)
		if code != test.code || !strings.Contains(out.String()+errs.String(), test.says) {
			t.Errorf("%s: %d\n%s%s", test.name, code, &out, &errs)
		}
	}
	var errs bytes.Buffer
	c := console{in: strings.NewReader(""), out: io.Discard, err: &errs, getenv: func(string) string { return "" }}
	if code := run([]string{"version", "--server", "192.0.2.1:9090", "--token", file}, c); code != exitTrouble || !strings.Contains(errs.String(), "without TLS") {
		t.Errorf("in the clear: %d, %s", code, &errs)
	}
}
