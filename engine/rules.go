package engine

// rules is the vocabulary that a game is written in. A game under its options
// is one value of it; listing, checking, applying, scoring and the status all
// read the same value.
//
// The games fall into two families. Column games (Klondike, Spider, FreeCell,
// Yukon) move groups of cards between columns until foundations or runs hold
// all of them. Removal games (Pyramid, Tri-Peaks, Golf) take free cards off
// the table, in pairs or onto the waste.
type rules struct {
	pack pack
	// columns and cells are how many of them the game has.
	columns, cells int
	// places is the shape that the places of a removal game lie in.
	places *shape
	// foundations tells that each suit is built up from the Ace.
	foundations bool
	// foundationReturn lets the top of a foundation go back to a column.
	foundationReturn bool

	// group is what may be lifted from a column together.
	group group
	// build is how a card fits on the top of a column.
	build build
	// space is what fills an empty column.
	space space
	// supermoves limits a group to what free cells and empty columns can carry card by card.
	supermoves bool
	// completeRuns takes King-to-Ace runs of one suit off the columns.
	completeRuns bool

	stock stock
	// draw is how many cards a draw turns up.
	draw int
	// redealing makes turning the waste over a move; redeals is the option
	// that says how often.
	redealing bool
	redeals   int
	// stockPlay makes the top of the stock playable and lie face up.
	stockPlay bool

	// pairs removes two free cards whose ranks add to thirteen, and free Kings alone.
	pairs bool
	// neighbours plays a free card to the waste when it is one rank off the waste top.
	neighbours bool
	// wrap makes King and Ace neighbours.
	wrap bool
	// onKing lets a card go on a King on the waste.
	onKing bool

	// score is the scoring scheme, nil for none.
	score *scoring
	// limits is what a position can hold at most.
	limits limits
	// deal lays the deck out.
	deal func(*dealer)
}

// group is what may be lifted from a column together.
type group uint8

const (
	topOnly        group = iota // the top card alone
	alternatingRun              // a face-up run that descends in alternating colours
	suitRun                     // a face-up run that descends in one suit
	anyFaceUp                   // a face-up card with everything on it, ordered or not
)

// build is how a card fits on the top of a column.
type build uint8

const (
	noBuilding      build = iota
	downAlternating       // one rank lower, other colour
	downAnySuit           // one rank lower
)

// space is what fills an empty column.
type space uint8

const (
	nothing space = iota
	kingsOnly
	anyCard
)

// stock is what the cards that are not laid out at first are for.
type stock uint8

const (
	noStock stock = iota
	toWaste       // a draw turns up cards onto the waste
	toRows        // a draw deals one card to each column
)

// limits is how many cards a pile can hold in a position that is possible.
type limits struct {
	// faceDown is, per column, the number of cards that can lie face down.
	faceDown [maxColumns]uint8
	// column is how many cards a column can hold; zero where no rule says.
	column int
	// stock is how many cards the stock can hold, and, where a redeal puts
	// the waste back, stock and waste together.
	stock int
	// waste tells that the waste can never be empty.
	wasteStarted bool
}

// joins reports whether upper may lie on lower within a group.
func (g group) joins(upper, lower Card) bool {
	switch g {
	case alternatingRun:
		return descends(upper, lower) && upper.Red() != lower.Red()
	case suitRun:
		return descends(upper, lower) && upper.Suit() == lower.Suit()
	default:
		return g == anyFaceUp
	}
}

// descends reports whether upper is exactly one rank lower than lower.
func descends(upper, lower Card) bool { return upper.Rank()+1 == lower.Rank() }

// neighbouring reports whether two ranks are one apart under the rules.
func (r *rules) neighbouring(a, b Rank) bool {
	return a+1 == b || b+1 == a || r.wrap && (a == Ace && b == King || a == King && b == Ace)
}

// takes reports whether the waste with that top takes the card.
func (r *rules) takes(top, card Card) bool {
	return (r.onKing || top.Rank() != King) && r.neighbouring(top.Rank(), card.Rank())
}

// has reports whether the game has the pile.
func (r *rules) has(id PileID) bool {
	switch id.Kind() {
	case KindColumn:
		return id.Index() < r.columns
	case KindPlace:
		return r.places != nil
	case KindCell:
		return id.Index() < r.cells
	case KindFoundation:
		return r.foundations
	case KindFinished:
		return r.completeRuns
	case KindStock:
		return r.stock != noStock
	case KindWaste:
		return r.stock == toWaste
	default:
		return false
	}
}
