package main

import (
	"context"
	"io"
	"log"
	"net"
	"net/http"
	"strings"
	"testing"

	"google.golang.org/grpc/grpclog"
)

// TestEveryLineOfTheLogIsStructured runs the server as main does, and does to it what makes frameworks talk.
func TestEveryLineOfTheLogIsStructured(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	out := &logbook{}
	ready, readyOut := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		ended <- run(ctx, []string{"-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0", "-admin-addr=", "-log-level=debug"},
			environment("GOGC", "100"), io.MultiWriter(out, readyOut))
	}()
	first := make([]byte, 4096)
	n, err := ready.Read(first)
	if err != nil {
		t.Fatal(err)
	}
	go func() { _, _ = io.Copy(io.Discard, ready) }()
	address := func(name string) string {
		_, rest, _ := strings.Cut(string(first[:n]), " "+name+"=")
		value, _, _ := strings.Cut(rest, " ")
		return value
	}
	speak(t, address("http"), "GET /v1/version HTTP/1.1\r\nHost: x\r\nAccept-Language: de\xff\r\nConnection: close\r\n\r\n")
	speak(t, address("http"), "GET /v1/variants/golf/deals/0 HTTP/1.1\r\nHost: x\r\nAccept-Language: \x80\r\nConnection: close\r\n\r\n")
	speak(t, address("http"), "nonsense\r\n\r\n")
	speak(t, address("grpc"), "nonsense\r\n\r\n")
	grpclog.Errorf("an error of a %s", "framework")
	grpclog.Component("core").Warningln("a warning of a part")
	if err := log.Output(1, "a line of the standard library"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "time=") || !strings.Contains(line, " level=") || !strings.Contains(line, " msg=") {
			t.Errorf("a line without structure: %q", line)
		}
	}
	for _, want := range []string{
		`severity=error text="an error of a framework"`, `severity=warning text="[core] a warning of a part"`,
		`msg="a line of the standard library"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in the log:\n%s", want, text)
		}
	}
	if strings.Contains(text, "Accept-Language") {
		t.Errorf("a language that nobody can read is worth no line:\n%s", text)
	}
}

// speak sends bytes to a port and waits for the end of the answer.
func speak(t *testing.T, address, request string) {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if _, err := io.WriteString(conn, request); err != nil {
		t.Fatal(err)
	}
	// A port may answer nonsense by closing the connection.
	_, _ = io.Copy(io.Discard, conn)
}

func TestALanguageThatNobodyCanReadIsEnglish(t *testing.T) {
	s := start(t, nil)
	for _, header := range []string{"de\xff", "\x80", "dé"} {
		a := s.do(t, "POST", "/v1/games:inspect", `{"state":"x"}`, "Accept-Language", header)
		if e := a.failure(t); a.status != http.StatusBadRequest || e.detail("LocalizedMessage")["locale"] != "en" {
			t.Errorf("%q: %d %s", header, a.status, a.body)
		}
	}
	if a := s.do(t, "GET", "/v1/version", "", "Accept-Language", "\xff"); a.status != http.StatusOK {
		t.Errorf("%d %s", a.status, a.body)
	}
}
