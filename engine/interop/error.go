package interop

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// ReadError is the error of a text that cannot be read.
type ReadError struct {
	// Line and Column, counted from 1, are where the part begins that cannot
	// be read; a column counts characters.
	Line, Column int
	// Found is that part, empty at the end of the text.
	Found string
	// Wanted says what was expected there.
	Wanted string
	// Limit is how many moves a text may have, and Asked how many this one has;
	// both are 0 where it has not too many.
	Limit, Asked int
	// Refusal is why the rules refuse a move that is readable, nil elsewhere.
	Refusal *engine.IllegalMoveError
}

func (e *ReadError) Error() string {
	found := "the end of the text"
	if e.Found != "" {
		found = quote(e.Found)
	}
	text := fmt.Sprintf("line %d, column %d: wanted %s, found %s", e.Line, e.Column, e.Wanted, found)
	if e.Refusal != nil {
		text += ": " + e.Refusal.Error()
	}
	return text
}

// Unwrap returns the refusal of a move, an *engine.IllegalMoveError, or nil.
func (e *ReadError) Unwrap() error {
	if e.Refusal == nil {
		return nil
	}
	return e.Refusal
}

// quote quotes a text of a stranger, shortened.
func quote(text string) string {
	const most = 24
	if len(text) > most {
		return strconv.QuoteToASCII(text[:most]) + "…"
	}
	return strconv.QuoteToASCII(text)
}

// WriteError is the error of a game that a format cannot express.
type WriteError struct {
	// Index is the move that cannot be written, counted from 0.
	Index int
	// Why says what the format lacks; empty where Refusal is the reason.
	Why string
	// Refusal is why the rules refuse the move, nil if they allow it.
	Refusal *engine.IllegalMoveError
}

func (e *WriteError) Error() string {
	why := e.Why
	if e.Refusal != nil {
		why = e.Refusal.Error()
	}
	return fmt.Sprintf("move %d cannot be written: %s", e.Index, why)
}

// Unwrap returns the refusal of a move, an *engine.IllegalMoveError, or nil.
func (e *WriteError) Unwrap() error {
	if e.Refusal == nil {
		return nil
	}
	return e.Refusal
}

// LimitError is the error of more moves than a text may stand for.
type LimitError struct{ Limit, Asked int }

func (e *LimitError) Error() string {
	return fmt.Sprintf("wanted at most %d moves, these are %d", e.Limit, e.Asked)
}

// VariantError is the error of a format that has no form for a variant.
type VariantError struct {
	// Format is the name of the format.
	Format string
	// Variant is the game asked for, Wanted the games that the format has a form for.
	Variant engine.Variant
	Wanted  []engine.Variant
}

func (e *VariantError) Error() string {
	names := make([]string, len(e.Wanted))
	for i, v := range e.Wanted {
		names[i] = v.String()
	}
	return fmt.Sprintf("%s has no form for %q, wanted %s", e.Format, e.Variant.String(), strings.Join(names, ", "))
}
