package engine

// Step is a position on the way of a game, and how it came there.
type Step struct {
	Position Position
	// Move led there from the step before; the zero Move for the first step.
	Move Move
	// Index is how many entries of the log had been applied when the game last
	// stood here.
	Index int
}

// Way plays a move log from the position and returns the steps that lead to
// where it ends, the start first. Moves taken back are no steps, so the game
// gets from each step to the next by one move. What stops a log is told as by
// Replay; the way then ends before it.
func Way(start Position, log []string) ([]Step, Replayed) {
	way := []Step{{Position: start}}
	replayed := Replay(start, log, func(applied int, at *Position) {
		entry := log[applied-1]
		if entry == Undo {
			way = way[:len(way)-1]
			way[len(way)-1].Index = applied
			return
		}
		m, _ := ParseMove(entry) // Replay read it already
		way = append(way, Step{*at, m, applied})
	})
	return way, replayed
}
