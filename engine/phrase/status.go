package phrase

import "github.com/talon-solitaire/talon/engine"

var statuses = map[engine.Status]text{
	engine.InProgress: {"in progress", "läuft"},
	engine.Won:        {"won", "gewonnen"},
	engine.Stuck:      {"stuck", "festgefahren"},
}

// Status returns the word for a status, for example stuck or festgefahren.
func Status(l Language, s engine.Status) string { return statuses[s].in(l) }

// Variant returns the name of a game as people write it. Pyramid is the only
// one that has a name of its own in German.
func Variant(l Language, v engine.Variant) string {
	if l == German && v == engine.Pyramid {
		return "Pyramide"
	}
	return v.Title()
}
