package main

import (
	"fmt"

	"github.com/talon-solitaire/talon/clients/cli/internal/table"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// printEvents tells what moves did, one event a line below its move.
func (t *tool) printEvents(moves []string, events []*solitairev1.Event) {
	for i, move := range moves {
		fmt.Fprintln(t.out, printable(move))
		for len(events) > 0 && int(events[0].GetMoveIndex()) == i {
			fmt.Fprintf(t.out, "  %s\n", t.event(events[0]))
			events = events[1:]
		}
	}
}

var eventKinds = map[solitairev1.Event_Kind]engine.EventKind{
	solitairev1.Event_CARDS_MOVED:    engine.CardsMoved,
	solitairev1.Event_CARD_TURNED_UP: engine.CardTurnedUp,
	solitairev1.Event_CARD_DRAWN:     engine.CardDrawn,
	solitairev1.Event_CARD_DEALT:     engine.CardDealt,
	solitairev1.Event_WASTE_REDEALT:  engine.WasteRedealt,
	solitairev1.Event_RUN_COMPLETED:  engine.RunCompleted,
	solitairev1.Event_CARD_REMOVED:   engine.CardRemoved,
	solitairev1.Event_BONUS:          engine.Bonus,
	solitairev1.Event_SCORE_CHANGED:  engine.ScoreChanged,
	solitairev1.Event_GAME_WON:       engine.GameWon,
}

// event says in words what happened, with the cards as the table draws them.
func (t *tool) event(e *solitairev1.Event) string {
	kind, known := eventKinds[e.GetKind()]
	if !known {
		return e.GetKind().String()
	}
	from := e.GetFrom()
	if e.Pile != nil {
		from = e.GetPile()
	}
	return phrase.Event(t.language, engine.Event{
		Kind:   kind,
		From:   pile(from),
		To:     pile(e.GetTo()),
		Cards:  table.Cards(e.GetCards(), t.style),
		Count:  int(e.GetCount()),
		Suit:   suit(e.GetSuit()),
		Row:    int(e.GetRow()),
		Points: int(e.GetPoints()),
	})
}

// pile is the pile of a name, NoPile for one that no game has.
func pile(name string) engine.PileID {
	id, err := engine.ParsePile(name)
	if err != nil {
		return engine.NoPile
	}
	return id
}

// suit is the suit of a letter, clubs for one that is none.
func suit(letter string) engine.Suit {
	for _, suit := range []engine.Suit{engine.Clubs, engine.Diamonds, engine.Hearts, engine.Spades} {
		if suit.String() == letter {
			return suit
		}
	}
	return engine.Clubs
}
