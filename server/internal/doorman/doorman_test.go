package doorman

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const call = "POST /v1/games:deal HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"

func TestWholeRequestsAreUnderstood(t *testing.T) {
	for name, c := range map[string]struct{ text, path, languages string }{
		"a call":          {call, "/v1/games:deal", ""},
		"without a body":  {"POST / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "/", ""},
		"languages":       {"POST /a HTTP/1.1\r\naccept-language: de\r\nACCEPT-Language:  en;q=0.5 \r\nContent-Length:1\r\n\r\nx", "/a", "de,en;q=0.5"},
		"unknown headers": {"POST /a HTTP/1.1\r\nX-y_9: :\r\nAuthorization: Bearer x\r\nContent-Length: 0\r\n\r\n", "/a", ""},
	} {
		r, whole := read([]byte(c.text))
		if !whole || r.Path != c.path || r.Languages != c.languages {
			t.Errorf("%s: %v, %v", name, r, whole)
		}
	}
}

func TestWhatIsNotWholeOrNotPlainIsLeftAlone(t *testing.T) {
	for i := range len(call) {
		if _, whole := read([]byte(call[:i])); whole {
			t.Errorf("%q is taken for a whole request", call[:i])
		}
	}
	with := func(header string) string { return strings.Replace(call, "\r\nHost", "\r\n"+header+"\r\nHost", 1) }
	for _, text := range []string{
		call + "x", call + call, strings.Replace(call, "POST", "GET", 1), strings.Replace(call, "1.1", "1.0", 1), strings.Replace(call, "/v1", "v1", 1),
		strings.Replace(call, ":deal", ":deal?x=1", 1), strings.Replace(call, ":deal", "%3Adeal", 1), strings.Replace(call, " /v1", "  /v1", 1),
		strings.Replace(call, "\r\n", "\n", 1), strings.Replace(call, ": 2", ": +2", 1), strings.Replace(call, ": 2", ": -2", 1),
		strings.Replace(call, ": 2", ": 2, 2", 1), strings.Replace(call, ": 2", ":", 1), strings.Replace(call, "Length", "Lengt", 1),
		with("Content-Length: 2"), with("Transfer-Encoding: chunked"), with("Expect: 100-continue"), with("Connection: close"), with("connection: keep-alive"),
		with("Upgrade: h2c"), with("Origin: http://x"), with("X-Request-Id: 1"), with("TE: trailers"), with(" folded: x"), with("X : y"), with(": y"), with("none"),
	} {
		if _, whole := read([]byte(text)); whole {
			t.Errorf("%q is taken for one plain request", text)
		}
	}
}

func FuzzRequestsAreWhole(f *testing.F) {
	f.Add([]byte(call))
	f.Add([]byte("POST /a HTTP/1.1\r\naccept-language: de\r\nContent-Length:1\r\n\r\nx"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, whole := read(text)
		if !whole {
			return
		}
		head, _, _ := bytes.Cut(text, []byte("\r\n\r\n"))
		if !bytes.HasPrefix(head, []byte("POST "+r.Path+" HTTP/1.1\r\n")) || bytes.ContainsAny([]byte(r.Path+r.Languages), "\r\n") {
			t.Errorf("%q is %+v", text, r)
		}
		if _, whole := read(append(bytes.Clone(text), 'x')); whole {
			t.Errorf("%q is whole with a byte more, too", text)
		}
	})
}

// guarded is a connection behind a doorman, with the end of its client.
type guarded struct {
	*conn
	client net.Conn
}

func guard(t *testing.T, d *Doorman) *guarded {
	t.Helper()
	ours, theirs := net.Pipe()
	t.Cleanup(func() { _ = theirs.Close() })
	c := &conn{Conn: ours, doorman: d}
	c.fresh.Store(true)
	return &guarded{c, theirs}
}

// next gives what a read behind the doorman gives.
func (g *guarded) next(t *testing.T) string {
	t.Helper()
	into := make([]byte, 4096)
	n, err := g.Read(into)
	if err != nil && err != io.EOF {
		t.Error(err)
	}
	return string(into[:n])
}

func (g *guarded) send(text string) { _, _ = io.WriteString(g.client, text) }

func TestACrowdIsTurnedAway(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		crowded, asked := true, 0
		g := guard(t, &Doorman{
			Crowded: func() bool { return crowded },
			Refuse: func(_ net.Conn, r *Request) []byte {
				if r.Path == "/page" {
					return nil
				}
				asked++
				return fmt.Appendf(nil, "refused %s", r.Path)
			},
			Patience: time.Minute,
		})
		heard := make(chan string, 10)
		go func() {
			for {
				answer := make([]byte, 100)
				n, err := g.client.Read(answer)
				if err != nil {
					return
				}
				heard <- string(answer[:n])
			}
		}()
		came := make(chan string)
		behind := func() { came <- g.next(t) }
		go behind()
		for range 2 {
			g.send(call)
			if answer := <-heard; answer != "refused /v1/games:deal" {
				t.Errorf("answered %q", answer)
			}
		}
		page := strings.Replace(call, "/v1/games:deal", "/page", 1)
		g.send(page)
		if text := <-came; text != page || asked != 2 || Admitted(g.conn) {
			t.Errorf("%q came through, %d refused, admitted %v", text, asked, Admitted(g.conn))
		}
		// In the middle of a request nothing is looked at, however it looks.
		go behind()
		g.send(call)
		if text := <-came; text != call {
			t.Errorf("%q came through", text)
		}
		Idle(g.conn)
		go behind()
		g.send(call)
		<-heard
		crowded = false
		g.send(call)
		if text := <-came; text != call || asked != 3 || !Admitted(g.conn) {
			t.Errorf("%q came through, %d refused, admitted %v", text, asked, Admitted(g.conn))
		}
		if Idle(g.conn); Admitted(g.conn) || Admitted(g.client) {
			t.Error("the next one is admitted before it has come, or one without a doorman")
		}
	})
}

func TestASilentConnectionEndsAfterARefusal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := guard(t, &Doorman{
			Crowded: func() bool { return true }, Refuse: func(net.Conn, *Request) []byte { return []byte("no") }, Patience: time.Minute,
		})
		go func() {
			g.send(call)
			_, _ = g.client.Read(make([]byte, 10))
		}()
		began := time.Now()
		_, err := g.Read(make([]byte, 4096))
		if timeout, is := err.(net.Error); !is || !timeout.Timeout() || time.Since(began) != time.Minute {
			t.Errorf("%v after %v", err, time.Since(began))
		}
	})
}
