package seal

import (
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
)

// Role is what a key is there for.
type Role uint8

// The roles, in the order in which a key takes them.
const (
	// Next opens, and is to become the primary one when every server has it.
	Next Role = iota
	// Primary seals and opens. There is one.
	Primary
	// Old opens what it sealed when it was the primary one.
	Old
	// Retired opens nothing. What it sealed is told apart from what nobody sealed.
	Retired
)

var roleNames = [...]string{Next: "next", Primary: "primary", Old: "old", Retired: "retired"}

// String returns the role as the key file has it.
func (r Role) String() string { return roleNames[r] }

// Key is a secret of 32 bytes. Printed, it shows its role and its name only.
type Key struct {
	Role Role
	// ID is the fingerprint of the secret, eight letters and digits. It is public: each text sealed
	// under the key has it.
	ID     string
	secret [chacha20poly1305.KeySize]byte
}

// String returns role and name.
func (k Key) String() string { return k.Role.String() + " " + k.ID }

// GoString is String, so that no way to print a key prints the secret.
func (k Key) GoString() string { return k.String() }

// newKey makes a key from the randomness of the system.
func newKey(role Role) Key {
	k := Key{Role: role}
	_, _ = rand.Read(k.secret[:]) // it never fails: without randomness the process ends
	k.ID = fingerprint(k.secret[:])
	return k
}

// fingerprint names a secret so that one copied wrongly is noticed, and that nobody learns the secret.
func fingerprint(secret []byte) string {
	sum := sha256.Sum256(append([]byte("talon key id "), secret...))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:5]))
}

// key is a key ready for use.
type key struct {
	Key
	cipher cipher.AEAD
	*uses
}

func ready(k Key, u *uses) (*key, error) {
	c, err := chacha20poly1305.NewX(k.secret[:])
	return &key{k, c, u}, err
}
