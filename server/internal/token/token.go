// Package token checks bearer tokens: JSON Web Tokens that somebody else issues, against public keys that come from
// a file or a URL and are followed when they change. It issues none, and it tells nobody what is wrong with one but
// that there is none, that it has expired, or that it is not good.
package token

import (
	"context"
	"crypto/sha256"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"
	"github.com/go-jose/go-jose/v4/jwt"
)

// What can be wrong.
var (
	// ErrMissing is the error of a call without a token.
	ErrMissing = errors.New("there is no token")
	// ErrExpired is the error of a token that was good and has expired.
	ErrExpired = errors.New("the token has expired")
	// ErrInvalid is the error of every other token that is not good.
	ErrInvalid = errors.New("the token is not good")
	// ErrNoKeys is the error while there are no keys to check a token with.
	ErrNoKeys = errors.New("there are no keys to check tokens with")
)

// algorithms are those that a token may be signed by: none of them makes a signature of what everybody knows.
var algorithms = []jose.SignatureAlgorithm{
	jose.RS256, jose.RS384, jose.RS512, jose.PS256, jose.PS384, jose.PS512, jose.ES256, jose.ES384, jose.ES512, jose.EdDSA,
}

// leeway is how far the clocks of issuers may be off.
const leeway = 30 * time.Second

// Rules say which tokens are for this service.
type Rules struct {
	// Issuer is who has to have issued a token, Audiences are those of which it has to be for one.
	Issuer    string
	Audiences []string
}

// Token is a token that is good.
type Token struct {
	Issuer, Subject string
	// Scopes are what its bearer may do.
	Scopes  []string
	expires time.Time
}

// Has reports whether a token has a scope.
func (t *Token) Has(scope string) bool { return slices.Contains(t.Scopes, scope) }

// Verifier checks tokens. It is safe for concurrent use.
type Verifier struct {
	*Keys
	rules Rules
}

// NewVerifier makes a verifier.
func NewVerifier(keys *Keys, rules Rules) *Verifier { return &Verifier{keys, rules} }

// Verify reads a token and checks it. The error is one of ErrExpired, ErrInvalid and ErrNoKeys, or that of the
// context, while it waits for keys.
func (v *Verifier) Verify(ctx context.Context, text string) (*Token, error) {
	set := v.now.Load()
	if set == nil {
		return nil, ErrNoKeys
	}
	sum := sha256.Sum256([]byte(text))
	if known, found := set.good.Get(sum); found {
		if v.clock().Add(-leeway).After(known.expires) {
			set.good.Drop(sum)
			return nil, ErrExpired
		}
		return known, nil
	}
	parsed, err := jwt.ParseSigned(text, algorithms)
	if err != nil || len(parsed.Headers) != 1 {
		return nil, ErrInvalid
	}
	set, candidates, err := v.find(ctx, parsed.Headers[0])
	if err != nil {
		return nil, err
	}
	for _, key := range candidates {
		t, err := v.claims(parsed, key)
		if err == nil {
			set.good.Make(sum, func() *Token { return t })
		}
		if !errors.Is(err, errSignature) {
			return t, err
		}
	}
	return nil, ErrInvalid
}

// errSignature is the error of a token that another key may have signed.
var errSignature = errors.New("the signature is another one")

// claims checks the signature of a token and what it claims.
func (v *Verifier) claims(parsed *jwt.JSONWebToken, key *jose.JSONWebKey) (*Token, error) {
	var claims jwt.Claims
	var granted struct {
		Scope words `json:"scope"`
		Scp   words `json:"scp"`
	}
	var payload json.RawMessage
	if err := parsed.Claims(key, &payload); err != nil {
		return nil, errSignature
	}
	if json.Unmarshal(payload, &claims) != nil || json.Unmarshal(payload, &granted) != nil {
		return nil, ErrInvalid
	}
	if claims.Expiry == nil || claims.Subject == "" {
		return nil, ErrInvalid
	}
	expected := jwt.Expected{Issuer: v.rules.Issuer, AnyAudience: v.rules.Audiences, Time: v.clock()}
	switch err := claims.ValidateWithLeeway(expected, leeway); {
	case errors.Is(err, jwt.ErrExpired):
		return nil, ErrExpired
	case err != nil:
		return nil, ErrInvalid
	}
	return &Token{claims.Issuer, claims.Subject, append(granted.Scope, granted.Scp...), claims.Expiry.Time()}, nil
}

// words are words between blanks, or a list of them: issuers write scopes in both ways.
type words []string

// UnmarshalJSON reads words.
func (w *words) UnmarshalJSON(text []byte) error {
	var one string
	if err := json.Unmarshal(text, &one); err == nil {
		*w = strings.Fields(one)
		return nil
	}
	return json.Unmarshal(text, (*[]string)(w))
}
