package main

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// typing is a line that is being typed below the table.
type typing struct {
	label    string
	text     []rune
	complete func(text string) []string // nil where there is nothing to complete
	enter    func(text string) tea.Cmd
}

// mostTyped is how many characters a line takes.
const mostTyped = 4096

// insert types a text; control characters are left out.
func (l *typing) insert(text string) {
	for _, r := range text {
		if r >= ' ' && r != 0x7f && len(l.text) < mostTyped {
			l.text = append(l.text, r)
		}
	}
}

// key does what a key means while a line is being typed.
func (l *typing) key(s *screen, k tea.KeyPressMsg) tea.Cmd {
	switch k.String() {
	case "esc":
		s.typing, s.note = nil, ""
	case "enter":
		s.typing, s.note = nil, ""
		return l.enter(strings.TrimSpace(string(l.text)))
	case "backspace":
		l.text = l.text[:max(0, len(l.text)-1)]
	case "ctrl+u":
		l.text = nil
	case "tab":
		l.fill()
	default:
		l.insert(k.Text)
	}
	return nil
}

// fill completes the text as far as all completions agree.
func (l *typing) fill() {
	if l.complete == nil {
		return
	}
	list := l.complete(string(l.text))
	if len(list) == 0 {
		return
	}
	common := list[0]
	for _, other := range list[1:] {
		for !strings.HasPrefix(other, common) {
			common = common[:len(common)-1]
		}
	}
	l.text = []rune(common)
}

// question is what waits for yes or no.
type question struct {
	yes func() tea.Cmd
	key string // which means yes
}

// ask asks something below the table.
func (s *screen) ask(text string, yes func() tea.Cmd) {
	s.note = text + s.say(words{en: " y/n", de: " j/n"})
	s.question = &question{yes: yes, key: s.say(words{en: "y", de: "j"})}
}

// agreed reports whether a key means yes; Enter does.
func (q *question) agreed(key string) bool { return strings.EqualFold(key, q.key) || key == "enter" }
