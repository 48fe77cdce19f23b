package token

import (
	"errors"
	"strings"
	"testing"
)

func TestTheHeaderIsOneBearerAndItsToken(t *testing.T) {
	for _, test := range []struct {
		name    string
		headers []string
		want    string
		err     error
	}{
		{"none", nil, "", ErrMissing},
		{"one", []string{"Bearer a.b-_.9"}, "a.b-_.9", nil},
		{"in capitals", []string{"BEARER a.b.c"}, "a.b.c", nil},
		{"blanks", []string{"bearer   a.b.c"}, "a.b.c", nil},
		{"two headers", []string{"Bearer a.b.c", "Bearer a.b.c"}, "", ErrInvalid},
		{"two in one", []string{"Bearer a.b.c, Bearer a.b.c"}, "", ErrInvalid},
		{"empty", []string{""}, "", ErrInvalid},
		{"no token", []string{"Bearer"}, "", ErrInvalid},
		{"an empty token", []string{"Bearer "}, "", ErrInvalid},
		{"no scheme", []string{"a.b.c"}, "", ErrInvalid},
		{"another scheme", []string{"Basic YTpi"}, "", ErrInvalid},
		{"another scheme with a token", []string{"Basic a.b.c"}, "", ErrInvalid},
		{"a tab", []string{"Bearer\ta.b.c"}, "", ErrInvalid},
		{"blanks behind", []string{"Bearer a.b.c "}, "", ErrInvalid},
		{"padding", []string{"Bearer a.b.c="}, "", ErrInvalid},
		{"a line break", []string{"Bearer a.b.c\r\nx"}, "", ErrInvalid},
		{"two parts", []string{"Bearer a.b"}, "", ErrInvalid},
		{"an empty part", []string{"Bearer a..c"}, "", ErrInvalid},
		{"no signature", []string{"Bearer a.b."}, "", ErrInvalid},
		{"four parts", []string{"Bearer a.b.c.d"}, "", ErrInvalid},
		{"what is no ASCII", []string{"Bearer ä.b.c"}, "", ErrInvalid},
		{"a huge one", []string{"Bearer a.b." + strings.Repeat("c", mostBytes)}, "", ErrInvalid},
		{"as long as may be", []string{"Bearer a.b." + strings.Repeat("c", mostBytes-4)}, "a.b." + strings.Repeat("c", mostBytes-4), nil},
	} {
		if got, err := Bearer(test.headers); got != test.want || !errors.Is(err, test.err) {
			t.Errorf("%s: %.20q, %v", test.name, got, err)
		}
	}
}

// FuzzBearer holds that a token that is taken stands in the header, and has nothing in it that could break out of a
// line or a header.
func FuzzBearer(f *testing.F) {
	for _, seed := range []string{"Bearer a.b.c", "bearer  a.b.c", "Basic a.b.c", "Bearer a.b.", "Bearer\x00a.b.c"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, header string) {
		got, err := Bearer([]string{header})
		switch {
		case err != nil:
			if got != "" || !errors.Is(err, ErrInvalid) {
				t.Errorf("%q, %v", got, err)
			}
		case !strings.HasSuffix(header, " "+got) || strings.Count(got, ".") != 2 || len(got) > mostBytes:
			t.Errorf("%q is taken from %q", got, header)
		case strings.ContainsFunc(got, func(c rune) bool { return c <= ' ' || c > '~' || c == ',' || c == '"' }):
			t.Errorf("%q is taken", got)
		}
	})
}

// FuzzVerify holds that nobody makes a token, and that nothing panics.
func FuzzVerify(f *testing.F) {
	p := newPair(f, "k", "EdDSA")
	v := verifier(f, newClock(), p)
	text := p.sign(f, claims(f, nil), nil)
	f.Add(text)
	f.Add(text[1:])
	f.Add("eyJhbGciOiJub25lIn0.e30.")
	f.Fuzz(func(t *testing.T, made string) {
		// What is signed is the text up to the last dot; of the last character behind it some bits mean nothing.
		signed := text[:strings.LastIndexByte(text, '.')]
		if got, err := v.Verify(t.Context(), made); (got != nil || err == nil) && !strings.HasPrefix(made, signed+".") {
			t.Errorf("%q is good: %+v", made, got)
		}
	})
}
