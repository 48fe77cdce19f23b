package main

import (
	"crypto/tls"
	"io"
	"net"
	"net/http"
	"path/filepath"
	"testing"

	"golang.org/x/net/http2"

	"github.com/talon-solitaire/talon/internal/issuer"
)

// What connections take on which nothing happens, as many at both ports as -max-connections lets in:
//
//	go test -run xxx -bench IdleConnections -benchtime 1x ./server
//
// reports the growth of heap and stacks in use, in bytes a connection.

func BenchmarkIdleConnections(b *testing.B) {
	folder, a := b.TempDir(), issuer.New(b, issuer.Wanted{Name: "a"})
	pair := a.Server(b, "x")
	secured := []string{
		"TALON_TLS_CERT=" + issuer.Write(b, filepath.Join(folder, "crt"), pair.Cert),
		"TALON_TLS_KEY=" + issuer.Write(b, filepath.Join(folder, "key"), pair.Key),
	}
	for name, environment := range map[string][]string{"plain": nil, "tls": secured} {
		b.Run(name, func(b *testing.B) {
			p := startProcess(b, "rules", environment...)
			before := p.inUse(b)
			many := defaults().limits.connections
			for range b.N {
				for _, port := range []string{p.grpc, p.http} {
					for range many {
						idle(b, port, environment != nil, port == p.grpc)
					}
				}
			}
			b.ReportMetric(0, "ns/op") // an operation is the opening of all
			b.ReportMetric((p.inUse(b)-before)/float64(2*many), "bytes/connection")
		})
	}
}

// inUse is how much heap and stacks there are.
func (p *process) inUse(b *testing.B) float64 {
	b.Helper()
	response, err := http.Get("http://" + p.admin + "/metrics")
	if err != nil {
		b.Fatal(err)
	}
	defer response.Body.Close()
	page, err := io.ReadAll(response.Body)
	if err != nil {
		b.Fatal(err)
	}
	return gauge(b, string(page), "go_memstats_heap_inuse_bytes") + gauge(b, string(page), "go_memstats_stack_inuse_bytes")
}

// idle opens a connection, by HTTP/2 where it can, and waits until the server has taken it.
func idle(b *testing.B, addr string, secured, second bool) {
	b.Helper()
	conn, err := net.Dial("tcp", addr)
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _ = conn.Close() })
	if secured {
		conn = tls.Client(conn, &tls.Config{InsecureSkipVerify: true, NextProtos: []string{"h2"}})
	}
	if !secured && !second {
		if _, err = io.WriteString(conn, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"); err == nil {
			_, err = conn.Read(make([]byte, 1<<10))
		}
	} else if _, err = io.WriteString(conn, http2.ClientPreface); err == nil {
		f := http2.NewFramer(conn, conn)
		if err = f.WriteSettings(); err == nil {
			_, err = f.ReadFrame()
		}
	}
	if err != nil {
		b.Fatal(err)
	}
}
