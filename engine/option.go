package engine

import (
	"slices"
	"strconv"
	"strings"
)

// OptionType tells how an option's value is written.
type OptionType uint8

// The types of options.
const (
	// Choice is one of a few words or numbers.
	Choice OptionType = iota
	// Count is a whole number from zero on, or the word unlimited.
	Count
)

// String returns CHOICE or COUNT.
func (t OptionType) String() string {
	if t == Count {
		return "COUNT"
	}
	return "CHOICE"
}

// Option describes a rule that a variant leaves to the players.
type Option struct {
	// Name is the option's name in the notation, for example draw.
	Name string
	// Type tells whether the value is one of Values or a number.
	Type OptionType
	// Values are the values of a Choice in canonical order; for a Count the word unlimited.
	Values []string
	// Max is the largest number of a Count.
	Max int
	// Default is the value that is never written.
	Default string
}

// Unlimited is the value of a Count without a limit.
const Unlimited = -1

const (
	maxOptions   = 4
	maxCount     = 1<<31 - 1
	unlimitedTxt = "unlimited"
	on           = 0 // the value on of an option that is on or off
)

// onOff and the like are the options as games write them down.
func choice(name string, byDefault string, values ...string) Option {
	return Option{Name: name, Type: Choice, Values: values, Default: byDefault}
}

func onOff(name, byDefault string) Option { return choice(name, byDefault, "on", "off") }

func count(name, byDefault string) Option {
	return Option{Name: name, Type: Count, Values: []string{unlimitedTxt}, Max: maxCount, Default: byDefault}
}

// value returns the number that stands for the text: the place among the
// values of a Choice, the number of a Count or Unlimited.
func (o *Option) value(text string) (int32, bool) {
	if o.Type == Count {
		if text == unlimitedTxt {
			return Unlimited, true
		}
		n, digits := scanInt(text)
		return n, digits == len(text) && digits > 0 && n >= 0
	}
	for i, v := range o.Values {
		if v == text {
			return int32(i), true
		}
	}
	return 0, false
}

// text writes a value as value read it.
func (o *Option) text(v int32) string {
	switch {
	case o.Type == Choice:
		return o.Values[v]
	case v == Unlimited:
		return unlimitedTxt
	default:
		return strconv.Itoa(int(v))
	}
}

// Wanted says in words which values the option takes.
func (o *Option) Wanted() string {
	if o.Type == Count {
		return "unlimited or a whole number from 0 to " + strconv.Itoa(o.Max)
	}
	return strings.Join(o.Values, ", ")
}

// Options is a variant with a value for each of its options. It is a
// comparable value; the zero value is no variant.
type Options struct {
	variant Variant
	values  [maxOptions]int32
}

// ParseOptions returns the options of the variant with the values given by
// name, all others at their defaults. An unknown name, a value out of range or
// a contradiction is an *OptionError.
func ParseOptions(v Variant, values map[string]string) (Options, error) {
	o := v.Defaults()
	known := v.Options()
	found := 0
	for i := range known {
		text, given := values[known[i].Name]
		if !given {
			continue
		}
		found++
		n, ok := known[i].value(text)
		if !ok {
			return Options{}, &OptionError{Variant: v, Option: known[i].Name, Value: text, Wanted: known[i].Wanted()}
		}
		o.values[i] = n
	}
	if found < len(values) {
		return Options{}, unknownOption(v, values)
	}
	if a, b := o.contradiction(); a != "" {
		return Options{}, &OptionError{Variant: v, Option: a, Value: o.Get(a), Wanted: b, Contradicts: b}
	}
	return o, nil
}

// unknownOption names the first unknown option in alphabetical order, so that the answer is the same every time.
func unknownOption(v Variant, values map[string]string) error {
	known := make([]string, 0, maxOptions)
	for _, o := range v.Options() {
		known = append(known, o.Name)
	}
	first := ""
	for name := range values {
		if !slices.Contains(known, name) && (first == "" || name < first) {
			first = name
		}
	}
	return &OptionError{Variant: v, Option: first, Unknown: true, Wanted: strings.Join(known, ", ")}
}

// contradiction names an option and the setting of another one that it needs, both empty where the options agree.
func (o Options) contradiction() (option, needs string) {
	if d := o.variant.definition(); d.contradiction != nil {
		return d.contradiction(o)
	}
	return "", ""
}

// Variant returns the variant the options belong to.
func (o Options) Variant() Variant { return o.variant }

// Get returns the value of the option, an empty string if the variant has none of that name.
func (o Options) Get(name string) string {
	for i, opt := range o.variant.Options() {
		if opt.Name == name {
			return opt.text(o.values[i])
		}
	}
	return ""
}

// Map returns the value of every option by its name, defaults too.
func (o Options) Map() map[string]string {
	values := make(map[string]string, maxOptions)
	for i, opt := range o.variant.Options() {
		values[opt.Name] = opt.text(o.values[i])
	}
	return values
}

// Scored reports whether a scoring scheme is on.
func (o Options) Scored() bool { return o.rules().score != nil }

// DeckSize returns the number of cards of the game, 52 or 104.
func (o Options) DeckSize() int { return o.rules().pack.size() }

// String returns the header of the notation: the variant, the rules version
// and the options that differ from their defaults, for example klondike/1;draw=1.
func (o Options) String() string { return string(o.appendHeader(nil)) }

func (o Options) appendHeader(dst []byte) []byte {
	d := o.variant.definition()
	dst = append(dst, d.name...)
	dst = append(dst, '/')
	dst = strconv.AppendInt(dst, int64(d.version), 10)
	for i := range d.options {
		if o.values[i] != d.defaults[i] {
			dst = append(dst, ';')
			dst = append(dst, d.options[i].Name...)
			dst = append(dst, '=')
			dst = d.options[i].appendValue(dst, o.values[i])
		}
	}
	return dst
}

func (o *Option) appendValue(dst []byte, v int32) []byte {
	if o.Type == Count && v != Unlimited {
		return strconv.AppendInt(dst, int64(v), 10)
	}
	return append(dst, o.text(v)...)
}
