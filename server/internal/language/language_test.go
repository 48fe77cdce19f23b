package language

import (
	"strings"
	"testing"
)

func TestPick(t *testing.T) {
	for _, test := range []struct{ header, want string }{
		{"", English},
		{"de", German},
		{"DE-at", German},
		{"de-DE,de;q=0.9,en;q=0.8", German},
		{"en-GB,de;q=0.9", English},
		{"fr,de;q=0.3,en;q=0.2", German},
		{"fr, es;q=0.5", English},
		{"de;q=0", English},
		{"de;q=0.2, *;q=0.1", German},
		{"*", English},
		{"de,en", German},
		{"en,de", English},
		{"de;q=NaN", English},
		{"de;q=2", English},
		{"de;q=", English},
		{";;,,;q=1,", English},
		{"den", English},
		{strings.Repeat("de,", 400), English},
	} {
		if got := Pick(test.header); got != test.want {
			t.Errorf("%q: %s, want %s", test.header, got, test.want)
		}
	}
}
