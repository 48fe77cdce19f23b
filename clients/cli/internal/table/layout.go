package table

import (
	"strconv"
	"strings"
)

// layouts holds the drawing of each game; it reports false when the terminal is
// too narrow for it.
var layouts = map[string]func(*Sheet) bool{
	"klondike": klondike,
	"spider":   spider,
	"freecell": freecell,
	"yukon":    yukon,
	"golf":     golf,
	"pyramid":  pyramid,
	"tripeaks": tripeaks,
}

const (
	margin   = 2 // columns left of the table
	widest   = 6 // columns from one pile to the next, where there is room
	tightest = cardStep
)

var foundations = []string{"fc", "fd", "fh", "fs"}

// klondike: stock and waste above the first columns, foundations above the last.
func klondike(s *Sheet) bool {
	pitch := s.pitch(7)
	if pitch == 0 {
		return false
	}
	// The size of the stock needs four columns, even where the piles stand closer.
	waste := max(at(pitch, 1), margin+4)
	s.pile(margin, 0, "s", waste-margin)
	s.fan(waste, 0, "w", at(pitch, 3)-waste-1, at(pitch, 3)-waste)
	for i, id := range foundations {
		s.named(at(pitch, 3+i), 0, id, s.foundation)
	}
	s.columns(3, 7, pitch)
	return true
}

// yukon: Klondike's table without stock and waste.
func yukon(s *Sheet) bool {
	pitch := s.pitch(7)
	if pitch == 0 {
		return false
	}
	for i, id := range foundations {
		s.named(at(pitch, 3+i), 0, id, s.foundation)
	}
	s.columns(3, 7, pitch)
	return true
}

// freecell: cells above the first four columns, foundations above the last four.
func freecell(s *Sheet) bool {
	pitch := s.pitch(8)
	if pitch == 0 {
		return false
	}
	for i := range 4 {
		if id := "c" + strconv.Itoa(i+1); s.has(id) {
			s.named(at(pitch, i), 0, id, s.open)
		}
	}
	for i, id := range foundations {
		s.named(at(pitch, 4+i), 0, id, s.foundation)
	}
	s.columns(3, 8, pitch)
	return true
}

// spider: the stock above the first column, the places of the eight finished
// runs above the last eight.
func spider(s *Sheet) bool {
	pitch := s.pitch(10)
	if pitch == 0 || at(pitch, 9)+len("t10") > s.style.Width {
		return false
	}
	s.pile(at(pitch, 0), 0, "s", 2*pitch)
	s.put(at(pitch, 2), 0, "f", faint)
	for i := range 8 {
		if runs := s.piles["f"]; i < len(runs) {
			s.card(at(pitch, 2+i), 1, runs[i])
		} else {
			s.space(at(pitch, 2+i), 1)
		}
	}
	s.columns(3, 10, pitch)
	return true
}

// golf: seven columns, stock and waste below.
func golf(s *Sheet) bool {
	pitch := s.pitch(7)
	if pitch == 0 {
		return false
	}
	s.columns(0, 7, pitch)
	s.below(7, pitch)
	return true
}

// pyramid: seven rows, each place lying on two of the next row.
func pyramid(s *Sheet) bool {
	pitch := s.places(7)
	if pitch == 0 {
		return false
	}
	place := 1
	for row := range 7 {
		for i := range row + 1 {
			s.place(margin+(6-row)*pitch/2+i*pitch, 2*row, place)
			place++
		}
	}
	s.below(7, pitch)
	return true
}

// peak tells where the places of the upper rows of Tri-Peaks lie, in half steps
// from the first place of the lowest row.
var peaks = [][]int{
	{3, 9, 15},
	{2, 4, 8, 10, 14, 16},
	{1, 3, 5, 7, 9, 11, 13, 15, 17},
	{0, 2, 4, 6, 8, 10, 12, 14, 16, 18},
}

// tripeaks: three peaks on one row of ten.
func tripeaks(s *Sheet) bool {
	pitch := s.places(10)
	if pitch == 0 {
		return false
	}
	place := 1
	for row, steps := range peaks {
		for _, step := range steps {
			s.place(margin+step*pitch/2, 2*row, place)
			place++
		}
	}
	s.below(10, pitch)
	return true
}

// at is the column of the terminal where pile i of a row begins.
func at(pitch, i int) int { return margin + i*pitch }

// pitch is the step from pile to pile with which n of them fit, 0 when none does.
func (s *Sheet) pitch(n int) int {
	pitch := min(widest, (s.style.Width-margin+1)/n)
	if pitch < tightest {
		return 0
	}
	return pitch
}

// places is the pitch of places, which lie half a step apart: it is even, and
// a name of three characters fits.
func (s *Sheet) places(n int) int {
	if pitch := s.pitch(n) &^ 1; pitch > tightest {
		return pitch
	}
	return 0
}

// named draws a pile below its name.
func (s *Sheet) named(x, y int, id string, draw func(x, y int, id string)) {
	s.put(x, y, id, faint)
	draw(x, y+1, id)
}

// open draws the top of a pile that may be empty.
func (s *Sheet) open(x, y int, id string) {
	if cards := s.piles[id]; len(cards) > 0 {
		s.lay(x, y, id, len(cards)-1)
	} else {
		s.space(x, y)
		s.note(x, y, Spot{id, 0}, true)
	}
}

// pile draws the top of a pile below its name and, where there is room, its size.
func (s *Sheet) pile(x, y int, id string, room int) {
	s.put(x, y, s.sized(id, room), faint)
	s.open(x, y+1, id)
}

// fan draws the topmost cards of a pile side by side, as many as the room allows.
func (s *Sheet) fan(x, y int, id string, room, labelRoom int) {
	cards := s.piles[id]
	if len(cards) == 0 {
		s.pile(x, y, id, labelRoom)
		return
	}
	s.put(x, y, s.sized(id, room), faint)
	s.row(x, y+1, id, max(0, len(cards)-max(1, room/cardStep)), len(cards))
}

// sized is the name of a pile with the number of its cards, close together where
// there is little room.
func (s *Sheet) sized(id string, room int) string {
	size := strconv.Itoa(len(s.piles[id]))
	for _, text := range []string{id + " " + size, id + size} {
		if len(text) < room {
			return text
		}
	}
	return id
}

// columns draws t1 to tn from row y on, their names first.
func (s *Sheet) columns(y, n, pitch int) {
	tallest := 0
	for i := range n {
		tallest = max(tallest, len(s.piles["t"+strconv.Itoa(i+1)]))
	}
	folded := s.style.Height > 0 && y+1+tallest > s.style.Height
	for i := range n {
		s.column(at(pitch, i), y, "t"+strconv.Itoa(i+1), folded)
	}
}

// column draws a column below its name. Folded, its cards that lie face down are
// drawn as one with their number.
func (s *Sheet) column(x, y int, id string, folded bool) {
	s.put(x, y, id, faint)
	cards := s.piles[id]
	if len(cards) == 0 {
		s.space(x, y+1)
		s.note(x, y+1, Spot{id, 0}, true)
		return
	}
	first := 0
	for folded && first+1 < len(cards) && !faceUp(cards[first+1]) {
		first++
	}
	for i := first; i < len(cards); i++ {
		s.lay(x, y+1+i-first, id, i)
	}
	if first > 0 {
		s.put(x+1, y+1, strconv.Itoa(min(first+1, 9)), back)
	}
}

// pileName is the name of a pile as it may be printed: letters and digits, three
// at most.
func pileName(id string) string {
	for i := range len(id) {
		if c := id[i]; i > 2 || (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return id[:i] + "?"
		}
	}
	return id
}

// place draws a place of a pyramid or peak below its name; one that is gone leaves nothing.
func (s *Sheet) place(x, y, number int) {
	id := "p" + strconv.Itoa(number)
	if s.top(id) != "" {
		s.put(x, y, id, faint)
		s.open(x, y+1, id)
	}
}

// below draws stock and waste under a board that is n piles wide.
func (s *Sheet) below(n, pitch int) {
	y := s.height()
	if y > 0 {
		y++
	}
	s.pile(margin, y, "s", widest)
	s.fan(margin+widest, y, "w", n*pitch-widest, widest)
}

// list writes every pile on lines of its own, wrapped to the terminal. Places that
// are gone are left out.
func (s *Sheet) list(piles []Pile) {
	const indent = 4
	perLine := max(1, (s.style.Width-indent)/3)
	y := 0
	for _, pile := range piles {
		cards, name := s.piles[pile.ID], pileName(pile.ID)
		if len(cards) == 0 && strings.HasPrefix(name, "p") {
			continue
		}
		s.put(0, y, name, faint)
		if len(cards) == 0 {
			s.space(indent, y)
			s.note(indent, y, Spot{pile.ID, 0}, true)
			y++
		}
		for first := 0; first < len(cards); first += perLine {
			s.row(indent, y, pile.ID, first, min(first+perLine, len(cards)))
			y++
		}
	}
}
