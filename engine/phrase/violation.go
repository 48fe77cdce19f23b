package phrase

import (
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

var violations = map[engine.ViolationKind]text{
	engine.OptionsContradict: {
		"The options contradict each other: {cards} is needed.",
		"Die Optionen widersprechen sich: {cards} wird gebraucht.",
	},
	engine.CounterNegative: {
		"The {counter} is {found}, which is below zero.",
		"Der {counter} ist {found} und damit kleiner als null.",
	},
	engine.CounterUnknown: {
		"This game has no {counter} with these options.",
		"Dieses Spiel hat mit diesen Optionen keinen {counter}.",
	},
	engine.CounterMissing: {
		"The {counter} is missing, although the options ask for one.",
		"Der {counter} fehlt, obwohl die Optionen ihn verlangen.",
	},
	engine.CounterTooHigh: {
		"The {counter} is {found}; at most {limit} is possible.",
		"Der {counter} ist {found}; möglich ist höchstens {limit}.",
	},
	engine.PileUnknown: {
		"This game has {no pile}.",
		"In diesem Spiel gibt es {no pile}.",
	},
	engine.TooManyFaceDown: {
		"{found:One card lies|# cards lie} face down {at pile}; at most {limit} can.",
		"{at pile} {found:liegt eine Karte|liegen # Karten} verdeckt; möglich {limit:ist höchstens eine|sind höchstens #}.",
	},
	engine.TopFaceDown: {
		"The top card {at pile} lies face down.",
		"Die oberste Karte {at pile} liegt verdeckt.",
	},
	engine.TooManyInPile: {
		"{the pile} holds {found:one card|# cards}; at most {limit} can lie there.",
		"{at pile} {found:liegt eine Karte|liegen # Karten}; möglich {limit:ist höchstens eine|sind höchstens #}.",
	},
	engine.RunNotTaken: {
		"A finished run still lies {at pile}; it should have left the table.",
		"Eine fertige Folge liegt noch {at pile}; sie müsste den Tisch verlassen haben.",
	},
	engine.NotWholeRows: {
		"{the pile} holds {found:one card|# cards}, which is no whole number of rows of {limit}.",
		"{at pile} {found:liegt eine Karte|liegen # Karten}; das sind keine ganzen Lagen zu {limit}.",
	},
	engine.WasteEmpty: {
		"{the pile} is empty, which it never is in this game.",
		"{the pile} ist leer; das kommt in diesem Spiel nie vor.",
	},
	engine.StillCovered: {
		"The card {at pile} is gone, although the card {at cover} still covers it.",
		"Die Karte {at pile} ist weg, obwohl die Karte {at cover} noch auf ihr liegt.",
	},
	engine.FoundationGap: {
		"{the pile} does not hold its cards in order from the Ace.",
		"{the pile} enthält seine Karten nicht lückenlos vom Ass an.",
	},
	engine.CardMissing: {
		"{cards} is missing; there {found:is one|are #} and there should be {limit}.",
		"{cards} fehlt; vorhanden {found:ist eine|sind #}, nötig {limit:ist eine|sind #}.",
	},
	engine.CardSurplus: {
		"{cards} is there {found:once|# times}; the deck has it {limit:once|# times}.",
		"{cards} ist {found:einmal|#-mal} da; im Kartenspiel ist sie {limit:einmal|#-mal}.",
	},
	engine.CardsUnpaired: {
		"The cards taken away are no pairs: {found} of rank {cards} {found:is|are} gone, but {limit} of rank {partner}.",
		"Die weggenommenen Karten sind keine Paare: {found} mit dem Wert {cards} {found:fehlt|fehlen}, aber {limit} mit dem Wert {partner}.",
	},
}

// special are the texts for violations that the general one of their kind does not fit.
var special = []struct {
	when func(engine.Violation) bool
	text text
}{
	{isOfStock, text{
		"The stock, together with a waste that returns to it, holds {found:one card|# cards}; at most {limit} are possible.",
		"Der Talon hat, zusammen mit einer Ablage, die in ihn zurückkehrt, {found:eine Karte|# Karten}; möglich sind höchstens {limit}.",
	}},
	{isNeverFaceDown, text{
		"{found:One card lies|# cards lie} face down {at pile}, where none can.",
		"{at pile} {found:liegt eine Karte|liegen # Karten} verdeckt; dort kann keine verdeckt liegen.",
	}},
	{isOfRuns, text{
		"The finished runs must be given by one King each.",
		"Die fertigen Folgen müssen durch je einen König angegeben sein.",
	}},
	{isMissing, text{
		"{cards} is missing.",
		"{cards} fehlt.",
	}},
	{isForeign, text{
		"{cards} does not belong to the deck.",
		"{cards} gehört nicht zum Kartenspiel.",
	}},
}

func isOfStock(v engine.Violation) bool {
	return v.Kind == engine.TooManyInPile && v.Pile == engine.Stock.String()
}

func isNeverFaceDown(v engine.Violation) bool {
	return v.Kind == engine.TooManyFaceDown && v.Limit == 0
}

func isOfRuns(v engine.Violation) bool {
	return v.Kind == engine.FoundationGap && v.Pile == engine.Finished.String()
}

// isMissing holds for a card of which the deck has one and the position none.
func isMissing(v engine.Violation) bool {
	return v.Kind == engine.CardMissing && v.Found == 0 && v.Limit == 1
}

func isForeign(v engine.Violation) bool {
	return v.Kind == engine.CardSurplus && v.Limit == 0
}

var counters = map[string]text{
	"m":      {"move counter (m)", "Zugzähler (m)"},
	"r":      {"redeal counter (r)", "Zähler für das Umdrehen (r)"},
	"score":  {"score", "Punktestand (score)"},
	"streak": {"streak", "Zähler der Serie (streak)"},
}

// Violation returns a sentence that says what makes a position impossible.
func Violation(l Language, v engine.Violation) string {
	w := words{"cards": v.Cards, "counter": counters[v.Pile].in(l), "partner": partnerOf(v.Cards)}
	if id, err := engine.ParsePile(v.Pile); err == nil {
		f := formsOf(l, id)
		w["the pile"], w["at pile"], w["no pile"] = f.the, f.at, f.none
	}
	if id, err := engine.ParsePile(v.Cards); err == nil {
		w["at cover"] = formsOf(l, id).at
	}
	n := numbers{"found": v.Found, "limit": v.Limit}
	for _, s := range special {
		if s.when(v) {
			return sentence(s.text.in(l), w, n)
		}
	}
	return sentence(violations[v.Kind].in(l), w, n)
}

// partnerOf returns the letter of the rank that adds to thirteen with the rank of that letter.
func partnerOf(rank string) string {
	const letters = "A23456789TJQ"
	i := strings.Index(letters, rank)
	if i < 0 || len(rank) != 1 {
		return ""
	}
	return letters[len(letters)-1-i : len(letters)-i]
}
