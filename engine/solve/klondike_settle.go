package solve

import "math/bits"

// klondikeKind is a kind of step.
type klondikeKind uint8

const (
	klondikeHome  klondikeKind = iota // a base goes to its foundation
	klondikeShift                     // a base goes to a free place
	klondikePlay                      // a stock card goes to its foundation
	klondikePlace                     // a stock card goes to a free place
	klondikeRise                      // another card of a column goes to its foundation
	klondikeFall                      // a card comes back from its foundation
	klondikeHand                      // stock cards are played in the state as it is
)

// klondikeStep is a step in a state.
type klondikeStep struct {
	klondikeSpread
	card uint8
	kind klondikeKind
	// redeal tells that the stock card comes up after a redeal only.
	redeal bool
	// straight tells that nothing is done before the step, neither settling nor shuffling.
	straight bool
}

// settle makes the moves that lose nothing, until none is left, and tells
// them to the speller, if there is one.
//
// A safe card is played to its foundation: see safe. Where cards come back from
// the foundations, so is every card that is no base, since it can come back at once. A
// base that is a King moves if there is a space for every King that may ever want one.
func (k *klondike) settle(s *klondikeState, told *klondikeSpeller) {
	for k.without&klondikeSettling == 0 {
		room := s.room(s.base)
		if k.settleCard(s, room, told) || k.settleStock(s, told) || k.settleKing(s, told) {
			continue
		}
		return
	}
}

func (k *klondike) settleCard(s *klondikeState, room uint64, told *klondikeSpeller) bool {
	ups := s.loose(room) & s.next
	if ups == 0 {
		return false
	}
	safe := s.safe(k.returns)
	if k.returns {
		safe |= ^s.base
	}
	ups &= safe
	if ups == 0 {
		return false
	}
	card := uint8(bits.TrailingZeros64(ups))
	if s.base>>card&1 != 0 {
		k.make(s, &klondikeStep{card: card, kind: klondikeHome})
	} else {
		s.rise(1 << card)
	}
	told.home(card)
	return true
}

// settleStock plays a safe card of the stock, where that changes nothing about the other ones.
func (k *klondike) settleStock(s *klondikeState, told *klondikeSpeller) bool {
	ups := k.harmless(s) & s.next
	if ups == 0 {
		return false
	}
	ups &= s.safe(k.returns)
	if ups == 0 {
		return false
	}
	card := uint8(bits.TrailingZeros64(ups))
	k.make(s, &klondikeStep{card: card, kind: klondikePlay})
	told.play(card)
	return true
}

func (k *klondike) settleKing(s *klondikeState, told *klondikeSpeller) bool {
	bound := s.base & klondikeKings
	if s.spaces == 0 || bound == 0 || int(s.spaces) < bits.OnesCount64(klondikeKings&^(s.up&^s.base)) {
		return false
	}
	card := uint8(bits.TrailingZeros64(bound))
	k.make(s, &klondikeStep{card: card, kind: klondikeShift})
	told.shift(card)
	return true
}

// make makes a step in the state that it is for.
func (k *klondike) make(s *klondikeState, step *klondikeStep) {
	card := uint64(1) << step.card
	switch step.kind {
	case klondikeHome:
		s.up ^= card
		s.raise(card)
		k.turn(s, step.card)
	case klondikeShift:
		if card&klondikeKings != 0 {
			s.spaces--
		}
		k.turn(s, step.card)
	case klondikePlay:
		k.take(s, card, step.redeal)
		s.raise(card)
	case klondikePlace:
		k.take(s, card, step.redeal)
		s.lay(card)
	case klondikeRise:
		s.rise(card)
	case klondikeFall:
		s.fall(card)
	}
}

// after returns the state after a step from the node of s.
func (k *klondike) after(s *klondikeState, step *klondikeStep) klondikeState {
	next := *s
	next.klondikeSpread = step.klondikeSpread
	k.make(&next, step)
	return next
}
