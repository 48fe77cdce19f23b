package engine

// Reason says why a move is refused. The list is closed and only ever grows at
// its end; where several reasons apply, a refusal names the first in this order.
type Reason uint8

// The reasons, in the order in which they are looked for.
const (
	NoReason Reason = iota
	// GameOver: a won game accepts no move.
	GameOver
	// NoSuchPile: the game has no pile of that name.
	NoSuchPile
	// NoSuchMove: the game has no move of that form.
	NoSuchMove
	// NothingToUndo: no move is left that an undo could take back.
	NothingToUndo
	// SamePile: source and target are the same.
	SamePile
	// SameCard: a card cannot be paired with itself.
	SameCard
	// EmptyPile: the source holds no card.
	EmptyPile
	// EmptyStock: nothing is left to draw or to deal.
	EmptyStock
	// StockNotEmpty: the waste is turned over only when the stock is empty.
	StockNotEmpty
	// NoRedealLeft: all redeals are used.
	NoRedealLeft
	// NotEnoughCardsForRow: fewer cards lie on the table than it has columns, so no row can ever be dealt.
	NotEnoughCardsForRow
	// EmptyColumnLocksRow: a row is dealt only while no column is empty.
	EmptyColumnLocksRow
	// Covered: another card lies on the place.
	Covered
	// StockNotPlayable: the stock top is not playable under these options.
	StockNotPlayable
	// NoFoundationReturn: foundations give nothing back, or not to that pile.
	NoFoundationReturn
	// TooManyCards: more cards than the pile has, or than may move there.
	TooManyCards
	// FaceDown: some of the cards lie face down.
	FaceDown
	// NotARun: the cards do not move together.
	NotARun
	// CellToCell: cells are alike.
	CellToCell
	// CellTaken: the cell holds a card.
	CellTaken
	// KingNeeded: only a King goes to an empty column.
	KingNeeded
	// FoundationSuit: the foundation is of another suit.
	FoundationSuit
	// FoundationRank: the card is not the next one of its foundation.
	FoundationRank
	// WrongRank: the card is not one rank lower than the column's top.
	WrongRank
	// WrongColour: the card is of the same colour as the column's top.
	WrongColour
	// CapacityExceeded: free cells and empty columns cannot carry so many cards.
	CapacityExceeded
	// NotThirteen: the ranks do not add to thirteen.
	NotThirteen
	// NothingOnKing: nothing goes on a King.
	NothingOnKing
	// NotAdjacent: the card is not one rank off the waste top.
	NotAdjacent
	// FinishNotAvailable: playing to the foundations alone does not complete the game.
	FinishNotAvailable
	reasonSpace
)

// reasons holds, per reason, its name and the slug of the rule it cites.
var reasons = [reasonSpace]struct{ name, slug string }{
	GameOver:             {"GAME_OVER", "over"},
	NoSuchPile:           {"NO_SUCH_PILE", "piles"},
	NoSuchMove:           {"NO_SUCH_MOVE", "moves"},
	NothingToUndo:        {"NOTHING_TO_UNDO", "undo"},
	SamePile:             {"SAME_PILE", "moves"},
	SameCard:             {"SAME_CARD", "pair"},
	EmptyPile:            {"EMPTY_PILE", "moves"},
	EmptyStock:           {"EMPTY_STOCK", "draw"},
	StockNotEmpty:        {"STOCK_NOT_EMPTY", "redeal"},
	NoRedealLeft:         {"NO_REDEAL_LEFT", "redeal"},
	NotEnoughCardsForRow: {"NOT_ENOUGH_CARDS_FOR_ROW", "row"},
	EmptyColumnLocksRow:  {"EMPTY_COLUMN_LOCKS_ROW", "row"},
	Covered:              {"COVERED", "cover"},
	StockNotPlayable:     {"STOCK_NOT_PLAYABLE", "stock"},
	NoFoundationReturn:   {"NO_FOUNDATION_RETURN", "return"},
	TooManyCards:         {"TOO_MANY_CARDS", "moves"},
	FaceDown:             {"FACE_DOWN", "group"},
	NotARun:              {"NOT_A_RUN", "group"},
	CellToCell:           {"CELL_TO_CELL", "cells"},
	CellTaken:            {"CELL_TAKEN", "cells"},
	KingNeeded:           {"KING_NEEDED", "space"},
	FoundationSuit:       {"FOUNDATION_SUIT", "foundation"},
	FoundationRank:       {"FOUNDATION_RANK", "foundation"},
	WrongRank:            {"WRONG_RANK", "build"},
	WrongColour:          {"WRONG_COLOUR", "build"},
	CapacityExceeded:     {"CAPACITY_EXCEEDED", "capacity"},
	NotThirteen:          {"NOT_THIRTEEN", "pair"},
	NothingOnKing:        {"NOTHING_ON_KING", "play"},
	NotAdjacent:          {"NOT_ADJACENT", "play"},
	FinishNotAvailable:   {"FINISH_NOT_AVAILABLE", "finish"},
}

// Reasons lists all reasons in order.
func Reasons() []Reason {
	all := make([]Reason, 0, reasonSpace-1)
	for r := GameOver; r < reasonSpace; r++ {
		all = append(all, r)
	}
	return all
}

// String returns the name of the reason, for example WRONG_RANK.
func (r Reason) String() string {
	if r >= reasonSpace {
		return ""
	}
	return reasons[r].name
}

func (r Reason) slug() string {
	if r >= reasonSpace {
		return ""
	}
	return reasons[r].slug
}
