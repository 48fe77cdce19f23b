package solve

import "github.com/talon-solitaire/talon/engine"

// chainProbe looks for a win at the first go: depth first, cards before draws, and no
// position twice. Most deals that can be won are won long before the sweep is done.
// It proves no loss, unless it runs out of positions.
type chainProbe struct {
	on   chainBoard
	b    *budget
	seen table
	line []engine.Move
	left int
	// plays are the free cards at each depth.
	plays [chainDepth][chainFree]chainPlay
}

const (
	chainProbeNodes = 2000
	// chainDepth is more than the moves that a line can have, one to a card.
	chainDepth      = 52
	chainProbeWords = 16 * firstSlots
)

// probe reports whether a win is found, and appends its moves to the line.
func (c *chain) probe(on chainBoard, set int, b *budget, m *memory, line []engine.Move) ([]engine.Move, bool) {
	t := &c.try
	t.on, t.b, t.line, t.left = on, b, line, chainProbeNodes
	t.seen.beginIn(m, min(chainProbeWords, m.left()))
	m.reset()
	won := c.descend(set, c.tops[0], 0, 0)
	return c.try.line, won
}

func (c *chain) descend(set int, top uint8, drawn, depth int) bool {
	if set == 0 {
		return true
	}
	t := &c.try
	if t.left == 0 {
		return false
	}
	held, fresh := t.seen.find(uint64(set)<<9 | uint64(drawn)<<4 | uint64(top))
	if held == nil || !fresh || !t.b.spend() {
		return false
	}
	t.left--
	at := len(t.line)
	plays := &t.plays[depth]
	for _, p := range plays[:t.on.free(set, plays)] {
		if !c.takes(top, p.rank) {
			continue
		}
		t.line = append(t.line[:at], engine.Move{Kind: engine.Transfer, From: p.from, To: engine.Waste, Count: 1})
		if c.descend(p.rest, p.rank, drawn, depth+1) {
			return true
		}
	}
	t.line = t.line[:at]
	if drawn == c.draws {
		return false
	}
	t.line = append(t.line, engine.Move{Kind: engine.Draw})
	return c.descend(set, c.tops[drawn+1], drawn+1, depth+1)
}
