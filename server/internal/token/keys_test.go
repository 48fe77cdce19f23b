package token

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// issuerServer answers with a set of keys, or with whatever a test has it answer.
type issuerServer struct {
	*httptest.Server
	asked  atomic.Int64
	answer atomic.Pointer[http.HandlerFunc]
}

func newIssuer(t testing.TB) *issuerServer {
	t.Helper()
	s := &issuerServer{}
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.asked.Add(1)
		(*s.answer.Load())(w, r)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *issuerServer) answers(answer http.HandlerFunc) { s.answer.Store(&answer) }

func (s *issuerServer) serves(t testing.TB, pairs ...pair) {
	t.Helper()
	text := setOf(t, pairs...)
	s.answers(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(text) })
}

func remote(t testing.TB, s *issuerServer, c *clock) *Verifier {
	t.Helper()
	keys, err := Open(t.Context(), s.URL+"/jwks.json", c.time)
	if err != nil {
		t.Fatal(err)
	}
	return NewVerifier(keys, Rules{issuer, []string{audience}})
}

// follow has the keys followed, and gives what ticks and what was told.
func follow(t testing.TB, k *Keys) (ticks chan<- time.Time, told <-chan error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	tick, said, ended := make(chan time.Time), make(chan error, 8), make(chan struct{})
	go func() {
		k.Follow(ctx, tick, func(err error) { said <- err })
		close(ended)
	}()
	t.Cleanup(func() { cancel(); <-ended })
	return tick, said
}

// good says whether a token by the key is good.
func good(t testing.TB, v *Verifier, p pair) error {
	t.Helper()
	_, err := v.Verify(t.Context(), p.sign(t, claims(t, nil), nil))
	return err
}

func TestAFileIsReadAgainWhenItChanges(t *testing.T) {
	one, two := newPair(t, "one", jose.EdDSA), newPair(t, "two", jose.EdDSA)
	v := verifier(t, newClock(), one)
	path := v.name
	text := one.sign(t, claims(t, nil), nil)
	if _, err := v.Verify(t.Context(), text); err != nil {
		t.Fatal(err)
	}
	ticks, told := follow(t, v.Keys)
	write := func(text []byte) {
		t.Helper()
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		ticks <- moment
	}
	write(setOf(t, one, two))
	if err := <-told; err != nil || good(t, v, one) != nil || good(t, v, two) != nil {
		t.Errorf("both keys: %v", err)
	}
	write([]byte(`{"keys":[]}`))
	if err := <-told; !errors.Is(err, errNoKey) || good(t, v, two) != nil {
		t.Errorf("no keys: %v", err)
	}
	write(setOf(t, two))
	if err := <-told; err != nil || good(t, v, two) != nil || good(t, v, one) == nil {
		t.Errorf("one key: %v", err)
	}
	if _, err := v.Verify(t.Context(), text); !errors.Is(err, ErrInvalid) {
		t.Errorf("a token that was good by a key that is gone: %v", err)
	}
	ticks <- moment
	ticks <- moment
	if len(told) > 0 {
		t.Errorf("nothing has changed, but told is %v", <-told)
	}
	if taken, failed := v.Reads(); taken < 4 || failed != 1 {
		t.Errorf("%d times taken, %d times failed", taken, failed)
	}
}

func TestAURLIsAskedAgainInTime(t *testing.T) {
	c, s := newClock(), newIssuer(t)
	one, two := newPair(t, "one", jose.EdDSA), newPair(t, "two", jose.EdDSA)
	s.serves(t, one)
	v := remote(t, s, c)
	ticks, told := follow(t, v.Keys)
	s.serves(t, two)
	ticks <- moment
	c.pass(fetchEvery - time.Second)
	ticks <- moment
	ticks <- moment
	if n := s.asked.Load(); n != 1 || v.Age() != fetchEvery-time.Second {
		t.Errorf("asked %d times, the keys are %v old", n, v.Age())
	}
	c.pass(time.Second)
	ticks <- moment
	if err := <-told; err != nil || good(t, v, two) != nil || v.Age() != 0 {
		t.Errorf("%v, the keys are %v old", err, v.Age())
	}
	s.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	c.pass(fetchEvery)
	ticks <- moment
	if err := <-told; err == nil || !strings.Contains(err.Error(), "503") || good(t, v, two) != nil {
		t.Errorf("an issuer that fails: %v", err)
	}
	c.pass(retryEvery)
	ticks <- moment
	ticks <- moment
	if n := s.asked.Load(); n != 4 || len(told) > 0 {
		t.Errorf("asked %d times, told %d times more", n, len(told))
	}
	s.serves(t, one)
	c.pass(retryEvery)
	ticks <- moment
	if err := <-told; err != nil || good(t, v, one) != nil {
		t.Errorf("an issuer that is back: %v", err)
	}
}

func TestAnIssuerThatIsNotThereYetIsAskedAgain(t *testing.T) {
	c, s := newClock(), newIssuer(t)
	p := newPair(t, "k", jose.EdDSA)
	s.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) })
	v := remote(t, s, c)
	if v.Ready() || v.Len() != 0 || !errors.Is(good(t, v, p), ErrNoKeys) {
		t.Error("there are keys")
	}
	ticks, told := follow(t, v.Keys)
	s.serves(t, p)
	c.pass(retryEvery)
	ticks <- moment
	if err := <-told; err != nil || !v.Ready() || v.Len() != 1 || good(t, v, p) != nil {
		t.Error(err)
	}
}

func TestAKeyThatIsNotKnownIsAskedForNotTooOften(t *testing.T) {
	c, s := newClock(), newIssuer(t)
	one, two := newPair(t, "one", jose.EdDSA), newPair(t, "two", jose.EdDSA)
	s.serves(t, one)
	v := remote(t, s, c)
	s.serves(t, one, two)
	if err := good(t, v, two); !errors.Is(err, ErrInvalid) || s.asked.Load() != 1 {
		t.Errorf("at once: %v, asked %d times", err, s.asked.Load())
	}
	c.pass(retryEvery)
	if err := good(t, v, two); err != nil || s.asked.Load() != 2 {
		t.Errorf("in time: %v, asked %d times", err, s.asked.Load())
	}
	for i := range 50 {
		_ = good(t, v, pair{fmt.Sprint("stranger", i), jose.EdDSA, one.private})
	}
	_ = good(t, v, pair{"", jose.EdDSA, one.private})
	if s.asked.Load() != 2 {
		t.Errorf("asked %d times for strangers' keys", s.asked.Load())
	}
}

func TestWhoWaitsForKeysMayGoAndTheCrowdDoesNotWait(t *testing.T) {
	c, s := newClock(), newIssuer(t)
	one, two := newPair(t, "one", jose.EdDSA), newPair(t, "two", jose.EdDSA)
	s.serves(t, one)
	v := remote(t, s, c)
	begun, release := make(chan struct{}, 1), make(chan struct{})
	text := setOf(t, one, two)
	s.answers(func(w http.ResponseWriter, _ *http.Request) {
		begun <- struct{}{}
		<-release
		_, _ = w.Write(text)
	})
	c.pass(retryEvery)
	made := two.sign(t, claims(t, nil), nil)
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan error, 1)
	go func() {
		_, err := v.Verify(ctx, made)
		gone <- err
	}()
	<-begun
	cancel()
	if err := <-gone; !errors.Is(err, context.Canceled) {
		t.Errorf("who has gone gets %v", err)
	}
	v.waiting.Store(mostWaiting)
	if _, err := v.Verify(t.Context(), made); !errors.Is(err, ErrInvalid) {
		t.Errorf("one too many gets %v", err)
	}
	v.waiting.Store(0)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := v.Verify(t.Context(), made); err != nil {
				t.Errorf("who waits gets %v", err)
			}
		})
	}
	close(release)
	all.Wait()
	if s.asked.Load() != 2 {
		t.Errorf("asked %d times", s.asked.Load())
	}
}

func TestWhatIsNoSetOfKeysIsRefused(t *testing.T) {
	c, s := newClock(), newIssuer(t)
	p := newPair(t, "k", jose.EdDSA)
	s.serves(t, p)
	v := remote(t, s, c)
	private, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.private, KeyID: "k"}}})
	if err != nil {
		t.Fatal(err)
	}
	secret := `{"kty":"oct","k":"c2VjcmV0","kid":"s"}`
	weak := `{"kty":"RSA","kid":"w","e":"AQAB","n":"` + strings.Repeat("_", 171) + `"}`
	nameless := strings.Replace(string(setOf(t, p)), `"kid":"k",`, "", 1)
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		says   string
	}{
		"a page":                {text("<html>"), "no JSON Web Key Set"},
		"nothing":               {text(""), "no JSON Web Key Set"},
		"a list":                {text("[]"), "no JSON Web Key Set"},
		"no keys":               {text("{}"), "no key"},
		"a private key":         {text(string(private)), "key 1 is a private one"},
		"a secret":              {text(`{"keys":[` + secret + `]}`), "no key"},
		"a weak key":            {text(`{"keys":[` + weak + `]}`), "no key"},
		"a key without a name":  {text(nameless), "no key"},
		"a key for encryption":  {text(strings.Replace(string(setOf(t, p)), `"sig"`, `"enc"`, 1)), "no key"},
		"a kind from elsewhere": {text(`{"keys":[{"kty":"new","kid":"n"},7]}`), "no key"},
		"too many keys":         {text(`{"keys":[` + strings.Repeat(secret+",", mostKeys) + secret + `]}`), "at most 64"},
		"far too much":          {text(strings.Repeat(" ", mostSetBytes+1)), "more than 262144 bytes"},
		"another status":        {func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusCreated) }, "status 201"},
		"another place": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/", http.StatusFound)
		}, "leads elsewhere"},
		"round and round": {func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/again", http.StatusFound) }, "leads elsewhere"},
	} {
		s.answers(test.answer)
		if err := v.reload(t.Context()); err == nil || !strings.Contains(err.Error(), test.says) || !strings.HasPrefix(err.Error(), s.URL) {
			t.Errorf("%s: %v", name, err)
		}
		if good(t, v, p) != nil {
			t.Errorf("%s: the keys that there were are gone", name)
		}
	}
	mixed := `{"keys":[` + secret + "," + weak + `,{"kty":"new"},` + strings.TrimPrefix(string(setOf(t, p)), `{"keys":[`)
	s.answers(text(mixed))
	if err := v.reload(t.Context()); err != nil || v.Len() != 1 {
		t.Errorf("among others: %v, %d keys", err, v.Len())
	}
}

func text(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(body)) }
}

func TestAKeyIsForItsOwnAlgorithm(t *testing.T) {
	path := filepath.Join(t.TempDir(), "jwks.json")
	p := newPair(t, "k", jose.RS256)
	text, err := json.Marshal(jose.JSONWebKeySet{Keys: []jose.JSONWebKey{{Key: p.private.Public(), KeyID: "k", Algorithm: "PS256"}}})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, text, 0o644); err != nil {
		t.Fatal(err)
	}
	keys, err := Open(t.Context(), path, newClock().time)
	if err != nil {
		t.Fatal(err)
	}
	v := NewVerifier(keys, Rules{issuer, []string{audience}})
	if err := good(t, v, p); !errors.Is(err, ErrInvalid) {
		t.Errorf("RS256: %v", err)
	}
	if err := good(t, v, pair{"k", jose.PS256, p.private}); err != nil {
		t.Errorf("PS256: %v", err)
	}
}

func TestWhereKeysCannotComeFrom(t *testing.T) {
	folder := t.TempDir()
	for where, says := range map[string]string{
		filepath.Join(folder, "none"):        "no such file",
		folder:                               "it is no file",
		"http://issuer.example/jwks.json":    "not https",
		"ftp://issuer.example/jwks.json":     "not https",
		"https://":                           "no URL",
		"https://a:b@issuer.example/jwks":    "no URL",
		"https://issuer.example/jwks#x":      "no URL",
		"http://localhost.evil.example/jwks": "not https",
	} {
		if _, err := Open(t.Context(), where, time.Now); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v", where, err)
		}
	}
	for _, where := range []string{"https://issuer.example/jwks.json?x=1", "http://127.0.0.1:80/", "http://[::1]/", "http://localhost:8080/jwks"} {
		if err := CheckURL(where); err != nil {
			t.Errorf("%s: %v", where, err)
		}
	}
}
