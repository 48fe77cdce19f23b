// Package interop reads and writes the formats of other solitaire programs:
// FreeCell moves in standard notation, and boards as fc-solve and PySol write
// them. It converts between them and the project's own: positions, piles, moves,
// records and the numbers of FreeCell deals.
//
// Readers are tolerant exactly where a format is: the ten as T or 10, either
// letter case, a byte order mark, CR LF, a last line without an end. What they
// refuse they name by line and column, with what stands there and what was
// expected. What is read becomes an engine position or moves only through the
// engine's own validation; writers produce one canonical form. No input makes
// them panic, and their work is bounded by the length of the input.
package interop
