package main

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// The screen, from top to bottom: the caption and what is proved, the table, two rows
// for what is said or typed, and the most important keys.
const (
	rowsAbove  = 2
	noteRows   = 2
	rowsBelow  = noteRows + 1
	leastRows  = rowsAbove + rowsBelow + 4
	leastWidth = 20
)

// Terminal sequences of the parts around the table.
const (
	strong = "\x1b[1m"
	alarm  = "\x1b[31m"
	dim    = "\x1b[2m"
	reset  = "\x1b[0m"
)

// rows is how many rows the table has.
func (s *screen) rows() int { return s.height - rowsAbove - rowsBelow }

// View draws the screen.
func (s *screen) View() tea.View {
	lines, x, y := s.draft()
	view := tea.NewView(strings.Join(lines, "\n"))
	view.AltScreen, view.MouseMode = true, tea.MouseModeCellMotion
	if y >= 0 {
		view.Cursor = tea.NewCursor(min(x, s.width-1), y)
		view.Cursor.Blink = false
	}
	return view
}

// draft is the screen line by line, and where the terminal's own cursor stands; its
// row is -1 where it is hidden.
func (s *screen) draft() (lines []string, x, y int) {
	switch {
	case s.width < leastWidth || s.height < leastRows:
		text := s.say(words{en: "Too small: %d × %d needed", de: "Zu klein: %d × %d nötig"}, leastWidth, leastRows)
		return broken(text, s.width, max(1, s.height)), 0, -1
	case s.page != nil:
		return s.draftPage()
	}
	lines = []string{s.paint(strong, s.caption()), s.proof()}
	sheet := s.marked()
	drawn := sheet.Lines()
	for row := s.top; row < s.top+s.rows(); row++ {
		line := ""
		if row < len(drawn) {
			line = drawn[row]
		}
		lines = append(lines, line)
	}
	x, y, _ = sheet.Where(s.cursor)
	if y += rowsAbove - s.top; y < rowsAbove || y >= len(lines) {
		y = -1
	}
	if s.typing != nil {
		typed := s.typing.label + string(s.typing.text)
		// The end of a long line is what is being typed.
		shown := []rune(typed)[max(0, utf8.RuneCountInString(typed)-s.width+1):]
		x, y = len(shown), len(lines)
		lines = append(lines, printable(string(shown)), s.paint(dim, s.suggestions()))
	} else {
		note := s.note
		if s.calling.busy() {
			note = s.say(waitingText)
		}
		lines = append(lines, broken(note, s.width, noteRows)...)
	}
	return append(lines, s.paint(dim, s.footer(len(drawn)))), x, y
}

// draftPage is a page in place of the table.
func (s *screen) draftPage() (lines []string, x, y int) {
	first, y := s.page.top, -1
	for i := first; i < len(s.page.lines) && len(lines) < s.height-noteRows; i++ {
		line := "  " + s.page.lines[i]
		if i == s.page.cursor {
			line, y = "> "+s.page.lines[i], len(lines)
		}
		lines = append(lines, s.cut(line))
	}
	if s.page.choose != nil {
		return append(append(lines, ""), s.cut(s.note)), 0, y
	}
	text := s.say(words{en: "Any key goes back to the table.", de: "Jede Taste führt zurück zum Tisch."})
	if len(lines) < len(s.page.lines) {
		text = s.say(words{
			en: "The arrows up and down show more. Any other key goes back to the table.",
			de: "Die Pfeile auf und ab zeigen mehr. Jede andere Taste führt zurück zum Tisch.",
		})
	}
	return append(lines, s.paint(dim, text)), 0, y
}

// marked is the table with the cursor, what is chosen, and where that can go.
func (s *screen) marked() *table.Sheet {
	sheet := s.layout()
	if s.chosen.Pile != "" {
		for _, at := range s.targets(s.chosen) {
			sheet.Mark(at, table.Target)
		}
		sheet.Mark(s.chosen, table.Chosen)
	}
	sheet.Mark(s.cursor, table.Cursor)
	return sheet
}

// proof is the row that says whether the game can be won.
func (s *screen) proof() string {
	switch {
	case !s.player.mark && s.verdict(s.at) != solitairev1.Verdict_UNWINNABLE:
		return ""
	case s.judging.busy():
		return s.paint(dim, s.say(words{en: "looking whether it can be won …", de: "wird geprüft, ob es zu gewinnen ist …"}))
	case s.verdict(s.at) != solitairev1.Verdict_UNWINNABLE:
		return s.paint(dim, s.judgement())
	}
	text := s.judgement()
	if s.lastWinnableStep() >= 0 {
		text += s.say(words{en: ", b goes back", de: ", b geht zurück"})
	}
	return s.paint(alarm, text)
}

// suggestions are the moves that complete what is typed.
func (s *screen) suggestions() string {
	if s.typing.complete == nil {
		return ""
	}
	var list []string
	for _, move := range s.game.GetMoves() {
		for _, text := range s.typing.complete(string(s.typing.text)) {
			if move.GetMove() == text {
				style := s.style
				style.Color = false
				list = append(list, strings.TrimSpace(text+" "+table.Cards(move.GetCards(), style)))
			}
		}
	}
	return printable(strings.Join(list, "  "))
}

// footer names the most important keys, and that there is more of the table.
func (s *screen) footer(rows int) string {
	text := s.say(words{
		en: "? help  Enter choose  d draw  u undo  h hint  : move  n new  q quit",
		de: "? Hilfe  Enter wählen  d ziehen  u zurück  h Tipp  : Zug  n neu  q Ende",
	})
	if s.top > 0 {
		text = s.say(words{en: "PgUp: more  ", de: "Bild auf: mehr  "}) + text
	}
	if s.top+s.rows() < rows {
		text = s.say(words{en: "PgDn: more  ", de: "Bild ab: mehr  "}) + text
	}
	return text
}

// paint colours a row, which is cut to the width of the terminal.
func (s *screen) paint(sequence, text string) string {
	text = s.cut(text)
	if !s.player.style.Color || text == "" {
		return text
	}
	return sequence + text + reset
}

// cut shortens a row to the width of the terminal.
func (s *screen) cut(text string) string {
	if utf8.RuneCountInString(text) <= s.width {
		return text
	}
	return string([]rune(text)[:max(0, s.width-1)]) + "…"
}

// broken breaks a text into rows at its blanks; what does not fit into them is cut off.
func broken(text string, width, rows int) []string {
	lines := make([]string, 1, rows)
	for word := range strings.FieldsSeq(text) {
		last := &lines[len(lines)-1]
		switch length := utf8.RuneCountInString(*last) + 1 + utf8.RuneCountInString(word); {
		case *last == "":
			*last = word
		case length <= width:
			*last += " " + word
		case len(lines) < rows:
			lines = append(lines, word)
		default:
			*last = string(append([]rune(*last)[:min(len([]rune(*last)), width-1)], '…'))
			return lines
		}
	}
	for len(lines) < rows {
		lines = append(lines, "")
	}
	return lines
}
