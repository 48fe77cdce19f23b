package interop

import "github.com/talon-solitaire/talon/engine"

// MicrosoftDeals is how many FreeCell deals have a number that players know:
// those of the original program and its successors, from 1 on.
const MicrosoftDeals = 1_000_000

// microsoftNumber finds the one of these deals that the position is the beginning
// of, 0 if there is none. The first two cards sort out nearly all of them.
func microsoftNumber(p *engine.Position) engine.DealNumber {
	if p.Variant() != engine.FreeCell || p.Moves() != 0 {
		return 0
	}
	first, second := p.Pile(engine.Column(1)), p.Pile(engine.Column(2))
	if len(first) == 0 || len(second) == 0 {
		return 0
	}
	a, b := inPack(first[0]), inPack(second[0])
	for n := uint32(1); n <= MicrosoftDeals; n++ {
		state := n*214013 + 2531011
		pick := state >> 16 & 0x7fff % 52
		if pick != a {
			continue
		}
		state = state*214013 + 2531011
		next := state >> 16 & 0x7fff % 51
		if next == pick {
			// The last card of the pack has taken the place of the one that is gone.
			next = 51
		}
		if next != b {
			continue
		}
		d, err := engine.DealByNumber(p.Options(), engine.DealNumber(n))
		if err == nil && d.Position() == *p {
			return d.Number
		}
	}
	return 0
}

// inPack is the place of a card in the pack that numbered deals are taken from: by rank, then suit.
func inPack(c engine.Card) uint32 { return uint32(c.Rank()-1)*4 + uint32(c.Suit()) }
