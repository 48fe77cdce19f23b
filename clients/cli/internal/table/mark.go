package table

// Mark says what a spot is marked as.
type Mark uint8

// The marks. Each is drawn around the card, so that it can be seen without colours.
const (
	Target Mark = iota // a card may go there: +5♣
	Chosen             // the card, or a group of them, is chosen: >5♣<
	Cursor             // the cursor is there: [5♣]
)

var marks = [...]struct {
	left, right rune
	frame, card ink
}{
	Target: {'+', ' ', green | bold, bold},
	Chosen: {'>', '<', yellow | bold, reversed},
	Cursor: {'[', ']', bold, reversed},
}

// Mark marks a spot, and for Chosen the cards above it too. A spot that is not
// drawn is not marked.
func (s *Sheet) Mark(place Spot, as Mark) {
	s.frame(place, as)
	for as == Chosen && place.Count > 1 {
		place.Count--
		s.frame(place, as)
	}
}

func (s *Sheet) frame(place Spot, as Mark) {
	at, drawn := s.find(place)
	if !drawn {
		return
	}
	look := marks[as]
	for i := range 2 {
		s.at(at.x+i, at.y).ink |= look.card
	}
	for x, glyph := range map[int]rune{at.x - 1: look.left, at.x + 2: look.right} {
		if glyph != ' ' && x >= 0 && x < s.style.Width {
			*s.at(x, at.y) = cell{glyph, look.frame}
		}
	}
}
