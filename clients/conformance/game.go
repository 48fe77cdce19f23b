package main

import (
	"maps"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// game holds what an answer says of a game to what its state says: the variant, the
// counters and, in views that have one, the table. Status, moves and the state itself
// are up to the vector. Options are all options with their values, nil where the
// vector does not name them.
func (c *checker) game(check string, game *solitairev1.Game, options map[string]string, view solitairev1.Game_View) {
	b := boardOf(game.GetState())
	compare(c, check, game.GetVariant(), b.variant)
	compare(c, check, game.GetMoveCount(), b.counters.GetMoveCount())
	compare(c, check, game.GetScore(), b.counters.GetScore())
	if options == nil {
		c.includes(check, game.GetOptions(), b.settings)
	} else {
		c.holds(check, maps.Equal(game.GetOptions(), options), "got options %v, want %v", game.GetOptions(), options)
	}
	var table *solitairev1.Table
	if view != solitairev1.Game_STATE {
		table = b.table()
	}
	c.holds("table", proto.Equal(game.GetTable(), table), "got %v, want %v", game.GetTable(), table)
	if view == solitairev1.Game_TABLE_AND_MOVES {
		c.moves("parts", game.GetState(), game.GetMoves())
	} else {
		compare(c, check, len(game.GetMoves()), 0)
	}
}

// inspected holds a game in the view STATE to what InspectGame tells of its state.
func (c *checker) inspected(check string, game *solitairev1.Game) {
	if told, ok := ask[solitairev1.InspectGameResponse](c, &solitairev1.InspectGameRequest{
		State: game.GetState(), View: solitairev1.Game_STATE,
	}); ok {
		c.holds(check, proto.Equal(game, told.GetGame()), "got %v, but inspected it is %v", game, told.GetGame())
	}
}

// includes holds options to those that a state names, which are not their defaults.
func (c *checker) includes(check string, got, named map[string]string) {
	c.holds(check, len(got) > 0 && len(got) >= len(named), "got options %v, want them all", got)
	for name, value := range named {
		compare(c, check, name+"="+got[name], name+"="+value)
	}
}

// converted asks for a state as piles, and for a move from it as text, and holds the
// answers to the state as a whole.
func (c *checker) converted(state string, options map[string]string, move string) {
	b := boardOf(state)
	want := &solitairev1.ConvertPositionResponse{
		State: state, Variant: b.variant, Options: options, Piles: b.piles(), Counters: b.counters,
	}
	c.conversion(&solitairev1.ConvertPositionRequest{
		From: solitairev1.ConvertPositionRequest_POSITION, To: solitairev1.ConvertPositionRequest_PILES, State: state,
	}, want)
	if move == "" {
		return
	}
	c.conversion(&solitairev1.ConvertPositionRequest{
		From: solitairev1.ConvertPositionRequest_MOVES, To: solitairev1.ConvertPositionRequest_MOVES,
		State: state, Moves: []string{move},
	}, &solitairev1.ConvertPositionResponse{
		Text: move, State: state, Variant: b.variant, Options: options, Moves: []string{move},
	})
}

func (c *checker) conversion(request *solitairev1.ConvertPositionRequest, want *solitairev1.ConvertPositionResponse) {
	if got, ok := ask[solitairev1.ConvertPositionResponse](c, request); ok {
		if want.Options == nil {
			c.includes("conversion", got.GetOptions(), boardOf(want.GetState()).settings)
			want.Options = got.GetOptions()
		}
		c.holds("conversion", proto.Equal(got, want), "got %v, want %v", got, want)
	}
}
