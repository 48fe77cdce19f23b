// Package table draws a game of cards for a terminal, from what a player may
// see of it: piles by name, cards as text, "??" for a card that lies face down.
//
// It knows how the tables of the seven games are laid out and nothing of their
// rules. Any list of piles is drawn; one that belongs to no known layout, or a
// terminal too narrow for it, gives a plain list.
package table

import "strings"

// Pile is one pile of a table: its name in moves ("t1", "c2", "fh", "p17", "s",
// "w") and its cards, two characters each, bottom first.
type Pile struct {
	ID    string
	Cards string
}

// Style says how a table is drawn.
type Style struct {
	ASCII       bool // suits as letters, backs as ##
	Color       bool // with terminal colour sequences
	FourColours bool // a colour for each suit, not for red and black
	Width       int  // columns that the terminal has; 0 means 80
	// Height is how many rows there are. Where columns need more, the cards that lie
	// face down are drawn as one, with their number. 0 means any number of rows.
	Height int
}

// Draw returns the table of a variant as lines, each ended by a newline.
func Draw(variant string, piles []Pile, style Style) string {
	return text(Lay(variant, piles, style).Lines())
}

// Lay lays a table out, so that places on it can be found and marked.
func Lay(variant string, piles []Pile, style Style) *Sheet {
	if style.Width <= 0 {
		style.Width = 80
	}
	sheet := &Sheet{style: style, piles: make(map[string][]string, len(piles))}
	for _, pile := range piles {
		sheet.piles[pile.ID] = split(pile.Cards)
	}
	if draw := layouts[variant]; draw == nil || !draw(sheet) {
		sheet.canvas, sheet.spots = canvas{}, nil
		sheet.list(piles)
	}
	return sheet
}

// Cards returns a string of cards ("9h8c") as it is drawn on the table ("9♥ 8♣").
func Cards(cards string, style Style) string {
	sheet := &Sheet{style: style, piles: map[string][]string{"": split(cards)}}
	sheet.row(0, 0, "", 0, len(sheet.piles[""]))
	return strings.TrimSuffix(text(sheet.Lines()), "\n")
}

// text ends every line by a newline.
func text(lines []string) string {
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	return text.String()
}

// split cuts a string of cards into its cards.
func split(cards string) []string {
	list := make([]string, 0, len(cards)/2)
	for len(cards) >= 2 {
		list, cards = append(list, cards[:2]), cards[2:]
	}
	return list
}

// Sheet is a table that is laid out: a canvas that knows which card lies where.
type Sheet struct {
	canvas
	style Style
	piles map[string][]string
	spots []spot
}

// Lines returns the table line by line.
func (s *Sheet) Lines() []string { return s.lines(s.style.Color) }

// has reports whether the table lists the pile, empty or not.
func (s *Sheet) has(id string) bool {
	_, ok := s.piles[id]
	return ok
}

// top returns the top card of a pile, "" when it is empty.
func (s *Sheet) top(id string) string {
	if cards := s.piles[id]; len(cards) > 0 {
		return cards[len(cards)-1]
	}
	return ""
}

var suits = map[byte]struct {
	glyph string
	ink   ink // of two colours
	four  ink // of four colours
}{'c': {"♣", plain, green}, 'd': {"♦", red, blue}, 'h': {"♥", red, red}, 's': {"♠", plain, plain}}

// faceUp reports whether a card can be seen. Whatever is no card is drawn as a back,
// never written as it came: it may come from afar and a terminal obeys what it is sent.
func faceUp(card string) bool {
	_, known := suits[card[1]]
	return known && strings.IndexByte("A23456789TJQK", card[0]) >= 0
}

// card draws one card.
func (s *Sheet) card(x, y int, card string) {
	suit := suits[card[1]]
	with := suit.ink
	if s.style.FourColours {
		with = suit.four
	}
	switch {
	case !faceUp(card):
		s.put(x, y, s.back()+s.back(), back)
	case s.style.ASCII:
		s.put(x, y, card, with)
	default:
		s.put(x, y, card[:1]+suit.glyph, with)
	}
}

// back is half of a card that lies face down.
func (s *Sheet) back() string {
	if s.style.ASCII {
		return "#"
	}
	return "▒"
}

// lay draws card i of a pile, counted from the bottom, and notes that it lies there.
func (s *Sheet) lay(x, y int, id string, i int) {
	cards := s.piles[id]
	s.card(x, y, cards[i])
	s.note(x, y, Spot{id, len(cards) - i}, faceUp(cards[i]))
}

// cardStep is the step from card to card side by side: two glyphs and a blank.
const cardStep = 3

// row draws cards of a pile side by side, from card first up to card end.
func (s *Sheet) row(x, y int, id string, first, end int) {
	for i := first; i < end; i++ {
		s.lay(x+cardStep*(i-first), y, id, i)
	}
}

// space draws an empty place where cards may come to lie.
func (s *Sheet) space(x, y int) {
	if s.style.ASCII {
		s.put(x, y, "--", faint)
	} else {
		s.put(x, y, "··", faint)
	}
}

// foundation draws the top of a foundation, or its suit while it is empty.
func (s *Sheet) foundation(x, y int, id string) {
	switch cards := s.piles[id]; {
	case len(cards) > 0:
		s.lay(x, y, id, len(cards)-1)
		return
	case s.style.ASCII:
		s.put(x, y, "-"+id[1:], faint)
	default:
		s.put(x, y, "·"+suits[id[1]].glyph, faint)
	}
	s.note(x, y, Spot{id, 0}, true)
}
