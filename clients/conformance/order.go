package main

import solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"

// orderRecord is a position with its legal moves in the order that is promised.
type orderRecord struct {
	state string
	moves []string
}

func (o orderRecord) check(c *checker) {
	if listed, ok := ask[solitairev1.EnumerateMovesResponse](c, &solitairev1.EnumerateMovesRequest{State: o.state}); ok {
		c.list("order", moveTexts(listed.GetMoves()), o.moves)
		c.moves("parts", o.state, listed.GetMoves())
	}
}
