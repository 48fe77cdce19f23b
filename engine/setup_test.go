package engine

import (
	"math/rand/v2"
	"testing"
)

// TestQuickLookAgreesWithViolations spoils positions in random ways: the quick
// look must say yes exactly where no violation is found.
func TestQuickLookAgreesWithViolations(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	possible, impossible := 0, 0
	for range 40000 {
		v := Variants()[random.IntN(7)]
		o := v.Defaults()
		for n, option := range v.Options() {
			if option.Type == Choice {
				o.values[n] = int32(random.IntN(len(option.Values)))
			} else {
				o.values[n] = int32(random.IntN(4)) - 1
			}
		}
		deal, err := DealByNumber(o, DealNumber(random.Uint32N(1000)+1))
		if err != nil {
			t.Fatal(err)
		}
		p := deal.Position()
		for n := random.IntN(20); n > 0; n-- {
			if moves := p.LegalMoves(nil); len(moves) > 0 {
				if err := p.Apply(moves[random.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		}
		text := []byte(p.String())
		for n := random.IntN(3); n > 0; n-- {
			spoil(random, text)
		}
		s, err := ParseSetup(string(text))
		if err != nil {
			continue
		}
		if s.flawless() != (s.Violations() == nil) {
			t.Fatalf("%s\nquick look %v, violations %v", text, s.flawless(), s.Violations())
		}
		if s.flawless() {
			possible++
		} else {
			impossible++
		}
	}
	if possible < 1000 || impossible < 1000 {
		t.Fatalf("%d possible and %d impossible positions are too few to tell", possible, impossible)
	}
}

// spoil replaces one letter by another one of the notation.
func spoil(random *rand.Rand, text []byte) {
	const letters = "A23456789TJQKcdhs|. 0123456789-"
	text[random.IntN(len(text))] = letters[random.IntN(len(letters))]
}

// TestPackedDefinitionsHaveDistinctPages holds that every combination of choices has its own rules.
func TestPackedDefinitionsHaveDistinctPages(t *testing.T) {
	for _, v := range Variants() {
		want := 1
		for _, o := range v.Options() {
			if o.Type == Choice {
				want *= len(o.Values)
			}
		}
		if got := len(v.definition().book); got != want {
			t.Errorf("%s has %d pages, want %d", v, got, want)
		}
	}
}
