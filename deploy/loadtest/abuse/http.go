//go:build linux

package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"time"
)

// open makes a plain connection that ends with the context.
func open(ctx context.Context, address string) (net.Conn, func(), error) {
	var d net.Dialer
	conn, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	return conn, func() { stop(); _ = conn.Close() }, nil
}

// talk opens a connection to the JSON port, has send write to it, and counts what is answered.
func (t *target) talk(ctx context.Context, send func(conn net.Conn) error) {
	conn, end, err := open(ctx, t.http)
	if err != nil {
		t.failed(ctx, err)
		return
	}
	defer end()
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		// What fails here shows in the answer.
		_ = send(conn)
	}()
	t.hear(ctx, conn)
	end()
	<-sent
}

// hear counts the next answer of a connection.
func (t *target) hear(ctx context.Context, conn net.Conn) {
	began := time.Now()
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	switch {
	case ctx.Err() != nil:
		t.answers.add("held until the attack ended")
	case err != nil:
		t.answers.add(fmt.Sprintf("%s after %d s", brief(err), int(time.Since(began).Seconds())))
	default:
		t.answers.add(summary(answer))
	}
}

// failed counts a connection that could not be had.
func (t *target) failed(ctx context.Context, err error) {
	if ctx.Err() == nil && !over(ctx) {
		t.answers.add("no connection: " + brief(err))
		rest(ctx, 10*time.Millisecond)
	}
}

// summary tells the status of an answer and the reason of its error.
func summary(answer *http.Response) string {
	defer answer.Body.Close()
	var told struct {
		Details []struct{ Reason string }
	}
	text, _ := io.ReadAll(answer.Body)
	_ = json.Unmarshal(text, &told)
	if len(told.Details) > 0 && told.Details[0].Reason != "" {
		return fmt.Sprintf("HTTP %d %s", answer.StatusCode, told.Details[0].Reason)
	}
	return fmt.Sprintf("HTTP %d", answer.StatusCode)
}

const (
	applyPath  = "/v1/games:applyMoves"
	replayPath = "/v1/games:replay"
)

// head begins a request by hand; length below zero is for chunks.
func head(path string, length int, more ...string) string {
	how := fmt.Sprintf("Content-Length: %d", length)
	if length < 0 {
		how = "Transfer-Encoding: chunked"
	}
	return "POST " + path + " HTTP/1.1\r\nHost: talon\r\nContent-Type: application/json\r\n" + how + "\r\n" + strings.Join(more, "") + "\r\n"
}

// trickle writes a text, a byte in each interval.
func trickle(ctx context.Context, conn io.Writer, text string, every time.Duration) error {
	for i := range len(text) {
		if _, err := io.WriteString(conn, text[i:i+1]); err != nil || !rest(ctx, every) {
			return err
		}
	}
	return nil
}

const (
	mib = 1 << 20
	// most is the largest request that the server takes by default.
	most = 4 * mib
)

func slowAttacks() []attack {
	return []attack{
		{
			"slow-header", "500 connections that send a header, a byte a second",
			[]string{"EOF", "held", "HTTP 408", "connection reset", "no connection"},
			func(ctx context.Context, t *target) {
				crowd(ctx, 500, func(ctx context.Context, _ int) {
					t.talk(ctx, func(conn net.Conn) error { return trickle(ctx, conn, head(applyPath, 99), time.Second) })
				})
			},
		},
		{
			"slow-body", "500 connections that send a body, a byte a second",
			[]string{"EOF", "held", "HTTP 408", "connection reset", "no connection"},
			func(ctx context.Context, t *target) {
				crowd(ctx, 500, func(ctx context.Context, _ int) {
					t.talk(ctx, func(conn net.Conn) error {
						return trickle2(ctx, conn, head(applyPath, most), strings.Repeat(" ", 1000), time.Second)
					})
				})
			},
		},
		{
			"stalled-body", "300 connections that send 4 MiB but for the last byte",
			[]string{"held", "HTTP 429 OVERLOADED", "HTTP 408", "connection reset", "broken pipe", "no connection"},
			func(ctx context.Context, t *target) {
				body := head(applyPath, most) + `{"state":"` + strings.Repeat("x", most-11)
				crowd(ctx, 300, func(ctx context.Context, _ int) {
					t.talk(ctx, func(conn net.Conn) error {
						_, err := io.WriteString(conn, body)
						return err
					})
					rest(ctx, 100*time.Millisecond)
				})
			},
		},
	}
}

// trickle2 writes the begin at once and the rest slowly.
func trickle2(ctx context.Context, conn io.Writer, begin, rest string, every time.Duration) error {
	if _, err := io.WriteString(conn, begin); err != nil {
		return err
	}
	return trickle(ctx, conn, rest, every)
}

func bodyAttacks() []attack {
	large := []string{"HTTP 413 LIMIT_EXCEEDED", "held", "connection reset", "broken pipe", "EOF"}
	piece := strings.Repeat(" ", mib)
	return []attack{
		{
			"huge-body", "8 callers that send bodies of 100 MiB, length announced", large,
			func(ctx context.Context, t *target) {
				crowd(ctx, 8, func(ctx context.Context, _ int) {
					t.talk(ctx, func(conn net.Conn) error { return pour(conn, head(applyPath, 100*mib), piece, 100) })
				})
			},
		},
		{
			"huge-chunks", "8 callers that send bodies of 100 MiB in chunks", large,
			func(ctx context.Context, t *target) {
				chunk := fmt.Sprintf("%x\r\n%s\r\n", len(piece), piece)
				crowd(ctx, 8, func(ctx context.Context, _ int) {
					t.talk(ctx, func(conn net.Conn) error { return pour(conn, head(applyPath, -1), chunk, 100) })
				})
			},
		},
		{
			"allowed-bodies", "64 callers that send bodies of 4 MiB, which is just allowed, one after the other",
			[]string{"HTTP 400", "HTTP 413 LIMIT_EXCEEDED", "HTTP 429 OVERLOADED", "held", "connection reset", "broken pipe"},
			func(ctx context.Context, t *target) {
				bodies := []string{
					filled(`{"state":"`, "x", `","moves":["d"]}`),
					filled(`{"moves":[`, `"",`, `""],"state":""}`),
					filled(`{"state":"",`, " ", `"moves":["d"]}`),
					filled(`{"state":"`, `\u0041`, `"}`),
				}
				crowd(ctx, 64, func(ctx context.Context, i int) { t.post(ctx, applyPath, bodies[i%len(bodies)]) })
			},
		},
		{
			"many-options", "16 callers that name as many options of a game as 4 MiB can hold",
			[]string{"HTTP 400", "HTTP 413 LIMIT_EXCEEDED", "HTTP 429 OVERLOADED", "held", "connection reset", "broken pipe"},
			func(ctx context.Context, t *target) {
				var options strings.Builder
				for i := 0; options.Len() < most-64; i++ {
					fmt.Fprintf(&options, `"%x":"",`, i)
				}
				body := `{"variant":"klondike","options":{` + options.String() + `"z":""}}`
				crowd(ctx, 16, func(ctx context.Context, _ int) { t.post(ctx, "/v1/games:deal", body) })
			},
		},
		{
			"gzip-json", "8 callers that send 100 MiB of nothing, compressed to 100 KiB",
			[]string{"HTTP 415 UNSUPPORTED_MEDIA_TYPE", "held"},
			func(ctx context.Context, t *target) {
				bomb := gzipped(100 * mib)
				crowd(ctx, 8, func(ctx context.Context, _ int) {
					t.post(ctx, applyPath, bomb, "Content-Encoding: gzip\r\n")
				})
			},
		},
	}
}

// pour writes the begin and then so many pieces.
func pour(conn io.Writer, begin, piece string, pieces int) error {
	_, err := io.WriteString(conn, begin)
	for i := 0; i < pieces && err == nil; i++ {
		_, err = io.WriteString(conn, piece)
	}
	return err
}

// filled repeats the middle until the text is as long as a request may be.
func filled(begin, middle, end string) string {
	return begin + strings.Repeat(middle, (most-len(begin)-len(end))/len(middle)) + end
}

// post sends a body over a connection of its own and counts the answer.
func (t *target) post(ctx context.Context, path, body string, more ...string) {
	t.talk(ctx, func(conn net.Conn) error { return pour(conn, head(path, len(body), more...), body, 1) })
}

func jsonAttacks() []attack {
	refused := []string{"HTTP 400", "HTTP 413 LIMIT_EXCEEDED", "HTTP 429 OVERLOADED", "held", "connection reset", "broken pipe"}
	of := func(name, about string, bodies ...string) attack {
		return attack{name, about, refused, func(ctx context.Context, t *target) {
			crowd(ctx, 16, func(ctx context.Context, i int) { t.post(ctx, replayPath, bodies[i%len(bodies)]) })
		}}
	}
	return []attack{
		of("nested-json", "16 callers that nest a million lists or objects",
			strings.Repeat("[", 1000000), `{"moves":`+strings.Repeat("[", 1000000), strings.Repeat(`{"deal":`, 500000),
			`{"deal":{"options":`+strings.Repeat(`{"a":`, 700000), `{"moves":[`+strings.Repeat("[", 999990)+strings.Repeat("]", 999990)+`]}`),
		of("skipped-json", "16 callers that nest a million lists behind the longest log that is kept",
			`{"moves":[`+strings.Repeat(`"",`, 20001)+strings.Repeat("[", 1000000)+strings.Repeat("]", 1000000)+`]}`,
			`{"moves":[`+strings.Repeat(`"",`, 20001)+strings.Repeat(`{"a":`, 500000)+"1"+strings.Repeat("}", 500000)+`]}`),
		of("huge-values", "16 callers that send numbers, names and texts of 4 MiB",
			filled(`{"deal":{"number":`, "9", `}}`), filled(`{"deal":{"number":1`, "0", `e1}}`), filled(`{"snapshotInterval":-`, "1", `}`),
			filled(`{"`, "x", `":1}`), filled(`{"deal":{"seed":"`, "ä", `"}}`), filled(`{"deal":{"variant":"`, `\n`, `"}}`),
			filled(`{"view":"`, "A", `"}`), filled(`{"deal":{"deck":"`, "Ac", `"}}`)),
		of("unknown-fields", "16 callers that send hundreds of thousands of fields that there are not",
			filled(`{`, `"unknown":1,`, `"u":1}`), filled(`{"deal":{`, `"variant":"x",`, `"u":1}}`)),
		of("million-moves", "16 callers that send a log of a million moves", filled(`{"moves":[`, `"d",`, `"d"]}`)),
	}
}

func headerAttacks() []attack {
	fair := []string{"HTTP 431", "HTTP 400", "held", "connection reset", "broken pipe", "EOF"}
	many := strings.Builder{}
	for i := range 100000 {
		fmt.Fprintf(&many, "x-%d: %d\r\n", i, i)
	}
	of := func(name, about, headers string) attack {
		return attack{name, about, fair, func(ctx context.Context, t *target) {
			crowd(ctx, 16, func(ctx context.Context, _ int) { t.post(ctx, applyPath, "{}", headers) })
		}}
	}
	return []attack{
		of("many-headers", "16 callers that send a hundred thousand headers", many.String()),
		of("long-header", "16 callers that send a header of 16 MiB", "x-long: "+strings.Repeat("x", 16*mib)+"\r\n"),
		{
			"long-path", "16 callers that ask for paths and parameters of 12 KiB",
			[]string{"HTTP 404", "HTTP 400", "HTTP 414", "HTTP 431", "held"},
			func(ctx context.Context, t *target) {
				paths := []string{
					"/v1/variants/" + strings.Repeat("x", 12000), strings.Repeat("/x", 6000), "/v1/variants/klondike/deals/" + strings.Repeat("9", 12000),
					"/v1/variants/klondike/deals/1?" + strings.Repeat("a&", 6000), "/v1/variants/" + strings.Repeat("%2F", 4000),
				}
				crowd(ctx, 16, func(ctx context.Context, i int) {
					t.talk(ctx, func(conn net.Conn) error {
						return pour(conn, "GET "+paths[i%len(paths)]+" HTTP/1.1\r\nHost: talon\r\n\r\n", "", 0)
					})
				})
			},
		},
	}
}

func idleAttacks() []attack {
	fair := []string{"held", "EOF", "connection reset", "no connection"}
	idle := func(ctx context.Context, t *target, address string, hello []byte) {
		crowd(ctx, t.idle, func(ctx context.Context, _ int) {
			conn, end, err := open(ctx, address)
			if err != nil {
				t.failed(ctx, err)
				return
			}
			defer end()
			_, _ = conn.Write(hello)
			if _, err := io.Copy(io.Discard, conn); ctx.Err() != nil {
				t.answers.add("held until the attack ended")
			} else {
				if err == nil {
					err = io.EOF
				}
				t.answers.add(brief(err))
				rest(ctx, 100*time.Millisecond)
			}
		})
	}
	return []attack{
		{"idle-json", "connections to the JSON port that say nothing, see -idle", fair, func(ctx context.Context, t *target) { idle(ctx, t, t.http, nil) }},
		{"idle-grpc", "connections to the gRPC port that say nothing, see -idle", fair, func(ctx context.Context, t *target) { idle(ctx, t, t.grpc, nil) }},
		{"idle-http2", "connections to the gRPC port that greet and say nothing more, see -idle", fair, func(ctx context.Context, t *target) { idle(ctx, t, t.grpc, greeting()) }},
	}
}
