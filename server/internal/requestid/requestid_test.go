package requestid

import (
	"context"
	"strings"
	"testing"
)

func TestABroughtIDIsKeptIfItIsFitToBeLogged(t *testing.T) {
	for _, test := range []struct {
		brought string
		kept    bool
	}{
		{"a-B_9.z", true},
		{strings.Repeat("x", 64), true},
		{strings.Repeat("x", 65), false},
		{"", false},
		{"two words", false},
		{"line\nbreak", false},
		{"schön", false},
	} {
		id := From(New(context.Background(), test.brought))
		if (id == test.brought) != test.kept {
			t.Errorf("brought %q, got %q", test.brought, id)
		}
		if !fit(id) {
			t.Errorf("brought %q, got %q, which is not fit", test.brought, id)
		}
	}
}

func TestMadeUpIDsDiffer(t *testing.T) {
	if a, b := From(New(context.Background(), "")), From(New(context.Background(), "")); a == b {
		t.Errorf("twice %q", a)
	}
}

func TestAContextWithoutAnIDHasNone(t *testing.T) {
	if id := From(context.Background()); id != "" {
		t.Errorf("got %q", id)
	}
}
