package engine

// EventKind is what an event tells of.
type EventKind uint8

// The kinds of events.
const (
	NoEvent EventKind = iota
	// CardsMoved tells From, To and Cards, bottom first.
	CardsMoved
	// CardTurnedUp tells From, the pile, and Cards, the one card.
	CardTurnedUp
	// CardDrawn tells Cards, one card that came to the waste.
	CardDrawn
	// CardDealt tells To, the column, and Cards, the one card of a row.
	CardDealt
	// WasteRedealt tells Count, the number of cards that became the stock.
	WasteRedealt
	// RunCompleted tells From, the column, and Suit.
	RunCompleted
	// CardRemoved tells From and Cards, the one card.
	CardRemoved
	// Bonus tells Points, and Row of a pyramid or From, the place of a peak.
	Bonus
	// ScoreChanged tells Points, the change of the score by the whole move.
	ScoreChanged
	// GameWon tells that the move won the game.
	GameWon
)

var eventNames = [...]string{
	CardsMoved:   "CARDS_MOVED",
	CardTurnedUp: "CARD_TURNED_UP",
	CardDrawn:    "CARD_DRAWN",
	CardDealt:    "CARD_DEALT",
	WasteRedealt: "WASTE_REDEALT",
	RunCompleted: "RUN_COMPLETED",
	CardRemoved:  "CARD_REMOVED",
	Bonus:        "BONUS",
	ScoreChanged: "SCORE_CHANGED",
	GameWon:      "GAME_WON",
}

// String returns the name of the kind, for example CARDS_MOVED.
func (k EventKind) String() string {
	if int(k) >= len(eventNames) {
		return ""
	}
	return eventNames[k]
}

// Event is one thing that a move makes happen. Which fields it fills is said
// at its kind.
type Event struct {
	Kind     EventKind
	From, To PileID
	// Cards are two letters each, without blanks.
	Cards string
	Count int
	Suit  Suit
	// Row is the row of a pyramid, 1 at the top to 7.
	Row    int
	Points int
}

// journal collects the events of a move; a nil one collects none.
type journal struct{ events []Event }

func (j *journal) add(e Event) {
	if j != nil {
		j.events = append(j.events, e)
	}
}

// cards writes cards for an event, and nothing where no journal is kept.
func (j *journal) cards(cards ...Card) string {
	if j == nil {
		return ""
	}
	return FormatCards(cards)
}
