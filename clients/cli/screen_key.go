package main

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
)

// binding is what a key does on the table.
type binding struct {
	keys  []string // by the names of the library
	label words    // as the help names them
	about words
	do    func(s *screen, key string) tea.Cmd
}

func (b *binding) is(key string) bool { return slices.Contains(b.keys, key) }

// bindings lists the keys as the help does, which is one of them.
func bindings() []binding {
	return []binding{
		{[]string{"left", "right", "up", "down"}, words{"arrows", "Pfeile"}, words{"move the cursor", "den Cursor bewegen"}, (*screen).move},
		{[]string{"enter", "space", " "}, words{"Enter, Space", "Enter, Leer"}, words{"choose cards, then where they go", "Karten wählen, dann ihr Ziel"}, (*screen).enterKey},
		{[]string{"esc"}, words{"Esc", "Esc"}, words{"choose nothing; stop a search, a call", "nichts wählen; Suche, Anfrage abbrechen"}, (*screen).escape},
		{[]string{"tab", "shift+tab"}, words{"Tab", "Tab"}, words{"next card that can move, next target", "nächste Karte mit Zug, nächstes Ziel"}, (*screen).tab},
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "0"}, words{"1 … 9, 0", "1 … 9, 0"}, words{"cursor on column 1 … 9, 10", "Cursor auf Reihe 1 … 9, 10"}, (*screen).column},
		{[]string{"d"}, words{"d", "d"}, words{"draw; deal a row", "ziehen; eine Lage geben"}, func(s *screen, _ string) tea.Cmd { return s.enterMoves([]string{"d"}) }},
		{[]string{"r"}, words{"r", "r"}, words{"redeal", "Ablage umdrehen"}, func(s *screen, _ string) tea.Cmd { return s.enterMoves([]string{"r"}) }},
		{[]string{":", "t", "c", "p"}, words{": t c p", ": t c p"}, words{"type a move, Tab completes it", "einen Zug tippen, Tab ergänzt ihn"}, (*screen).typeMove},
		{[]string{"u", "backspace"}, words{"u", "u"}, words{"undo", "Rückgängig"}, func(s *screen, _ string) tea.Cmd { return s.takeBack() }},
		{[]string{"U", "ctrl+r"}, words{"U, Ctrl-R", "U, Strg-R"}, words{"redo", "Wiederholen"}, (*screen).again},
		{[]string{"h"}, words{"h", "h"}, words{"hint, again for the next", "Tipp, nochmals für den nächsten"}, func(s *screen, _ string) tea.Cmd { return s.hint() }},
		{[]string{"f"}, words{"f", "f"}, words{"finish: all to the foundations", "Alles ablegen"}, func(s *screen, _ string) tea.Cmd { return s.finishAll() }},
		{[]string{"w"}, words{"w", "w"}, words{"can it still be won? until where?", "noch zu gewinnen? bis wohin?"}, func(s *screen, _ string) tea.Cmd { return s.winnable() }},
		{[]string{"b"}, words{"b", "b"}, words{"back to where it could be won", "zurück, wo es zu gewinnen war"}, func(s *screen, _ string) tea.Cmd { return s.goBack() }},
		{[]string{"l"}, words{"l", "l"}, words{"mark a lost game, or do not", "verlorenes Spiel anzeigen, nicht mehr"}, (*screen).toggleMark},
		{[]string{"k"}, words{"k", "k"}, words{"two or four colours", "zwei oder vier Farben"}, (*screen).toggleColours},
		{[]string{"n"}, words{"n", "n"}, words{"new deal", "neues Spiel"}, func(s *screen, _ string) tea.Cmd { return s.askNumber() }},
		{[]string{"R"}, words{"R", "R"}, words{"the same deal again", "Nochmal"}, func(s *screen, _ string) tea.Cmd { return s.beginAgain() }},
		{[]string{"s"}, words{"s", "s"}, words{"save the record", "Aufzeichnung speichern"}, func(s *screen, _ string) tea.Cmd { return s.askPath() }},
		{[]string{"pgup", "pgdown"}, words{"PgUp, PgDn", "Bild auf, ab"}, words{"scroll a long table", "langen Tisch verschieben"}, (*screen).scrollKey},
		{[]string{"?", "f1"}, words{"?", "?"}, words{"this help", "diese Hilfe"}, func(s *screen, _ string) tea.Cmd { s.page = s.help(); return nil }},
		{[]string{"q", "ctrl+d"}, words{"q, Ctrl-D", "q, Strg-D"}, words{"quit", "aufhören"}, func(s *screen, _ string) tea.Cmd { return s.leave() }},
	}
}

func (s *screen) move(key string) tea.Cmd {
	s.cursor = s.sheet.Next(s.cursor, map[string]table.Direction{
		"left": table.Left, "right": table.Right, "up": table.Up, "down": table.Down,
	}[key])
	s.follow()
	return nil
}

func (s *screen) enterKey(string) tea.Cmd { return s.act(s.cursor) }

func (s *screen) escape(string) tea.Cmd {
	s.waiting.stop()
	s.chosen = table.Spot{}
	return nil
}

func (s *screen) tab(key string) tea.Cmd {
	if key == "tab" {
		return s.jump(1)
	}
	return s.jump(-1)
}

func (s *screen) column(key string) tea.Cmd {
	if key == "0" {
		key = "10"
	}
	at := s.sheet.Top("t" + key)
	if _, _, drawn := s.sheet.Where(at); drawn {
		s.cursor = at
		s.follow()
	}
	return nil
}

func (s *screen) again(string) tea.Cmd {
	if s.at+1 == len(s.way) {
		return s.refuse(noRedo)
	}
	return s.call(s.atHand(s.at+1), func(ctx context.Context, game *session) error {
		_, err := game.redo(ctx)
		return err
	})
}

func (s *screen) toggleMark(string) tea.Cmd {
	s.player.mark = !s.player.mark
	s.note = s.say(marking(s.player.mark))
	return s.judgeIt()
}

func (s *screen) toggleColours(string) tea.Cmd {
	s.style.FourColours = !s.style.FourColours
	return nil
}

func (s *screen) scrollKey(key string) tea.Cmd {
	if key == "pgup" {
		s.scroll(-s.rows())
	} else {
		s.scroll(s.rows())
	}
	return nil
}

// typeMove begins to type a move, with its first letter where that is no key.
func (s *screen) typeMove(key string) tea.Cmd {
	s.typing = &typing{
		label:    s.say(words{en: "Move: ", de: "Zug: "}),
		text:     []rune(strings.TrimPrefix(key, ":")),
		complete: s.completions,
		enter: func(text string) tea.Cmd {
			if moves := strings.Fields(text); len(moves) > 0 {
				return s.enterMoves(moves)
			}
			return nil
		},
	}
	return nil
}

// completions are the legal moves that begin with a text. Behind a blank there are
// none: nobody knows yet what will be legal then.
func (s *screen) completions(text string) []string {
	var moves []string
	for _, move := range s.game.GetMoves() {
		if strings.HasPrefix(move.GetMove(), text) {
			moves = append(moves, move.GetMove())
		}
	}
	return moves
}
