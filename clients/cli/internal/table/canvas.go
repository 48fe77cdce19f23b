package table

import "strings"

// ink says how a cell of the canvas is coloured: one of the colours, with bold
// and reversed added to it.
type ink uint8

const (
	plain ink = iota
	red
	back
	faint
	green
	blue
	yellow
	bold     ink = 0x40
	reversed ink = 0x80
	colours  ink = 0x3f
)

// codes holds the number by which a terminal knows each colour.
var codes = [...]string{plain: "", red: "31", back: "34", faint: "2", green: "32", blue: "94", yellow: "33"}

// sgr is the terminal sequence that switches an ink on, "" for the plain one.
func (i ink) sgr() string {
	var parts []string
	if i&bold != 0 {
		parts = append(parts, "1")
	}
	if i&reversed != 0 {
		parts = append(parts, "7")
	}
	if code := codes[i&colours]; code != "" {
		parts = append(parts, code)
	}
	if parts == nil {
		return ""
	}
	return "\x1b[" + strings.Join(parts, ";") + "m"
}

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
	for _, glyph := range text {
		*c.at(x, y) = cell{glyph: glyph, ink: with}
		x++
	}
}

// at is the cell in column x of row y.
func (c *canvas) at(x, y int) *cell {
	for len(c.rows) <= y {
		c.rows = append(c.rows, nil)
	}
	for len(c.rows[y]) <= x {
		c.rows[y] = append(c.rows[y], cell{glyph: ' '})
	}
	return &c.rows[y][x]
}

// height is the number of rows written so far.
func (c *canvas) height() int { return len(c.rows) }

// lines renders the sheet, without blanks at line ends.
func (c *canvas) lines(color bool) []string {
	lines := make([]string, 0, len(c.rows))
	for _, row := range c.rows {
		var line strings.Builder
		end := len(row)
		for end > 0 && row[end-1].glyph == ' ' {
			end--
		}
		now := plain
		for _, cell := range row[:end] {
			// Blanks look the same in every ink; skipping them keeps the sequences few.
			if color && cell.glyph != ' ' && cell.ink != now {
				if now != plain {
					line.WriteString(sgrReset)
				}
				line.WriteString(cell.ink.sgr())
				now = cell.ink
			}
			line.WriteRune(cell.glyph)
		}
		if now != plain {
			line.WriteString(sgrReset)
		}
		lines = append(lines, line.String())
	}
	return lines
}
