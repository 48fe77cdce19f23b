package engine

// Position is a position of a game that is possible: every card of the deck is
// where the rules allow it, and the counters fit. It is a flat value: copied by
// assignment, compared with ==, and without pointers. Its zero value is the
// position of no game and accepts no move.
type Position struct{ table }

// table is the storage behind Setup and Position.
type table struct {
	options Options
	// moves, redeals and streak count; score is the points, 0 without a scheme.
	moves, redeals, score, streak int32
	// cards holds the columns, the stock and the waste one after the other,
	// each bottom first, and NoCard after the last one; end tells where each
	// of these lists ends.
	cards [maxListed]Card
	end   [listSpace]uint8
	// down is how many of a column's lowest cards lie face down.
	down [maxColumns]uint8
	// place holds the cards of a pyramid or of peaks, present the places that hold one.
	place   [maxPlaces]Card
	present placeSet
	cell    [maxCells]Card
	// home is the top rank of each foundation.
	home [4]Rank
	// runs is how many finished runs of each suit have left the table.
	runs [4]uint8
}

// list numbers the piles that hold any number of cards: the columns from 0,
// the stock and the waste.
type list uint8

const (
	stockList list = maxColumns
	wasteList list = stockList + 1
	listSpace      = wasteList + 1
)

// maxListed is the room for cards in lists: two decks, and a few more so that
// a Setup with surplus cards can still be told about in full.
const maxListed = 112

func listOf(id PileID) list {
	switch id {
	case Stock:
		return stockList
	case Waste:
		return wasteList
	default:
		return list(id - firstColumn)
	}
}

func (t *table) start(l list) int {
	if l == 0 {
		return 0
	}
	return int(t.end[l-1])
}

func (t *table) size(l list) int { return int(t.end[l]) - t.start(l) }

// pile returns the cards of a list, bottom first; it shares the table's memory.
func (t *table) pile(l list) []Card { return t.cards[t.start(l):t.end[l]] }

// top returns the top card of a list, NoCard if it is empty.
func (t *table) top(l list) Card {
	if t.size(l) == 0 {
		return NoCard
	}
	return t.cards[t.end[l]-1]
}

// shift moves the top n cards of one list, order kept, onto another.
func (t *table) shift(from, to list, n int) {
	if from == to || n == 0 {
		return
	}
	var moved [maxListed]Card
	high := int(t.end[from])
	copy(moved[:n], t.cards[high-n:high])
	if from < to {
		land := int(t.end[to])
		copy(t.cards[high-n:land-n], t.cards[high:land])
		copy(t.cards[land-n:land], moved[:n])
		for l := from; l < to; l++ {
			t.end[l] -= uint8(n)
		}
		return
	}
	land := int(t.end[to])
	copy(t.cards[land+n:high], t.cards[land:high-n])
	copy(t.cards[land:land+n], moved[:n])
	for l := to; l < from; l++ {
		t.end[l] += uint8(n)
	}
}

// drop takes the top n cards of a list off the table.
func (t *table) drop(from list, n int) {
	high, last := int(t.end[from]), int(t.end[wasteList])
	copy(t.cards[high-n:], t.cards[high:last])
	clear(t.cards[last-n : last])
	for l := from; l < listSpace; l++ {
		t.end[l] -= uint8(n)
	}
}

// push puts a card that was on no list onto one. The caller makes sure of the room.
func (t *table) push(to list, c Card) {
	land, last := int(t.end[to]), int(t.end[wasteList])
	copy(t.cards[land+1:last+1], t.cards[land:last])
	t.cards[land] = c
	for l := to; l < listSpace; l++ {
		t.end[l]++
	}
}

// faceUp is how many cards of a column lie face up.
func (t *table) faceUp(column list) int { return t.size(column) - int(t.down[column]) }

func (t *table) rules() *rules { return t.options.rules() }

// Variant returns the game.
func (t *table) Variant() Variant { return t.options.variant }

// Options returns the options of the game.
func (t *table) Options() Options { return t.options }

// Moves returns the move counter, m in the notation.
func (t *table) Moves() int { return int(t.moves) }

// Redeals returns how many redeals are used, r in the notation.
func (t *table) Redeals() int { return int(t.redeals) }

// Score returns the points, 0 where no scoring scheme is on.
func (t *table) Score() int { return int(t.score) }

// Streak returns the length of the running streak of plays; only a scoring scheme keeps one.
func (t *table) Streak() int { return int(t.streak) }

// Pile returns the cards of a pile, bottom first, face-down ones too; nil for
// an empty pile. A foundation gives its cards from the Ace on, the finished
// runs give one King for each run.
func (t *table) Pile(id PileID) []Card { return t.AppendPile(nil, id) }

// AppendPile appends to dst the cards that Pile returns.
func (t *table) AppendPile(dst []Card, id PileID) []Card {
	switch id.Kind() {
	case KindColumn, KindStock, KindWaste:
		return append(dst, t.pile(listOf(id))...)
	case KindPlace:
		return appendCard(dst, t.place[id.Index()])
	case KindCell:
		return appendCard(dst, t.cell[id.Index()])
	case KindFoundation:
		for r := Ace; r <= t.home[id.Index()]; r++ {
			dst = append(dst, NewCard(r, Suit(id.Index())))
		}
	case KindFinished:
		for s, n := range t.runs {
			for ; n > 0; n-- {
				dst = append(dst, NewCard(King, Suit(s)))
			}
		}
	}
	return dst
}

func appendCard(dst []Card, c Card) []Card {
	if c == NoCard {
		return dst
	}
	return append(dst, c)
}

// FaceDown returns how many of the pile's lowest cards lie face down.
func (t *table) FaceDown(id PileID) int {
	r := t.rules()
	switch id.Kind() {
	case KindColumn:
		return int(t.down[id.Index()])
	case KindPlace:
		if t.place[id.Index()] != NoCard && t.placeFaceDown(r, id.Index()) {
			return 1
		}
		return 0
	case KindStock:
		n := t.size(stockList)
		if r.stockPlay && n > 0 {
			return n - 1
		}
		return n
	default:
		return 0
	}
}

func (t *table) placeFaceDown(r *rules, i int) bool {
	return r.places != nil && r.places.faceDown && r.places.covered(i, t.present)
}

// Won reports whether the goal of the game is reached.
func (p *Position) Won() bool {
	r := p.rules()
	return p.won(r)
}

func (t *table) won(r *rules) bool {
	switch {
	case r.pack == noPack:
		return false
	case r.foundations:
		return t.home == [4]Rank{King, King, King, King}
	case r.completeRuns:
		return t.runs[0]+t.runs[1]+t.runs[2]+t.runs[3] == 8
	case r.places != nil:
		return t.present == 0
	default:
		return t.end[maxColumns-1] == 0
	}
}
