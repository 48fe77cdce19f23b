package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
)

// page is a text that covers the table: the help, or the list of the games.
type page struct {
	lines  []string
	cursor int                    // the line that is chosen, -1 where lines are only read
	top    int                    // the first line that is shown
	choose func(line int) tea.Cmd // what choosing a line does
}

// key does what a key means on a page.
func (p *page) key(s *screen, key string) tea.Cmd {
	switch number, err := strconv.Atoi(key); {
	case key == "up" || key == "down":
		p.step(map[string]int{"up": -1, "down": 1}[key], s.height)
	case p.choose == nil:
		s.page = nil
	case key == "enter" || key == "space" || key == " ":
		return p.choose(p.cursor)
	case err == nil && number >= 1 && number < len(p.lines):
		return p.choose(number)
	case key == "esc" && s.waiting.busy():
		s.waiting.stop()
		s.note = ""
	case key == "q" || key == "esc" || key == "ctrl+d":
		return tea.Quit
	}
	return nil
}

// step moves the cursor or, where there is none, the lines.
func (p *page) step(by, height int) {
	if p.choose != nil {
		p.cursor = min(max(p.cursor+by, 1), len(p.lines)-1) // the first line asks
		return
	}
	p.top = max(0, min(p.top+by, len(p.lines)-height+noteRows))
}

// menu lets a game be chosen.
func (s *screen) menu() *page {
	names := []string{s.say(words{en: "Which game?", de: "Welches Spiel?"})}
	for i, v := range engine.Variants() {
		names = append(names, fmt.Sprintf("%d  %s", i+1, phrase.Variant(s.player.language, v)))
	}
	return &page{lines: names, cursor: 1, choose: func(line int) tea.Cmd {
		request, err := s.player.deal.request(s.player.command, engine.Variants()[line-1].String())
		if err != nil {
			s.note = s.player.explain(err)
			return nil
		}
		return s.dealNext(request)
	}}
}

// help lists the keys, and how the table names its piles.
func (s *screen) help() *page {
	widest := 0
	list := bindings()
	for _, b := range list {
		widest = max(widest, len([]rune(s.say(b.label))))
	}
	var lines []string
	for _, b := range list {
		label := s.say(b.label)
		lines = append(lines, label+strings.Repeat(" ", widest-len([]rune(label))+2)+s.say(b.about))
	}
	return &page{lines: slices.Concat(lines, []string{
		"",
		s.say(words{
			en: "Mouse: click a card, then its target, or drag it. A click on the stock draws.",
			de: "Maus: Karte anklicken, dann das Ziel, oder ziehen. Klick auf den Talon zieht.",
		}),
		s.say(words{
			en: "Enter twice sends a card home. Moves: t3t5x2, wt4, t1fs, c2t4, d, r, p22p25.",
			de: "Zweimal Enter legt eine Karte ab. Züge: t3t5x2, wt4, t1fs, c2t4, d, r, p22p25.",
		}),
		s.say(words{en: "The rules: talon rules %s", de: "Die Regeln: talon rules %s"}, printable(s.game.GetVariant())),
	}), cursor: -1}
}
