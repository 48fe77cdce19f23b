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
	ASCII bool // suits as letters, backs as ##
	Color bool // with terminal colour sequences
	Width int  // columns that the terminal has; 0 means 80
}

// Draw returns the table of a variant as lines, each ended by a newline.
func Draw(variant string, piles []Pile, style Style) string {
	if style.Width <= 0 {
		style.Width = 80
	}
	sheet := &sheet{style: style, piles: make(map[string][]string, len(piles))}
	for _, pile := range piles {
		sheet.piles[pile.ID] = split(pile.Cards)
	}
	if draw := layouts[variant]; draw == nil || !draw(sheet) {
		sheet.canvas = canvas{}
		sheet.list(piles)
	}
	return sheet.text(style.Color)
}

// Cards returns a string of cards ("9h8c") as it is drawn on the table ("9♥ 8♣").
func Cards(cards string, style Style) string {
	sheet := &sheet{style: style}
	sheet.row(0, 0, split(cards))
	return strings.TrimSuffix(sheet.text(style.Color), "\n")
}

// split cuts a string of cards into its cards.
func split(cards string) []string {
	list := make([]string, 0, len(cards)/2)
	for len(cards) >= 2 {
		list, cards = append(list, cards[:2]), cards[2:]
	}
	return list
}

// sheet is a canvas that knows cards.
type sheet struct {
	canvas
	style Style
	piles map[string][]string
}

// has reports whether the table lists the pile, empty or not.
func (s *sheet) has(id string) bool {
	_, ok := s.piles[id]
	return ok
}

// top returns the top card of a pile, "" when it is empty.
func (s *sheet) top(id string) string {
	if cards := s.piles[id]; len(cards) > 0 {
		return cards[len(cards)-1]
	}
	return ""
}

var suits = map[byte]struct {
	glyph string
	ink   ink
}{'c': {"♣", plain}, 'd': {"♦", red}, 'h': {"♥", red}, 's': {"♠", plain}}

// card draws one card.
func (s *sheet) card(x, y int, card string) {
	suit, known := suits[card[1]]
	// Whatever is no card is drawn as a back, never written as it came: it may
	// come from afar and a terminal obeys what it is sent.
	known = known && strings.IndexByte("A23456789TJQK", card[0]) >= 0
	switch {
	case !known && s.style.ASCII:
		s.put(x, y, "##", back)
	case !known:
		s.put(x, y, "▒▒", back)
	case s.style.ASCII:
		s.put(x, y, card, suit.ink)
	default:
		s.put(x, y, card[:1]+suit.glyph, suit.ink)
	}
}

// cardStep is the step from card to card side by side: two glyphs and a blank.
const cardStep = 3

// row draws cards side by side.
func (s *sheet) row(x, y int, cards []string) {
	for i, card := range cards {
		s.card(x+cardStep*i, y, card)
	}
}

// space draws an empty place where cards may come to lie.
func (s *sheet) space(x, y int) {
	if s.style.ASCII {
		s.put(x, y, "--", faint)
	} else {
		s.put(x, y, "··", faint)
	}
}

// foundation draws the top of a foundation, or its suit while it is empty.
func (s *sheet) foundation(x, y int, id string) {
	switch top := s.top(id); {
	case top != "":
		s.card(x, y, top)
	case s.style.ASCII:
		s.put(x, y, "-"+id[1:], faint)
	default:
		s.put(x, y, "·"+suits[id[1]].glyph, faint)
	}
}
