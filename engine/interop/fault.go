package interop

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/talon-solitaire/talon/engine"
)

// Fault is what is wrong with a field of a conversion.
type Fault uint8

// What may be wrong with a field. Those that begin with No say that it cannot be
// read as what it has to be, or that the rules do not allow it; FieldError.Err
// has the reason.
const (
	// Missing is a field that the format cannot do without.
	Missing Fault = iota + 1
	// Exclusive is a field that stands beside the other one that takes its place.
	Exclusive
	// Unused is a field that reading the format does not look at.
	Unused
	// Told is a field whose content the other one tells already.
	Told
	// Repeated is a pile that is there a second time.
	Repeated
	// ManyRecords is a text of more than one record.
	ManyRecords
	// OtherForm is a record as tags where JSON was said, or the other way round.
	OtherForm
	// NoState is a *engine.ParseError, *engine.RulesVersionError or *engine.SetupError.
	NoState
	// NoOptions is an *engine.UnknownVariantError or *engine.OptionError.
	NoOptions
	// NoDeal is engine.ErrDealNumber.
	NoDeal
	// NoMove is a *engine.ParseError, or an *engine.IllegalMoveError.
	NoMove
	// NoRecord is an *engine.RecordError.
	NoRecord
	// NoText is a *ReadError, or an *engine.SetupError.
	NoText
	// TooMuch is more than the limits of the conversion allow; FieldError has the
	// numbers, and the *engine.RecordError or *ReadError with the place, if there is one.
	TooMuch
)

var faultNames = [...]string{
	Missing: "missing", Exclusive: "excluded by", Unused: "not used to read", Told: "told already by",
	Repeated: "there twice", ManyRecords: "more than one record", OtherForm: "not the form of",
	NoState: "no state", NoOptions: "no options", NoDeal: "no deal", NoMove: "no move", NoRecord: "no record", NoText: "no text",
	TooMuch: "too much",
}

// FieldError is the error of a field of a Conversion.
type FieldError struct {
	// Field is the path of the field, for example text, piles[2].cards or moves[7].
	Field string
	// Index is the place of the move in the log for NoMove, 0 elsewhere.
	Index int
	// Entry is that move as the log has it, empty elsewhere.
	Entry string
	Fault Fault
	// Other is the other field for Exclusive and Told, empty elsewhere.
	Other string
	// Format is the format that is read for Unused and OtherForm, empty elsewhere.
	Format string
	// Limit and Asked are the numbers of TooMuch, 0 elsewhere.
	Limit, Asked int
	// Unit is what they count: "moves", "cards" or "bytes"; empty elsewhere.
	Unit string
	// Err is the reason in detail, of the types named at the fault; nil where
	// the fault says all.
	Err error
}

func (e *FieldError) Error() string {
	text := e.Field + ": " + faultNames[e.Fault]
	if object := e.Other + e.Format; object != "" {
		text += " " + object
	}
	if e.Fault == TooMuch {
		text += fmt.Sprintf(", %d of at most %d %s", e.Asked, e.Limit, e.Unit)
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns the reason in detail, or nil.
func (e *FieldError) Unwrap() error { return e.Err }

// UnsupportedError is the error of what cannot be written in a format.
type UnsupportedError struct {
	// From and To are the names of the formats.
	From, To string
	// Err is why it cannot, a *VariantError or *WriteError; nil where the
	// formats do not become one another.
	Err error
}

func (e *UnsupportedError) Error() string {
	if e.Err != nil {
		return e.Err.Error()
	}
	return e.To + " cannot be made of what was read as " + e.From + "."
}

// Unwrap returns why it cannot be written, or nil.
func (e *UnsupportedError) Unwrap() error { return e.Err }

func missing(field string) error { return &FieldError{Field: field, Fault: Missing} }

// entry is the path of an element of a list.
func entry(list string, index int) string { return list + "[" + strconv.Itoa(index) + "]" }

func (c *Conversion) unsupported(err error) error {
	return &UnsupportedError{From: c.From, To: c.To, Err: err}
}

// tooMuch is the error of a field that holds, or stands for, more than may be.
func tooMuch(field, unit string, limit, asked int, err error) error {
	return &FieldError{Field: field, Fault: TooMuch, Unit: unit, Limit: limit, Asked: asked, Err: err}
}

// unread is the error of a text of another program that a format could not read.
func (c *Conversion) unread(err error) error {
	var (
		variant *VariantError
		read    *ReadError
	)
	switch {
	case errors.As(err, &variant):
		return c.unsupported(err)
	case errors.As(err, &read) && read.Limit > 0:
		return tooMuch("text", "moves", read.Limit, read.Asked, err)
	}
	return &FieldError{Field: "text", Fault: NoText, Err: err}
}

// unrecorded is the error of a record that cannot be read or has no possible beginning.
func unrecorded(err error) error {
	if record := (*engine.RecordError)(nil); errors.As(err, &record) && record.Limit > 0 {
		return tooMuch("text", record.Unit, record.Limit, record.Asked, err)
	}
	return &FieldError{Field: "text", Fault: NoRecord, Err: err}
}

// unwritten is the error of legal moves that a format could not write: they are
// too many, or it has no form for them. Indexes count the log, with what it takes back.
func (c *Conversion) unwritten(err error, kept []int) error {
	var (
		many  *LimitError
		write *WriteError
	)
	if errors.As(err, &many) {
		return tooMuch(c.source(), "moves", many.Limit, many.Asked, nil)
	}
	if errors.As(err, &write) {
		write.Index = kept[write.Index]
	}
	return c.unsupported(err)
}

// source is the field that the moves come from.
func (c *Conversion) source() string {
	if c.From == FormatMoves {
		return "moves"
	}
	return "text"
}
