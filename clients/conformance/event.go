package main

import (
	"fmt"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// eventTexts writes events the way the vectors do.
func eventTexts(events []*solitairev1.Event) []string {
	found := []string{}
	for _, event := range events {
		found = append(found, eventText(event))
	}
	return found
}

func eventText(e *solitairev1.Event) string {
	switch e.GetKind() {
	case solitairev1.Event_CARDS_MOVED:
		return fmt.Sprintf("move %s %s %s", e.GetFrom(), e.GetTo(), e.GetCards())
	case solitairev1.Event_CARD_TURNED_UP:
		return fmt.Sprintf("flip %s %s", e.GetFrom(), e.GetCards())
	case solitairev1.Event_CARD_DRAWN:
		return "draw " + e.GetCards()
	case solitairev1.Event_CARD_DEALT:
		return fmt.Sprintf("deal %s %s", e.GetTo(), e.GetCards())
	case solitairev1.Event_WASTE_REDEALT:
		return fmt.Sprintf("redeal %d", e.GetCount())
	case solitairev1.Event_RUN_COMPLETED:
		return fmt.Sprintf("run %s %s", e.GetFrom(), e.GetSuit())
	case solitairev1.Event_CARD_REMOVED:
		return fmt.Sprintf("remove %s %s", e.GetFrom(), e.GetCards())
	case solitairev1.Event_BONUS:
		if e.Row != nil {
			return fmt.Sprintf("bonus row %d %d", e.GetRow(), e.GetPoints())
		}
		return fmt.Sprintf("bonus peak %s %d", e.GetPile(), e.GetPoints())
	case solitairev1.Event_SCORE_CHANGED:
		return fmt.Sprintf("score %+d", e.GetPoints())
	case solitairev1.Event_GAME_WON:
		return "won"
	}
	return e.String()
}
