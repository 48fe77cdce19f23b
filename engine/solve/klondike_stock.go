package solve

import "math/bits"

// reach returns the cards of stock and waste that draws alone bring to the top
// of the waste, and those that need a redeal.
func (k *klondikeDeal) reach(s *klondikeState) (now, later uint64) {
	if k.draw == 1 && s.redeals == klondikeEndless {
		return s.hand, 0
	}
	now = k.drawn(s.stock, int(s.waste))
	if s.redeals > 0 {
		later = k.drawn(s.stock, 0) &^ now
	}
	return now, later
}

// drawn returns the cards that draws bring to the top of the waste where so many of those left are the waste.
func (k *klondikeDeal) drawn(left uint32, waste int) uint64 {
	var cards uint64
	next, last := waste, uint8(0)
	if waste == 0 {
		next = k.draw
	}
	for number := 1; left != 0; left &= left - 1 {
		last = k.stocked[bits.TrailingZeros32(left)]
		if number == next {
			cards |= 1 << last
			next += k.draw
		}
		number++
	}
	return cards | 1<<last
}

// take removes a card from stock and waste after the draws, and the redeal if it needs one, that bring it up.
func (k *klondikeDeal) take(s *klondikeState, card uint64, redeal bool) {
	place := uint32(1) << k.place[bits.TrailingZeros64(card)]
	s.stock ^= place
	s.hand ^= card
	s.waste = uint8(bits.OnesCount32(s.stock & (place - 1)))
	if redeal && s.redeals != klondikeEndless {
		s.redeals--
	}
	k.square(s)
}

// square makes states equal in which the same cards of the stock can be had.
//
// Between two redeals of use a card is played, so as many redeals as cards are
// endless. With endless redeals draws lead from any waste to the whole stock and back,
// and in draw 3 from there to any waste that is a multiple of three.
func (k *klondikeDeal) square(s *klondikeState) {
	count := bits.OnesCount32(s.stock)
	if int(s.redeals) >= count {
		s.redeals = klondikeEndless
	}
	if s.redeals == klondikeEndless && (k.draw == 1 || int(s.waste)%k.draw == 0 || int(s.waste) == count) {
		s.waste = 0
	}
}

// klondikeNote is what a key leaves out: how far the passes are.
type klondikeNote struct {
	turn    uint8
	residue uint8
	// endless tells that redeals are.
	endless bool
}

const (
	// klondikeTurns is how many turns a pass of draw 1 has at most, klondikeDraws one of draw 3.
	klondikeTurns = 25
	klondikeDraws = 9
	// klondikeShared is the number of redeals in the keys of states that differ in it.
	klondikeShared = klondikeEndless + 1
)

// key returns the state as a number, and what the number leaves out.
func (k *klondikeDeal) key(s *klondikeState) (uint64, klondikeNote) {
	key := uint64(s.stock)*k.heights + uint64(s.height)
	draw := uint8(k.draw)
	if !k.limited {
		return key*klondikeHomes + uint64(s.home) + 1, klondikeNote{turn: s.waste / draw, residue: s.waste % draw, endless: true}
	}
	note, redeals := k.limitedNote(s)
	key = (key*(klondikeShared+1)+uint64(redeals))*3 + uint64(note.residue)
	if note.endless {
		key -= uint64(note.residue)
	}
	return key*klondikeHomes + uint64(s.home) + 1, note
}

// limitedNote returns the note and the redeals in the key where redeals are
// limited. A state with more redeals left comes to the beginning of every pass
// with fewer, and so to all wastes of draw 1 and to the multiples of draw 3;
// as far as a byte holds them, these are counted on through the passes.
func (k *klondikeDeal) limitedNote(s *klondikeState) (note klondikeNote, redeals uint8) {
	switch used := k.redeals - s.redeals; {
	case k.draw == 1 && k.redeals > 255/klondikeTurns-1:
		return klondikeNote{turn: s.waste}, s.redeals
	case k.draw == 1 && s.redeals == klondikeEndless:
		return klondikeNote{}, klondikeShared
	case k.draw == 1:
		return klondikeNote{turn: used*klondikeTurns + s.waste}, klondikeShared
	case s.redeals == klondikeEndless:
		return klondikeNote{turn: s.waste / 3, residue: s.waste % 3, endless: true}, klondikeEndless
	case int(s.waste) == bits.OnesCount32(s.stock):
		return klondikeNote{turn: used*klondikeDraws + klondikeDraws - 1}, klondikeShared
	case s.waste%3 == 0:
		return klondikeNote{turn: used*klondikeDraws + s.waste/3}, klondikeShared
	default:
		return klondikeNote{turn: s.waste / 3, residue: s.waste % 3}, s.redeals
	}
}

// klondikeFar is a turn of no state.
const klondikeFar = 8

// into notes it in the byte of a key and reports whether the state is new. A
// pass that is less far comes to every waste of one that is further by whole
// draws, and to its end; with endless redeals also to every multiple of a draw.
// The wastes that were looked at before are added to known.
func (n klondikeNote) into(held *uint8, fresh bool, known *klondikeWastes) bool {
	if !n.endless {
		better := fresh || n.turn < *held
		if better {
			*held = n.turn
		}
		return better
	}
	best := [2]uint8{*held / (klondikeFar + 1), *held % (klondikeFar + 1)}
	if fresh {
		best = [2]uint8{klondikeFar, klondikeFar}
	}
	*known = klondikeWastes{old: !fresh, turns: best}
	better := n.residue > 0 && n.turn < best[n.residue-1]
	if better {
		best[n.residue-1] = n.turn
	}
	*held = best[0]*(klondikeFar+1) + best[1]
	return fresh || better
}

// klondikeWastes are the wastes with which a state was looked at before.
type klondikeWastes struct {
	old bool
	// turns are the least turns of the residues 1 and 2.
	turns [2]uint8
}

// known returns the cards that were played from the state with those wastes.
func (k *klondikeDeal) known(s *klondikeState, w klondikeWastes) uint64 {
	if !w.old {
		return 0
	}
	cards := k.drawn(s.stock, 0)
	for i, turn := range w.turns {
		if turn != klondikeFar {
			cards |= k.drawn(s.stock, k.draw*int(turn)+i+1)
		}
	}
	return cards
}

// harmless returns the cards of the stock that leave it without any other
// card's becoming harder to reach: in draw 1 all, while redeals are endless,
// otherwise the top of the waste; in draw 3 the last card, while draws lead to it
// and from there to all wastes that matter.
func (k *klondikeDeal) harmless(s *klondikeState) uint64 {
	switch {
	case s.redeals == klondikeEndless && k.draw == 1:
		return s.hand
	case s.redeals == klondikeEndless && s.waste == 0 && s.stock != 0:
		return 1 << k.stocked[31-bits.LeadingZeros32(s.stock)]
	case k.draw == 1 && s.waste > 0:
		left := s.stock
		for range s.waste - 1 {
			left &= left - 1
		}
		return 1 << k.stocked[bits.TrailingZeros32(left)]
	}
	return 0
}
