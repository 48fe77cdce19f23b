package hint

import "github.com/talon-solitaire/talon/engine"

// The worth of removals in Pyramid.
const (
	worthKing     = 500
	worthPlace    = 60
	worthFreed    = 30
	worthIdlePair = 5
)

// pairs advises in Pyramid: Kings, then the pair that takes most cards off the
// pyramid and frees most of those beneath, then the draw.
func pairs(p *engine.Position) []advice {
	var found []advice
	for _, m := range p.LegalMoves(nil) {
		switch m.Kind {
		case engine.Draw:
			found = append(found, advice{Suggestion{m, Draws}, worthDraw})
		case engine.Redeal:
			found = append(found, advice{Suggestion{m, Redeals}, worthRedeal})
		default:
			found = append(found, advice{Suggestion{m, RemovesPair}, removal(p, m)})
		}
	}
	return found
}

// removal is the worth of taking a pair or a King.
func removal(p *engine.Position, m engine.Move) int {
	if m.To == engine.NoPile {
		return worthKing
	}
	taken := 0
	for _, id := range [2]engine.PileID{m.From, m.To} {
		if id.Kind() == engine.KindPlace {
			taken++
		}
	}
	if taken == 0 {
		// Two cards of stock and waste may each be the last partner of a card
		// of the pyramid.
		return worthIdlePair
	}
	return worthDraw + taken*worthPlace + worthFreed*freed(p, m)
}

// freed is how many cards of the pyramid the removal of the two frees.
func freed(p *engine.Position, m engine.Move) int {
	gone := func(id engine.PileID) bool {
		var room [1]engine.Card
		return id == m.From || id == m.To || len(p.AppendPile(room[:0], id)) == 0
	}
	n := 0
	for _, id := range p.Options().Piles() {
		if id.Kind() != engine.KindPlace || gone(id) {
			continue
		}
		covers := engine.Pyramid.Covers(id)
		under := covers[0] == m.From || covers[0] == m.To || covers[1] == m.From || covers[1] == m.To
		if under && gone(covers[0]) && gone(covers[1]) {
			n++
		}
	}
	return n
}
