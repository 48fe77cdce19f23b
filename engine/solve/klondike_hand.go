package solve

import "math/bits"

// react does what a stock card, played just now, has made possible.
func (k *klondike) react(before, s *klondikeState, played *klondikeStep, room uint64, depth int) bool {
	if k.won(s, depth) {
		return true
	}
	newRoom := s.room(s.base)
	loose := s.loose(newRoom)
	card := uint64(1) << played.card
	var rises, falls, shifts uint64
	if played.kind == klondikePlay {
		rises = loose & s.next & (card << 4)
	} else {
		rises = loose &^ before.loose(room) &^ card & s.next
		newRoom &^= room
		shifts = newRoom & s.base
		if k.returns {
			if falls = newRoom & (s.next >> 4); falls != 0 && k.without&klondikeSafety == 0 {
				falls &^= s.safe(true)
			}
		}
	}
	return k.straight(s, klondikeHome, rises&s.base, depth) || k.straight(s, klondikeShift, shifts, depth) ||
		k.straight(s, klondikeRise, rises&^s.base, depth) || k.straight(s, klondikeFall, falls, depth)
}

// straight makes steps of a kind in the state as it is.
func (k *klondike) straight(s *klondikeState, kind klondikeKind, cards uint64, depth int) bool {
	for ; cards != 0 && !k.budget.outOf(); cards &= cards - 1 {
		step := klondikeStep{klondikeSpread: s.klondikeSpread, card: uint8(bits.TrailingZeros64(cards)), kind: kind, straight: true}
		k.path[depth] = step
		if k.visit(k.after(s, &step), depth+1, klondikePlayed{}) {
			return true
		}
	}
	return false
}

// pick plays stock cards one after the other, with nothing in between, until
// one is played that makes something else possible; every card of the stock can
// be had at any time.
//
// Take a way to the win on which as few stock cards as possible are placed, and
// as little as possible is done after stock cards are played. What directly
// follows the play of a stock card there was not possible before it: else the
// two could be exchanged. In a row of such plays that is so for each of them,
// with one exception. A card that goes home, and nothing else, may need two of
// them: the card below it home, and its twin placed for what lies on it. Then the one
// below it goes home first, and only cards up to the twin are placed
// after that; target is the card that is to go home.
func (k *klondike) pick(s *klondikeState, plays, places, target uint64, straight bool, depth int) bool {
	room := s.room(s.base)
	step := klondikeStep{klondikeSpread: s.klondikeSpread, straight: straight, kind: klondikePlay}
	for ; plays != 0; plays &= plays - 1 {
		step.card = uint8(bits.TrailingZeros64(plays))
		next := &k.picked[depth]
		*next = k.after(s, &step)
		k.path[depth] = step
		if k.react(s, next, &step, room, depth+1) {
			return true
		}
		above := next.next & (1 << step.card << 4)
		var places uint64
		if above&next.up != 0 && above&next.loose(room) == 0 {
			places = next.hand & room
		}
		if k.pick(next, next.hand&above, places, above, true, depth+1) {
			return true
		}
	}
	step.kind = klondikePlace
	for ; places != 0; places &= places - 1 {
		card := places & -places
		step.card = uint8(bits.TrailingZeros64(card))
		if target != 0 && int(step.card>>2) < bits.TrailingZeros64(target)>>2 {
			continue
		}
		placed := s.klondikeSpread
		placed.lay(card)
		fresh := placed.room(s.base) &^ room
		if fresh == 0 {
			continue
		}
		next := &k.picked[depth]
		*next = k.after(s, &step)
		k.path[depth] = step
		if target == 0 {
			if k.react(s, next, &step, room, depth+1) {
				return true
			}
		} else if rises := target & next.loose(next.room(next.base)); rises != 0 {
			if k.straight(next, klondikeHome, rises&next.base, depth+1) || k.straight(next, klondikeRise, rises&^next.base, depth+1) {
				return true
			}
		}
		if k.pick(next, 0, next.hand&fresh, target, true, depth+1) {
			return true
		}
	}
	return false
}
