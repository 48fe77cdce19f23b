package solve

import "context"

// Budget bounds a search. Memory is the Solver's own.
type Budget struct {
	// Nodes is how many positions a search may look at; 0 is no bound.
	Nodes uint64
}

// Progress tells how far a search is.
type Progress struct {
	// Nodes is how many positions it has looked at.
	Nodes uint64
}

// Shortage is what ran out before a search was exhausted.
type Shortage uint8

// The shortages.
const (
	NoShortage Shortage = iota
	// Nodes: the budget's positions are used up.
	Nodes
	// Memory: the Solver's tables are full.
	Memory
	// Time: the context is done.
	Time
)

// String returns NODES, MEMORY or TIME, and an empty string for none.
func (s Shortage) String() string {
	switch s {
	case Nodes:
		return "NODES"
	case Memory:
		return "MEMORY"
	case Time:
		return "TIME"
	default:
		return ""
	}
}

// budget counts the nodes of one search and remembers what ran out first.
type budget struct {
	ctx      context.Context
	limit    Budget
	progress func(Progress)
	nodes    uint64
	shortage Shortage
}

// glance is how many nodes pass between two looks at the context: few enough
// for the slowest game to notice its end within some milliseconds.
const glance = 1024

// spend counts a node and reports whether the search may look at it.
func (b *budget) spend() bool {
	if b.shortage != NoShortage {
		return false
	}
	if b.nodes == b.limit.Nodes && b.limit.Nodes != 0 {
		return b.fail(Nodes)
	}
	b.nodes++
	if b.nodes%glance == 1 {
		return b.look()
	}
	return true
}

// look looks at the context and reports progress; it reports whether the search
// may go on. Work that takes long without spending nodes calls it itself.
func (b *budget) look() bool {
	if b.ctx.Err() != nil {
		return b.fail(Time)
	}
	if b.progress != nil {
		b.progress(Progress{Nodes: b.nodes})
	}
	return true
}

// fail ends the search for the shortage, unless another one came first.
func (b *budget) fail(s Shortage) bool {
	if b.shortage == NoShortage {
		b.shortage = s
	}
	return false
}

// outOf reports whether anything ran out.
func (b *budget) outOf() bool { return b.shortage != NoShortage }
