package message

import (
	"maps"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func TestSharedOptionValuesAreThoseOfTheEngine(t *testing.T) {
	for o, values := range commonOptions {
		if !maps.Equal(values, o.Map()) {
			t.Errorf("%s: %v, want %v", o, values, o.Map())
		}
	}
	for _, v := range engine.Variants() {
		if _, common := commonOptions[v.Defaults()]; !common {
			t.Errorf("the defaults of %s are not among them", v)
		}
	}
	o, err := engine.ParseOptions(engine.Klondike, map[string]string{"redeals": "17"})
	if err != nil {
		t.Fatal(err)
	}
	if got := optionValues(o); !maps.Equal(got, o.Map()) {
		t.Errorf("rare options: %v", got)
	}
}
