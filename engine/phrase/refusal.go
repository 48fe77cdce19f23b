package phrase

import (
	"slices"
	"strconv"

	"github.com/talon-solitaire/talon/engine"
)

// detail is a text for a refusal of which more is known than its reason: it
// holds when the refusal looks like that.
type detail struct {
	when func(*engine.IllegalMoveError) bool
	text text
}

// details are the texts of refusals, per reason the first that holds; where
// none does, the general sentence of the reason stands.
var details = map[engine.Reason][]detail{
	engine.NoSuchPile: {{piles(1), text{
		"This game has {no pile}.",
		"In diesem Spiel gibt es {no pile}.",
	}}},
	engine.NoSuchMove: {
		{isMove, text{
			"This game has no move {move}. {moves}",
			"Den Zug {move} gibt es in diesem Spiel nicht. {moves}",
		}},
	},
	engine.SamePile: {{piles(1), text{
		"A move needs two piles; here both are {the pile}.",
		"Ein Zug braucht zwei Stapel; hier ist beides {the pile}.",
	}}},
	engine.SameCard: {{piles(1), text{
		"A card cannot be paired with itself; both times it is {the pile}.",
		"Eine Karte bildet mit sich selbst kein Paar; beide Male ist es {the pile}.",
	}}},
	engine.EmptyPile: {{piles(1), text{
		"{the pile} is empty.",
		"{the pile} ist leer.",
	}}},
	engine.EmptyStock: {{isVariant(engine.Spider), text{
		"The stock is empty; no row is left to deal.",
		"Der Talon ist leer; es gibt keine Lage mehr zu geben.",
	}}},
	engine.NoRedealLeft: {
		{isLimit(0), text{
			"The waste may not be turned over in this game.",
			"In diesem Spiel darf die Ablage nicht umgedreht werden.",
		}},
		{always, text{
			"The waste may be turned over only {limit:once|# times}, and that has been done.",
			"Die Ablage darf nur {limit:einmal|#-mal} umgedreht werden, und das ist schon geschehen.",
		}},
	},
	engine.NotEnoughCardsForRow: {{always, text{
		"No row can be dealt any more: {limit} columns need a card each, and only {asked:one card is|# cards are} left on the table.",
		"Es kann keine Lage mehr gegeben werden: {limit} Reihen brauchen je eine Karte, auf dem Tisch {asked:liegt nur noch eine|liegen nur noch #}.",
	}}},
	engine.EmptyColumnLocksRow: {{piles(1), text{
		"A row is dealt only when every column holds a card; {count:column|columns} {numbers} {count:is|are} empty.",
		"Eine Lage wird erst gegeben, wenn in jeder Reihe eine Karte liegt; {count:Reihe|die Reihen} {numbers} {count:ist|sind} leer.",
	}}},
	engine.Covered: {{piles(2), text{
		"The card {at pile} is still covered by the card {at other}.",
		"Die Karte {at pile} ist noch von der Karte {at other} bedeckt.",
	}}},
	engine.NoFoundationReturn: {{isBetweenFoundations, text{
		"No card goes from one foundation to another.",
		"Keine Karte geht von einem Zielstapel auf einen anderen.",
	}}},
	engine.TooManyCards: {
		{piles(2), text{
			"Only one card at a time goes {from pile} {to other}, not {asked}.",
			"{from pile} {to other} geht immer nur eine Karte, nicht {asked} auf einmal.",
		}},
		{piles(1), text{
			"{the pile} has only {limit:one card|# cards}, not {asked}.",
			"{the pile} hat nur {limit:eine Karte|# Karten}, nicht {asked}.",
		}},
	},
	engine.FaceDown: {{piles(1), text{
		"{the pile} has only {limit:one face-up card|# face-up cards}, not {asked}.",
		"{the pile} hat nur {limit:eine offene Karte|# offene Karten}, nicht {asked}.",
	}}},
	engine.NotARun: {
		{both(isVariant(engine.Spider), cards(1)), text{
			"{cards} is no run: only {limit:the top card|the top # cards} can move, since a run goes down by one rank in one suit.",
			"{cards} ist keine Folge: Nur {limit:die oberste Karte kann|die obersten # Karten können} wandern, denn eine Folge geht um je einen Wert abwärts und hat eine Farbe.",
		}},
		{cards(1), text{
			"{cards} is no run: only {limit:the top card|the top # cards} can move, since a run goes down by one rank in alternating colours.",
			"{cards} ist keine Folge: Nur {limit:die oberste Karte kann|die obersten # Karten können} wandern, denn eine Folge geht um je einen Wert abwärts, abwechselnd rot und schwarz.",
		}},
	},
	engine.CellTaken: {{both(piles(1), cards(1)), text{
		"{the pile} is taken: {a} lies there.",
		"{the pile} ist besetzt: Dort liegt {a}.",
	}}},
	engine.KingNeeded: {{both(piles(2), cards(1)), text{
		"{a} does not go {to other}: an empty column takes only a King.",
		"{a} passt nicht {to other}: In eine leere Reihe darf nur ein König.",
	}}},
	engine.FoundationSuit: {{both(piles(2), cards(1)), text{
		"{a} does not go {to other}: each foundation takes one suit only.",
		"{a} gehört nicht {to other}: Jeder Zielstapel nimmt nur eine Farbe auf.",
	}}},
	engine.FoundationRank: {{both(piles(2), cards(1)), text{
		"{a} does not go {to other} yet: that takes the {limit rank} next.",
		"{a} passt noch nicht {to other}: Dort fehlt als Nächstes {limit rank}.",
	}}},
	engine.WrongRank: {
		{both(cards(2), isOnAce), text{
			"{a} does not go on {b}: nothing goes on an Ace.",
			"{a} passt nicht auf {b}: Auf ein Ass passt nichts.",
		}},
		{cards(2), text{
			"{a} does not go on {b}: a column is built down by one rank.",
			"{a} passt nicht auf {b}: In einer Reihe wird um je einen Wert abwärts angelegt.",
		}},
	},
	engine.WrongColour: {{cards(2), text{
		"{a} does not go on {b}: colours alternate, red on black and black on red.",
		"{a} passt nicht auf {b}: Rot und Schwarz wechseln sich ab.",
	}}},
	engine.CapacityExceeded: {{always, text{
		"{asked} cards cannot move at once: the empty cells and columns carry only {limit}.",
		"{asked} Karten auf einmal gehen nicht: Die leeren Zellen und Reihen reichen nur für {limit:eine|#}.",
	}}},
	engine.NotThirteen: {
		{cards(2), text{
			"{a} and {b} add up to {asked}, not to {limit}.",
			"{a} und {b} ergeben {asked} statt {limit}.",
		}},
		{cards(1), text{
			"{a} counts {asked}, and only a King, which counts {limit}, goes alone.",
			"{a} zählt {asked}, und allein geht nur ein König mit {limit}.",
		}},
	},
	engine.NothingOnKing: {{cards(2), text{
		"{a} does not go on {b}: nothing goes on a King in this game.",
		"{a} passt nicht auf {b}: Auf einen König passt in diesem Spiel nichts.",
	}}},
	engine.NotAdjacent: {
		{both(cards(2), isKingAndAce), text{
			"{a} does not go on {b}: King and Ace are no neighbours in this game.",
			"{a} passt nicht auf {b}: König und Ass sind in diesem Spiel keine Nachbarn.",
		}},
		{cards(2), text{
			"{a} does not go on {b}: the ranks must be one apart.",
			"{a} passt nicht auf {b}: Die Werte müssen um eins auseinanderliegen.",
		}},
	},
	engine.FinishNotAvailable: {
		{hasNoFinish, text{
			"{game} has no automatic finish.",
			"„Alles ablegen“ gibt es bei {game} nicht.",
		}},
		{isVariant(engine.FreeCell), text{
			"The finish is not available yet: the rest cannot be played to the foundations card by card.",
			"„Alles ablegen“ geht noch nicht: Der Rest lässt sich nicht Karte für Karte auf die Zielstapel legen.",
		}},
		{isVariant(engine.Yukon), text{
			"The finish is not available yet: every card must lie face up, and the rest must go to the foundations card by card.",
			"„Alles ablegen“ geht noch nicht: Alle Karten müssen offen liegen, und der Rest muss sich Karte für Karte auf die Zielstapel legen lassen.",
		}},
		{isVariant(engine.Klondike), text{
			"The finish is not available yet: every card must lie face up, the stock must be empty, and the rest must go to the foundations card by card.",
			"„Alles ablegen“ geht noch nicht: Alle Karten müssen offen liegen, der Talon muss leer sein, und der Rest muss sich Karte für Karte auf die Zielstapel legen lassen.",
		}},
	},
}

func always(*engine.IllegalMoveError) bool { return true }

func both(a, b func(*engine.IllegalMoveError) bool) func(*engine.IllegalMoveError) bool {
	return func(e *engine.IllegalMoveError) bool { return a(e) && b(e) }
}

func piles(n int) func(*engine.IllegalMoveError) bool {
	return func(e *engine.IllegalMoveError) bool { return len(e.Piles) >= n }
}

func cards(n int) func(*engine.IllegalMoveError) bool {
	return func(e *engine.IllegalMoveError) bool { return len(e.Cards) >= 2*n }
}

func isLimit(n int) func(*engine.IllegalMoveError) bool {
	return func(e *engine.IllegalMoveError) bool { return e.Limit == n }
}

func isVariant(v engine.Variant) func(*engine.IllegalMoveError) bool {
	return func(e *engine.IllegalMoveError) bool { return e.Variant == v }
}

func isMove(e *engine.IllegalMoveError) bool { return e.Move != engine.Move{} }

// hasNoFinish holds for the games whose cards do not end on foundations.
func hasNoFinish(e *engine.IllegalMoveError) bool {
	return e.Variant != engine.NoVariant && !slices.Contains(e.Variant.Defaults().Piles(), engine.Foundation(engine.Clubs))
}

func isBetweenFoundations(e *engine.IllegalMoveError) bool {
	return e.Move.To.Kind() == engine.KindFoundation
}

func isOnAce(e *engine.IllegalMoveError) bool { return e.Cards[2] == 'A' }

func isKingAndAce(e *engine.IllegalMoveError) bool {
	ranks := e.Cards[0:1] + e.Cards[2:3]
	return ranks == "KA" || ranks == "AK"
}

// moves says in one sentence which moves a game has.
var moves = map[engine.Variant]text{
	engine.Klondike: {
		"In Klondike cards go between columns, to the foundations and back, and away from the waste; d draws, r turns the waste over.",
		"Bei Klondike gehen Karten von Reihe zu Reihe, auf die Zielstapel und zurück und von der Ablage weg; d zieht, r dreht die Ablage um.",
	},
	engine.Spider: {
		"In Spider cards go from column to column; d deals a row.",
		"Bei Spider gehen Karten von Reihe zu Reihe; d gibt eine Lage.",
	},
	engine.FreeCell: {
		"In FreeCell cards go between columns and cells, and from both to the foundations.",
		"Bei FreeCell gehen Karten zwischen Reihen und Zellen hin und her und von beiden auf die Zielstapel.",
	},
	engine.Pyramid: {
		"In Pyramid pairs and Kings are taken away; d draws, r turns the waste over.",
		"Bei Pyramide werden Paare und Könige weggenommen; d zieht, r dreht die Ablage um.",
	},
	engine.TriPeaks: {
		"In Tri-Peaks cards go from their places to the waste; d draws.",
		"Bei Tri-Peaks gehen Karten von ihren Plätzen auf die Ablage; d zieht.",
	},
	engine.Golf: {
		"In Golf cards go from the columns to the waste; d draws.",
		"Bei Golf gehen Karten aus den Reihen auf die Ablage; d zieht.",
	},
	engine.Yukon: {
		"In Yukon cards go from column to column and from the columns to the foundations.",
		"Bei Yukon gehen Karten von Reihe zu Reihe und aus den Reihen auf die Zielstapel.",
	},
}

// ranks are the names of the ranks as a sentence about what is wanted needs them.
var ranks = [engine.King + 1]text{
	{"next card", "die nächste Karte"},
	{"Ace", "das Ass"},
	{"2", "die 2"},
	{"3", "die 3"},
	{"4", "die 4"},
	{"5", "die 5"},
	{"6", "die 6"},
	{"7", "die 7"},
	{"8", "die 8"},
	{"9", "die 9"},
	{"10", "die 10"},
	{"Jack", "der Bube"},
	{"Queen", "die Dame"},
	{"King", "der König"},
}

// Refusal returns a sentence that says why a move is refused, with the piles,
// cards and numbers concerned. It names the cards of the error and no others.
func Refusal(l Language, e *engine.IllegalMoveError) string {
	for _, d := range details[e.Reason] {
		if d.when(e) {
			return sentence(d.text.in(l), refusalWords(l, e), numbers{
				"limit": e.Limit, "asked": e.Asked, "count": len(e.Piles),
			})
		}
	}
	return Reason(l, e.Reason)
}

func refusalWords(l Language, e *engine.IllegalMoveError) words {
	w := words{
		"move":  e.Move.String(),
		"game":  Variant(l, e.Variant),
		"moves": moves[e.Variant].in(l),
		"cards": e.Cards,
	}
	var numbered []string
	for i, id := range e.Piles {
		f := formsOf(l, id)
		numbered = append(numbered, strconv.Itoa(id.Index()+1))
		if role := [...]string{"pile", "other"}; i < len(role) {
			w["the "+role[i]], w["from "+role[i]], w["to "+role[i]] = f.the, f.from, f.to
			w["at "+role[i]], w["no "+role[i]] = f.at, f.none
		}
	}
	w["numbers"] = list(l, numbered)
	if len(e.Cards) >= 2 {
		w["a"] = e.Cards[:2]
	}
	if len(e.Cards) >= 4 {
		w["b"] = e.Cards[2:4]
	}
	if e.Limit >= 0 && e.Limit < len(ranks) {
		w["limit rank"] = ranks[e.Limit].in(l)
	}
	return w
}
