package seal

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ringOf writes a key file and loads it.
func ringOf(t testing.TB, f File) *Ring {
	t.Helper()
	r, err := Load(fileOf(t, f))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func fileOf(t testing.TB, f File) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(path, f.AppendText(nil), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func sealed(t testing.TB, r *Ring, label, content string, size int) string {
	t.Helper()
	text, err := r.Seal(label, []byte(content), size)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// refused holds that a text does not open, in the one way in which texts do not.
func refused(t *testing.T, r *Ring, what, text string) {
	t.Helper()
	label, content, err := r.Open(text)
	if err != ErrBroken || label != "" || content != nil {
		t.Errorf("%s: %q gives %q, %q, %v", what, text, label, content, err)
	}
}

func TestWhatWasSealedOpens(t *testing.T) {
	r := ringOf(t, NewFile())
	for _, content := range []string{"", "x", "golf/1 m=0", strings.Repeat("7c", 250)} {
		text := sealed(t, r, "golf-1", content, 500)
		if label, got, err := r.Open(text); err != nil || label != "golf-1" || string(got) != content {
			t.Errorf("%q: %q, %q, %v", content, label, got, err)
		}
		if strings.Contains(text, "7c7c") || !strings.HasPrefix(text, "talon1.golf-1."+r.Uses()[0].ID+".") {
			t.Errorf("%q is sealed as %q", content, text)
		}
	}
}

func TestTheLengthTellsTheSizeOnly(t *testing.T) {
	r := ringOf(t, NewFile())
	want := len(sealed(t, r, "golf-1", "", 300))
	for _, content := range []string{"a", strings.Repeat("a", 299), strings.Repeat("a", 300)} {
		if got := len(sealed(t, r, "golf-1", content, 300)); got != want {
			t.Errorf("%d bytes are sealed in %d, nothing in %d", len(content), got, want)
		}
	}
	if text, err := r.Seal("golf-1", make([]byte, 301), 300); err == nil {
		t.Errorf("more than fits is sealed as %q", text)
	}
}

func TestTheSameIsSealedAsAnotherTextEachTime(t *testing.T) {
	r := ringOf(t, NewFile())
	seen := map[string]bool{}
	for range 200 {
		seen[sealed(t, r, "golf-1", "golf/1", 64)] = true
	}
	if len(seen) != 200 {
		t.Errorf("200 texts, %d different ones", len(seen))
	}
}

func TestEveryChangedBitBreaksTheSeal(t *testing.T) {
	r := ringOf(t, NewFile())
	text := sealed(t, r, "klondike-1", "klondike/1 m=0", 200)
	for i := range len(text) {
		for bit := range 8 {
			changed := []byte(text)
			changed[i] ^= 1 << bit
			refused(t, r, "a changed bit", string(changed))
			if !Like(string(changed)) {
				t.Errorf("byte %d, bit %d: %q is not like a sealed text", i, bit, changed)
			}
		}
	}
}

func TestWhatIsCutOffOrAddedBreaksTheSeal(t *testing.T) {
	r := ringOf(t, NewFile())
	text := sealed(t, r, "klondike-1", "klondike/1 m=0", 200)
	for i := range len(text) {
		refused(t, r, "cut at its end", text[:i])
		refused(t, r, "cut at its beginning", text[i+1:])
		if i > 0 && !Like(text[:i]) {
			t.Errorf("%q is not like a sealed text", text[:i])
		}
	}
	for _, more := range []string{"=", "==", "A", "AAAA", "\n", "\r\n", " ", ".", ".AAAA", "\x00", text} {
		refused(t, r, "longer", text+more)
		refused(t, r, "with something in front", more+text)
	}
	at := strings.LastIndexByte(text, '.') + 9
	for _, line := range []string{"\n", "\r", "\r\n"} {
		refused(t, r, "with a line end inside", text[:at]+line+text[at:])
	}
	refused(t, r, "larger than anything sealed", Prefix+"golf-1."+r.Uses()[0].ID+"."+strings.Repeat("A", 4<<20))
}

// The last character of base64 holds bits that mean nothing; only zeros are taken for them.
func TestOneTextIsSealedInOneWay(t *testing.T) {
	r := ringOf(t, NewFile())
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	for size := 100; size < 103; size++ {
		text := sealed(t, r, "golf-1", "golf/1 m=0", size)
		opened := 0
		for _, letter := range letters {
			if _, _, err := r.Open(text[:len(text)-1] + string(letter)); err == nil {
				opened++
			}
		}
		if opened != 1 {
			t.Errorf("size %d: %d texts open", size, opened)
		}
	}
}

func TestPartsOfOtherTextsBreakTheSeal(t *testing.T) {
	f := NewFile()
	f = append(f, newKey(Old))
	r := ringOf(t, f)
	text := sealed(t, r, "klondike-1", "klondike/1 m=0", 200)
	head, box, _ := cutLast(text)
	for name, other := range map[string]string{
		"another game":         strings.Replace(head, "klondike", "yukon", 1),
		"another version":      strings.Replace(head, "-1.", "-2.", 1),
		"no version":           strings.Replace(head, "-1.", ".", 1),
		"another key":          strings.Replace(head, f[0].ID, f[1].ID, 1),
		"an unknown key":       strings.Replace(head, f[0].ID, "aaaaaaaa", 1),
		"no key":               strings.Replace(head, "."+f[0].ID, "", 1),
		"an empty key":         strings.Replace(head, f[0].ID, "", 1),
		"another kind of text": strings.Replace(head, "talon1", "talon2", 1),
		"capitals":             strings.ToUpper(head),
		"one label more":       strings.Replace(head, "klondike-1", "klondike-1.klondike-1", 1),
	} {
		if other == head {
			t.Fatalf("%s changes nothing", name)
		}
		refused(t, r, name, other+"."+box)
	}
	another := sealed(t, r, "klondike-1", "klondike/1 m=1", 200)
	_, otherBox, _ := cutLast(another)
	const nonce = 32 // characters of 24 bytes
	refused(t, r, "the nonce of another text", head+"."+otherBox[:nonce]+box[nonce:])
	refused(t, r, "the end of another text", head+"."+box[:nonce]+otherBox[nonce:])
	refused(t, r, "text of another service", sealed(t, ringOf(t, NewFile()), "klondike-1", "klondike/1 m=0", 200))
}

func TestOldKeysOpenAndRetiredOnesAreToldApart(t *testing.T) {
	f := NewFile()
	first := f[0]
	text := sealed(t, ringOf(t, f), "golf-1", "golf/1 m=0", 100)

	f = append(File{newKey(Next), newKey(Primary)}, f...)
	f[2].Role = Old
	if _, content, err := ringOf(t, f).Open(text); err != nil || string(content) != "golf/1 m=0" {
		t.Errorf("under an old key: %q, %v", content, err)
	}

	f[2].Role = Retired
	r := ringOf(t, f)
	var retired *RetiredError
	if _, content, err := r.Open(text); !errors.As(err, &retired) || retired.ID != first.ID || content != nil ||
		len(retired.Served) != 1 || retired.Served[0] != f[1].ID {
		t.Errorf("under a retired key: %q, %v, %+v", content, err, retired)
	}
	forged := text[:len(text)-4] + "AAAA"
	refused(t, r, "forged under a retired key", forged)
	head, box, _ := cutLast(sealed(t, r, "golf-1", "golf/1 m=0", 100))
	refused(t, r, "said to be of a retired key", strings.Replace(head, f[1].ID, first.ID, 1)+"."+box)

	refused(t, ringOf(t, f[:2]), "under a key that is gone", text)
	if _, _, err := ringOf(t, append(File{newKey(Primary)}, Key{Role: Next, ID: first.ID, secret: first.secret})).Open(text); err != nil {
		t.Errorf("under the next key: %v", err)
	}
}

func TestOtherTextsAreNotLikeSealedOnes(t *testing.T) {
	for _, text := range []string{
		"", "klondike/1 m=0", "tripeaks/1 m=0 p:", "x", "talk", "telon1-", "TALON1.golf-1", " talon1.", "golf/1",
	} {
		if Like(text) {
			t.Errorf("%q is like a sealed text", text)
		}
	}
}

func FuzzOpen(f *testing.F) {
	file := append(NewFile(), newKey(Old))
	r := ringOf(f, append(file, newKey(Retired)))
	genuine := map[string]bool{}
	for _, content := range []string{"", "golf/1 m=0 t1:Ac", strings.Repeat("Ks", 90)} {
		text := sealed(f, r, "golf-1", content, 200)
		genuine[text] = true
		f.Add(text)
		f.Add(text[:len(text)/2])
		f.Add(strings.Replace(text, "golf", "yukon", 1))
		f.Add(strings.Replace(text, file[0].ID, file[1].ID, 1))
	}
	for _, text := range []string{"", "talon1.", "talon1...", "talon1.golf-1.aaaaaaaa.", "talon1.golf-1.aaaaaaaa.====", "\xff\xfe", strings.Repeat(".", 300)} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		_, content, err := r.Open(text)
		if genuine[text] != (err == nil) || err != nil && (err != ErrBroken || content != nil) {
			t.Errorf("%q: %q, %v", text, content, err)
		}
	})
}

// BenchmarkOpen shows whether the ways not to open take another time than opening does.
func BenchmarkOpen(b *testing.B) {
	f := append(NewFile(), newKey(Old), newKey(Retired))
	r := ringOf(b, f)
	good := sealed(b, r, "klondike-1", strings.Repeat("Ks", 90), 300)
	head, box, _ := cutLast(good)
	for _, c := range []struct{ name, text string }{
		{"good", good},
		{"last-bit", good[:len(good)-8] + "AAAAAAAA"},
		{"first-bit", head + "." + "AAAA" + box[4:]},
		{"other-game", strings.Replace(good, "klondike", "pyramids", 1)},
		{"other-key", strings.Replace(good, f[0].ID, f[1].ID, 1)},
		{"unknown-key", strings.Replace(good, f[0].ID, "aaaaaaaa", 1)},
		{"forged-retired", strings.Replace(good, f[0].ID, f[2].ID, 1)},
		{"no-base64", head + "." + "=" + box[1:]},
		{"end-no-base64", head + "." + box[:len(box)-1] + "="},
	} {
		b.Run(c.name, func(b *testing.B) {
			for range b.N {
				_, _, _ = r.Open(c.text)
			}
		})
	}
}

func TestPrintedKeysShowNoSecret(t *testing.T) {
	k := NewFile()[0]
	secret := string(File{k}.AppendText(nil))
	secret = strings.Fields(secret)[4]
	for _, text := range []string{k.String(), k.GoString(), string(bytes.TrimSpace([]byte(sprint(k))))} {
		if text != "primary "+k.ID || strings.Contains(text, secret) {
			t.Errorf("printed as %q", text)
		}
	}
}
