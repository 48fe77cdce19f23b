package solve

import "github.com/talon-solitaire/talon/engine"

// yukon searches positions of Yukon best first, those with the fewest cards in
// their old place before the others, and leaves out those whose sketch is lost.
type yukon struct {
	deal     yukonDeal
	sketches sketches
	archive  archive
	queue    yukonQueue
	board    yukonBoard
}

// yukonFirstTry is how many nodes the search may take that brings no card back
// from the foundations where it could.
const yukonFirstTry = 500_000

func (y *yukon) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	y.deal.read(p)
	if y.deal.returns {
		y.deal.returns = false
		if verdict, at := y.run(b, m, b.nodes+yukonFirstTry); verdict == Winnable {
			return Winnable, y.spell(p, at, line)
		}
		if b.outOf() {
			return Unknown, line
		}
		m.reset()
		y.deal.returns = true
	}
	verdict, at := y.run(b, m, 1<<64-1)
	if verdict == Winnable {
		line = y.spell(p, at, line)
	}
	return verdict, line
}

// run searches until so many nodes are spent, and returns the number of the
// position that is won.
func (y *yukon) run(b *budget, m *memory, last uint64) (Verdict, uint32) {
	y.sketches.begin(&y.deal, m, last)
	y.queue.begin(m)
	y.archive.begin(m, 2)
	start := y.deal.start
	covered := y.deal.covered(start.inPlace())
	y.sketches.chain(&sketch{inPlace: start.inPlace(), home: start.home(), covered: covered})
	y.add(yukonStep{state: start, covered: covered}, noOrigin)
	for {
		at, found := y.queue.pull()
		if !found {
			return Unwinnable, 0
		}
		if b.nodes >= last || !b.spend() {
			return Unknown, 0
		}
		s := y.state(at)
		if s.live() == 0 {
			return Winnable, at
		}
		inPlace := s.inPlace()
		covered := y.deal.covered(inPlace)
		if !y.sketches.alive(sketch{inPlace: inPlace, home: s.home(), covered: covered}, b) {
			continue
		}
		if !y.expand(s, covered, at) {
			if last == 1<<64-1 {
				b.fail(Memory)
			}
			return Unknown, 0
		}
	}
}

func (y *yukon) state(at uint32) yukonState {
	words := y.archive.at(int(at))
	return yukonState{first: words[0], second: words[1]}
}
