package solve

import (
	"math/bits"
	"sort"

	"github.com/talon-solitaire/talon/engine"
)

// triPeaks searches positions of Tri-Peaks. A set of cards left is the cards of the
// base and, for each peak, those of its six places above the base; the numbers
// count the sets that cover nothing upside down, by base and then by peak.
type triPeaks struct {
	chain
	rank [peakPlaces]uint8
	// base and above are what is left at the start; the sets are parts of it.
	base  int
	above [peakCount]uint8
	// odds holds, in two words for every set, how many draws are few enough to win, in the
	// byte of the rank of the waste top.
	odds []uint64
	// taking holds, for each rank of a card, a one in the bytes of the tops that take it.
	taking [chainRanks + 1][2]uint64
}

const (
	peakCount  = 3
	peakPlaces = 28
	peakBase   = 18
	peakBases  = 10
	// peakFoot is how many places of the base lie under a peak, the outer ones under
	// its neighbours too.
	peakFoot = 4
)

// peakPlace holds the engine's numbers, from zero, of the six places of each peak: the
// top, the two below it and the three below those.
var peakPlace = [peakCount][6]uint8{{0, 3, 4, 9, 10, 11}, {1, 5, 6, 12, 13, 14}, {2, 7, 8, 15, 16, 17}}

// peakCover holds, per place of a peak, the places that cover it: those of the peak in
// the low six bits, those of its foot above them.
var peakCover = [6]uint16{1<<1 | 1<<2, 1<<3 | 1<<4, 1<<4 | 1<<5, 1<<6 | 1<<7, 1<<7 | 1<<8, 1<<8 | 1<<9}

// peakSets are the sets that can be left of a peak over each foot.
type peakSets struct {
	// count is how many there are, order the place of each among them, and set
	// holds them, parts before wholes.
	count [1 << peakFoot]int
	order [1 << peakFoot][1 << 6]int16
	set   [1 << peakFoot][1 << 6]uint8
	// free are the places of a set that nothing covers.
	free [1 << peakFoot][1 << 6]uint8
	// first is the number of the first set over each base, and after the last base the
	// number of all sets.
	first [1<<peakBases + 1]int
}

var peakSet = func() (s peakSets) {
	for below := range 1 << peakFoot {
		for set := range 1 << 6 {
			present, gone := uint16(below<<6|set), false
			for place, cover := range peakCover {
				switch covered := present&cover != 0; {
				case present>>place&1 == 0:
					gone = gone || covered
				case !covered:
					s.free[below][set] |= 1 << place
				}
			}
			if !gone {
				s.order[below][set] = int16(s.count[below])
				s.set[below][s.count[below]] = uint8(set)
				s.count[below]++
			}
		}
	}
	for base := range 1 << peakBases {
		sets := 1
		for peak := range peakCount {
			sets *= s.count[peakFootOf(base, peak)]
		}
		s.first[base+1] = s.first[base] + sets
	}
	return s
}()

// peakFootOf returns the part of the base under a peak.
func peakFootOf(base, peak int) int { return base >> (3 * peak) & (1<<peakFoot - 1) }

// search decides the position.
func (t *triPeaks) search(p *engine.Position, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	t.begin(p)
	return t.solve(t, t.read(p), b, m, line)
}

// read reads the peaks and returns the number of all their cards.
func (t *triPeaks) read(p *engine.Position) int {
	t.base, t.above = 0, [peakCount]uint8{}
	t.rank = [peakPlaces]uint8{}
	for place := range peakPlaces {
		var buffer [1]engine.Card
		for _, card := range p.AppendPile(buffer[:0], engine.Place(place+1)) {
			t.rank[place] = uint8(card.Rank())
		}
	}
	for place := range peakBases {
		if t.rank[peakBase+place] != 0 {
			t.base |= 1 << place
		}
	}
	for peak := range peakCount {
		for i, place := range peakPlace[peak] {
			if t.rank[place] != 0 {
				t.above[peak] |= 1 << i
			}
		}
	}
	f := peakFloorOf(t.base)
	return f.number(t.above)
}

// peakFloor is a base, with its part under each peak.
type peakFloor struct {
	base  int
	below [peakCount]uint8
}

func peakFloorOf(base int) peakFloor {
	f := peakFloor{base: base}
	for peak := range f.below {
		f.below[peak] = uint8(peakFootOf(base, peak))
	}
	return f
}

// sets returns the sets that can be left of a peak, parts before wholes.
func (f *peakFloor) sets(peak int) []uint8 {
	below := f.below[peak]
	return peakSet.set[below][:peakSet.count[below]]
}

// number returns the number of a set.
func (f *peakFloor) number(above [peakCount]uint8) int {
	n := 0
	for peak, below := range f.below {
		n = n*peakSet.count[below] + int(peakSet.order[below][above[peak]])
	}
	return peakSet.first[f.base] + n
}

// free puts the cards that nothing covers into plays.
func (t *triPeaks) free(set int, plays *[chainFree]chainPlay) int {
	f := peakFloorOf(sort.Search(1<<peakBases, func(base int) bool { return peakSet.first[base+1] > set }))
	var above [peakCount]uint8
	order := set - peakSet.first[f.base]
	for peak := peakCount - 1; peak >= 0; peak-- {
		sets := f.sets(peak)
		above[peak] = sets[order%len(sets)]
		order /= len(sets)
	}
	n := 0
	for free := uint(f.base); free != 0; free &= free - 1 {
		rest := peakFloorOf(f.base &^ int(free&-free))
		place := peakBase + bits.TrailingZeros(free)
		plays[n] = chainPlay{from: engine.Place(place + 1), rank: t.rank[place], rest: rest.number(above)}
		n++
	}
	for peak, below := range f.below {
		for free := peakSet.free[below][above[peak]]; free != 0; free &= free - 1 {
			rest := above
			rest[peak] &^= free & -free
			place := int(peakPlace[peak][bits.TrailingZeros8(free)])
			plays[n] = chainPlay{from: engine.Place(place + 1), rank: t.rank[place], rest: f.number(rest)}
			n++
		}
	}
	return n
}

// enough reads the odds after a play.
func (t *triPeaks) enough(p *chainPlay) uint8 { return uint8(t.after(p.rest, p.rank)) }

// after returns how many draws are few enough to win with the set left and a waste top
// of the rank.
func (t *triPeaks) after(set int, rank uint8) uint64 {
	return t.odds[2*set+int(rank>>3)] >> (rank & 7 * 8) & 255
}

// sweep fills in the odds of all parts of the set, by base and then by peak.
func (t *triPeaks) sweep(set int, b *budget, m *memory) {
	if m.left() < 2*(set+1) {
		b.fail(Memory)
		return
	}
	t.odds, _ = m.cut(2 * (set + 1))
	for i := range 2 {
		t.odds[i] = uint64(t.draws+1) * eachByte
	}
	for rank, takers := range t.takers {
		t.taking[rank] = [2]uint64{}
		for _, top := range takers {
			if top != 0 {
				t.taking[rank][top>>3] |= 1 << (top & 7 * 8)
			}
		}
	}
	for base := range t.base + 1 {
		if base&^t.base == 0 && !t.sweepOver(base, b) {
			return
		}
	}
}

// sweepOver fills in the odds of the sets over the base.
func (t *triPeaks) sweepOver(base int, b *budget) bool {
	floors := [peakBases + 1]peakFloor{peakFloorOf(base)}
	for free, n := uint(base), 1; free != 0; free, n = free&(free-1), n+1 {
		floors[n] = peakFloorOf(base &^ int(free&-free))
	}
	var above [peakCount]uint8
	for _, above[0] = range floors[0].sets(0) {
		if above[0]&^t.above[0] != 0 {
			continue
		}
		for _, above[1] = range floors[0].sets(1) {
			if above[1]&^t.above[1] == 0 && !t.fill(&floors, above, b) {
				return false
			}
		}
	}
	return true
}

// peakRow is a row of sets that differ in the last peak only: the number of the first of
// them, and where each set of the last peak comes in it.
type peakRow struct {
	first int
	order *[1 << 6]int16
	// rank is that of the card whose play leads to the row.
	rank uint8
}

// row returns the row of the sets with these cards in the first two peaks.
func (f *peakFloor) row(above [peakCount]uint8, rank uint8) peakRow {
	return peakRow{first: f.number(above), order: &peakSet.order[f.below[peakCount-1]], rank: rank}
}

// fill fills in the odds of a row of sets over the first of the floors; the others are
// what is left of it without one of its cards, from the left.
func (t *triPeaks) fill(floors *[peakBases + 1]peakFloor, above [peakCount]uint8, b *budget) bool {
	const last = peakCount - 1
	f := &floors[0]
	var rows [chainFree]peakRow
	n := 0
	for free := uint(f.base); free != 0; free &= free - 1 {
		rows[n] = floors[n+1].row(above, t.rank[peakBase+bits.TrailingZeros(free)])
		n++
	}
	for peak, below := range f.below[:last] {
		for free := peakSet.free[below][above[peak]]; free != 0; free &= free - 1 {
			rest := above
			rest[peak] &^= free & -free
			rows[n] = f.row(rest, t.rank[peakPlace[peak][bits.TrailingZeros8(free)]])
			n++
		}
	}
	own := f.row(above, 0)
	for i, set := range f.sets(last) {
		if set&^t.above[last] != 0 || own.first+i == 0 {
			continue
		}
		if !b.spend() {
			return false
		}
		var odds peakOdds
		for k := range rows[:n] {
			row := &rows[k]
			t.note(&odds, row.rank, t.after(row.first+int(row.order[set]), row.rank))
		}
		for free := peakSet.free[f.below[last]][set]; free != 0; free &= free - 1 {
			rank := t.rank[peakPlace[last][bits.TrailingZeros8(free)]]
			t.note(&odds, rank, t.after(own.first+int(own.order[set&^(free&-free)]), rank))
		}
		draw := odds.draw * eachByte
		t.odds[2*(own.first+i)] = larger(odds.play[0], draw)
		t.odds[2*(own.first+i)+1] = larger(odds.play[1], draw)
	}
	return true
}

// peakOdds are the odds of a set, by playing a card onto a top and by drawing.
type peakOdds struct {
	play [2]uint64
	draw uint64
}

// note notes in the odds that so many draws are few enough once a card of the rank is
// played.
func (t *triPeaks) note(odds *peakOdds, rank uint8, enough uint64) {
	taking := &t.taking[rank]
	odds.play[0] = larger(odds.play[0], taking[0]*enough)
	odds.play[1] = larger(odds.play[1], taking[1]*enough)
	odds.draw = max(odds.draw, uint64(t.latest[rank][enough]))
}
