package phrase

import (
	"errors"
	"strconv"

	"github.com/talon-solitaire/talon/engine"
)

// optionTexts are what an option is called and what its values mean; a value
// that is a number without a text of its own gets the one of "#".
type optionTexts struct {
	title  text
	values map[string]text
}

var options = map[string]optionTexts{
	"draw": {
		text{"Cards per draw", "Karten beim Ziehen"},
		map[string]text{
			"1": {"a draw turns up one card", "beim Ziehen kommt eine Karte"},
			"3": {"a draw turns up three cards", "beim Ziehen kommen drei Karten"},
		},
	},
	"redeals": {
		text{"Redeals", "Umdrehen der Ablage"},
		map[string]text{
			"unlimited": {"the waste may be turned over any number of times", "die Ablage darf beliebig oft umgedreht werden"},
			"0":         {"the waste is never turned over", "die Ablage wird nie umgedreht"},
			"#":         {"the waste may be turned over {n:once|# times}", "die Ablage darf {n:einmal|#-mal} umgedreht werden"},
		},
	},
	"foundation_return": {
		text{"Back from the foundations", "Zurück vom Zielstapel"},
		map[string]text{
			"on":  {"a card may go back from its foundation", "eine Karte darf vom Zielstapel zurück"},
			"off": {"a card on a foundation stays there", "eine Karte auf dem Zielstapel bleibt dort"},
		},
	},
	"suits": {
		text{"Suits", "Farben"},
		map[string]text{
			"1": {"one suit, easy", "eine Farbe, leicht"},
			"2": {"two suits, medium", "zwei Farben, mittel"},
			"4": {"four suits, hard", "vier Farben, schwer"},
		},
	},
	"cells": {
		text{"Cells", "Zellen"},
		map[string]text{
			"#": {"{n:one cell|# cells}", "{n:eine Zelle|# Zellen}"},
		},
	},
	"stock_play": {
		text{"Playing from the stock", "Vom Talon wegnehmen"},
		map[string]text{
			"on":  {"the top of the stock lies face up and can be taken", "die oberste Karte des Talons liegt offen und kann weggenommen werden"},
			"off": {"a card of the stock must be drawn first", "eine Karte vom Talon muss erst gezogen werden"},
		},
	},
	"wrap": {
		text{"King and Ace", "König und Ass"},
		map[string]text{
			"on":  {"King and Ace are neighbours", "König und Ass sind Nachbarn"},
			"off": {"King and Ace are no neighbours", "König und Ass sind keine Nachbarn"},
		},
	},
	"on_king": {
		text{"On a King", "Auf einen König"},
		map[string]text{
			"none":  {"nothing goes on a King", "auf einen König passt nichts"},
			"queen": {"a Queen goes on a King", "auf einen König passt eine Dame"},
		},
	},
	"scoring": {
		text{"Scoring", "Punkte"},
		map[string]text{
			"none":       {"no points", "keine Punkte"},
			"standard":   {"points for useful moves, redeals cost, never below 0", "Punkte für nützliche Züge, Umdrehen kostet, nie unter 0"},
			"vegas":      {"a stake of 52, 5 back for each card on a foundation", "Einsatz 52, 5 zurück für jede Karte auf einem Zielstapel"},
			"windows":    {"500 at the start, 1 off for each move, 100 for each finished run", "500 am Anfang, 1 weniger für jeden Zug, 100 für jede fertige Folge"},
			"collection": {"5 for each removal, and a bonus for each row cleared", "5 für jedes Wegnehmen, dazu ein Bonus für jede abgeräumte Zeile"},
			"classic":    {"streaks count up, draws cost 5, and a bonus for each peak", "Serien zählen hoch, Ziehen kostet 5, dazu ein Bonus für jeden Gipfel"},
			"strokes":    {"the number of cards left, low is good", "die Zahl der übrigen Karten, weniger ist besser"},
		},
	},
}

// Option returns the title of an option of a game, an empty string if the game
// has no option of that name.
func Option(l Language, v engine.Variant, name string) string {
	if !hasOption(v, name) {
		return ""
	}
	return options[name].title.in(l)
}

// OptionValue says in a few words what a value of an option means, an empty
// string if the option does not take it.
func OptionValue(l Language, v engine.Variant, name, value string) string {
	if !hasOption(v, name) || !takes(v, name, value) {
		return ""
	}
	t, known := options[name].values[value]
	if !known {
		t = options[name].values["#"]
	}
	n, _ := strconv.Atoi(value) // no blank asks for the number of a word
	return fill(t.in(l), nil, numbers{"n": n})
}

func hasOption(v engine.Variant, name string) bool {
	for _, o := range v.Options() {
		if o.Name == name {
			return true
		}
	}
	return false
}

// takes reports whether the option takes the value, alone or together with others.
func takes(v engine.Variant, name, value string) bool {
	_, err := engine.ParseOptions(v, map[string]string{name: value})
	var refused *engine.OptionError
	return err == nil || errors.As(err, &refused) && refused.Contradicts != ""
}
