package solve

import (
	"math/bits"

	"github.com/talon-solitaire/talon/engine"
)

// pyramidTable is stock, waste and pyramid while a line is spelled out.
type pyramidTable struct {
	deal *pyramidDeal
	// order are all cards of stock and waste in the order of drawing, Kings among
	// them; those before at are the waste.
	order [stockPlaces]uint8
	left  uint32
	at    int
	line  []engine.Move
}

// spell appends the moves of the pairs found, with the draws, redeals and Kings that
// they need.
func (y *pyramid) spell(p *engine.Position, line []engine.Move) []engine.Move {
	t := pyramidTable{deal: &y.pyramidDeal, line: line}
	var buffer [stockPlaces]engine.Card
	for _, c := range p.AppendPile(buffer[:0], engine.Waste) {
		t.put(c)
	}
	t.at = bits.Len32(t.left)
	stock := p.AppendPile(buffer[:0], engine.Stock)
	for i := len(stock) - 1; i >= 0; i-- {
		t.put(stock[i])
	}
	s := pyramidState{left: y.table, free: y.start.free}
	t.takeKings(y.table &^ y.start.left)
	s.left &= y.start.left
	for _, pair := range y.line[:y.length] {
		a, b := int(pair.a), int(pair.b)
		t.take(a, b)
		before := s.left &^ (1<<a | 1<<b)
		s.left = before
		y.uncover(&s, a)
		y.uncover(&s, b)
		t.takeKings(before &^ s.left)
	}
	return t.line
}

func (t *pyramidTable) put(c engine.Card) {
	n := bits.Len32(t.left)
	t.order[n] = uint8(pyramidCard(c))
	t.left |= 1 << n
}

// takeKings takes Kings off the pyramid, those that lie on others first.
func (t *pyramidTable) takeKings(kings uint64) {
	for place := peakPlaces; place > 0; place-- {
		for k := kings; k != 0; k &= k - 1 {
			if int(t.deal.place[bits.TrailingZeros64(k)]) == place {
				t.line = append(t.line, engine.Move{Kind: engine.Remove, From: engine.Place(place)})
			}
		}
	}
}

// take takes a pair off, as soon as its cards are at hand.
func (t *pyramidTable) take(a, b int) {
	if t.deal.place[a] == 0 {
		t.bring(a)
		t.drop()
		if t.deal.place[b] == 0 {
			t.bare()
			t.left &^= 1 << t.next()
		}
	}
	from, to := t.pile(a, engine.Waste), t.pile(b, engine.Stock)
	if from > to && from.Kind() == engine.KindPlace {
		from, to = to, from
	}
	t.line = append(t.line, engine.Move{Kind: engine.Remove, From: from, To: to})
}

// pile returns the place of the card, or the pile where it is if it has none.
func (t *pyramidTable) pile(card int, elsewhere engine.PileID) engine.PileID {
	if place := t.deal.place[card]; place != 0 {
		return engine.Place(int(place))
	}
	return elsewhere
}

// bring draws and redeals until the card is the top of the waste, which takes less than
// the cards of two turns and their Kings.
func (t *pyramidTable) bring(card int) {
	for range 4 * stockPlaces {
		switch top := t.top(); {
		case top >= 0 && int(t.order[top]) == card:
			return
		case top >= 0 && t.order[top] >= firstKing:
			t.takeKing()
		case t.left>>t.at != 0:
			t.draw()
		default:
			t.line = append(t.line, engine.Move{Kind: engine.Redeal})
			t.at = 0
		}
	}
}

// bare takes the Kings off the top of the stock.
func (t *pyramidTable) bare() {
	for t.order[t.next()] >= firstKing {
		t.draw()
		t.takeKing()
	}
}

// top and next are where the tops of waste and stock are in the order; the former is negative
// if there is none.
func (t *pyramidTable) top() int  { return bits.Len32(t.left&(1<<t.at-1)) - 1 }
func (t *pyramidTable) next() int { return t.at + bits.TrailingZeros32(t.left>>t.at) }

func (t *pyramidTable) draw() {
	t.at = t.next() + 1
	t.line = append(t.line, engine.Move{Kind: engine.Draw})
}

// drop takes the top of the waste away.
func (t *pyramidTable) drop() { t.left &^= 1 << t.top() }

func (t *pyramidTable) takeKing() {
	t.drop()
	t.line = append(t.line, engine.Move{Kind: engine.Remove, From: engine.Waste})
}
