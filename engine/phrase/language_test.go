package phrase

import (
	"strings"
	"testing"
)

func TestMatchFollowsTheHeadersWeights(t *testing.T) {
	for _, test := range []struct {
		header string
		want   Language
	}{
		{"", English},
		{"en", English},
		{"de", German},
		{"DE", German},
		{"de-AT", German},
		{"en-GB,en;q=0.9", English},
		{"de-DE,de;q=0.9,en;q=0.8", German},
		{"en;q=0.8, de;q=0.9", German},
		{"de;q=0.8, en;q=0.9", English},
		{"de;q=0.5, en;q=0.5", German},
		{"en;q=0.5, de;q=0.5", English},
		{"fr", English},
		{"fr, de;q=0.1", German},
		{"fr, *;q=0.5", English},
		{"en;q=0, *;q=0.5", German},
		{"*, en;q=0.5", German},
		{"*, de;q=0.5", English},
		{"de;q=0", English},
		{"de;q=0, *", English},
		{"de-CH;q=0.2, de;q=0.7, en;q=0.5", German},
		{"de ; q=0.9 , en;q=0.8", German},
		{"de;Q=0.9, en;q=0.8", German},
		{"de;q=1.000, en;q=0.999", German},
		{"de;q=1.", German},
	} {
		if got := Match(test.header); got != test.want {
			t.Errorf("Match(%q) = %v, want %v", test.header, got, test.want)
		}
	}
}

func TestMatchIgnoresPartsThatMakeNoSense(t *testing.T) {
	for _, part := range []string{
		"de;q=2", "de;q=1.001", "de;q=0.1234", "de;q=-1", "de;q=", "de;q", "de;level=1", "de;q=0.5;x=1",
		"de;q=.5", "de;q=0x1", "de;q=0.+1", "de;q=00.5", ";", ";;;", "-", "-de", "d e", "dé", "\xff", "deutsch",
	} {
		if got := Match(part); got != English {
			t.Errorf("Match(%q) = %v, want English", part, got)
		}
		if got := Match(part + ", de;q=0.5"); got != German {
			t.Errorf("Match(%q, de) = %v, want German", part, got)
		}
	}
}

func TestMatchReadsAHeaderOnlySoFar(t *testing.T) {
	if got := Match(strings.Repeat("fr,", 31) + "de"); got != German {
		t.Errorf("the 32nd language is %v, want German", got)
	}
	if got := Match(strings.Repeat("fr,", 32) + "de"); got != English {
		t.Errorf("the 33rd language is %v, want English", got)
	}
	if got := Match(strings.Repeat(" ", 1024) + "de"); got != English {
		t.Errorf("beyond 1024 bytes: %v, want English", got)
	}
}

func FuzzMatchNeverFails(f *testing.F) {
	f.Add("de-DE,de;q=0.9,en;q=0.8")
	f.Add(";q=,*;=")
	f.Fuzz(func(t *testing.T, header string) {
		if l := Match(header); l != English && l != German {
			t.Errorf("Match(%q) = %d", header, l)
		}
	})
}
