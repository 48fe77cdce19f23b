package engine

// Perft counts the sequences of exactly depth legal moves from the position.
// Draws and redeals are moves, an undo is none; a won game ends a sequence and
// is not counted deeper. Perft of depth 0 is 1.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	levels := make([]level, depth)
	levels[0].position = p
	return perft(levels)
}

// level is the room of one level of the count, so that counting allocates nothing.
type level struct {
	position Position
	moves    []Move
}

// perft counts from the position of the first level.
func perft(levels []level) uint64 {
	at := &levels[0]
	at.moves = at.position.LegalMoves(at.moves[:0])
	if len(levels) == 1 {
		return uint64(len(at.moves))
	}
	r := at.position.rules()
	var paths uint64
	for _, m := range at.moves {
		after := &levels[1].position
		*after = at.position
		after.apply(r, m, nil)
		paths += perft(levels[1:])
	}
	return paths
}

// Branch is a legal move and how many sequences begin with it.
type Branch struct {
	Move  Move
	Paths uint64
}

// Divide returns, for each legal move in the pinned order, how many of the
// sequences that Perft counts begin with it.
func Divide(p Position, depth int) []Branch {
	if depth <= 0 {
		return nil
	}
	var branches []Branch
	for _, m := range p.LegalMoves(nil) {
		after := p
		r := p.rules()
		after.apply(r, m, nil)
		branches = append(branches, Branch{Move: m, Paths: Perft(after, depth-1)})
	}
	return branches
}
