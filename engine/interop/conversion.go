package interop

import (
	"slices"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// The formats of this project by the words that the API uses; Formats lists those of other programs.
const (
	FormatPosition   = "POSITION"
	FormatPiles      = "PILES"
	FormatMoves      = "MOVES"
	FormatRecordJSON = "RECORD_JSON"
	FormatRecordText = "RECORD_TEXT"
	FormatNumber     = "MICROSOFT_NUMBER"
)

// Conversion is something in one format that is to be written in another. Which
// fields are read depends on From; those that it does not use have to be left out.
type Conversion struct {
	// From and To are names of formats.
	From, To string
	// Variant and Options are the game of piles and boards, and Options those of
	// the FreeCell deal of Number. A board of fc-solve is one of FreeCell where
	// Variant is empty.
	Variant string
	Options map[string]string
	// Text is a record, or what another program writes.
	Text string
	// State is a position, or where moves begin.
	State string
	// Piles are the piles of a position that hold cards, in any order, and
	// Counters its numbers, nil for zeros.
	Piles    []Pile
	Counters *Counters
	// Number is a FreeCell deal, by itself or as that in which moves begin.
	Number *engine.DealNumber
	// Moves is a log, with u for a move taken back.
	Moves []string
	// Autoplay is the rule of the program that wrote the text or, where moves
	// become standard notation, of the one that is to read it; nil is none.
	Autoplay *Autoplay
	// Single writes each move of several cards in standard notation as single moves.
	Single bool
	// Limits bound what is read and written.
	Limits Limits
}

// Counters are the numbers of a position; Score counts under a scoring scheme only.
type Counters struct{ Moves, Redeals, Score, Streak int32 }

// Converted is what was read, and what it has become.
type Converted struct {
	// Start is the position that was read; of moves and records, the one in
	// which they begin.
	Start engine.Position
	// Moves is the log that was read, nil where it was a position.
	Moves []string
	// Text is the result in the format asked for, empty where that is no text.
	Text string
	// Piles are all piles of the position, where those were asked for.
	Piles []Pile
	// Number is the FreeCell deal, where that was asked for.
	Number engine.DealNumber
}

// Convert reads one format and writes another. A log is replayed: every move in it
// has to be legal, and what a record claims about its end is kept and not checked.
// The error is a *FieldError, which says what is wrong with what was given, or an
// *UnsupportedError.
func Convert(c Conversion) (Converted, error) {
	if err := c.checkFields(); err != nil {
		return Converted{}, err
	}
	read, err := c.read()
	if err != nil {
		return Converted{}, err
	}
	result := Converted{Start: read.start, Moves: read.log}
	if err := c.write(&result, read); err != nil {
		return Converted{}, err
	}
	return result, nil
}

// formatNamed finds a format of other programs; the zero Format, which neither
// reads nor writes, stands for a name that is none.
func formatNamed(name string) Format {
	for _, f := range Formats() {
		if f.Name == name {
			return f
		}
	}
	return Format{}
}

// readFields holds, for each format, the fields that reading it uses.
var readFields = map[string][]string{
	FormatPosition:   {"state"},
	FormatPiles:      {"variant", "options", "piles", "counters"},
	FormatMoves:      {"moves", "state", "number", "options"},
	FormatRecordJSON: {"text"},
	FormatRecordText: {"text"},
	FormatNumber:     {"number", "options"},
	standardName:     {"text", "state", "number", "options", "autoplay"},
}

// boardFields are the fields that reading a board uses, standardFields those that
// writing standard notation uses.
var (
	boardFields    = []string{"text", "variant", "options"}
	standardFields = []string{"autoplay", "single"}
)

// checkFields refuses fields that the conversion would not look at.
func (c *Conversion) checkFields() error {
	used, known := readFields[c.From]
	if !known {
		used = boardFields
	}
	if c.To == standardName {
		used = append(slices.Clone(used), standardFields...)
	}
	for _, field := range []struct {
		name  string
		given bool
	}{
		{"variant", c.Variant != ""},
		{"options", len(c.Options) > 0},
		{"text", c.Text != ""},
		{"state", c.State != ""},
		{"piles", len(c.Piles) > 0},
		{"counters", c.Counters != nil},
		{"number", c.Number != nil},
		{"moves", len(c.Moves) > 0},
		{"autoplay", c.Autoplay != nil},
		{"single", c.Single},
	} {
		if field.given && !slices.Contains(used, field.name) {
			return &FieldError{Field: field.name, Fault: Unused, Format: c.From}
		}
	}
	return nil
}

// write puts into the result what the format asked for consists of.
func (c *Conversion) write(result *Converted, read reading) error {
	switch c.To {
	case FormatPosition:
		result.Text = read.start.String()
	case FormatPiles:
		result.Piles = pilesOf(&read.start)
	case FormatNumber:
		result.Number = read.number
		if result.Number == 0 {
			result.Number = microsoftNumber(&read.start)
		}
		if result.Number == 0 {
			return c.unsupported(nil)
		}
	case FormatMoves:
		if read.log == nil {
			return c.unsupported(nil)
		}
		result.Text = strings.Join(read.log, " ")
	case FormatRecordJSON, FormatRecordText:
		if most := c.Limits.written(); len(read.log) > most {
			return tooMuch(c.source(), "moves", most, len(read.log), nil)
		}
		if c.To == FormatRecordJSON {
			result.Text = string(read.asRecord().AppendJSON(nil))
		} else {
			result.Text = string(read.asRecord().AppendText(nil))
		}
	default:
		return c.writeForeign(result, read)
	}
	return nil
}

// writeForeign writes the text of another program: a board, or moves.
func (c *Conversion) writeForeign(result *Converted, read reading) (err error) {
	format := formatNamed(c.To)
	switch {
	case format.WriteBoard != nil:
		if result.Text, err = format.WriteBoard(&read.start); err != nil {
			return c.unsupported(err)
		}
	case format.WriteMoves != nil && read.log != nil:
		style := StandardStyle{Single: c.Single, MaxMoves: c.Limits.written()}
		if c.Autoplay != nil && c.From != standardName {
			style.Autoplay = *c.Autoplay
		}
		moves, indexes := keptMoves(read.log)
		if result.Text, err = format.WriteMoves(read.start, moves, style); err != nil {
			return c.unwritten(err, indexes)
		}
	default:
		return c.unsupported(nil)
	}
	return nil
}
