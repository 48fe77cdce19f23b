package seal

import (
	"encoding/hex"
	"strings"
	"testing"
)

func origins() []Origin {
	return []Origin{
		NewSecret(),
		{Way: ByNumber, Number: 1},
		{Way: ByNumber, Number: 4294967295},
		{Way: BySeed, Seed: "x"},
		{Way: BySeed, Seed: strings.Repeat("ü", 64)},
		{Way: ByDeck, Deck: strings.Repeat("As", 104)},
	}
}

func TestAGameReadsAsItWasWritten(t *testing.T) {
	const state = "golf/1 m=0 t1:Ac"
	for _, o := range origins() {
		content := AppendGame(nil, &o, state)
		if got, text, good := ReadGame(content); !good || got != o || text != state {
			t.Errorf("%+v: %+v, %q, %v", o, got, text, good)
		}
		if len(content) != o.Size(len(state)) {
			t.Errorf("%+v: %d bytes, announced are %d", o, len(content), o.Size(len(state)))
		}
		for cut := range len(content) - len(state) {
			if got, text, good := ReadGame(content[:cut]); good {
				t.Errorf("%q reads as %+v, %q", content[:cut], got, text)
			}
		}
	}
	for _, content := range []string{"", "\x00", "\x02\x01", "\x01\x00", "\x01\x05", "\x01\x03\xff"} {
		if o, text, good := ReadGame([]byte(content)); good {
			t.Errorf("%q reads as %+v, %q", content, o, text)
		}
	}
}

func TestACommitmentIsTheHashOfSeedAndSalt(t *testing.T) {
	o := Origin{Way: BySecret, Seed: "000102030405060708090a0b0c0d0e0f", Salt: "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"}
	// printf %s 000102030405060708090a0b0c0d0e0ff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff | sha256sum
	const want = "44ddf0990518ee08a29561869f146850becce45f874d9ce883826244dd38e598"
	if got := o.Commitment(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, o := range origins()[1:] {
		if o.Secret() || o.Commitment() != "" {
			t.Errorf("%+v is secret", o)
		}
	}
}

func TestSecretsAreDrawn(t *testing.T) {
	seen := map[string]bool{}
	for range 100 {
		o := NewSecret()
		for _, text := range []string{o.Seed, o.Salt, o.Commitment()} {
			if raw, err := hex.DecodeString(text); err != nil || len(raw) < 16 || seen[text] {
				t.Fatalf("%q: %v", text, err)
			}
			seen[text] = true
		}
	}
}

func FuzzReadGame(f *testing.F) {
	for _, o := range origins() {
		f.Add(AppendGame(nil, &o, "golf/1 m=0"))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		o, state, good := ReadGame(content)
		if good && string(AppendGame(nil, &o, state)) != string(content) {
			t.Errorf("%q reads as %+v, %q", content, o, state)
		}
	})
}
