package enginetest

import (
	"math/rand/v2"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// SwapHidden returns the position with the cards that no player sees, those
// face down and those in the stock, exchanged among each other at random.
func SwapHidden(t testing.TB, random *rand.Rand, p engine.Position) engine.Position {
	t.Helper()
	game := naive.Parse(p.String())
	var hidden []*naive.Card
	for _, id := range p.Options().Piles() {
		cards := game.Piles[id.String()]
		for i := range cards {
			if unseen(game, id, i) {
				hidden = append(hidden, &cards[i])
			}
		}
	}
	random.Shuffle(len(hidden), func(i, j int) {
		hidden[i].Rank, hidden[j].Rank = hidden[j].Rank, hidden[i].Rank
		hidden[i].Suit, hidden[j].Suit = hidden[j].Suit, hidden[i].Suit
	})
	swapped, err := engine.ParseState(game.String())
	if err != nil {
		t.Fatalf("%v\nhidden cards swapped in %s\ngive %s", err, p.String(), game)
	}
	return swapped
}

func unseen(game *naive.Game, id engine.PileID, i int) bool {
	cards := game.Piles[id.String()]
	switch id.Kind() {
	case engine.KindStock:
		return i < len(cards)-1 || game.Options["stock_play"] != "on"
	case engine.KindPlace:
		return game.Variant == "tripeaks" && game.Covered(id.String())
	default:
		return cards[i].Down
	}
}
