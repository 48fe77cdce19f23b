package talon

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// maxAnswer is the largest answer taken, in bytes: a replay of the longest log
// with every snapshot stays below it.
const maxAnswer = 64 << 20

// retries tries a call again whose server was not there: no call has side effects.
// A search that has told its progress is not begun again, and no search is while a
// server is overloaded.
const retries = `{"methodConfig": [{
	"name": [{"service": "solitaire.v1.RulesService"}, {"service": "solitaire.v1.SolverService"}],
	"retryPolicy": {
		"maxAttempts": 3,
		"initialBackoff": "0.1s",
		"maxBackoff": "1s",
		"backoffMultiplier": 3,
		"retryableStatusCodes": ["UNAVAILABLE"]
	}
}]}`

// Client talks to one server. It may be used by many goroutines at once.
type Client struct {
	conn     *grpc.ClientConn
	rules    solitairev1.RulesServiceClient
	solver   solitairev1.SolverServiceClient
	language string
}

// Option changes how Dial connects.
type Option func(*settings)

type settings struct {
	language string
	dial     []grpc.DialOption
}

// WithLanguage asks for the texts of answers and errors in a language, "de" or "en".
func WithLanguage(language string) Option {
	return func(s *settings) { s.language = language }
}

// WithDialOptions adds options of grpc.NewClient; they come after Dial's own, so
// that they win.
func WithDialOptions(options ...grpc.DialOption) Option {
	return func(s *settings) { s.dial = append(s.dial, options...) }
}

// Dial returns a client of the server at an address: "127.0.0.1:9090" in plain
// text, "https://talon.example.org" with TLS and the system's certificates, on
// port 443 unless it names one. It does not wait for the connection; the first
// call does.
func Dial(address string, options ...Option) (*Client, error) {
	target, secure := targetOf(address)
	secrecy := insecure.NewCredentials()
	if secure {
		secrecy = credentials.NewTLS(&tls.Config{MinVersion: tls.VersionTLS12})
	}
	s := settings{dial: []grpc.DialOption{
		grpc.WithTransportCredentials(secrecy),
		grpc.WithDefaultServiceConfig(retries),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(maxAnswer)),
	}}
	for _, option := range options {
		option(&s)
	}
	conn, err := grpc.NewClient(target, s.dial...)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", address, err)
	}
	return &Client{
		conn:     conn,
		rules:    solitairev1.NewRulesServiceClient(conn),
		solver:   solitairev1.NewSolverServiceClient(conn),
		language: s.language,
	}, nil
}

// targetOf is the target of gRPC for an address, and whether it asks for TLS.
func targetOf(address string) (target string, secure bool) {
	target, secure = strings.CutPrefix(address, "https://")
	if !secure {
		target = strings.TrimPrefix(address, "http://")
	}
	if target != address {
		target = strings.TrimSuffix(target, "/")
	}
	if _, _, err := net.SplitHostPort(target); err != nil && secure {
		target = net.JoinHostPort(strings.Trim(target, "[]"), "443")
	}
	return target, secure
}

// Close ends the connection.
func (c *Client) Close() error { return c.conn.Close() }

// asking adds the language to a call.
func (c *Client) asking(ctx context.Context) context.Context {
	if c.language == "" {
		return ctx
	}
	return metadata.AppendToOutgoingContext(ctx, "accept-language", c.language)
}
