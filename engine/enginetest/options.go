package enginetest

import (
	"maps"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// AllOptions returns every combination of the options of the game that does
// not contradict itself; of a count it takes unlimited and 0 to 3.
func AllOptions(t testing.TB, v engine.Variant) []engine.Options {
	t.Helper()
	settings := []map[string]string{{}}
	for _, o := range v.Options() {
		values := o.Values
		if o.Type == engine.Count {
			values = []string{"unlimited", "0", "1", "2", "3"}
		}
		var longer []map[string]string
		for _, s := range settings {
			for _, value := range values {
				with := maps.Clone(s)
				with[o.Name] = value
				longer = append(longer, with)
			}
		}
		settings = longer
	}
	var all []engine.Options
	for _, s := range settings {
		if o, err := engine.ParseOptions(v, s); err == nil {
			all = append(all, o)
		}
	}
	if len(all) < 2 {
		t.Fatalf("%s has %d combinations of options", v, len(all))
	}
	return all
}
