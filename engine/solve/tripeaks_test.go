package solve

import (
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

func TestTriPeaksCorpus(t *testing.T) {
	for _, file := range []string{"tripeaks-wrap", "tripeaks-nowrap"} {
		t.Run(file, func(t *testing.T) { checkCorpus(t, file, 16<<20, Budget{}, 0) })
	}
}

func TestTriPeaksAgainstExhaustion(t *testing.T) { checkChain(t, engine.TriPeaks, 20) }

func TestTriPeaksAgainstPlainExhaustion(t *testing.T) { checkLate(t, engine.TriPeaks) }

func TestPeaksLieAsInTheEngine(t *testing.T) {
	for peak := range peakCount {
		for i, place := range peakPlace[peak] {
			var want [2]engine.PileID
			n := 0
			for cover := range 6 {
				if peakCover[i]>>cover&1 == 1 {
					want[n] = engine.Place(int(peakPlace[peak][cover]) + 1)
					n++
				}
			}
			for under := range peakFoot {
				if peakCover[i]>>(6+under)&1 == 1 {
					want[n] = engine.Place(peakBase + 3*peak + under + 1)
					n++
				}
			}
			if got := engine.TriPeaks.Covers(engine.Place(int(place) + 1)); got != want {
				t.Errorf("place %d lies under %v, here under %v", place+1, got, want)
			}
		}
	}
}

// The sets left of the peaks, counted by another solver of this game: 22,932.
func TestSetsOfPeaksAreNumberedOnceEach(t *testing.T) {
	if got := peakSet.first[1<<peakBases]; got != 22_932 {
		t.Errorf("%d sets", got)
	}
	seen := make([]bool, peakSet.first[1<<peakBases])
	var above [peakCount]uint8
	for base := range 1 << peakBases {
		f := peakFloorOf(base)
		for _, above[0] = range f.sets(0) {
			for _, above[1] = range f.sets(1) {
				for _, above[2] = range f.sets(2) {
					if n := f.number(above); seen[n] {
						t.Fatalf("set %d comes twice", n)
					} else {
						seen[n] = true
					}
				}
			}
		}
	}
}
