// Package seal lets a game travel through the hands of its player without being
// read or changed there: as a text under authenticated encryption, by keys that
// all servers of a service share.
//
// It promises that what it opens was sealed under one of its keys for the same
// game and version, and that everything else looks alike from outside. It does not
// promise that what it opens is the latest that it sealed.
package seal

import (
	"crypto/cipher"
	"crypto/rand"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/crypto/chacha20poly1305"
)

// Prefix begins every sealed text: talon1.<label>.<key id>.<base64url>. The label says
// for what it was sealed, "klondike-1". All before the last dot is authenticated.
const Prefix = "talon1."

// ErrBroken is the error of every text that does not open: written by somebody else, damaged, cut off,
// put under another label or key, or sealed under a key that is not known.
var ErrBroken = errors.New("the seal is broken")

// RetiredError is the error of a text whose seal is good, of a key that opens nothing any more.
type RetiredError struct {
	// ID is the key of the text.
	ID string
	// Served are the keys whose texts are opened, but for one that has sealed nothing yet.
	Served []string
}

func (e *RetiredError) Error() string { return "key " + e.ID + " is retired" }

const (
	overhead = chacha20poly1305.NonceSizeX + chacha20poly1305.Overhead
	// counted is the space for the length in front of what is sealed.
	counted = 2
	// largest bounds what is decoded. A game is a third of it.
	largest = 4 << 10
)

// encoding is base64url without padding and with nothing in its last bits.
var encoding = base64.RawURLEncoding.Strict()

// Like reports whether a text is sealed or was before it was damaged: it begins like one, one byte perhaps
// apart, or is the beginning of one.
func Like(text string) bool {
	if len(text) < len(Prefix) {
		return text != "" && strings.HasPrefix(Prefix, text)
	}
	same := 0
	for i := range len(Prefix) {
		if text[i] == Prefix[i] {
			same++
		}
	}
	return same >= len(Prefix)-1
}

// seal seals a content for a label in a text whose length depends on the label, the key's name and the size.
func (k *key) seal(label string, content []byte, size int) (string, error) {
	if len(content) > size || size > largest-overhead-counted {
		return "", fmt.Errorf("%d bytes do not go into %d", len(content), size)
	}
	head := Prefix + label + "." + k.ID
	box := make([]byte, chacha20poly1305.NonceSizeX, overhead+counted+size)
	if _, err := rand.Read(box); err != nil {
		return "", err
	}
	plain := make([]byte, counted+size)
	binary.BigEndian.PutUint16(plain, uint16(len(content)))
	copy(plain[counted:], content)
	box = k.cipher.Seal(box, box, plain, []byte(head))
	text := make([]byte, 0, len(head)+1+encoding.EncodedLen(len(box)))
	text = append(append(text, head...), '.')
	return string(encoding.AppendEncode(text, box)), nil
}

// parts are a text taken apart.
type parts struct {
	head, label, id string
	box             []byte
}

// take takes a text apart; false if no text that was sealed looks like that. The box is then as large as
// that of a text of its length.
func take(text string) (parts, bool) {
	whole := len(text) <= len(Prefix)+largest*2
	if !whole {
		text = text[:len(Prefix)+largest*2]
	}
	head, sealed, dotted := cutLast(text)
	label, id, named := cutLast(strings.TrimPrefix(head, Prefix))
	box, err := encoding.DecodeString(sealed)
	good := whole && dotted && named && strings.HasPrefix(head, Prefix) && err == nil &&
		// The decoder overlooks line ends.
		encoding.EncodedLen(len(box)) == len(sealed) &&
		len(box) >= overhead+counted && len(box) <= largest
	if !good {
		box = make([]byte, max(overhead+counted, encoding.DecodedLen(len(sealed))))
	}
	return parts{head, label, id, box}, good
}

// cutLast cuts a text around its last dot.
func cutLast(text string) (before, after string, found bool) {
	at := strings.LastIndexByte(text, '.')
	if at < 0 {
		return "", text, false
	}
	return text[:at], text[at+1:], true
}

// unseal gives the content of a box; false where it was not sealed like that.
func unseal(c cipher.AEAD, p parts) ([]byte, bool) {
	nonce, sealed := p.box[:chacha20poly1305.NonceSizeX], p.box[chacha20poly1305.NonceSizeX:]
	plain, err := c.Open(nil, nonce, sealed, []byte(p.head))
	if err != nil || len(plain) < counted {
		return nil, false
	}
	length := int(binary.BigEndian.Uint16(plain))
	if length > len(plain)-counted {
		return nil, false
	}
	return plain[counted : counted+length], true
}
