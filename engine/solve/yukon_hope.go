package solve

import "math/bits"

// hope plays a sketch as if no card was in anybody's way once it has left its
// old place, and returns the cards that get home and those that leave their old
// place so. The cards held are left where they are. What is not reached so is not
// reached at all.
func (x *sketches) hope(s *sketch, stay, held uint64) (home, gone uint64) {
	h := hope{home: s.home, open: s.open(), columns: x.emptyColumns(s) > 0}
	afloat := s.afloat()
	takers := s.live()
	if x.deal.returns {
		takers = yukonDeck
	}
	for again := true; again; {
		again = false
		for set := yukonNext(h.home) & h.open &^ held; set != 0; set &= set - 1 {
			c := uint8(bits.TrailingZeros64(set))
			if on := yukonTaken[c&63] & afloat &^ h.home; on != 0 {
				rooms := yukonPair[c&63] &^ (1 << c) & takers & (h.open | h.home)
				if bits.OnesCount64(on) > bits.OnesCount64(rooms) {
					continue
				}
			}
			again = true
			h.home |= 1 << c
			h.columns = h.columns || 1<<c&yukonKings != 0
			if s.inPlace&^h.gone>>c&1 == 1 {
				h.leave(x.deal, c)
			}
		}
		takers := takers & (h.open | h.home)
		welcome := yukonWelcome(takers)
		if h.columns {
			welcome |= yukonKings
		}
		for set := s.inPlace &^ h.gone &^ stay & (x.deal.up | h.open) & welcome; set != 0; set &= set - 1 {
			c := uint8(bits.TrailingZeros64(set))
			if 1<<c&yukonKings != 0 || x.awaits(s, c, yukonTaking[c&63]&takers, h.gone) {
				again = true
				h.leave(x.deal, c)
			}
		}
	}
	return h.home, h.gone
}

// hope is how far a hopeful play has come.
type hope struct {
	home, gone, open uint64
	// columns tells that some column has been empty.
	columns bool
}

func (h *hope) leave(d *yukonDeal, c uint8) {
	h.gone |= 1 << c
	h.open |= 1 << d.below[c] & yukonDeck
	h.columns = h.columns || d.bottoms>>c&1 == 1
}

// awaits reports whether one of the takers does not lie in its old place on the
// card itself, or may have left there.
func (x *sketches) awaits(s *sketch, c uint8, takers, gone uint64) bool {
	for s.covered>>c&1 == 1 {
		c = x.deal.above[c]
		if gone>>c&1 == 1 {
			return true
		}
		takers &^= 1 << c
	}
	return takers != 0
}

// hopeful reports whether a hopeful play wins the sketch.
func (x *sketches) hopeful(s *sketch) bool {
	home, _ := x.hope(s, 0, 0)
	return home == yukonDeck
}

// chain finds out for each card in its old place what has to wait for it.
func (x *sketches) chain(s *sketch) {
	for c := range x.bars {
		x.bars[c], x.holds[c] = 0, 0
	}
	x.fixed = 0
	for set := s.inPlace; set != 0; set &= set - 1 {
		c := bits.TrailingZeros64(set)
		home, gone := x.hope(s, 1<<c, 1<<c)
		x.bars[c], x.holds[c] = yukonDeck&^home, s.inPlace&^gone
		if home, _ := x.hope(s, 1<<c, 0); home>>c&1 == 0 {
			x.fixed |= 1 << c
		}
	}
}
