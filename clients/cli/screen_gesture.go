package main

import (
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
)

// What a gesture on the table means depends on how moves of a game are written, and
// on nothing else: whether a move is legal is for the rules to say.
var (
	ontoWaste = []string{"golf", "tripeaks"} // every card goes to the waste
	inPairs   = []string{"pyramid"}          // cards go in pairs, and Kings alone
)

var noPlace = words{en: "There is no place for it.", de: "Dafür gibt es keinen Platz."}

// act does what Enter or a click on a spot means: it chooses the cards there, or
// moves the chosen ones to it.
func (s *screen) act(at table.Spot) tea.Cmd {
	from := s.chosen
	switch {
	case at.Pile == "":
		return nil
	case from.Pile == "":
		return s.choose(at)
	case at == from && at.Pile == "s":
		return s.draw()
	case at == from:
		return s.sendHome(from)
	case at.Pile == from.Pile:
		s.chosen = at
		return nil
	case at.Pile == "s" && !s.is(inPairs):
		return s.draw()
	}
	return s.enterMoves([]string{s.moveText(from, at.Pile)})
}

// choose takes up the cards at a spot, or makes the only move that they have.
func (s *screen) choose(at table.Spot) tea.Cmd {
	card := s.cardAt(at)
	switch {
	case at.Pile == "s" && (card == "" || card == "??"):
		return s.draw()
	case at.Count == 0:
		s.note = s.say(words{en: "No card lies there.", de: "Dort liegt keine Karte."})
		return nil
	case s.is(ontoWaste):
		return s.enterMoves([]string{s.moveText(at, "w")})
	case s.is(inPairs) && card[:1] == engine.King.String():
		return s.enterMoves([]string{at.Pile})
	}
	s.chosen = at
	return nil
}

// draw turns up cards of the stock, deals a row, or turns the waste over.
func (s *screen) draw() tea.Cmd {
	_, redeals := s.game.GetOptions()["redeals"]
	if s.sheet.Top("s").Count == 0 && redeals {
		return s.enterMoves([]string{"r"})
	}
	return s.enterMoves([]string{"d"})
}

// sendHome plays the chosen cards to their foundation, or where else they can go if
// that is one place only.
func (s *screen) sendHome(from table.Spot) tea.Cmd {
	targets := s.targets(from)
	home := slices.IndexFunc(targets, func(at table.Spot) bool { return strings.HasPrefix(at.Pile, "f") })
	switch {
	case home >= 0:
		return s.enterMoves([]string{s.moveText(from, targets[home].Pile)})
	case len(targets) == 1:
		return s.enterMoves([]string{s.moveText(from, targets[0].Pile)})
	case len(targets) == 0:
		return s.refuse(noPlace)
	}
	s.note = s.say(words{en: "It can go to several places: choose one.", de: "Es gibt mehrere Plätze dafür: einen auswählen."})
	return nil
}

// moveText writes the move of cards from a spot to a pile.
func (s *screen) moveText(from table.Spot, to string) string {
	if s.is(inPairs) {
		pair := []string{from.Pile, to}
		slices.SortFunc(pair, func(a, b string) int { return pairOrder(a) - pairOrder(b) })
		return strings.Join(pair, "")
	}
	text := from.Pile + to
	if from.Count > 1 {
		text += "x" + strconv.Itoa(from.Count)
	}
	return text
}

// pairOrder is where a pile stands in a pair: waste, stock, places by number.
func pairOrder(name string) int {
	switch name {
	case "w":
		return 0
	case "s":
		return 1
	}
	return 2 + pile(name).Index()
}

// is reports whether the game is one of some.
func (s *screen) is(variants []string) bool { return slices.Contains(variants, s.game.GetVariant()) }

// cardAt is the card at a spot, "" where none lies.
func (s *screen) cardAt(at table.Spot) string {
	for _, pile := range s.game.GetTable().GetPiles() {
		if cards := pile.GetCards(); pile.GetId() == at.Pile && at.Count > 0 && 2*at.Count <= len(cards) {
			return cards[len(cards)-2*at.Count:][:2]
		}
	}
	return ""
}

// targets are the spots to which cards can legally go, in the order of the moves.
func (s *screen) targets(from table.Spot) []table.Spot {
	var targets []table.Spot
	for _, move := range s.game.GetMoves() {
		switch to := move.GetTo(); {
		case to == "":
		case source(move) == from:
			targets = append(targets, s.sheet.Top(to))
		case s.is(inPairs) && to == from.Pile:
			targets = append(targets, source(move))
		}
	}
	return targets
}

// sources are the spots from which something can legally be done, in the order of
// the moves.
func (s *screen) sources() []table.Spot {
	var sources []table.Spot
	for _, move := range s.game.GetMoves() {
		from := source(move)
		if from.Pile == "" {
			from = s.sheet.Top("s")
		}
		if !slices.Contains(sources, from) {
			sources = append(sources, from)
		}
	}
	return sources
}

// jump puts the cursor on the next spot, or the one before, where something can be
// done: where cards can be taken up or, while some are chosen, where they can go.
func (s *screen) jump(step int) tea.Cmd {
	spots, none := s.sources(), words{en: "There is no legal move.", de: "Es gibt keinen erlaubten Zug."}
	if s.chosen.Pile != "" {
		spots, none = s.targets(s.chosen), noPlace
	}
	if len(spots) == 0 {
		return s.refuse(none)
	}
	now := slices.Index(spots, s.cursor)
	if now < 0 && step < 0 {
		now = 0
	}
	s.cursor = spots[(now+step+len(spots))%len(spots)]
	s.follow()
	return nil
}

// press is a mouse button that goes down, release one that goes up: both on one spot
// are a click, on two they drag cards from one to the other.
func (s *screen) press(x, y int) tea.Cmd {
	at, hit := s.spotAt(x, y)
	if s.pressed = at; !hit {
		s.chosen = table.Spot{}
		return nil
	}
	s.cursor, s.note = at, ""
	return s.act(at)
}

func (s *screen) release(x, y int) tea.Cmd {
	at, hit := s.spotAt(x, y)
	if !hit || at == s.pressed || s.chosen.Pile == "" || s.chosen != s.pressed {
		return nil
	}
	s.cursor = at
	return s.act(at)
}

// spotAt is the spot in a cell of the terminal, while the table can be played on.
func (s *screen) spotAt(x, y int) (table.Spot, bool) {
	row := y - rowsAbove
	if s.session == nil || s.calling.busy() || s.page != nil || s.question != nil || s.typing != nil || row < 0 || row >= s.rows() {
		return table.Spot{}, false
	}
	return s.sheet.At(x, row+s.top)
}
