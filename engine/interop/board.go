package interop

import (
	"iter"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// boardVariants are the games that boards are read and written for.
func boardVariants() []engine.Variant { return []engine.Variant{engine.FreeCell, engine.Golf} }

// ReadBoard reads a board of FreeCell or Golf: one line for each column, its
// lowest card first, and before, between or after them lines for the other
// piles. A column may begin with a colon; an empty one is a colon alone or an
// empty line, and empty columns at the end may be left out when every card of
// the deck is in the text. A later line for the same pile replaces the earlier.
//
//   - FreeCell: "Foundations: H-5 C-A" or "Founds:" with the top rank of each
//     suit, 0 or left out for none, and "Freecells: 3C -" or "FC:" with - for
//     an empty cell.
//   - Golf: "Talon:" with the stock, the card drawn next first, and
//     "Foundations:" with the waste. A waste of one card is that of a program
//     that does not write what has been played: the cards that the text lacks
//     then lie beneath it, clubs, diamonds, hearts and spades, each from Ace
//     to King, lowest first. A longer waste has its playable card last.
//
// The position has made no moves and comes from no deal; with strokes its
// score is that of its cards. The error is a *ReadError, an *engine.SetupError
// or a *VariantError.
func ReadBoard(o engine.Options, text string) (engine.Position, error) {
	b := board{options: o, setup: engine.NewSetup(o)}
	switch o.Variant() {
	case engine.FreeCell:
		b.lines = map[string]func(iter.Seq[word]) error{
			"foundations": b.foundations, "founds": b.foundations,
			"freecells": b.cells, "fc": b.cells,
		}
		b.special = "Foundations: or Freecells:"
		b.columns = make([][]engine.Card, 0, 8)
	case engine.Golf:
		b.lines = map[string]func(iter.Seq[word]) error{
			"talon": b.talon, "foundations": b.firstWaste, "founds": b.firstWaste,
		}
		b.special = "Talon: or Foundations:"
		b.columns = make([][]engine.Card, 0, 7)
	default:
		return engine.Position{}, &VariantError{Format: "board text", Variant: o.Variant(), Wanted: boardVariants()}
	}
	if err := b.read(text); err != nil {
		return engine.Position{}, err
	}
	return b.position()
}

// board is a board while it is read. Each pile is kept until the end of the
// text, because a later line may replace it.
type board struct {
	options engine.Options
	// lines are the readers of lines with a name, special what they are called in errors.
	lines   map[string]func(iter.Seq[word]) error
	special string
	// columns are the columns read; the game has as many as fit.
	columns [][]engine.Card
	// home is the top rank of each foundation, inCell the cards in the cells.
	home   [4]engine.Rank
	inCell []engine.Card
	// stock is in drawing order; hasStock tells that there was a line for it.
	stock, waste []engine.Card
	hasStock     bool
	setup        engine.Setup
}

func (b *board) read(text string) error {
	last := 0
	for l := range linesOf(text) {
		if err := b.line(l); err != nil {
			return err
		}
		last = l.number
	}
	end := word{line: line{number: last + 1}}
	if b.options.Variant() == engine.Golf {
		if len(b.waste) == 0 {
			return end.refuse("a line Foundations: with the waste card")
		}
		if !b.hasStock {
			return end.refuse("a line Talon: with the cards to be drawn")
		}
	}
	if n := len(b.columns); n < cap(b.columns) && b.named() < deckSize {
		return end.refuse("column " + strconv.Itoa(n+1) + " of " + strconv.Itoa(cap(b.columns)))
	}
	return nil
}

// named counts the cards named so far.
func (b *board) named() int {
	n := len(b.stock) + len(b.waste) + len(cardsIn(b.inCell))
	for _, r := range b.home {
		n += int(r)
	}
	for _, c := range b.columns {
		n += len(c)
	}
	return n
}

func cardsIn(cells []engine.Card) []engine.Card {
	var cards []engine.Card
	for _, c := range cells {
		if c != engine.NoCard {
			cards = append(cards, c)
		}
	}
	return cards
}

// line reads one line of the board.
func (b *board) line(l line) error {
	full := len(b.columns) == cap(b.columns)
	first := l.first()
	if full && first.text == "" {
		return nil
	}
	from := 0
	if colon := strings.IndexByte(l.text, ':'); colon >= 0 {
		if name := strings.Trim(l.text[:colon], " \t"); name != "" {
			read := b.lines[strings.ToLower(name)]
			if read == nil {
				return first.refuse("a column, " + b.special)
			}
			return read(l.words(colon + 1))
		}
		from = colon + 1
	}
	if full {
		return first.refuse("the end of the board after " + strconv.Itoa(len(b.columns)) + " columns")
	}
	column, err := readCards(l.words(from))
	b.columns = append(b.columns, column)
	return err
}

func readCards(words iter.Seq[word]) ([]engine.Card, error) {
	var cards []engine.Card
	for w := range words {
		if len(cards) == deckSize {
			return nil, w.refuse("no more than the cards of the deck")
		}
		c, err := readCard(w)
		if err != nil {
			return nil, err
		}
		cards = append(cards, c)
	}
	return cards, nil
}

// deckSize is the number of cards of the games that have boards.
const deckSize = 52

// foundations reads items such as H-5; a suit left out has no cards.
func (b *board) foundations(words iter.Seq[word]) error {
	b.home = [4]engine.Rank{}
	var seen [4]bool
	for w := range words {
		const wanted = "a suit and its top rank, for example H-5 or H-0"
		letter, top, dashed := strings.Cut(w.text, "-")
		suit, known := readSuit(letter)
		rank := readRank(top)
		if !dashed || !known || rank == 0 && top != "0" {
			return w.refuse(wanted)
		}
		if seen[suit] {
			return w.refuse("each suit once")
		}
		seen[suit] = true
		b.home[suit] = rank
	}
	return nil
}

// cells reads the cards in the cells, - for an empty one.
func (b *board) cells(words iter.Seq[word]) error {
	b.inCell = nil
	cells, _ := strconv.Atoi(b.options.Get("cells"))
	for w := range words {
		if len(b.inCell) == cells {
			return w.refuse("no more than " + strconv.Itoa(cells) + " cells")
		}
		c := engine.NoCard
		if w.text != "-" {
			var err error
			if c, err = readCard(w); err != nil {
				return err
			}
		}
		b.inCell = append(b.inCell, c)
	}
	return nil
}

func (b *board) talon(words iter.Seq[word]) error {
	cards, err := readCards(words)
	b.stock, b.hasStock = cards, true
	return err
}

func (b *board) firstWaste(words iter.Seq[word]) error {
	cards, err := readCards(words)
	b.waste = cards
	return err
}

func (b *board) position() (engine.Position, error) {
	left := 0
	for i, cards := range b.columns {
		b.setup.SetPile(engine.Column(i+1), 0, cards)
		left += len(cards)
	}
	for i, c := range b.inCell {
		if c != engine.NoCard {
			b.setup.SetPile(engine.Cell(i+1), 0, []engine.Card{c})
		}
	}
	for _, s := range engine.Suits {
		if b.home[s] != 0 {
			b.setup.SetPile(engine.Foundation(s), 0, []engine.Card{engine.NewCard(b.home[s], s)})
		}
	}
	if b.options.Variant() == engine.Golf {
		b.setup.SetPile(engine.Waste, 0, b.wholeWaste())
		b.setup.SetPile(engine.Stock, 0, reversed(b.stock))
		if b.options.Scored() {
			if left == 0 {
				left = -len(b.stock)
			}
			b.setup.SetCounters(0, 0, int32(left), 0)
		}
	}
	return b.setup.Position()
}

// wholeWaste returns the waste with the cards that a program left out beneath its only card.
func (b *board) wholeWaste() []engine.Card {
	if len(b.waste) != 1 {
		return b.waste
	}
	named := map[engine.Card]bool{b.waste[0]: true}
	for _, c := range b.stock {
		named[c] = true
	}
	for _, column := range b.columns {
		for _, c := range column {
			named[c] = true
		}
	}
	var played []engine.Card
	for _, s := range engine.Suits {
		for r := engine.Ace; r <= engine.King; r++ {
			if c := engine.NewCard(r, s); !named[c] {
				played = append(played, c)
			}
		}
	}
	return append(played, b.waste[0])
}

func reversed(cards []engine.Card) []engine.Card {
	turned := make([]engine.Card, len(cards))
	for i, c := range cards {
		turned[len(cards)-1-i] = c
	}
	return turned
}
