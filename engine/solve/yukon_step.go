package solve

import "math/bits"

// yukonStep is a move on its way into the archive.
type yukonStep struct {
	state yukonState
	// covered are the cards that one in its old place lies on.
	covered uint64
	// move is the card moved, and in the low bits its place.
	move uint32
	// progress tells that the card cannot come back to where it was.
	progress bool
}

// lay moves a card.
func (y *yukon) lay(s *yukonStep, c uint8, to uint32) {
	if s.state.inPlace()>>c&1 == 1 {
		s.covered &^= 1 << y.deal.below[c]
		s.progress = true
	}
	s.state.lay(c, to)
}

// settle plays to the foundations what is safe there.
func (y *yukon) settle(s *yukonStep) {
	for again := true; again; {
		again = false
		home := s.state.home()
		tops := s.state.live() &^ s.covered &^ s.state.built()
		for set := yukonNext(home) & tops; set != 0; set &= set - 1 {
			if c := uint8(bits.TrailingZeros64(set)); y.deal.safe(c, home) {
				y.lay(s, c, yukonHome)
				again = true
			}
		}
	}
}

// add settles the position and puts it into the archive and the queue, unless it
// is known. It reports whether there was room.
func (y *yukon) add(s yukonStep, origin uint32) bool {
	y.settle(&s)
	number, fresh := y.archive.add([]uint64{s.state.first, s.state.second}, origin, s.move)
	if !fresh {
		return true
	}
	if number < 0 {
		return false
	}
	distance := 2 * bits.OnesCount64(s.state.inPlace())
	if !s.progress {
		distance++
	}
	y.queue.push(uint32(number), distance)
	return true
}

// step makes a move.
func (y *yukon) step(from *yukonStep, c uint8, to uint32, origin uint32) bool {
	next := *from
	next.move = uint32(c)<<2 | to
	y.lay(&next, c, to)
	return y.add(next, origin)
}

// expand makes every move of a position.
func (y *yukon) expand(s yukonState, covered uint64, at uint32) bool {
	from := yukonStep{state: s, covered: covered}
	live, inPlace, home := s.live(), s.inPlace(), s.home()
	tops := live &^ covered &^ s.built()
	up := live & (y.deal.up | ^covered)
	var back uint64
	if y.deal.returns {
		back = home &^ (home >> 4)
	}
	for set := tops; set != 0; set &= set - 1 {
		t := uint8(bits.TrailingZeros64(set))
		takes := yukonTaken[t&63] & (up | back)
		if takes&up != 0 {
			for c := t; c != yukonNowhere; c = y.deal.base(s, c) {
				takes &^= 1 << c
			}
		}
		for ; takes != 0; takes &= takes - 1 {
			c := uint8(bits.TrailingZeros64(takes))
			to := yukonFirst
			if yukonTakers[0][c] != t {
				to = yukonSecond
			}
			if !y.step(&from, c, to, at) {
				return false
			}
		}
	}
	kings := yukonKings & (inPlace&up | back)
	if bits.OnesCount64(inPlace&y.deal.bottoms|live&^inPlace&yukonKings) == yukonColumns {
		kings = 0
	}
	for ; kings != 0; kings &= kings - 1 {
		if !y.step(&from, uint8(bits.TrailingZeros64(kings)), yukonFirst, at) {
			return false
		}
	}
	for set := yukonNext(home) & tops; set != 0; set &= set - 1 {
		if !y.step(&from, uint8(bits.TrailingZeros64(set)), yukonHome, at) {
			return false
		}
	}
	return true
}
