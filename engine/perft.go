package engine

// Perft counts the sequences of exactly depth legal moves from the position.
// Draws and redeals are moves, an undo is none; a won game ends a sequence and
// is not counted deeper. Perft of depth 0 is 1.
func Perft(p Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	moves := make([][]Move, depth)
	return p.perft(moves)
}

// perft counts with one buffer of moves for each level.
func (p *Position) perft(levels [][]Move) uint64 {
	levels[0] = p.LegalMoves(levels[0][:0])
	if len(levels) == 1 {
		return uint64(len(levels[0]))
	}
	r := p.rules()
	var paths uint64
	for _, m := range levels[0] {
		after := *p
		after.apply(r, m, nil)
		paths += after.perft(levels[1:])
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
