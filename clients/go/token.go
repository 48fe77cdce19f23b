package talon

import (
	"context"
	"errors"
	"net"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// TokenSource gives the token for a call. It is asked for every call, by many at once,
// and keeps a token as long as that is good; an empty one is not sent.
type TokenSource func(ctx context.Context) (string, error)

// Token gives the same token for every call.
func Token(token string) TokenSource {
	return func(context.Context) (string, error) { return token, nil }
}

// ErrPlaintextToken is the error of Dial where a token would be sent so that everybody
// on the way could read and use it.
var ErrPlaintextToken = errors.New("a token goes over TLS only: begin the address with https://, or allow it by WithPlaintextToken")

// bearer sends a token with each call.
type bearer struct {
	source TokenSource
	// plain allows it without TLS.
	plain bool
}

// GetRequestMetadata gives the header of a call.
func (b bearer) GetRequestMetadata(ctx context.Context, _ ...string) (map[string]string, error) {
	token, err := b.source(ctx)
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return nil, status.FromContextError(err).Err()
	case err != nil:
		return nil, status.Errorf(codes.Unauthenticated, "no token: %v", err)
	case token == "":
		return nil, nil
	}
	return map[string]string{"authorization": "Bearer " + token}, nil
}

// RequireTransportSecurity has gRPC refuse a connection without TLS.
func (b bearer) RequireTransportSecurity() bool { return !b.plain }

// local reports whether a client connects to its own machine only, where nobody is on
// the way.
func (t target) local() bool {
	addresses := t.listed
	if addresses == nil {
		addresses = []string{t.name}
	}
	for _, address := range addresses {
		host, _, err := net.SplitHostPort(address)
		ip := net.ParseIP(host)
		if strings.HasPrefix(address, "unix:") || err == nil && (host == "localhost" || ip != nil && ip.IsLoopback()) {
			continue
		}
		return false
	}
	return true
}
