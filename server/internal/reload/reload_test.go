package reload

import (
	"errors"
	"fmt"
	"slices"
	"testing"
)

// shelf is a file whose text a test changes.
type shelf struct {
	text string
	err  error
	// told is what was told, in words.
	told []string
}

func (s *shelf) read() ([]byte, error) { return []byte(s.text), s.err }

func (s *shelf) tell(err error) { s.told = append(s.told, fmt.Sprint(err)) }

var errWrong = errors.New("wrong")

func upper(text []byte, now *string) (*string, error) {
	if string(text) == "bad" {
		return nil, errWrong
	}
	made := string(text)
	if now != nil {
		made = *now + "," + made
	}
	return &made, nil
}

func TestWhatChangesIsMadeAnewAndToldOnce(t *testing.T) {
	s := &shelf{text: "a"}
	v, err := Load(s.read, upper)
	if err != nil {
		t.Fatal(err)
	}
	gone := errors.New("gone")
	for i, step := range []struct {
		text           string
		err            error
		now            string
		told           []string
		taken, refused uint64
		stale          bool
	}{
		{"a", nil, "a", nil, 0, 0, false},
		{"b", nil, "a,b", []string{"<nil>"}, 1, 0, false},
		{"b", nil, "a,b", nil, 1, 0, false},
		{"bad", nil, "a,b", []string{"wrong"}, 1, 1, true},
		{"bad", nil, "a,b", nil, 1, 1, true},
		{"", gone, "a,b", []string{"gone"}, 1, 2, true},
		{"b", nil, "a,b", []string{"<nil>"}, 1, 2, false},
		{"bad", nil, "a,b", []string{"wrong"}, 1, 3, true},
		{"c", nil, "a,b,c", []string{"<nil>"}, 2, 3, false},
	} {
		s.text, s.err, s.told = step.text, step.err, nil
		v.Look(s.tell)
		taken, refused := v.Reloads()
		if *v.Now() != step.now || !slices.Equal(s.told, step.told) || taken != step.taken || refused != step.refused || v.Stale() != step.stale {
			t.Errorf("step %d: %q, told %q, taken %d, refused %d, stale %v", i, *v.Now(), s.told, taken, refused, v.Stale())
		}
	}
}

func TestNothingIsMadeOfFilesThatAreNoGoodAtFirst(t *testing.T) {
	for _, s := range []*shelf{{text: "bad"}, {err: errWrong}} {
		if v, err := Load(s.read, upper); v != nil || !errors.Is(err, errWrong) {
			t.Errorf("%+v: %v, %v", s, v, err)
		}
	}
}
