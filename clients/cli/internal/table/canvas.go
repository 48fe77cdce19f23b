package table

import "strings"

// ink says how a cell of the canvas is coloured.
type ink uint8

const (
	plain ink = iota
	red
	back
	faint
)

// sgr holds the terminal sequence that switches each ink on.
var sgr = [...]string{plain: "", red: "\x1b[31m", back: "\x1b[34m", faint: "\x1b[2m"}

const sgrReset = "\x1b[0m"

// canvas is a sheet of terminal cells that grows as it is written on.
// Every glyph that it carries is one cell wide.
type canvas struct {
	rows [][]cell
}

type cell struct {
	glyph rune
	ink   ink
}

// put writes text from column x of row y on.
func (c *canvas) put(x, y int, text string, with ink) {
	for len(c.rows) <= y {
		c.rows = append(c.rows, nil)
	}
	for _, glyph := range text {
		for len(c.rows[y]) <= x {
			c.rows[y] = append(c.rows[y], cell{glyph: ' '})
		}
		c.rows[y][x] = cell{glyph: glyph, ink: with}
		x++
	}
}

// height is the number of rows written so far.
func (c *canvas) height() int { return len(c.rows) }

// text renders the sheet, without blanks at line ends.
func (c *canvas) text(color bool) string {
	var out strings.Builder
	for _, row := range c.rows {
		end := len(row)
		for end > 0 && row[end-1].glyph == ' ' {
			end--
		}
		now := plain
		for _, cell := range row[:end] {
			// Blanks look the same in every ink; skipping them keeps the sequences few.
			if color && cell.glyph != ' ' && cell.ink != now {
				if now != plain {
					out.WriteString(sgrReset)
				}
				out.WriteString(sgr[cell.ink])
				now = cell.ink
			}
			out.WriteRune(cell.glyph)
		}
		if now != plain {
			out.WriteString(sgrReset)
		}
		out.WriteByte('\n')
	}
	return out.String()
}
