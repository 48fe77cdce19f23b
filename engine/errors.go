package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// ErrDealNumber is the error of a deal number of zero; numbers run from 1 to 4294967295.
var ErrDealNumber = errors.New("a deal number is 1 to 4294967295")

// SeedError is the error of a seed that is empty, too long or no UTF-8.
type SeedError struct {
	// Length is the seed's length in bytes.
	Length int
	// NotText tells that the seed is no valid UTF-8.
	NotText bool
}

func (e *SeedError) Error() string {
	if e.NotText {
		return "a seed is valid UTF-8"
	}
	return fmt.Sprintf("a seed is 1 to %d bytes long, this one has %d", maxSeed, e.Length)
}

// UnknownVariantError is the error of a name that is none of the seven games.
type UnknownVariantError struct{ Name string }

func (e *UnknownVariantError) Error() string {
	return fmt.Sprintf("unknown variant %s, wanted %s", quote(e.Name), VariantNames())
}

// VariantNames returns the names of the games, separated by commas.
func VariantNames() string {
	names := make([]string, 0, len(definitions))
	for _, v := range Variants() {
		names = append(names, v.String())
	}
	return strings.Join(names, ", ")
}

// RulesVersionError is the error of a state under a rules version that is not served.
type RulesVersionError struct {
	Variant Variant
	// Version is the version asked for, Served the ones that exist.
	Version string
	Served  []int
}

func (e *RulesVersionError) Error() string {
	return fmt.Sprintf("rules version %s of %s is not served, wanted one of %v", quote(e.Version), e.Variant, e.Served)
}

// OptionError is the error of an unknown option, a value out of range, or two
// options that contradict each other.
type OptionError struct {
	Variant Variant
	Option  string
	// Value is the value refused.
	Value string
	// Unknown tells that the game has no such option; Wanted then lists the ones it has.
	Unknown bool
	// Wanted says what is accepted.
	Wanted string
	// Contradicts is the setting of another option that the value needs.
	Contradicts string
}

func (e *OptionError) Error() string {
	switch {
	case e.Unknown:
		return fmt.Sprintf("%s has no option %s, it has %s", e.Variant, quote(e.Option), e.Wanted)
	case e.Contradicts != "":
		return fmt.Sprintf("%s=%s needs %s", e.Option, e.Value, e.Contradicts)
	default:
		return fmt.Sprintf("option %s of %s cannot be %s, wanted %s", e.Option, e.Variant, quote(e.Value), e.Wanted)
	}
}

// ParseError is the error of a text that could not be read.
type ParseError struct {
	// Input is the text as given.
	Input string
	// Offset is where in it, in bytes from zero, reading stopped.
	Offset int
	// Wanted says what was expected there.
	Wanted string
}

func (e *ParseError) Error() string {
	found := "the end"
	if e.Offset < len(e.Input) {
		found = quote(e.Input[e.Offset:])
	}
	return fmt.Sprintf("at offset %d: wanted %s, found %s", e.Offset, e.Wanted, found)
}

// quote quotes a text of a stranger, shortened.
func quote(text string) string {
	const most = 24
	if len(text) > most {
		return strconv.QuoteToASCII(text[:most]) + "…"
	}
	return strconv.QuoteToASCII(text)
}

// IllegalMoveError is the error of a move that a rule refuses. The position is as it was.
type IllegalMoveError struct {
	// Move is the move refused; the zero Move for an undo or a finish.
	Move Move
	// Variant is the game that refused it.
	Variant Variant
	// Reason is the first of the reasons that applies.
	Reason Reason
	// Piles are the piles concerned.
	Piles []PileID
	// Cards are the cards concerned, two letters each, never a face-down one.
	Cards string
	// Limit and Asked are the numbers behind the reason, both zero where it has none.
	Limit, Asked int
}

func (e *IllegalMoveError) Error() string {
	text := e.Move.String()
	if e.Cards != "" {
		return fmt.Sprintf("%s is refused: %s (%s)", text, e.Reason, e.Cards)
	}
	return strings.TrimPrefix(text+" is refused: "+e.Reason.String(), " ")
}

// Rule returns the id of the rule that the move breaks, for example klondike.build.
func (e *IllegalMoveError) Rule() string {
	slug := e.Reason.slug()
	if e.Reason == EmptyStock && e.Variant == Spider {
		slug = "row"
	}
	return e.Variant.String() + "." + slug
}

// SetupError is the error of a position that is readable but impossible.
type SetupError struct {
	// Violations are all violations found, at least one.
	Violations []Violation
}

func (e *SetupError) Error() string {
	texts := make([]string, len(e.Violations))
	for i, v := range e.Violations {
		texts[i] = v.String()
	}
	return "impossible position: " + strings.Join(texts, "; ")
}
