package engine

// scoring is a scheme of points: what each thing that happens in a move adds.
type scoring struct {
	// start is the score of a fresh deal.
	start int
	// move is for every move.
	move int
	// wasteToColumn, toFoundation and fromFoundation are for a card that goes that way.
	wasteToColumn, toFoundation, fromFoundation int
	// turnUp is for a card turned up in a column.
	turnUp int
	// redeal is for each redeal after the first freeRedeals.
	redeal, freeRedeals int
	// run is for a finished run.
	run int
	// removal is for a pair or a King.
	removal int
	// row is, per row, for its last card.
	row [8]int
	// peak is for the first, second and last peak.
	peak [4]int
	// streak pays the k-th play in a row k points.
	streak bool
	// draw is for a draw, which also ends a streak.
	draw int
	// cardOff is for a card that leaves the columns, stockLeft for each card
	// in the stock when the game is won.
	cardOff, stockLeft int
	// floor keeps the score from falling below zero.
	floor bool
}

// none stands in where no scheme is on, so that a game without one needs no
// second way through a move.
var none scoring

func (r *rules) points() *scoring {
	if r.score == nil {
		return &none
	}
	return r.score
}

// settle adds the points of one move to the score and returns the change.
func (s *scoring) settle(score int32, points int) int32 {
	next := int64(score) + int64(points)
	if s.floor && next < 0 {
		next = 0
	}
	// A position from outside may stand at the edge of 32 bits.
	next = min(max(next, -1<<31), 1<<31-1)
	return int32(next)
}
