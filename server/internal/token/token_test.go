package token

import (
	"context"
	"crypto"
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	issuer   = "https://issuer.example"
	audience = "talon"
)

// moment is when the tests take place.
var moment = time.Unix(1_700_000_000, 0)

// clock is a clock that stands still until it is set on.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func newClock() *clock { return &clock{now: moment} }

func (c *clock) time() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// pair is a key of an issuer.
type pair struct {
	id      string
	alg     jose.SignatureAlgorithm
	private crypto.Signer
}

var rsaKey = sync.OnceValue(func() *rsa.PrivateKey {
	key, err := rsa.GenerateKey(rand.Reader, leastRSA)
	if err != nil {
		panic(err)
	}
	return key
})

func newPair(t testing.TB, id string, alg jose.SignatureAlgorithm) pair {
	t.Helper()
	var key crypto.Signer
	var err error
	switch alg {
	case jose.EdDSA:
		_, key, err = ed25519.GenerateKey(rand.Reader)
	case jose.ES256:
		key, err = ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	case jose.ES512:
		key, err = ecdsa.GenerateKey(elliptic.P521(), rand.Reader)
	default:
		key = rsaKey()
	}
	if err != nil {
		t.Fatal(err)
	}
	return pair{id, alg, key}
}

// setOf writes the public halves.
func setOf(t testing.TB, pairs ...pair) []byte {
	t.Helper()
	s := jose.JSONWebKeySet{}
	for _, p := range pairs {
		s.Keys = append(s.Keys, jose.JSONWebKey{Key: p.private.Public(), KeyID: p.id, Use: "sig"})
	}
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// sign makes a token of a payload.
func (p pair) sign(t testing.TB, payload []byte, headers map[jose.HeaderKey]any) string {
	t.Helper()
	options := (&jose.SignerOptions{ExtraHeaders: headers}).WithType("JWT")
	signer, err := jose.NewSigner(jose.SigningKey{Algorithm: p.alg, Key: jose.JSONWebKey{Key: p.private, KeyID: p.id}}, options)
	if err != nil {
		t.Fatal(err)
	}
	signed, err := signer.Sign(payload)
	if err != nil {
		t.Fatal(err)
	}
	text, err := signed.CompactSerialize()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// claims are good ones, but for what is changed; nil takes a claim out.
func claims(t testing.TB, change map[string]any) []byte {
	t.Helper()
	all := map[string]any{
		"iss": issuer, "aud": audience, "sub": "game-server", "scope": "talon.rules talon.solve", "exp": moment.Add(time.Hour).Unix(),
	}
	maps.Copy(all, change)
	maps.DeleteFunc(all, func(_ string, v any) bool { return v == nil })
	text, err := json.Marshal(all)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// verifier makes a verifier of a file with the keys.
func verifier(t testing.TB, c *clock, pairs ...pair) *Verifier {
	t.Helper()
	path := filepath.Join(t.TempDir(), "jwks.json")
	if err := os.WriteFile(path, setOf(t, pairs...), 0o644); err != nil {
		t.Fatal(err)
	}
	keys, err := Open(t.Context(), path, c.time)
	if err != nil {
		t.Fatal(err)
	}
	return NewVerifier(keys, Rules{issuer, []string{"other", audience}})
}

func TestAGoodTokenIsTaken(t *testing.T) {
	for _, alg := range algorithms {
		if alg == jose.ES384 {
			continue // between the two curves that are tried
		}
		p := newPair(t, "k", alg)
		v := verifier(t, newClock(), p)
		got, err := v.Verify(t.Context(), p.sign(t, claims(t, nil), nil))
		if err != nil || got.Subject != "game-server" || got.Issuer != issuer || !got.Has("talon.solve") || got.Has("talon") {
			t.Errorf("%s: %+v, %v", alg, got, err)
		}
	}
}

func TestScopesComeInEveryForm(t *testing.T) {
	p := newPair(t, "k", jose.EdDSA)
	v := verifier(t, newClock(), p)
	for name, change := range map[string]map[string]any{
		"a list in scope": {"scope": []string{"talon.rules", "talon.solve"}},
		"a text in scp":   {"scope": nil, "scp": "talon.solve  talon.rules"},
		"a list in scp":   {"scope": nil, "scp": []string{"talon.solve", "talon.rules"}},
		"both":            {"scope": "talon.rules", "scp": []string{"talon.solve"}},
	} {
		got, err := v.Verify(t.Context(), p.sign(t, claims(t, change), nil))
		if err != nil || !got.Has("talon.rules") || !got.Has("talon.solve") {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	got, err := v.Verify(t.Context(), p.sign(t, claims(t, map[string]any{"scope": nil}), nil))
	if err != nil || got.Has("") || got.Has("talon.rules") {
		t.Errorf("no scopes: %+v, %v", got, err)
	}
}

func encoded(part string) string { return base64.RawURLEncoding.EncodeToString([]byte(part)) }

func TestHostileTokensAreRefused(t *testing.T) {
	good, stranger, rs := newPair(t, "k", jose.EdDSA), newPair(t, "k", jose.EdDSA), newPair(t, "r", jose.RS256)
	v := verifier(t, newClock(), good, rs)
	with := func(change map[string]any) string { return good.sign(t, claims(t, change), nil) }
	text := good.sign(t, claims(t, nil), nil)
	parts := strings.Split(text, ".")
	der, err := x509.MarshalPKIXPublicKey(rs.private.Public())
	if err != nil {
		t.Fatal(err)
	}
	hmac := func(secret []byte) string {
		signer, err := jose.NewSigner(jose.SigningKey{Algorithm: jose.HS256, Key: jose.JSONWebKey{Key: secret, KeyID: "r"}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		signed, err := signer.Sign(claims(t, nil))
		if err != nil {
			t.Fatal(err)
		}
		made, _ := signed.CompactSerialize()
		return made
	}
	ahead := moment.Add(leeway + time.Second).Unix()
	for name, test := range map[string]struct {
		token string
		want  error
	}{
		"no signature":             {encoded(`{"alg":"none","kid":"k"}`) + "." + parts[1] + ".", ErrInvalid},
		"alg none":                 {encoded(`{"alg":"none","kid":"k"}`) + "." + parts[1] + "." + parts[2], ErrInvalid},
		"alg None":                 {encoded(`{"alg":"None","kid":"k"}`) + "." + parts[1] + "." + parts[2], ErrInvalid},
		"HS256 by the public key":  {hmac(der), ErrInvalid},
		"HS256 by the file":        {hmac(setOf(t, rs)), ErrInvalid},
		"another algorithm":        {encoded(`{"alg":"RS256","kid":"k"}`) + "." + parts[1] + "." + parts[2], ErrInvalid},
		"a key of another":         {pair{"r", jose.EdDSA, good.private}.sign(t, claims(t, nil), nil), ErrInvalid},
		"a key that is not there":  {pair{"x", jose.EdDSA, good.private}.sign(t, claims(t, nil), nil), ErrInvalid},
		"no kid":                   {pair{"", jose.EdDSA, good.private}.sign(t, claims(t, nil), nil), ErrInvalid},
		"a key of the same name":   {stranger.sign(t, claims(t, nil), nil), ErrInvalid},
		"a key that it brings":     {stranger.sign(t, claims(t, nil), map[jose.HeaderKey]any{"jwk": jose.JSONWebKey{Key: stranger.private.Public()}}), ErrInvalid},
		"an extension":             {good.sign(t, claims(t, nil), map[jose.HeaderKey]any{"crit": []string{"x"}, "x": 1}), ErrInvalid},
		"other claims":             {parts[0] + "." + encoded(string(claims(t, map[string]any{"sub": "root"}))) + "." + parts[2], ErrInvalid},
		"a signature cut off":      {text[:len(text)-4], ErrInvalid},
		"an expired one, forged":   {stranger.sign(t, claims(t, map[string]any{"exp": 1}), nil), ErrInvalid},
		"expired":                  {with(map[string]any{"exp": moment.Add(-leeway - time.Second).Unix()}), ErrExpired},
		"expired, for another":     {with(map[string]any{"exp": 1, "aud": "others"}), ErrInvalid},
		"no end":                   {with(map[string]any{"exp": nil}), ErrInvalid},
		"an end in words":          {with(map[string]any{"exp": "never"}), ErrInvalid},
		"an end out of all bounds": {with(map[string]any{"exp": -1e300}), ErrInvalid},
		"not valid yet":            {with(map[string]any{"nbf": ahead}), ErrInvalid},
		"issued in the future":     {with(map[string]any{"iat": ahead}), ErrInvalid},
		"another audience":         {with(map[string]any{"aud": "talon2"}), ErrInvalid},
		"other audiences":          {with(map[string]any{"aud": []string{"a", "b"}}), ErrInvalid},
		"no audience":              {with(map[string]any{"aud": nil}), ErrInvalid},
		"another issuer":           {with(map[string]any{"iss": issuer + "/"}), ErrInvalid},
		"no issuer":                {with(map[string]any{"iss": nil}), ErrInvalid},
		"no subject":               {with(map[string]any{"sub": nil}), ErrInvalid},
		"a subject of numbers":     {with(map[string]any{"sub": 7}), ErrInvalid},
		"scopes of numbers":        {with(map[string]any{"scope": 7}), ErrInvalid},
		"a claim twice":            {good.sign(t, []byte(`{"sub":"a","sub":"b","exp":9e9,"iss":"`+issuer+`","aud":"talon"}`), nil), ErrInvalid},
		"claims that are a list":   {good.sign(t, []byte(`[]`), nil), ErrInvalid},
		"no claims":                {good.sign(t, nil, nil), ErrInvalid},
		"garbage":                  {"a.b.c", ErrInvalid},
		"five parts":               {text + "." + parts[1] + "." + parts[2], ErrInvalid},
		"nothing":                  {"", ErrInvalid},
		"JSON":                     {`{"payload":"` + parts[1] + `"}`, ErrInvalid},
	} {
		if got, err := v.Verify(t.Context(), test.token); got != nil || !errors.Is(err, test.want) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	for name, change := range map[string]map[string]any{
		"just expired":          {"exp": moment.Add(-leeway + time.Second).Unix()},
		"valid in a moment":     {"nbf": moment.Add(leeway - time.Second).Unix()},
		"one of many audiences": {"aud": []string{"a", audience}},
	} {
		if _, err := v.Verify(t.Context(), with(change)); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestATokenThatWasGoodExpires(t *testing.T) {
	c := newClock()
	p := newPair(t, "k", jose.EdDSA)
	v := verifier(t, c, p)
	text := p.sign(t, claims(t, nil), nil)
	for _, step := range []struct {
		pass time.Duration
		want error
	}{{0, nil}, {time.Hour, nil}, {leeway, nil}, {time.Second, ErrExpired}, {0, ErrExpired}} {
		c.pass(step.pass)
		if _, err := v.Verify(t.Context(), text); !errors.Is(err, step.want) {
			t.Errorf("after %v: %v", c.time().Sub(moment), err)
		}
	}
}

func TestNoMoreTokensAreRememberedThanFit(t *testing.T) {
	p := newPair(t, "k", jose.EdDSA)
	v := verifier(t, newClock(), p)
	for i := range mostGood + 10 {
		if _, err := v.Verify(t.Context(), p.sign(t, claims(t, map[string]any{"jti": strconv.Itoa(i)}), nil)); err != nil {
			t.Fatal(err)
		}
	}
	if n := v.now.Load().good.Len(); n != mostGood {
		t.Errorf("%d are remembered", n)
	}
	_, _ = v.Verify(t.Context(), "a.b.c")
	if _, found := v.now.Load().good.Get([32]byte{}); found {
		t.Error("garbage is remembered")
	}
}

func TestWithoutKeysNoTokenIsJudged(t *testing.T) {
	v := NewVerifier(newKeys(&address{}, "", newClock().time), Rules{issuer, []string{audience}})
	if _, err := v.Verify(context.Background(), "a.b.c"); !errors.Is(err, ErrNoKeys) {
		t.Error(err)
	}
}

// BenchmarkVerify compares a token that is new with one that was good before.
func BenchmarkVerify(b *testing.B) {
	for _, alg := range []jose.SignatureAlgorithm{jose.RS256, jose.ES256, jose.EdDSA} {
		p := newPair(b, "k", alg)
		v := verifier(b, newClock(), p)
		text := p.sign(b, claims(b, nil), nil)
		for name, forget := range map[string]bool{"new": true, "known": false} {
			b.Run(string(alg)+"/"+name, func(b *testing.B) {
				for b.Loop() {
					if forget {
						v.now.Load().good.Drop(sha256.Sum256([]byte(text)))
					}
					if _, err := v.Verify(b.Context(), text); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
