package phrase

import "github.com/talon-solitaire/talon/engine"

var reasons = map[engine.Reason]text{
	engine.GameOver: {
		"The game is won and accepts no more moves.",
		"Das Spiel ist gewonnen und nimmt keinen Zug mehr an.",
	},
	engine.NoSuchPile: {
		"The game has no such pile.",
		"Diesen Stapel gibt es in diesem Spiel nicht.",
	},
	engine.NoSuchMove: {
		"The game has no such move.",
		"Diesen Zug gibt es in diesem Spiel nicht.",
	},
	engine.NothingToUndo: {
		"No move is left to take back.",
		"Es gibt keinen Zug mehr, der sich zurücknehmen ließe.",
	},
	engine.SamePile: {
		"Cards cannot move to the pile on which they already lie.",
		"Karten können nicht auf den Stapel wandern, auf dem sie schon liegen.",
	},
	engine.SameCard: {
		"A card cannot be paired with itself.",
		"Eine Karte bildet mit sich selbst kein Paar.",
	},
	engine.EmptyPile: {
		"The pile is empty.",
		"Der Stapel ist leer.",
	},
	engine.EmptyStock: {
		"The stock is empty; there is nothing left to draw.",
		"Der Talon ist leer; es gibt nichts mehr zu ziehen.",
	},
	engine.StockNotEmpty: {
		"The waste can be turned over only when the stock is empty.",
		"Die Ablage lässt sich erst umdrehen, wenn der Talon leer ist.",
	},
	engine.NoRedealLeft: {
		"The waste cannot be turned over any more.",
		"Die Ablage darf nicht mehr umgedreht werden.",
	},
	engine.NotEnoughCardsForRow: {
		"No row can be dealt any more: too few cards are left on the table.",
		"Es kann keine Lage mehr gegeben werden: Auf dem Tisch liegen zu wenige Karten.",
	},
	engine.EmptyColumnLocksRow: {
		"A row is dealt only when every column holds a card.",
		"Eine Lage wird erst gegeben, wenn in jeder Reihe eine Karte liegt.",
	},
	engine.Covered: {
		"The card is still covered.",
		"Die Karte ist noch bedeckt.",
	},
	engine.StockNotPlayable: {
		"A card of the stock must be drawn before it can be taken.",
		"Eine Karte vom Talon muss erst gezogen werden, bevor sie weggenommen werden kann.",
	},
	engine.NoFoundationReturn: {
		"A card on a foundation stays there.",
		"Eine Karte auf einem Zielstapel bleibt dort.",
	},
	engine.TooManyCards: {
		"These are more cards than can move.",
		"So viele Karten können nicht wandern.",
	},
	engine.FaceDown: {
		"Face-down cards do not move.",
		"Verdeckte Karten bleiben liegen.",
	},
	engine.NotARun: {
		"These cards are no run and do not move together.",
		"Diese Karten sind keine Folge und wandern nicht zusammen.",
	},
	engine.CellToCell: {
		"A card does not go from cell to cell: all cells are alike.",
		"Von Zelle zu Zelle geht keine Karte: Die Zellen sind alle gleich.",
	},
	engine.CellTaken: {
		"The cell is taken.",
		"Die Zelle ist besetzt.",
	},
	engine.KingNeeded: {
		"Only a King goes to an empty column.",
		"In eine leere Reihe darf nur ein König.",
	},
	engine.FoundationSuit: {
		"Each foundation takes one suit only.",
		"Jeder Zielstapel nimmt nur eine Farbe auf.",
	},
	engine.FoundationRank: {
		"A foundation goes up from the Ace without gaps.",
		"Ein Zielstapel wächst vom Ass aufwärts ohne Lücke.",
	},
	engine.WrongRank: {
		"A column is built down by one rank.",
		"In einer Reihe wird um je einen Wert abwärts angelegt.",
	},
	engine.WrongColour: {
		"A column is built in alternating colours, red on black and black on red.",
		"In einer Reihe wird abwechselnd rot und schwarz angelegt.",
	},
	engine.CapacityExceeded: {
		"The empty cells and columns do not carry so many cards at once.",
		"Für so viele Karten auf einmal reichen die leeren Zellen und Reihen nicht.",
	},
	engine.NotThirteen: {
		"The ranks do not add up to thirteen.",
		"Die Werte ergeben nicht dreizehn.",
	},
	engine.NothingOnKing: {
		"Nothing goes on a King.",
		"Auf einen König passt nichts.",
	},
	engine.NotAdjacent: {
		"The ranks must be one apart.",
		"Die Werte müssen um eins auseinanderliegen.",
	},
	engine.FinishNotAvailable: {
		"The rest cannot be played to the foundations in one go yet.",
		"Der Rest lässt sich noch nicht in einem Zug ablegen.",
	},
}

// Reason returns a sentence that says what a reason means in general; Refusal
// says it about one move.
func Reason(l Language, r engine.Reason) string { return reasons[r].in(l) }
