package message

import (
	"maps"

	"github.com/talon-solitaire/talon/engine"
)

// commonOptions holds the values of the combinations of options that people play with. Every game of
// an answer names all of them, and sharing the maps is a tenth of a call's work.
var commonOptions = func() map[engine.Options]map[string]string {
	common := map[engine.Options]map[string]string{}
	for _, v := range engine.Variants() {
		for _, values := range combinations(v.Options()) {
			// Values that contradict each other make no options.
			if o, err := engine.ParseOptions(v, values); err == nil {
				common[o] = values
			}
		}
	}
	return common
}()

// combinations lists every way to give each option one of its values, of numbers the small ones.
func combinations(options []engine.Option) []map[string]string {
	if len(options) == 0 {
		return []map[string]string{{}}
	}
	first := options[0]
	values := first.Values
	if first.Type == engine.Count {
		values = append([]string{"0", "1", "2", "3"}, values...)
	}
	var all []map[string]string
	for _, rest := range combinations(options[1:]) {
		for _, value := range values {
			one := maps.Clone(rest)
			one[first.Name] = value
			all = append(all, one)
		}
	}
	return all
}

// optionValues gives the value of every option, for messages to share: nobody may change the map.
func optionValues(o engine.Options) map[string]string {
	if values, common := commonOptions[o]; common {
		return values
	}
	return o.Map()
}
