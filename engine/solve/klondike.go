package solve

import "github.com/talon-solitaire/talon/engine"

// klondike searches Klondike.
//
// How the cards in sight lie on each other is no part of a state. A card that
// lies on another one in order can move to the twin of that one, the other card
// of its rank and colour, whenever the twin is free; so all that counts is how
// many cards are placed on the two twins. A column is a stack of layers, each a
// card that was face down, or covered out of order, and what lay on it in order
// when the search began; only the lowest card of the top layer, its base, is
// bound to the column. Everything else follows from the foundations, the layers
// left in each column and the cards left in the stock:
//
//   - a place is free for a card if more cards that it fits on are in sight than
//     cards of its kind are placed on them;
//   - a card comes to the top of its column if a place is free for the cards that fit on it;
//   - the next layer is turned up by moving a base to its foundation or to a free place.
//
// A King at the bottom of a column is no base: its column counts as the
// space that it fills.
//
// Turning up a layer and playing a stock card cannot be taken back, and every
// way to the win has the same number of them. Other cards go up to the
// foundations and, where that is allowed, back again as often as they like. All
// states that these shuffles lead to are looked at together, as one node; the
// steps from node to node make no cycles.
type klondike struct {
	klondikeDeal
	// without are prunings that are left out, which is for tests.
	without klondikePruning
	// tables are that of the search and that of hopeless; table is the one in use.
	tables [2]klondikeTable
	table  *klondikeTable
	budget *budget
	// shuffled holds the states of one node, met the marks of those found.
	shuffled [klondikeHomes]klondikeShuffle
	met      [klondikeHomes]uint32
	mark     uint32
	// steps holds the steps from the nodes on the path that are still to be made.
	steps   [1 << 17]klondikeStep
	stepped int
	// path holds the step made at each depth, length how many lead to the win.
	path   [klondikeDepth]klondikeStep
	length int
	// picked holds the states of pick.
	picked  [klondikeDepth]klondikeState
	speller klondikeSpeller
}

// klondikePruning is a set of prunings.
type klondikePruning uint16

const (
	klondikeSettling klondikePruning = 1 << iota // settle
	klondikeSafety                               // no safe card comes back
	klondikeEarly                                // steps before shuffles: branch
	klondikeComeback                             // places that a card can also have from its foundation: branch
	klondikeIdle                                 // klondikePlayed
	klondikePicking                              // pick
	klondikeKnown                                // klondikeWastes
	klondikeRelaxing                             // hopeless
	klondikePatient                              // hopeless is not asked at first: relaxes
)

// klondikeDepth is more than the number of steps on any path: 52 layers and stock
// cards, and a shuffle after each of 24 stock cards.
const klondikeDepth = 96

// klondikeHomes is how many different foundations there are.
const klondikeHomes = 14 * 14 * 14 * 14

func (k *klondike) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	k.budget = b
	start := k.read(p)
	k.table = &k.tables[0]
	if k.relaxes() {
		k.tables[1].begin(m, b, m.left()/2)
	}
	k.table.begin(m, b, m.left())
	if k.visit(start, 0, klondikePlayed{}) {
		return Winnable, k.spell(p, start, line)
	}
	return k.lost(b), line
}

// klondikePatience is how many nodes a search looks at before it asks whether states are hopeless.
const klondikePatience = 256

// relaxes reports whether the question whether states are hopeless is of use.
func (k *klondike) relaxes() bool {
	return (k.limited || k.draw > 1) && k.without&klondikeRelaxing == 0
}

// asks reports whether a state is to be asked whether it is hopeless.
func (k *klondike) asks() bool {
	return k.relaxes() && (k.budget.nodes > klondikePatience || k.without&klondikePatient != 0)
}

// hopeless reports whether the state has no win even where every card of the
// stock can be had at any time, as in draw 1 with endless redeals. There is no
// order in the stock then, and the search is much shorter.
func (k *klondike) hopeless(s klondikeState, depth int) bool {
	draw, limited := k.draw, k.limited
	k.draw, k.limited, k.table = 1, false, &k.tables[1]
	s.redeals = klondikeEndless
	k.square(&s)
	won := k.visit(s, depth, klondikePlayed{})
	k.draw, k.limited, k.table = draw, limited, &k.tables[0]
	return !won
}

// lost returns the verdict of a search that found no win.
func (k *klondike) lost(b *budget) Verdict {
	if b.outOf() {
		return Unknown
	}
	return Unwinnable
}

// visit looks at the node of the state and reports whether it found a win.
func (k *klondike) visit(s klondikeState, depth int, played klondikePlayed) bool {
	k.settle(&s, nil)
	played.settled(&s, k.without)
	if k.won(&s, depth) {
		return true
	}
	var known klondikeWastes
	if alive, fresh := k.enter(&s, &known); !fresh {
		return alive
	}
	if k.asks() && k.hopeless(s, depth) {
		return false
	}
	first := k.stepped
	found := k.branch(&s, known, played) && k.follow(&s, first, depth)
	k.stepped = first
	if found && k.table == &k.tables[1] {
		k.praise(&s)
	}
	return found
}

// praise notes that the state has a win.
func (k *klondike) praise(s *klondikeState) {
	key, _ := k.key(s)
	if held, _ := k.table.find(key); held != nil {
		*held = klondikeAlive
	}
}

// won reports whether the state is as good as won. Once nothing is covered
// any more, the lowest card can always go to its foundation, unless it is in a stock
// that does not give every card.
func (k *klondike) won(s *klondikeState, depth int) bool {
	k.length = depth
	return s.height == 0 && (s.stock == 0 || k.draw == 1 && s.redeals == klondikeEndless)
}

// follow makes the steps from the first one on.
func (k *klondike) follow(s *klondikeState, first, depth int) bool {
	for i := first; i < k.stepped && !k.budget.outOf(); i++ {
		if i%glance == glance-1 && !k.budget.look() {
			return false
		}
		step := &k.steps[i]
		if step.kind == klondikeHand {
			at := *s
			at.klondikeSpread = step.klondikeSpread
			if k.pick(&at, at.hand&at.next, at.hand&at.room(at.base), 0, false, depth) {
				return true
			}
			continue
		}
		k.path[depth] = *step
		next := k.after(s, step)
		if k.visit(next, depth+1, playedBy(step, &next)) {
			return true
		}
	}
	return false
}

// enter notes the state and reports whether it is to be looked at, and whether
// it is known to have a win if it is not.
func (k *klondike) enter(s *klondikeState, known *klondikeWastes) (alive, fresh bool) {
	key, note := k.key(s)
	held, fresh := k.table.find(key)
	switch {
	case held == nil:
		return false, k.budget.fail(Memory)
	case *held == klondikeAlive && !fresh && k.table == &k.tables[1]:
		return true, false
	case !note.into(held, fresh, known):
		return false, false
	}
	return false, k.budget.spend()
}

// klondikeAlive is the byte of a state that has a win.
const klondikeAlive = 255
