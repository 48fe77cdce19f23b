package main

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"

	"github.com/talon-solitaire/talon/server/internal/caller"
	"github.com/talon-solitaire/talon/server/internal/quota"
	"github.com/talon-solitaire/talon/server/internal/step"
	"github.com/talon-solitaire/talon/server/internal/token"
)

// access decides who may call what, and how often.
type access struct {
	// tokens is nil where nobody needs one, scoped whether a token needs a scope.
	tokens *token.Verifier
	scoped bool
	// quotas is nil where nobody counts.
	quotas  *quota.Quotas
	proxies caller.Proxies
}

func newAccess(c *config) *access {
	a := &access{tokens: c.tokens, scoped: c.authScopes, proxies: caller.Proxies(c.trustedProxies)}
	if c.limits.callRate.Limited() || c.limits.searchRate.Limited() {
		a.quotas = quota.New(c.limits.callRate, c.limits.searchRate, c.clock)
	}
	return a
}

// open reports whether everybody may call everything as often as they like.
func (a *access) open() bool { return a.tokens == nil && a.quotas == nil }

// ready reports whether tokens can be checked, where they are.
func (a *access) ready() bool { return a.tokens == nil || a.tokens.Ready() }

// visitor is what a call says of who makes it.
type visitor struct {
	// authorization and forwarded are the headers Authorization and X-Forwarded-For.
	authorization, forwarded []string
	// address is where the connection comes from, tls how it is secured; nil where it is not.
	address netip.Addr
	tls     *tls.ConnectionState
}

// overHTTP is who makes a request.
func overHTTP(r *http.Request) visitor {
	return visitor{r.Header.Values("Authorization"), r.Header.Values("X-Forwarded-For"), caller.Parse(r.RemoteAddr), r.TLS}
}

// overGRPC is who makes a call.
func overGRPC(ctx context.Context) visitor {
	v := visitor{
		authorization: metadata.ValueFromIncomingContext(ctx, "authorization"),
		forwarded:     metadata.ValueFromIncomingContext(ctx, "x-forwarded-for"),
	}
	if from, known := peer.FromContext(ctx); known {
		if tcp, is := from.Addr.(*net.TCPAddr); is {
			v.address = tcp.AddrPort().Addr()
		}
		if secured, is := from.AuthInfo.(credentials.TLSInfo); is {
			v.tls = &secured.State
		}
	}
	return v
}

// pass is what a call came in with.
type pass struct {
	// counted is what is counted of the caller, nil where nobody counts.
	counted *quota.Caller
	// standing is how the caller stands after the call was counted.
	standing quota.Standing
	// searched tells that a search was counted already.
	searched bool
}

type passKey struct{}

// passOf gives what the call came in with, nil where it has not yet.
func passOf(ctx context.Context) *pass {
	p, _ := ctx.Value(passKey{}).(*pass)
	return p
}

// fields are the headers that tell a caller how it stands; none where nobody counts.
func (p *pass) fields() (policy, limit string) {
	if p == nil || !p.standing.Rate.Limited() {
		return "", ""
	}
	return p.standing.Fields()
}

// enter lets a call of a method in, or says why not. The pass, which is there in both cases, comes in with it.
func (a *access) enter(ctx context.Context, method string, v visitor) (*pass, error) {
	p := &pass{}
	key, err := a.judge(ctx, scopes[method], v)
	if a.quotas == nil {
		return p, err
	}
	// Who tries tokens is counted too, by its address.
	p.counted = a.quotas.Of(key)
	policy := quota.Calls
	if err == nil && scopes[method] == scopeSolve {
		policy, p.searched = quota.Searches, true
	}
	standing, taken := p.counted.Take(policy)
	p.standing = standing
	if !taken {
		return p, tooOften(standing)
	}
	return p, err
}

// judge finds out who makes a call, and whether it may.
func (a *access) judge(ctx context.Context, scope string, v visitor) (caller.Key, error) {
	if a.tokens == nil || scope == public {
		return a.keyOf(v), nil
	}
	text, err := token.Bearer(v.authorization)
	if err != nil {
		return a.keyOf(v), tokenProblem(err)
	}
	t, err := a.tokens.Verify(ctx, text)
	if err != nil {
		return a.keyOf(v), tokenProblem(err)
	}
	key := caller.Subject(t.Issuer, t.Subject)
	if a.scoped && !t.Has(scope) {
		return key, missingScope(scope)
	}
	return key, nil
}

// keyOf tells callers without a token apart.
func (a *access) keyOf(v visitor) caller.Key {
	switch {
	case a.quotas == nil:
		return caller.Address(netip.Addr{})
	case v.tls != nil && len(v.tls.VerifiedChains) > 0:
		return caller.Certificate(v.tls.VerifiedChains[0][0].Subject.String())
	}
	return caller.Address(a.proxies.From(v.address, v.forwarded))
}

// permit lets a call in that may come in. A call over JSON came in before its body was read.
func (s *server) permit(ctx context.Context, method string, next step.Next) error {
	if s.access.open() || !ours(method) || passOf(ctx) != nil {
		return next(ctx)
	}
	p, err := s.access.enter(ctx, method, overGRPC(ctx))
	if policy, limit := p.fields(); policy != "" {
		told := metadata.MD{"ratelimit-policy": {policy}, "ratelimit": {limit}}
		if err != nil {
			// Not in a header: an error that comes with one is never tried again by the framework's clients.
			_ = grpc.SetTrailer(ctx, told)
		} else {
			_ = grpc.SetHeader(ctx, told)
		}
	}
	if err != nil {
		return err
	}
	if p.counted != nil {
		// The first message of a caller that streams comes with the call.
		first := true
		step.CallOf(ctx).Read = func() error {
			if first {
				first = false
				return nil
			}
			return p.counted.Wait(ctx, quota.Calls)
		}
	}
	return next(context.WithValue(ctx, passKey{}, p))
}

// permitted serves a request that leads to a method if it may come in, before its body is read.
func (s *server) permitted(w http.ResponseWriter, r *http.Request, method string) (*http.Request, error) {
	if s.access.open() {
		return r, nil
	}
	p, err := s.access.enter(r.Context(), method, overHTTP(r))
	if policy, limit := p.fields(); policy != "" {
		w.Header().Set("RateLimit-Policy", policy)
		w.Header().Set("RateLimit", limit)
	}
	return r.WithContext(context.WithValue(r.Context(), passKey{}, p)), err
}

// countSearch counts the search of a call that was not counted as one when it came in.
func countSearch(ctx context.Context) error {
	p := passOf(ctx)
	if p == nil || p.counted == nil || p.searched {
		return nil
	}
	p.searched = true
	if standing, taken := p.counted.Take(quota.Searches); !taken {
		return tooOften(standing)
	}
	return nil
}

// tokenProblem is what a caller is told of its token.
func tokenProblem(err error) error {
	switch {
	case errors.Is(err, token.ErrMissing):
		return errMissingToken
	case errors.Is(err, token.ErrExpired):
		return errExpiredToken
	case errors.Is(err, token.ErrInvalid):
		return errInvalidToken
	case errors.Is(err, token.ErrNoKeys):
		return errNoTokenKey
	}
	return err
}
