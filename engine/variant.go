package engine

// Variant is one of the seven games. The zero value is none.
type Variant uint8

// The seven games.
const (
	NoVariant Variant = iota
	Klondike
	Spider
	FreeCell
	Pyramid
	TriPeaks
	Golf
	Yukon
)

// definition is a game: its names, its options, and its rules under them.
type definition struct {
	name, title string
	version     int
	options     []Option
	// defaults are the values of the options where nothing else is said, as Options holds them.
	defaults [maxOptions]int32
	// contradiction names an option and the setting of another one that it
	// needs; nil in games whose options combine freely.
	contradiction func(Options) (option, needs string)
	// rules are the rules under a choice of options. A Count is not for it to
	// read; the rules name the option instead.
	rules func(Options) rules
	// book holds the rules under every combination of choices; the value of
	// option i moves on by stride i in it.
	book   []rules
	stride [maxOptions]int
}

var definitions = [...]definition{
	NoVariant: game(definition{rules: func(Options) rules { return rules{} }}),
	Klondike:  game(klondike),
	Spider:    game(spider),
	FreeCell:  game(freecell),
	Pyramid:   game(pyramid),
	TriPeaks:  game(tripeaks),
	Golf:      game(golf),
	Yukon:     game(yukon),
}

// game completes a definition with what follows from it.
func game(d definition) definition {
	pages := 1
	for i, o := range d.options {
		d.defaults[i], _ = o.value(o.Default)
		if o.Type == Choice {
			d.stride[i] = pages
			pages *= len(o.Values)
		}
	}
	d.book = make([]rules, pages)
	for page := range d.book {
		o := Options{values: d.defaults}
		for i, stride := range d.stride {
			if stride > 0 {
				o.values[i] = int32(page / stride % len(d.options[i].Values))
			}
		}
		d.book[page] = d.rules(o)
	}
	return d
}

// Variants lists the seven games in their fixed order.
func Variants() []Variant {
	return []Variant{Klondike, Spider, FreeCell, Pyramid, TriPeaks, Golf, Yukon}
}

// ParseVariant returns the game of that name, for example tripeaks; any other name is an *UnknownVariantError.
func ParseVariant(name string) (Variant, error) {
	for v := Klondike; v <= Yukon; v++ {
		if definitions[v].name == name {
			return v, nil
		}
	}
	return NoVariant, &UnknownVariantError{Name: name}
}

func (v Variant) definition() *definition {
	if v > Yukon {
		v = NoVariant
	}
	return &definitions[v]
}

// String returns the name of the game in the notation, for example tripeaks.
func (v Variant) String() string { return v.definition().name }

// Title returns the name of the game as people write it, for example Tri-Peaks.
func (v Variant) Title() string { return v.definition().title }

// RulesVersion returns the version of the rules served, 1 and upward.
func (v Variant) RulesVersion() int { return v.definition().version }

// Options returns the options of the game in canonical order.
func (v Variant) Options() []Option { return v.definition().options }

// Defaults returns the options that hold where nothing else is said.
func (v Variant) Defaults() Options {
	return Options{variant: v, values: v.definition().defaults}
}

// Hidden reports whether a deal of the game holds face-down cards.
func (v Variant) Hidden() bool { return v != FreeCell && v != NoVariant }

// Piles returns every pile of the game under the options, in canonical order.
func (o Options) Piles() []PileID {
	r := o.rules()
	piles := make([]PileID, 0, pileSpace)
	for id := firstColumn; id < pileSpace; id++ {
		if r.has(id) {
			piles = append(piles, id)
		}
	}
	return piles
}

// rules returns the rules under the options.
func (o *Options) rules() *rules {
	d := o.variant.definition()
	page := 0
	for i, stride := range d.stride {
		page += int(o.values[i]) * stride
	}
	return &d.book[page]
}
