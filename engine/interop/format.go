package interop

import (
	"slices"

	"github.com/talon-solitaire/talon/engine"
)

// Format is a format of other programs: what it is called, which games it has
// a form for, and its functions. A format of boards has the first two of them,
// a format of moves the other two; nil says that the direction is not served.
type Format struct {
	// Name is the word that the API uses, for example FC_SOLVE_BOARD.
	Name string
	// Title is the name in plain words.
	Title string
	// Variants are the games that the format has a form for.
	Variants []engine.Variant

	// ReadBoard reads a position under the options. The error is a
	// *ReadError, an *engine.SetupError or a *VariantError.
	ReadBoard func(o engine.Options, text string) (engine.Position, error)
	// WriteBoard writes a position. The error is a *VariantError.
	WriteBoard func(p *engine.Position) (string, error)

	// ReadMoves reads moves that begin at a position, the automatic plays of
	// the producer's rule included. The error is a *ReadError or a *VariantError.
	ReadMoves func(start engine.Position, text string, rule Autoplay) ([]engine.Move, error)
	// WriteMoves writes moves that begin at a position. The error is a
	// *WriteError or a *VariantError.
	WriteMoves func(start engine.Position, moves []engine.Move, style StandardStyle) (string, error)
}

// Formats lists the formats of other programs in a fixed order.
func Formats() []Format {
	return []Format{
		{
			Name: standardName, Title: "FreeCell standard notation", Variants: standardVariants(),
			ReadMoves: ReadStandard, WriteMoves: WriteStandard,
		},
		{
			Name: fcSolveName, Title: "board as fc-solve reads it", Variants: boardVariants(),
			ReadBoard: ReadBoard, WriteBoard: WriteFCSolve,
		},
		{
			Name: pySolName, Title: "board as PySol writes it", Variants: boardVariants(),
			ReadBoard: ReadBoard, WriteBoard: WritePySol,
		},
	}
}

// Reads reports whether the format can be read.
func (f Format) Reads() bool { return f.ReadBoard != nil || f.ReadMoves != nil }

// Writes reports whether the format can be written.
func (f Format) Writes() bool { return f.WriteBoard != nil || f.WriteMoves != nil }

// Serves reports whether the format has a form for the variant.
func (f Format) Serves(v engine.Variant) bool { return slices.Contains(f.Variants, v) }
