package solve

import (
	"math/bits"
	"strconv"

	"github.com/talon-solitaire/talon/engine"
)

// pyramidDeal is what a search of Pyramid knows from the start. It numbers the
// cards by groups of ranks that pair with each other: group g holds the ranks g+1
// and 12-g, the low rank's suits first, in eight bits; the Kings come last.
type pyramidDeal struct {
	start pyramidState
	// table are the cards of the pyramid, and place their places.
	table uint64
	place [deckBits]uint8
	// cover are the cards that lie on a card, under the ones that it lies on.
	cover, under [deckBits]uint64
	// order are the cards of stock and waste but for Kings, in the order of drawing.
	order [stockPlaces]uint8
	// turns is how many more redeals can be of use.
	turns     uint8
	stockPlay bool
	// hope tells for each group which sets of its cards can be left in a position
	// that is not lost.
	hope [pyramidGroups][256]bool
}

const (
	pyramidGroups = 6
	firstKing     = 8 * pyramidGroups
	deckBits      = 52
	// stockPlaces is more than the most cards of stock and waste.
	stockPlaces = 25
	// lowCards are the cards of the lower rank of each group.
	lowCards = 0x0f0f0f0f0f0f
)

// pyramidCard returns the number of a card.
func pyramidCard(c engine.Card) int {
	switch rank, suit := int(c.Rank()), int(c.Suit()); {
	case c.Rank() == engine.King:
		return firstKing + suit
	case rank <= pyramidGroups:
		return 8*(rank-1) + suit
	default:
		return 8*(12-rank) + 4 + suit
	}
}

// partnersOf returns all cards that pair with one of the cards by rank.
func partnersOf(cards uint64) uint64 {
	cards |= cards >> 1 & 0x7777777777777777
	cards |= cards >> 2 & 0x3333333333333333
	ranks := cards & 0x111111111111
	ranks = ranks&lowCards<<4 | ranks>>4&lowCards
	return ranks * 15
}

// read reads the position.
func (y *pyramidDeal) read(p *engine.Position) {
	*y = pyramidDeal{stockPlay: p.Options().Get("stock_play") == "on"}
	y.readPlaces(p)
	y.readStock(p)
	y.turns = usefulTurns(p)
	y.judge()
}

// readPlaces reads the pyramid, the Kings that are free already taken off.
func (y *pyramidDeal) readPlaces(p *engine.Position) {
	var at [peakPlaces + 1]uint64
	var buffer [1]engine.Card
	for place := peakPlaces; place > 0; place-- {
		cards := p.AppendPile(buffer[:0], engine.Place(place))
		if len(cards) == 0 {
			continue
		}
		card := pyramidCard(cards[0])
		at[place] = 1 << card
		y.table |= at[place]
		y.place[card] = uint8(place)
		for _, cover := range engine.Pyramid.Covers(engine.Place(place)) {
			if cover != engine.NoPile {
				y.cover[card] |= at[cover.Index()+1]
			}
		}
		for cover := y.cover[card]; cover != 0; cover &= cover - 1 {
			y.under[bits.TrailingZeros64(cover)] |= at[place]
		}
		if y.cover[card] == 0 {
			y.start.free |= at[place]
		}
	}
	y.start.left = y.table
}

// readStock reads waste and stock.
func (y *pyramidDeal) readStock(p *engine.Position) {
	var buffer [stockPlaces]engine.Card
	n := uint8(0)
	add := func(c engine.Card) {
		if card := pyramidCard(c); card < firstKing {
			y.order[n] = uint8(card)
			y.start.left |= 1 << card
			y.start.stock |= 1 << n
			n++
		}
	}
	for _, c := range p.AppendPile(buffer[:0], engine.Waste) {
		add(c)
	}
	y.start.at = n
	stock := p.AppendPile(buffer[:0], engine.Stock)
	for i := len(stock) - 1; i >= 0; i-- {
		add(stock[i])
	}
}

// usefulTurns returns how many redeals are left, or the most that can be of use if
// that is fewer: one for each card of stock and waste.
func usefulTurns(p *engine.Position) uint8 {
	limit, err := strconv.Atoi(p.Options().Get("redeals"))
	if err != nil {
		return stockPlaces - 1
	}
	return uint8(min(limit-p.Redeals(), stockPlaces-1))
}

// judge fills in hope: every card of the pyramid needs a partner of its own that is left,
// and none that it covers or is covered by, through however many others.
func (y *pyramidDeal) judge() {
	var above [deckBits]uint64
	var byPlace [peakPlaces + 1]uint8
	for cards := y.table; cards != 0; cards &= cards - 1 {
		card := bits.TrailingZeros64(cards)
		byPlace[y.place[card]] = uint8(card)
	}
	for place := peakPlaces; place > 0; place-- {
		if card := byPlace[place]; int(y.place[card]) == place {
			above[card] = y.cover[card]
			for cover := y.cover[card]; cover != 0; cover &= cover - 1 {
				above[card] |= above[bits.TrailingZeros64(cover)]
			}
		}
	}
	for group := range y.hope {
		hope := &y.hope[group]
		for set := range hope {
			needy := uint64(set) << (8 * group) & y.table
			if needy == 0 {
				hope[set] = true
				continue
			}
			card := bits.TrailingZeros64(needy)
			for partners := partnersOf(1<<card) & (uint64(set) << (8 * group)); partners != 0; partners &= partners - 1 {
				partner := bits.TrailingZeros64(partners)
				if (above[card]>>partner|above[partner]>>card)&1 == 0 {
					hope[set] = hope[set] || hope[set&^(1<<(card&7)|1<<(partner&7))]
				}
			}
		}
	}
}

// hopefulGroup reports whether the cards left of a group can be those of a position
// that is not lost.
func (y *pyramidDeal) hopefulGroup(left uint64, group int) bool {
	return y.hope[group][uint8(left>>(8*group))]
}

// hopeful reports that of all groups.
func (y *pyramidDeal) hopeful(left uint64) bool {
	for group := range y.hope {
		if !y.hopefulGroup(left, group) {
			return false
		}
	}
	return true
}
