package phrase

import (
	"fmt"

	"github.com/talon-solitaire/talon/engine"
)

var events = map[engine.EventKind]text{
	engine.CardsMoved:   {"{cards} {from} {to}", "{cards} {from} {to}"},
	engine.CardTurnedUp: {"{cards} turned up {at}", "{cards} {at} aufgedeckt"},
	engine.CardDrawn:    {"{cards} drawn", "{cards} gezogen"},
	engine.CardDealt:    {"{cards} dealt {to}", "{cards} {to} gegeben"},
	engine.WasteRedealt: {"waste turned over, {count:one card|# cards}", "Ablage umgedreht, {count:eine Karte|# Karten}"},
	engine.RunCompleted: {"run of {suit} finished {at}", "Folge in {suit} {at} fertig"},
	engine.CardRemoved:  {"{cards} taken away {from}", "{cards} {from} weggenommen"},
	engine.Bonus:        {"row {row} cleared, {points:one point|# points}", "Zeile {row} abgeräumt, {points:ein Punkt|# Punkte}"},
	engine.ScoreChanged: {"score {change}", "Punkte {change}"},
	engine.GameWon:      {"game won", "Spiel gewonnen"},
}

var peakBonus = text{
	"peak {at} cleared, {points:one point|# points}",
	"Gipfel {at} abgeräumt, {points:ein Punkt|# Punkte}",
}

// Event returns a few words that tell what happened, without a full stop, as a
// line of a game's account.
func Event(l Language, e engine.Event) string {
	t := events[e.Kind]
	if e.Kind == engine.Bonus && e.From != engine.NoPile {
		t = peakBonus
	}
	from := formsOf(l, e.From)
	return fill(t.in(l), words{
		"cards":  e.Cards,
		"from":   from.from,
		"at":     from.at,
		"to":     formsOf(l, e.To).to,
		"suit":   suits[e.Suit].in(l),
		"change": fmt.Sprintf("%+d", e.Points),
	}, numbers{"count": e.Count, "row": e.Row, "points": e.Points})
}
