package solve

// klondikePlayed is a stock card that was played just now, and what it has made possible.
//
// While it has had no part in anything done since, a base that moves without
// its help could have moved before it was played. That was tried, there or
// where a stock card before it was played; and since no play of a stock card is
// ever left out, the same cards were played after it, which leads to the same
// state. So the base need not move again here.
type klondikePlayed struct {
	// idle tells that the card has had no part in anything yet; without a card it is false.
	idle bool
	// part are the cards that move only with its help.
	part uint64
	// fits are the cards that fit on it, if it was placed; it is of help to them
	// where they have no place left, its own included.
	fits uint64
	// homes and shifts are the bases that may need its help to move.
	homes, shifts uint64
	// up, stock and height are those of the state that it was played to.
	up     uint64
	stock  uint32
	height uint32
}

// playedBy returns what the step played, s being the state after it.
func playedBy(step *klondikeStep, s *klondikeState) klondikePlayed {
	p := klondikePlayed{up: s.up, stock: s.stock, height: s.height}
	card := uint64(1) << step.card
	switch step.kind {
	case klondikePlay:
		p.idle = true
		p.part = card | card<<4
		p.homes = card << 4
	case klondikePlace:
		twin := uint64(1) << (step.card ^ 1)
		p.idle = true
		p.part = card | twin
		p.fits = klondikeTurn(card|twin) >> 4
		p.homes = twin
		p.shifts = p.fits
	}
	return p
}

// settled notes what settling the state has moved.
func (p *klondikePlayed) settled(s *klondikeState, without klondikePruning) {
	p.idle = p.idle && without&klondikeIdle == 0 && s.stock == p.stock && s.height == p.height && (s.up^p.up)&p.part == 0
}

// leaves reports whether a shuffle to the state leaves the card idle.
func (p *klondikePlayed) leaves(at *klondikeShuffle) bool {
	moved := uint64(1) << at.moved
	return p.part&moved == 0 && (p.fits == 0 || p.fits&at.free != 0)
}
