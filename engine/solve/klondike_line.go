package solve

import (
	"math/bits"
	"slices"

	"github.com/talon-solitaire/talon/engine"
)

// klondikeSpeller spells what the search did as moves, on a table where every
// card has its place.
type klondikeSpeller struct {
	columns [7][]uint8
	room    [7][52]uint8
	// column is where a card of the columns lies.
	column [52]uint8
	// stock holds the cards left in stock and waste in the order of the draws; waste of them are drawn.
	stock []uint8
	hands [24]uint8
	waste int
	draw  int
	moves []engine.Move
}

// begin lays the position out.
func (l *klondikeSpeller) begin(p *engine.Position, d *klondikeDeal, waste int, line []engine.Move) {
	var room [52]engine.Card
	for i := range l.columns {
		l.columns[i] = l.room[i][:0]
		for _, c := range p.AppendPile(room[:0], engine.Column(i+1)) {
			l.push(uint8(i), klondikeCard(c))
		}
	}
	l.stock = append(l.hands[:0], d.stocked[:d.stockSize]...)
	l.waste, l.draw, l.moves = waste, d.draw, line
}

func (l *klondikeSpeller) push(column, card uint8) {
	l.columns[column] = append(l.columns[column], card)
	l.column[card] = column
}

// spell appends to line the moves of the path that the search found.
func (k *klondike) spell(p *engine.Position, s klondikeState, line []engine.Move) []engine.Move {
	l := &k.speller
	var room [24]engine.Card
	l.begin(p, &k.klondikeDeal, len(p.AppendPile(room[:0], engine.Waste)), line)
	for i := range k.length {
		step := &k.path[i]
		if !step.straight {
			k.settle(&s, l)
			k.spellShuffles(&s, step.home)
		}
		switch step.kind {
		case klondikeHome, klondikeRise:
			l.home(step.card)
		case klondikeShift:
			l.shift(step.card)
		case klondikePlay:
			l.play(step.card)
		case klondikePlace:
			l.place(step.card)
		case klondikeFall:
			l.back(step.card)
		}
		s = k.after(&s, step)
	}
	k.settle(&s, l)
	l.finish(&s)
	return l.moves
}

// spellShuffles tells the shuffles within the node of s that lead to the foundations.
func (k *klondike) spellShuffles(s *klondikeState, home uint16) {
	count := k.shuffle(s)
	for i := range count {
		if k.shuffled[i].home == home {
			k.spellShuffle(i)
			return
		}
	}
}

func (k *klondike) spellShuffle(i int) {
	if i == 0 {
		return
	}
	at := &k.shuffled[i]
	k.spellShuffle(int(at.from))
	if at.up>>at.moved&1 == 0 {
		k.speller.home(at.moved)
	} else {
		k.speller.back(at.moved)
	}
}

// note appends a move of cards.
func (l *klondikeSpeller) note(from, to engine.PileID, count int) {
	l.moves = append(l.moves, engine.Move{Kind: engine.Transfer, From: from, To: to, Count: uint8(count)})
}

// shift moves a card of a column with all that lies on it to the column that takes it.
func (l *klondikeSpeller) shift(card uint8) {
	if l == nil {
		return
	}
	l.move(card, l.target(card))
}

// move moves a card of a column with all that lies on it to another column.
func (l *klondikeSpeller) move(card, to uint8) {
	from := l.column[card]
	at := slices.Index(l.columns[from], card)
	run := l.columns[from][at:]
	for _, c := range run {
		l.push(to, c)
	}
	l.columns[from] = l.columns[from][:at]
	l.note(engine.Column(int(from)+1), engine.Column(int(to)+1), len(run))
}

// target returns the column that takes the card.
func (l *klondikeSpeller) target(card uint8) uint8 {
	for i, column := range l.columns {
		if len(column) == 0 {
			if card>>2 == 12 {
				return uint8(i)
			}
			continue
		}
		if top := column[len(column)-1]; top>>2 == card>>2+1 && (top^card)&2 != 0 {
			return uint8(i)
		}
	}
	return l.column[card]
}

// home plays a card of a column to its foundation; what lies on it goes to its twin first.
func (l *klondikeSpeller) home(card uint8) {
	if l == nil {
		return
	}
	from := l.column[card]
	if column := l.columns[from]; column[len(column)-1] != card {
		l.move(column[slices.Index(column, card)+1], l.column[card^1])
	}
	l.columns[from] = l.columns[from][:len(l.columns[from])-1]
	l.note(engine.Column(int(from)+1), klondikeFoundation(card), 1)
}

// back brings a card back from its foundation.
func (l *klondikeSpeller) back(card uint8) {
	to := l.target(card)
	l.push(to, card)
	l.note(klondikeFoundation(card), engine.Column(int(to)+1), 1)
}

// play plays a stock card to its foundation.
func (l *klondikeSpeller) play(card uint8) {
	if l == nil {
		return
	}
	l.take(card)
	l.note(engine.Waste, klondikeFoundation(card), 1)
}

// place puts a stock card on a column.
func (l *klondikeSpeller) place(card uint8) {
	l.take(card)
	to := l.target(card)
	l.push(to, card)
	l.note(engine.Waste, engine.Column(int(to)+1), 1)
}

// take draws, and turns the waste over, until the card is on top of the waste,
// and takes it.
func (l *klondikeSpeller) take(card uint8) {
	at := slices.Index(l.stock, card)
	for range 2 * len(l.stock) {
		if l.waste == at+1 {
			break
		}
		kind := engine.Draw
		if l.waste == len(l.stock) {
			kind = engine.Redeal
			l.waste = 0
		} else {
			l.waste = min(l.waste+l.draw, len(l.stock))
		}
		l.moves = append(l.moves, engine.Move{Kind: kind})
	}
	l.stock = slices.Delete(l.stock, at, at+1)
	l.waste--
}

// klondikeFoundation returns the foundation of the card.
func klondikeFoundation(card uint8) engine.PileID {
	return engine.Foundation(klondikeSuitOrder[card&3])
}

// finish plays all cards to the foundations. None lies on a lower one any more, and the stock gives every card of it.
func (l *klondikeSpeller) finish(s *klondikeState) {
	for left := s.next &^ klondikeBeyond; left != 0; left = s.next &^ klondikeBeyond {
		rank := bits.TrailingZeros64(left) &^ 3
		for cards := left & (klondikeAces << rank); cards != 0; cards &= cards - 1 {
			card := uint8(bits.TrailingZeros64(cards))
			if s.hand>>card&1 != 0 {
				l.play(card)
			} else {
				l.home(card)
			}
			s.raise(1 << card)
		}
	}
}
