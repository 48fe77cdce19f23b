package main

import (
	"slices"
	"strings"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// categories say which reason each category of the vectors stands for.
var categories = map[string]solitairev1.Refusal_Reason{
	"game over":            solitairev1.Refusal_GAME_OVER,
	"no such pile":         solitairev1.Refusal_NO_SUCH_PILE,
	"no such move":         solitairev1.Refusal_NO_SUCH_MOVE,
	"same pile":            solitairev1.Refusal_SAME_PILE,
	"same card":            solitairev1.Refusal_SAME_CARD,
	"empty":                solitairev1.Refusal_EMPTY_PILE,
	"empty stock":          solitairev1.Refusal_EMPTY_STOCK,
	"redeal":               solitairev1.Refusal_STOCK_NOT_EMPTY,
	"no redeal left":       solitairev1.Refusal_NO_REDEAL_LEFT,
	"locked row":           solitairev1.Refusal_EMPTY_COLUMN_LOCKS_ROW,
	"covered":              solitairev1.Refusal_COVERED,
	"stock play off":       solitairev1.Refusal_STOCK_NOT_PLAYABLE,
	"no foundation return": solitairev1.Refusal_NO_FOUNDATION_RETURN,
	"too many":             solitairev1.Refusal_TOO_MANY_CARDS,
	"face down":            solitairev1.Refusal_FACE_DOWN,
	"not a run":            solitairev1.Refusal_NOT_A_RUN,
	"cell to cell":         solitairev1.Refusal_CELL_TO_CELL,
	"cell taken":           solitairev1.Refusal_CELL_TAKEN,
	"King needed":          solitairev1.Refusal_KING_NEEDED,
	"foundation suit":      solitairev1.Refusal_FOUNDATION_SUIT,
	"foundation rank":      solitairev1.Refusal_FOUNDATION_RANK,
	"wrong rank":           solitairev1.Refusal_WRONG_RANK,
	"wrong colour":         solitairev1.Refusal_WRONG_COLOUR,
	"capacity":             solitairev1.Refusal_CAPACITY_EXCEEDED,
	"not 13":               solitairev1.Refusal_NOT_THIRTEEN,
	"on a King":            solitairev1.Refusal_NOTHING_ON_KING,
	"not a neighbour":      solitairev1.Refusal_NOT_ADJACENT,
	// What is no notation of this game may be one of another game.
	"notation": solitairev1.Refusal_NO_SUCH_MOVE,
}

// wanted is how a move may be refused.
type wanted struct {
	reason solitairev1.Refusal_Reason
	// unreadable is set where a strict parser may refuse the text before it looks at
	// the state.
	unreadable bool
}

// refusedAs is the refusal that the record stands for.
func (p positionRecord) refusedAs() wanted {
	category, _, _ := strings.Cut(p.Reason, ": ")
	w := wanted{reason: categories[category]}
	switch category {
	case "notation", "no such pile", "no such move":
		w.unreadable = true
	case "redeal":
		if !strings.Contains(p.State, " w:") {
			w.reason = solitairev1.Refusal_EMPTY_PILE
		}
	case "on a King":
		if strings.Contains(p.State, ";on_king=queen") {
			// Something does go on a King here, only not this card.
			w.reason = solitairev1.Refusal_NOT_ADJACENT
		}
	}
	return w
}

// before are the reasons that come first where several apply; the categories of the
// vectors do not rank.
var before = []solitairev1.Refusal_Reason{
	solitairev1.Refusal_SAME_CARD, solitairev1.Refusal_EMPTY_PILE,
	solitairev1.Refusal_NOT_ENOUGH_CARDS_FOR_ROW, solitairev1.Refusal_COVERED,
}

func (w wanted) includes(reason solitairev1.Refusal_Reason) bool {
	return reason != 0 && (reason == w.reason || reason < w.reason && slices.Contains(before, reason))
}
