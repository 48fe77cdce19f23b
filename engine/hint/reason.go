package hint

// Reason says what a move is advised for. The list only ever grows at its end.
type Reason uint8

// The reasons.
const (
	NoReason Reason = iota
	// Wins: the move follows a line that wins; only full knowledge says so.
	Wins
	// Finishes: the automatic finish is available, and this is its first move.
	Finishes
	// CompletesRun: the move finishes a run of Spider.
	CompletesRun
	// PlaysHome: the move plays a card to its foundation.
	PlaysHome
	// TurnsUpCard: the move turns up a card.
	TurnsUpCard
	// RemovesPair: the move takes a pair or a King off the pyramid.
	RemovesPair
	// ContinuesChain: the move begins the longest chain that can be seen.
	ContinuesChain
	// PlaysFromWaste: the move brings a card of the waste into play.
	PlaysFromWaste
	// EmptiesColumn: the move empties a column.
	EmptiesColumn
	// JoinsRun: the move lays a card where it continues a run.
	JoinsRun
	// Prepares: the move makes room for one of the others.
	Prepares
	// Draws: nothing better can be seen on the table, and the stock has cards.
	Draws
	// DealsRow: nothing better can be seen on the table, and a row can be dealt.
	DealsRow
	// Redeals: nothing better can be seen, and the waste may be turned over.
	Redeals
)

var reasonNames = [...]string{
	NoReason:       "",
	Wins:           "WINS",
	Finishes:       "FINISHES",
	CompletesRun:   "COMPLETES_RUN",
	PlaysHome:      "PLAYS_HOME",
	TurnsUpCard:    "TURNS_UP_CARD",
	RemovesPair:    "REMOVES_PAIR",
	ContinuesChain: "CONTINUES_CHAIN",
	PlaysFromWaste: "PLAYS_FROM_WASTE",
	EmptiesColumn:  "EMPTIES_COLUMN",
	JoinsRun:       "JOINS_RUN",
	Prepares:       "PREPARES",
	Draws:          "DRAWS",
	DealsRow:       "DEALS_ROW",
	Redeals:        "REDEALS",
}

// String returns the name of the reason, for example TURNS_UP_CARD.
func (r Reason) String() string {
	if int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return ""
}

// Reasons lists all reasons in order.
func Reasons() []Reason {
	var reasons []Reason
	for r := Wins; int(r) < len(reasonNames); r++ {
		reasons = append(reasons, r)
	}
	return reasons
}
