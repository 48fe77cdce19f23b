package talon

import (
	"context"
	"fmt"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Client talks to one service, which may be many servers. It may be used by many
// goroutines at once.
type Client struct {
	conn   *grpc.ClientConn
	rules  solitairev1.RulesServiceClient
	solver solitairev1.SolverServiceClient
	settings
}

// Dial returns a client of the service at an address: "127.0.0.1:9090" in plain
// text, "https://talon.example.org" with TLS and the system's certificates unless
// WithTLS says otherwise, on port 443 unless it names one. Calls take turns between all servers that a name
// stands for; addresses can be listed too, with commas between them:
// "10.0.0.1:9090,10.0.0.2:9090". Dial does not wait for a connection; the first
// call does.
func Dial(address string, options ...Option) (*Client, error) {
	s := settings{rulesTimeout: RulesTimeout, searchTimeout: SearchTimeout, attemptTimeout: AttemptTimeout}
	for _, option := range options {
		option(&s)
	}
	to := targetOf(address)
	secrecy := insecure.NewCredentials()
	switch {
	case to.secure:
		secrecy = credentials.NewTLS(s.secrecy())
	case s.tls != nil:
		return nil, fmt.Errorf("dial %s: there are settings of TLS, for which the address has to begin with https://", address)
	}
	dial := append(connecting(secrecy), to.options()...)
	if s.token != nil {
		plain := s.plaintext || to.local()
		if !plain && !to.secure && len(s.dial) == 0 {
			return nil, fmt.Errorf("dial %s: %w", address, ErrPlaintextToken)
		}
		// An option of calls and not of the connection, whose health checks need no token.
		dial = append(dial, grpc.WithDefaultCallOptions(grpc.PerRPCCredentials(bearer{s.token, plain})))
	}
	conn, err := grpc.NewClient(to.name, append(dial, s.dial...)...)
	if err != nil {
		return nil, fmt.Errorf("dial %s: %w", address, err)
	}
	return &Client{
		conn:     conn,
		rules:    solitairev1.NewRulesServiceClient(conn),
		solver:   solitairev1.NewSolverServiceClient(conn),
		settings: s,
	}, nil
}

// Close ends the connections.
func (c *Client) Close() error { return c.conn.Close() }

// asking adds the language to a call, and the deadline unless it has one.
func (c *Client) asking(ctx context.Context, timeout time.Duration) (context.Context, context.CancelFunc) {
	if c.language != "" {
		ctx = metadata.AppendToOutgoingContext(ctx, "accept-language", c.language)
	}
	if _, bounded := ctx.Deadline(); bounded || timeout <= 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, timeout)
}

// call makes one call of the rules, which is answered at once unless something is
// wrong, and gives its error as an *Error.
func call[Request, Answer any](
	ctx context.Context, c *Client, request Request,
	method func(context.Context, Request, ...grpc.CallOption) (Answer, error),
) (Answer, error) {
	return within(ctx, c, c.rulesTimeout, c.attemptTimeout, request, method)
}

// search makes one call that may search, and so be silent for as long as it likes.
func search[Request, Answer any](
	ctx context.Context, c *Client, request Request,
	method func(context.Context, Request, ...grpc.CallOption) (Answer, error),
) (Answer, error) {
	return within(ctx, c, c.searchTimeout, 0, request, method)
}

func within[Request, Answer any](
	ctx context.Context, c *Client, timeout, attemptTimeout time.Duration, request Request,
	method func(context.Context, Request, ...grpc.CallOption) (Answer, error),
) (answer Answer, err error) {
	ctx, cancel := c.asking(ctx, timeout)
	defer cancel()
	err = c.patiently(ctx, func() error {
		return errorOf(c.attempting(ctx, attemptTimeout, func(ctx context.Context) (failed error) {
			answer, failed = method(ctx, request)
			return failed
		}))
	})
	return answer, err
}
