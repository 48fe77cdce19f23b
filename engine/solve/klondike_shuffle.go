package solve

import "math/bits"

// klondikeShuffle is a state of a node with what can be done in it.
type klondikeShuffle struct {
	klondikeSpread
	// moved is the card that the last shuffle moved; from is the state before it.
	moved uint8
	from  uint16
	// free is what has a free place; homes and shifts are the bases that can go home and to a free place.
	free, homes, shifts uint64
	// idle tells that the stock card played last has had no part in it.
	idle bool
}

// shuffle finds the states of the node, nearest first, and returns how many they are.
func (k *klondike) shuffle(s *klondikeState) int {
	if k.mark++; k.mark == 0 {
		clear(k.met[:])
		k.mark++
	}
	k.met[s.home] = k.mark
	k.shuffled[0] = klondikeShuffle{klondikeSpread: s.klondikeSpread}
	count := 1
	for i := 0; i < count; i++ {
		at := &k.shuffled[i]
		room := at.room(s.base)
		ups := at.loose(room) & at.next
		at.free, at.homes, at.shifts = room, ups&s.base, room&s.base
		ups &^= s.base
		downs := uint64(0)
		if k.returns {
			if downs = at.next >> 4 & room; downs != 0 && k.without&klondikeSafety == 0 {
				downs &^= at.safe(true)
			}
		}
		for cards := ups | downs; cards != 0; cards &= cards - 1 {
			card := cards & -cards
			next := klondikeShuffle{klondikeSpread: at.klondikeSpread, from: uint16(i), moved: uint8(bits.TrailingZeros64(card))}
			if ups&card != 0 {
				next.rise(card)
			} else {
				next.fall(card)
			}
			if k.met[next.home] == k.mark {
				continue
			}
			k.met[next.home] = k.mark
			k.shuffled[count] = next
			count++
		}
	}
	return count
}

// branch finds the states of the node and appends the steps from it. It
// reports whether the search may go on.
//
// A step that is possible before a shuffle and after it need not be made after
// it: it can be made first, and the shuffle then. A card does not move to a free
// place where it can go to its foundation and come back from there.
//
// What was possible before a stock card was played, and could have been done
// first, need not be done after it; see klondikePlayed.
func (k *klondike) branch(s *klondikeState, known klondikeWastes, played klondikePlayed) bool {
	count := k.shuffle(s)
	k.shuffled[0].idle = played.idle
	for i := range count {
		at := &k.shuffled[i]
		homes, shifts := at.homes, at.shifts
		if k.returns && k.without&klondikeComeback == 0 {
			shifts &^= homes
		}
		if i > 0 && k.without&klondikeEarly == 0 {
			from := &k.shuffled[at.from]
			homes &^= from.homes
			shifts &^= from.shifts
		}
		if i > 0 {
			from := &k.shuffled[at.from]
			at.idle = from.idle && played.leaves(at)
		}
		if at.idle {
			homes &= played.homes
			shifts &= played.shifts
		}
		k.push(at, klondikeHome, homes, 0)
		k.push(at, klondikeShift, shifts, 0)
	}
	if s.stock != 0 {
		k.branchStock(s, count, known)
	}
	return k.stepped < len(k.steps) || k.budget.fail(Memory)
}

// branchStock appends the steps of stock cards. While redeals are limited they come in the order of the draws, so
// that states are met first with the wastes that lead furthest.
func (k *klondike) branchStock(s *klondikeState, count int, known klondikeWastes) {
	if k.draw == 1 && s.redeals == klondikeEndless && k.without&klondikePicking == 0 {
		for i := range count {
			k.push(&k.shuffled[i], klondikeHand, 1, 0)
		}
		return
	}
	now, later := k.reach(s)
	if known.old && k.without&klondikeKnown == 0 {
		done := k.known(s, known)
		now &^= done
		later &^= done
	}
	for i := range count {
		at := &k.shuffled[i]
		homes, places := (now|later)&at.next, (now|later)&at.free
		if k.returns && k.without&klondikeComeback == 0 {
			places &^= homes
		}
		if i > 0 && k.without&klondikeEarly == 0 {
			from := &k.shuffled[at.from]
			homes &^= from.next
			places &^= from.free
		}
		if s.redeals == klondikeEndless {
			k.push(at, klondikePlay, homes, later)
			homes = 0
		}
		for _, card := range k.stocked[:k.stockSize] {
			k.push(at, klondikePlay, homes&(1<<card), later)
			k.push(at, klondikePlace, places&(1<<card), later)
		}
	}
}

// push appends a step for each of the cards; those of later come up after a redeal only.
func (k *klondike) push(at *klondikeShuffle, kind klondikeKind, cards, later uint64) {
	for ; cards != 0; cards &= cards - 1 {
		if k.stepped == len(k.steps) {
			return
		}
		card := uint8(bits.TrailingZeros64(cards))
		k.steps[k.stepped] = klondikeStep{klondikeSpread: at.klondikeSpread, card: card, kind: kind, redeal: later>>card&1 != 0}
		k.stepped++
	}
}
