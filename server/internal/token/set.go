package token

import (
	"crypto/ecdsa"
	"crypto/ed25519"
	"crypto/rsa"
	"errors"
	"fmt"

	"github.com/go-jose/go-jose/v4"
	"github.com/go-jose/go-jose/v4/json"

	"github.com/talon-solitaire/talon/server/internal/recent"
)

const (
	mostSetBytes = 256 << 10
	mostKeys     = 64
	// leastRSA is the smallest RSA key, in bits, of which nobody is expected to find the private half; mostRSA is
	// the largest that does not take too long to check.
	leastRSA, mostRSA = 2048, 8192
	// mostGood is how many good tokens are remembered, so that they need not be checked at every call.
	mostGood = 4096
)

// set is a set of keys, and the tokens that were good by it.
type set struct {
	byID map[string][]*jose.JSONWebKey
	size int
	good *recent.Cache[[32]byte, *Token]
}

// errNoKey is the error of a set in which nothing can be used.
var errNoKey = errors.New("it has no key that tokens could be checked with: wanted public RSA, EC or Ed25519 keys, each with a kid, for signatures")

// parseSet reads a JSON Web Key Set. What tokens cannot be checked with is left out; a private key is an error,
// since nobody should have it but the issuer.
func parseSet(text []byte) (*set, error) {
	var raw struct {
		Keys []json.RawMessage `json:"keys"`
	}
	if err := json.Unmarshal(text, &raw); err != nil {
		return nil, fmt.Errorf("it is no JSON Web Key Set: %w", err)
	}
	if len(raw.Keys) > mostKeys {
		return nil, fmt.Errorf("it has %d keys; at most %d are taken", len(raw.Keys), mostKeys)
	}
	s := &set{byID: map[string][]*jose.JSONWebKey{}, good: recent.New[[32]byte, *Token](mostGood)}
	for i, one := range raw.Keys {
		key := &jose.JSONWebKey{}
		if json.Unmarshal(one, key) != nil {
			// A kind of key that is not known here, perhaps of the future.
			continue
		}
		if _, secret := key.Key.([]byte); !secret && !key.IsPublic() {
			return nil, fmt.Errorf("key %d is a private one; wanted public keys only", i+1)
		}
		if key.KeyID == "" || key.Use != "" && key.Use != "sig" || !usable(key) {
			continue
		}
		s.byID[key.KeyID] = append(s.byID[key.KeyID], key)
		s.size++
	}
	if s.size == 0 {
		return nil, errNoKey
	}
	return s, nil
}

// usable reports whether tokens can be checked with a key.
func usable(key *jose.JSONWebKey) bool {
	if !key.Valid() {
		return false
	}
	switch k := key.Key.(type) {
	case *rsa.PublicKey:
		return k.N.BitLen() >= leastRSA && k.N.BitLen() <= mostRSA
	case *ecdsa.PublicKey, ed25519.PublicKey:
		return true
	}
	return false
}

// of lists the keys that may have signed a token of this header.
func (s *set) of(header jose.Header) []*jose.JSONWebKey {
	var keys []*jose.JSONWebKey
	for _, key := range s.byID[header.KeyID] {
		if key.Algorithm == "" || key.Algorithm == header.Algorithm {
			keys = append(keys, key)
		}
	}
	return keys
}
