package solve

import "math/bits"

// focus is a set of moves of a sketch that begins with one that any win makes:
// the next card of some suit goes home. For a move of the set that cannot be made
// now it has all those of which one must come before, so the move of the set that a
// win makes first can be made at once. For a move that can be made now
// it has all those that would take from it or lose by it: cards that leave for the
// same takers, takers that go home, those that go home from the same cards. So
// the moves that come before it in a win can be made after it just as well, and
// lead to the same sketch: it can come first, and no other move of the
// sketch need be tried. Of its own card's other move nothing is lost: a card that
// is home already need not leave before.
//
// It holds where no card comes back, as then cards uncovered stay uncovered.
type focus struct {
	x *sketches
	s *sketch
	// leaves and homes are the cards to leave their old place and to go home.
	leaves, homes uint64
	// newLeaves and newHomes are those whose companions are not in yet.
	newLeaves, newHomes uint64
	// canLeave and canGoHome are those that can do so at once.
	canLeave, canGoHome uint64
}

// narrow returns a set of moves of which one begins some win, if there is any.
func (x *sketches) narrow(s *sketch) (leaves, homes uint64) {
	least := 2 * 52
	for set := yukonNext(s.home); set != 0 && least > 1; set &= set - 1 {
		f := focus{x: x, s: s}
		f.addHomes(set & -set)
		f.complete()
		if n := bits.OnesCount64(f.canLeave) + bits.OnesCount64(f.canGoHome); n < least {
			least, leaves, homes = n, f.canLeave, f.canGoHome
		}
	}
	return leaves, homes
}

func (f *focus) addLeaves(cards uint64) {
	cards &= f.s.inPlace &^ f.leaves
	f.leaves |= cards
	f.newLeaves |= cards
}

func (f *focus) addHomes(cards uint64) {
	cards &= f.s.live() &^ f.homes
	f.homes |= cards
	f.newHomes |= cards
}

// addOff adds what takes cards off their old place.
func (f *focus) addOff(cards uint64) {
	f.addLeaves(cards)
	f.addHomes(cards & f.s.inPlace &^ f.x.fixed)
}

// complete adds the companions of all moves.
func (f *focus) complete() {
	for {
		switch {
		case f.newLeaves != 0:
			c := uint8(bits.TrailingZeros64(f.newLeaves))
			f.newLeaves &= f.newLeaves - 1
			f.leave(c)
		case f.newHomes != 0:
			c := uint8(bits.TrailingZeros64(f.newHomes))
			f.newHomes &= f.newHomes - 1
			f.goHome(c)
		default:
			return
		}
	}
}

// leave adds the companions of a card's leaving its old place. What waits for the
// card anyway cannot come before it.
func (f *focus) leave(c uint8) {
	x, s := f.x, f.s
	king := 1<<c&yukonKings != 0
	switch {
	case x.movable(s)>>c&1 == 0:
		f.addOff(1 << x.deal.above[c])
	case x.canFloat(s, c):
		f.canLeave |= 1 << c
		rivals := yukonPair[c&63]
		if king {
			rivals = yukonKings
		}
		f.addLeaves(rivals &^ x.holds[c])
		f.addHomes(yukonTaking[c&63] &^ x.bars[c])
	case king:
		f.addOff(x.deal.bottoms)
		f.addHomes(s.afloat() & yukonKings)
	default:
		other := yukonPair[c&63] & s.afloat()
		f.addHomes(other)
		f.addRooms(1<<c|other, yukonTaking[c&63])
	}
}

// addRooms adds what makes a taker a place for one of the cards that it was not before.
func (f *focus) addRooms(cards, takers uint64) {
	x, s := f.x, f.s
	for set := takers & s.covered; set != 0; set &= set - 1 {
		f.addOff(1 << x.deal.above[bits.TrailingZeros64(set)])
	}
	for ; cards != 0; cards &= cards - 1 {
		at := uint8(bits.TrailingZeros64(cards))
		end := x.end(s, at)
		for takers>>end&1 == 1 && at != end {
			at = x.deal.above[at]
			f.addOff(1 << at)
		}
	}
}

// goHome adds the companions of a card's going home.
func (f *focus) goHome(c uint8) {
	x, s := f.x, f.s
	next := yukonNext(s.home)
	switch {
	case next>>c&1 == 0:
		f.addHomes(next & (yukonClubs << (c & 3)))
	case s.covered>>c&1 == 1:
		f.addOff(1 << x.deal.above[c])
	case x.canGoHome(s, c):
		f.canGoHome |= 1 << c
		f.addLeaves(yukonTaken[c&63])
		f.addHomes(yukonPair[c&63])
	default:
		afloat := yukonTaken[c&63] & s.afloat()
		f.addHomes(afloat)
		f.addRooms(afloat, yukonPair[c&63]&^(1<<c))
	}
}
