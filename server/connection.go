package main

import (
	"context"
	"math/rand/v2"
	"net"
	"net/http"
	"sync"
	"time"

	"google.golang.org/grpc/peer"

	"github.com/talon-solitaire/talon/server/internal/doorman"
)

// leastSilence is how long a connection is left alone that has made a call.
const leastSilence = time.Minute

// fullEvery is how often the log says that a listener is full.
const fullEvery = time.Minute

// within bounds the connections of every listener.
func (s *server) within(l listeners) listeners {
	l.grpc, l.http = s.rooms["grpc"].Of(l.grpc), s.guarded(s.rooms["http"].Of(l.http))
	if l.admin != nil {
		l.admin = s.rooms["admin"].Of(l.admin)
	}
	return l
}

// tellFull gives what logs that a listener is full, now and then.
func (s *server) tellFull(name string) func() {
	var (
		mu   sync.Mutex
		next time.Time
	)
	return func() {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.After(next) {
			next = now.Add(fullEvery)
			s.log.Warn("too many connections, so that one was closed", "port", name, "limit", s.config.limits.connections)
		}
	}
}

// serveHTTP serves JSON on a listener, by TLS if there is a certificate.
func (s *server) serveHTTP(l net.Listener) error {
	if s.config.identity == nil {
		return s.http.Serve(l)
	}
	return s.http.ServeTLS(l, "", "")
}

// warnOfStrangers warns where others than this machine reach a port on which they had better not be.
func (s *server) warnOfStrangers(l *listeners) {
	if s.config.identity == nil {
		for name, port := range map[string]net.Listener{"grpc": l.grpc, "http": l.http} {
			if !onLoopback(port.Addr()) {
				s.log.Warn("open to others than this machine without TLS: see -tls-cert", "port", name, "addr", port.Addr().String())
			}
		}
	}
	if l.admin != nil && !onLoopback(l.admin.Addr()) {
		s.log.Warn("open to others than this machine: whoever reaches it sees profiles of the process", "port", "admin", "addr", l.admin.Addr().String())
	}
}

// onLoopback reports whether only this machine reaches an address.
func onLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// longestCall is how long a call may take: a search waits and takes as long as it may, and its answer has to be read.
func (l *limits) longestCall() time.Duration { return 2*l.solverTime + writeTime }

// connectionGrace is how long calls over gRPC may go on when their connection has come of age: no search is cut off.
func (l *limits) connectionGrace() time.Duration { return max(leastGrace, l.longestCall()) }

// silence is how long a connection with a call under way may say nothing, so that one that is silent for longer has none.
func (l *limits) silence() time.Duration { return max(leastSilence, l.longestCall()) }

// connection is one over HTTP, and the time at which it is too old.
type connection struct {
	net.Conn
	ends time.Time
}

type connectionKey struct{}

// withConnection gives a connection over HTTP an age, give or take a tenth, so that not all that began together end so.
func (s *server) withConnection(ctx context.Context, c net.Conn) context.Context {
	age := s.config.limits.connectionAge
	age += time.Duration((rand.Float64() - 0.5) / 5 * float64(age)) //nolint:gosec // nobody gains by guessing it
	return context.WithValue(ctx, connectionKey{}, connection{c, time.Now().Add(age)})
}

// admitted reports whether it was decided already that a request over HTTP is not one too many.
func admitted(ctx context.Context) bool {
	c, is := ctx.Value(connectionKey{}).(connection)
	return is && doorman.Admitted(c.Conn)
}

// connected gives each request who makes it, ends a connection of age, and refuses headers that are too large.
func (s *server) connected(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		r = r.WithContext(peer.NewContext(r.Context(), peerOf(r)))
		if tooOld(r.Context()) {
			w.Header().Set("Connection", "close")
		}
		size := headerSize(r)
		if size <= headerBytes {
			next.ServeHTTP(w, r)
			return
		}
		w.Header().Set("Connection", "close")
		err := statusError(incoming(r), largeHeaders(headerBytes, size))
		s.refused(r.Context(), "", err)
		respond(r.Context(), w, http.StatusRequestHeaderFieldsTooLarge, err)
	})
}

// tooOld reports whether the connection of a request over HTTP is to end with the answer. HTTP/1 is told so by a
// header; from that net/http makes a GOAWAY for HTTP/2.
func tooOld(ctx context.Context) bool {
	c, is := ctx.Value(connectionKey{}).(connection)
	return is && time.Now().After(c.ends)
}

// headerSize is the size of the headers of a request as HTTP/2 counts them: each with 32 bytes more than its text.
func headerSize(r *http.Request) int {
	const beside = 32
	size := len(r.Method) + len(r.RequestURI) + len(r.Host) + 3*beside
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value) + beside
		}
	}
	return size
}
