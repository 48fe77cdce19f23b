package phrase

import (
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// pileForms are the forms in which a sentence needs a pile's name; # stands for
// its number or its suit.
type pileForms struct {
	name string
	the  string
	from string
	to   string
	at   string
	none string
}

var pileKinds = map[engine.PileKind][2]pileForms{
	engine.KindColumn: {
		{"column #", "column #", "from column #", "to column #", "in column #", "no column #"},
		{"Reihe #", "Reihe #", "von Reihe #", "auf Reihe #", "in Reihe #", "keine Reihe #"},
	},
	engine.KindPlace: {
		{"place #", "place #", "from place #", "to place #", "at place #", "no place #"},
		{"Platz #", "Platz #", "von Platz #", "auf Platz #", "auf Platz #", "keinen Platz #"},
	},
	engine.KindCell: {
		{"cell #", "cell #", "from cell #", "to cell #", "in cell #", "no cell #"},
		{"Zelle #", "Zelle #", "aus Zelle #", "in Zelle #", "in Zelle #", "keine Zelle #"},
	},
	engine.KindFoundation: {
		{"foundation of #", "the foundation of #", "from the foundation of #", "to the foundation of #", "on the foundation of #", "no foundation of #"},
		{"Zielstapel #", "der Zielstapel #", "vom Zielstapel #", "auf den Zielstapel #", "auf dem Zielstapel #", "keinen Zielstapel #"},
	},
	engine.KindFinished: {
		{"finished runs", "the finished runs", "from the finished runs", "to the finished runs", "among the finished runs", "no finished runs"},
		{"fertige Folgen", "die fertigen Folgen", "von den fertigen Folgen", "zu den fertigen Folgen", "bei den fertigen Folgen", "keine fertigen Folgen"},
	},
	engine.KindStock: {
		{"stock", "the stock", "from the stock", "to the stock", "in the stock", "no stock"},
		{"Talon", "der Talon", "vom Talon", "auf den Talon", "im Talon", "keinen Talon"},
	},
	engine.KindWaste: {
		{"waste", "the waste", "from the waste", "to the waste", "on the waste", "no waste"},
		{"Ablage", "die Ablage", "von der Ablage", "auf die Ablage", "auf der Ablage", "keine Ablage"},
	},
}

var suits = map[engine.Suit]text{
	engine.Clubs:    {"clubs", "Kreuz"},
	engine.Diamonds: {"diamonds", "Karo"},
	engine.Hearts:   {"hearts", "Herz"},
	engine.Spades:   {"spades", "Pik"},
}

// Pile returns the name of a pile without an article, for example column 3 or
// Reihe 3; an empty string for no pile.
func Pile(l Language, id engine.PileID) string { return formsOf(l, id).name }

// formsOf returns the forms of a pile's name with its number or suit filled in.
func formsOf(l Language, id engine.PileID) pileForms {
	f := pileKinds[id.Kind()][l&1]
	which := strconv.Itoa(id.Index() + 1)
	if id.Kind() == engine.KindFoundation {
		which = suits[engine.Suit(id.Index())].in(l)
	}
	for _, form := range []*string{&f.name, &f.the, &f.from, &f.to, &f.at, &f.none} {
		*form = strings.Replace(*form, "#", which, 1)
	}
	return f
}

// list joins names to an enumeration, with the word and before the last one.
func list(l Language, names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + text{" and ", " und "}.in(l) + names[last]
}
