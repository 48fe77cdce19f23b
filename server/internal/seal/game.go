package seal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
)

// Way is how a sealed game was dealt.
type Way uint8

// The ways. The numbers are those of sealed texts and never change.
const (
	// BySecret is by a seed that nobody knows before the game is over.
	BySecret Way = 1
	// ByNumber, BySeed and ByDeck are by what is known: such a game can be dealt again by anybody.
	ByNumber Way = 2
	BySeed   Way = 3
	ByDeck   Way = 4
)

// Origin is how a game was dealt: by exactly what its way says.
type Origin struct {
	Way    Way
	Number uint32
	// Seed is the seed; of a secret deal, 32 hexadecimal digits.
	Seed string
	// Salt goes with the seed of a secret deal: 32 hexadecimal digits.
	Salt string
	Deck string
}

// secretBytes is the size of a secret seed, and of its salt.
const secretBytes = 16

// NewSecret draws a seed and its salt from the randomness of the system.
func NewSecret() Origin {
	var drawn [2 * secretBytes]byte
	_, _ = rand.Read(drawn[:]) // it never fails: without randomness the process ends
	return Origin{
		Way:  BySecret,
		Seed: hex.EncodeToString(drawn[:secretBytes]), Salt: hex.EncodeToString(drawn[secretBytes:]),
	}
}

// IsSecret reports whether a text is a secret seed or salt, as they are told.
func IsSecret(text string) bool {
	raw, err := hex.DecodeString(text)
	return err == nil && len(raw) == secretBytes && hex.EncodeToString(raw) == text
}

// Secret reports whether the deal is known to the service alone.
func (o *Origin) Secret() bool { return o.Way == BySecret }

// Commitment returns the SHA-256 of the seed and behind it the salt, in hexadecimal digits each; empty where
// the deal is no secret.
func (o *Origin) Commitment() string {
	if !o.Secret() {
		return ""
	}
	sum := sha256.Sum256([]byte(o.Seed + o.Salt))
	return hex.EncodeToString(sum[:])
}

// contentVersion is the first byte of what is sealed.
const contentVersion = 1

// AppendGame appends what is sealed of a game: how it was dealt, then its state.
func AppendGame(dst []byte, o *Origin, state string) []byte {
	return append(o.append(append(dst, contentVersion)), state...)
}

// append appends the way, and behind it the number in four bytes, both secrets in 16 bytes each, or a text
// with its length in front.
func (o *Origin) append(dst []byte) []byte {
	dst = append(dst, byte(o.Way))
	switch o.Way {
	case BySecret:
		for _, text := range []string{o.Seed, o.Salt} {
			var raw [secretBytes]byte
			_, _ = hex.Decode(raw[:], []byte(text)) // NewSecret or ReadGame wrote it
			dst = append(dst, raw[:]...)
		}
	case ByNumber:
		dst = binary.BigEndian.AppendUint32(dst, o.Number)
	case BySeed:
		dst = append(append(dst, byte(len(o.Seed))), o.Seed...)
	case ByDeck:
		dst = append(append(dst, byte(len(o.Deck))), o.Deck...)
	}
	return dst
}

// Size returns how many bytes AppendGame appends for a state of so many bytes.
func (o *Origin) Size(state int) int { return len(o.append(nil)) + 1 + state }

// ReadGame reads what AppendGame wrote; false for anything else.
func ReadGame(content []byte) (o Origin, state string, good bool) {
	in := content
	next := func(n int) []byte {
		if len(in) < n {
			in, good = nil, false
			return make([]byte, n)
		}
		var part []byte
		part, in = in[:n], in[n:]
		return part
	}
	good = true
	if next(1)[0] != contentVersion {
		return o, "", false
	}
	switch o.Way = Way(next(1)[0]); o.Way {
	case BySecret:
		o.Seed, o.Salt = hex.EncodeToString(next(secretBytes)), hex.EncodeToString(next(secretBytes))
	case ByNumber:
		o.Number = binary.BigEndian.Uint32(next(4))
	case BySeed:
		o.Seed = string(next(int(next(1)[0])))
	case ByDeck:
		o.Deck = string(next(int(next(1)[0])))
	default:
		return o, "", false
	}
	return o, string(in), good
}
