// Package requestid gives each call a name under which the log, the answer and the caller's own log
// speak of it. A caller may bring the name; otherwise the process makes one up. It is not a secret
// and proves nothing.
package requestid

import (
	"context"
	"math/rand/v2"
	"strconv"
)

// Header is the HTTP header that carries the id, both ways.
const Header = "X-Request-Id"

// Key is the gRPC metadata key that carries the id, both ways.
const Key = "x-request-id"

type contextKey struct{}

// New gives the context an id: the one brought, if it is fit to be logged, else a fresh one.
func New(ctx context.Context, brought string) context.Context {
	if !fit(brought) {
		brought = Fresh()
	}
	return context.WithValue(ctx, contextKey{}, brought)
}

// Fresh makes an id up.
func Fresh() string { return strconv.FormatUint(rand.Uint64()|1<<63, 16) }

// From gives the id of the context, "" if it has none.
func From(ctx context.Context) string {
	id, _ := ctx.Value(contextKey{}).(string)
	return id
}

// fit reports whether an id is 1 to 64 letters, digits, dots, dashes and underscores: nothing that
// could break a log line or a header.
func fit(id string) bool {
	if id == "" || len(id) > 64 {
		return false
	}
	for i := range len(id) {
		c := id[i]
		switch {
		case c >= '0' && c <= '9', c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '-', c == '_', c == '.':
		default:
			return false
		}
	}
	return true
}
