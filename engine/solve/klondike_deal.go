package solve

import (
	"strconv"

	"github.com/talon-solitaire/talon/engine"
)

// klondikeDeal is what never changes in a search.
type klondikeDeal struct {
	draw int
	// returns tells that cards come back from the foundations.
	returns bool
	// layers holds the layers of each column, the lowest first, column the column of each base.
	layers [7][52]klondikeLayer
	column [52]uint8
	// weight is what one layer of each column adds to a state's height; heights bounds it.
	weight  [7]uint32
	heights uint64
	// stocked holds the cards of stock and waste in the order of the draws, place their places in it.
	stocked   [24]uint8
	stockSize int
	place     [52]uint8
	// limited tells that the redeals are, redeals how many they are at first.
	limited bool
	redeals uint8
}

// klondikeLayer is what a column shows once everything above it is gone.
type klondikeLayer struct{ cards, base uint64 }

// klondikeEndless stands for more redeals than can be of use.
const klondikeEndless = 24

// klondikeSuits are the places of the suits, klondikeSuitOrder the suits by place.
var (
	klondikeSuits     = [4]uint8{engine.Clubs: 0, engine.Spades: 1, engine.Diamonds: 2, engine.Hearts: 3}
	klondikeSuitOrder = [4]engine.Suit{engine.Clubs, engine.Spades, engine.Diamonds, engine.Hearts}
)

// klondikeCard returns the number of a card.
func klondikeCard(c engine.Card) uint8 {
	return uint8(c.Rank()-1)<<2 | klondikeSuits[c.Suit()]
}

// read takes the position in and returns its state.
func (k *klondikeDeal) read(p *engine.Position) klondikeState {
	options := p.Options()
	k.draw, k.returns = 3, options.Get("foundation_return") == "on"
	if options.Get("draw") == "1" {
		k.draw = 1
	}
	var s klondikeState
	var room [52]engine.Card
	for _, suit := range engine.Suits {
		rank := len(p.AppendPile(room[:0], engine.Foundation(suit)))
		place := klondikeSuits[suit]
		s.next |= 1 << (4*rank + int(place))
		s.home += klondikeRadix[place] * uint16(rank)
	}
	k.heights = 1
	for i := range k.weight {
		id := engine.Column(i + 1)
		cards := p.AppendPile(room[:0], id)
		s.left[i] = k.cut(i, cards, p.FaceDown(id))
		k.weight[i] = uint32(k.heights)
		k.heights *= uint64(s.left[i]) + 1
		s.height += k.weight[i] * uint32(s.left[i])
		k.show(&s, i)
	}
	k.readStock(p, &s)
	return s
}

// cut cuts a column into layers and returns how many they are.
func (k *klondikeDeal) cut(column int, cards []engine.Card, down int) uint8 {
	n := 0
	for i, c := range cards {
		card := klondikeCard(c)
		bit := uint64(1) << card
		if i > down && cards[i-1].Rank() == c.Rank()+1 && cards[i-1].Red() != c.Red() {
			k.layers[column][n-1].cards |= bit
			continue
		}
		k.layers[column][n] = klondikeLayer{cards: bit, base: bit}
		k.column[card] = uint8(column)
		n++
	}
	return uint8(n)
}

// readStock takes stock, waste and redeals in.
func (k *klondikeDeal) readStock(p *engine.Position, s *klondikeState) {
	var room [24]engine.Card
	waste := p.AppendPile(room[:0], engine.Waste)
	s.waste = uint8(len(waste))
	drawn := p.AppendPile(waste, engine.Stock)
	for a, b := len(waste), len(drawn)-1; a < b; a, b = a+1, b-1 {
		drawn[a], drawn[b] = drawn[b], drawn[a]
	}
	for i, c := range drawn {
		card := klondikeCard(c)
		k.stocked[i], k.place[card] = card, uint8(i)
		s.hand |= 1 << card
	}
	s.stock = 1<<len(drawn) - 1
	k.stockSize = len(drawn)
	s.redeals = klondikeEndless
	if text := p.Options().Get("redeals"); text != "unlimited" {
		if limit, err := strconv.Atoi(text); err == nil {
			s.redeals = uint8(min(limit-p.Redeals(), klondikeEndless))
		}
	}
	k.square(s)
	k.limited, k.redeals = s.redeals != klondikeEndless, s.redeals
}

// show puts the top layer of a column in sight, or counts the column as a space if it has none.
func (k *klondikeDeal) show(s *klondikeState, column int) {
	n := s.left[column]
	if n == 0 {
		s.spaces++
		return
	}
	layer := &k.layers[column][n-1]
	s.up |= layer.cards
	if n == 1 && layer.base&klondikeKings != 0 {
		s.left[column] = 0
		s.height -= k.weight[column]
		return
	}
	s.base |= layer.base
}

// turn turns up the layer beneath a base that leaves its column.
func (k *klondikeDeal) turn(s *klondikeState, card uint8) {
	column := k.column[card]
	s.base &^= 1 << card
	s.left[column]--
	s.height -= k.weight[column]
	k.show(s, int(column))
}
