package solve

import "math/bits"

// sketch is a position of Yukon without the places of the cards that have moved:
// which cards are in their old place and which are home. The rest are afloat,
// each on some taker, which is said to be full then.
//
// A move that takes a card out of its old place, home, or back makes another
// sketch, and the others leave the sketch as it is; each is one of the moves here,
// as the cards afloat do lie on takers of their own then. So a position whose
// sketch cannot be won is lost.
type sketch struct {
	inPlace, home uint64
	// covered are the cards that one in its old place lies on.
	covered uint64
}

func (s *sketch) key() uint64 { return s.inPlace<<4 | (s.home<<4|yukonAces)&^s.home }

func (s *sketch) live() uint64 { return yukonDeck &^ s.home }

// open returns the cards on which none lies, or one that is afloat. They lie face up.
func (s *sketch) open() uint64 { return yukonDeck &^ s.home &^ s.covered }

func (s *sketch) afloat() uint64 { return yukonDeck &^ s.home &^ s.inPlace }

// sketches searches sketches depth first and keeps what it found.
type sketches struct {
	deal  *yukonDeal
	known table
	// bars holds for each card in its old place those that cannot go home before
	// it has left, and holds those that cannot leave their own place before. Found
	// where the search begins it is true wherever the card is still there.
	bars, holds [52]uint64
	// fixed are those that cannot go home from their old place.
	fixed uint64
	// way is the line of sketches that the search is at, depth how long it is.
	way   [sketchDepth]sketchFrame
	depth int
	// trail has the sketches that the search entered where cards come back, entered
	// is how many.
	trail   []uint64
	entered int
	// last is how many nodes may be spent before the search gives up.
	last uint64
}

// sketchFrame is a sketch with its moves that are not tried yet.
type sketchFrame struct {
	at sketch
	// leaves, homes and backs are the cards to leave their old place, to go
	// home, and to come back.
	leaves, homes, backs uint64
}

const (
	// sketchDepth bounds a line of sketches. Where no card comes back each leaves
	// its old place once and goes home once.
	sketchDepth = 2*52 + 1
	// sketchLimit is how many sketches the search for one position may enter where
	// cards come back. Where they do not all are worth it.
	sketchLimit = 20_000
)

// sketchFate is what is known about a sketch.
type sketchFate = uint8

// The fates; a sketch that is new has none of them.
const (
	sketchUnseen sketchFate = iota
	sketchDead
	// sketchAlive: it can be won, or nobody knows that it cannot.
	sketchAlive
)

// begin forgets everything and takes its part of the memory. Searches last until
// so many nodes are spent.
func (x *sketches) begin(d *yukonDeal, m *memory, last uint64) {
	x.deal, x.last = d, last
	x.trail, _ = m.cut(min(m.left()/8, sketchLimit))
	x.known.beginIn(m, m.left()/4)
}

// leave takes a card out of its old place.
func (x *sketches) leave(s *sketch, c uint8) {
	s.inPlace &^= 1 << c
	s.covered &^= 1 << x.deal.below[c]
}

func (x *sketches) goHome(s *sketch, c uint8) {
	if s.inPlace>>c&1 == 1 {
		x.leave(s, c)
	}
	s.home |= 1 << c
}

// end returns the last card of those that lie in their old place on the card.
func (x *sketches) end(s *sketch, c uint8) uint8 {
	for s.covered>>c&1 == 1 {
		c = x.deal.above[c]
	}
	return c
}

// fit reports whether each of at most two cards has a taker of its own, that is
// none in its old place on the card itself.
func (x *sketches) fit(s *sketch, cards, takers uint64) bool {
	all := uint64(0)
	count := 0
	for ; cards != 0; cards &= cards - 1 {
		own := takers &^ (1 << x.end(s, uint8(bits.TrailingZeros64(cards))))
		if own == 0 {
			return false
		}
		all |= own
		count++
	}
	return bits.OnesCount64(all) >= count
}

func (x *sketches) emptyColumns(s *sketch) int {
	return yukonColumns - bits.OnesCount64(s.inPlace&x.deal.bottoms|s.afloat()&yukonKings)
}

// canFloat reports whether a card that is not afloat finds a place among those that are.
func (x *sketches) canFloat(s *sketch, c uint8) bool {
	if 1<<c&yukonKings != 0 {
		return x.emptyColumns(s) > 0
	}
	return x.fit(s, yukonPair[c&63]&s.afloat()|1<<c, s.open()&yukonTaking[c&63])
}

// canGoHome reports whether those afloat that a card takes have another place.
func (x *sketches) canGoHome(s *sketch, c uint8) bool {
	return x.fit(s, yukonTaken[c&63]&s.afloat(), s.open()&yukonPair[c&63]&^(1<<c))
}

// settle makes the moves that lose nothing.
func (x *sketches) settle(s *sketch) {
	for again := true; again; {
		again = false
		for set := yukonNext(s.home) & s.open(); set != 0; set &= set - 1 {
			if c := uint8(bits.TrailingZeros64(set)); x.deal.safe(c, s.home) {
				x.goHome(s, c)
				again = true
			}
		}
		for set := x.movable(s); set != 0; set &= set - 1 {
			if c := uint8(bits.TrailingZeros64(set)); x.costless(s, c) {
				x.leave(s, c)
				again = true
			}
		}
	}
}

// movable returns the cards in their old place that lie face up.
func (x *sketches) movable(s *sketch) uint64 { return s.inPlace & (x.deal.up | ^s.covered) }

// costless reports whether a card can leave its old place and that loses
// nothing. A King: there are empty columns for all Kings that may ever want
// one. Another card: there is a taker for it that cannot go home before the card
// has left its place, and the other card of its rank and colour either cannot
// want that taker before, or has a second one of that sort. Then any line of
// sketches stays one when the card leaves first: until it left there, it is in
// nobody's way here.
func (x *sketches) costless(s *sketch, c uint8) bool {
	if 1<<c&yukonKings != 0 {
		rivals := s.inPlace & yukonKings
		if x.deal.returns {
			rivals |= s.home & yukonKings
		}
		return x.emptyColumns(s) >= bits.OnesCount64(rivals)
	}
	takers := s.open() & yukonTaking[c&63] & x.bars[c]
	if takers == 0 || !x.canFloat(s, c) {
		return false
	}
	other := yukonPair[c&63] &^ (1 << c)
	switch bits.OnesCount64(takers &^ (1 << x.end(s, c))) {
	case 2:
		return true
	case 1:
		return other&s.inPlace&x.holds[c] != 0 || other&s.home != 0 && !x.deal.returns
	default:
		return false
	}
}

// alive reports whether the sketch can be won, or a limited search does not tell.
func (x *sketches) alive(s sketch, b *budget) bool {
	x.depth, x.entered = 0, 0
	fate := x.enter(s, b)
	for fate != sketchAlive {
		if x.depth == 0 {
			return false
		}
		next, found := x.next(&x.way[x.depth-1])
		if !found {
			x.depth--
			continue
		}
		fate = x.enter(next, b)
	}
	x.spare()
	return true
}

// next makes the next move of a frame.
func (x *sketches) next(f *sketchFrame) (next sketch, found bool) {
	for next = f.at; f.leaves != 0; {
		c := x.deal.deepest(f.leaves)
		f.leaves &^= 1 << c
		if x.canFloat(&next, c) {
			x.leave(&next, c)
			return next, true
		}
	}
	for f.homes != 0 {
		c := uint8(bits.TrailingZeros64(f.homes))
		f.homes &= f.homes - 1
		if x.canGoHome(&next, c) {
			x.goHome(&next, c)
			return next, true
		}
	}
	for f.backs != 0 {
		c := uint8(bits.TrailingZeros64(f.backs))
		f.backs &= f.backs - 1
		if x.canFloat(&next, c) {
			next.home &^= 1 << c
			return next, true
		}
	}
	return next, false
}

// enter settles a sketch and returns its fate. One that is unseen comes to the
// end of the way and counts as dead for the time being: whatever leads to it once
// more need not enter it again.
func (x *sketches) enter(s sketch, b *budget) sketchFate {
	x.settle(&s)
	if s.home == yukonDeck {
		return sketchAlive
	}
	fate, fresh := x.known.find(s.key())
	switch {
	case fate == nil:
		return sketchAlive
	case !fresh:
		return *fate
	}
	*fate = sketchDead
	if !x.hopeful(&s) {
		return sketchDead
	}
	if x.depth == len(x.way) || x.entered == len(x.trail) || b.nodes >= x.last || !b.spend() {
		*fate = sketchAlive
		return sketchAlive
	}
	f := &x.way[x.depth]
	x.depth++
	f.at = s
	f.leaves, f.homes, f.backs = x.begun(&s)
	if x.deal.returns {
		x.trail[x.entered] = s.key()
		x.entered++
	}
	return sketchUnseen
}

// begun returns moves of which one begins a win, if there is any.
func (x *sketches) begun(s *sketch) (leaves, homes, backs uint64) {
	if x.deal.returns {
		return x.movable(s), yukonNext(s.home) & s.open(), s.home &^ (s.home >> 4)
	}
	leaves, homes = x.narrow(s)
	return leaves, homes, 0
}

// spare tells that the sketches entered are not dead after all: those on the way,
// and where cards come back any, as it may lead to the way.
func (x *sketches) spare() {
	for i := range x.way[:x.depth] {
		x.revive(x.way[i].at.key())
	}
	for _, key := range x.trail[:x.entered] {
		x.revive(key)
	}
}

func (x *sketches) revive(key uint64) {
	if fate, _ := x.known.find(key); fate != nil {
		*fate = sketchAlive
	}
}
