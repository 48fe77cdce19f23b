package enginetest

import (
	"fmt"

	"github.com/talon-solitaire/talon/engine"
)

// EventText writes an event as one short line, in the words of the naive game.
func EventText(e engine.Event) string {
	switch e.Kind {
	case engine.CardsMoved:
		return fmt.Sprintf("move %s %s %s", e.From, e.To, e.Cards)
	case engine.CardTurnedUp:
		return fmt.Sprintf("flip %s %s", e.From, e.Cards)
	case engine.CardDrawn:
		return "draw " + e.Cards
	case engine.CardDealt:
		return fmt.Sprintf("deal %s %s", e.To, e.Cards)
	case engine.WasteRedealt:
		return fmt.Sprintf("redeal %d", e.Count)
	case engine.RunCompleted:
		return fmt.Sprintf("run %s %s", e.From, e.Suit)
	case engine.CardRemoved:
		return fmt.Sprintf("remove %s %s", e.From, e.Cards)
	case engine.Bonus:
		if e.Row != 0 {
			return fmt.Sprintf("bonus row %d %d", e.Row, e.Points)
		}
		return fmt.Sprintf("bonus peak %s %d", e.From, e.Points)
	case engine.ScoreChanged:
		return fmt.Sprintf("score %+d", e.Points)
	case engine.GameWon:
		return "won"
	default:
		return "unknown event " + e.Kind.String()
	}
}

// EventTexts writes events, one line each.
func EventTexts(events []engine.Event) []string {
	texts := make([]string, len(events))
	for i, e := range events {
		texts[i] = EventText(e)
	}
	return texts
}
