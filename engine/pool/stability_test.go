package pool

import (
	"os"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// A difficulty is worth its name if other choices of the same player lead to it
// too: most deals stay in their third, and hardly any goes from one end to the other.
func TestDifficultyIsStableOverChoices(t *testing.T) {
	sample := 30
	if os.Getenv("TALON_BATTERY") != "" {
		sample = 300
	}
	for _, v := range engine.Variants() {
		for _, table := range Tables(v) {
			deals := table.Deals(NoDifficulty)
			if len(deals) == 0 {
				continue
			}
			stay, across := 0, 0
			scores := make([][2]int, 0, sample)
			for i := range min(sample, len(deals)) {
				d, err := engine.DealByNumber(table.Options, deals[i*len(deals)/min(sample, len(deals))].Number)
				if err != nil {
					t.Fatal(err)
				}
				p := d.Position()
				scores = append(scores, [2]int{score(p, 0, scoreGames), score(p, scoreGames, scoreGames)})
			}
			first, second := thirds(scores, 0), thirds(scores, 1)
			for i := range scores {
				switch first[i] - second[i] {
				case 0:
					stay++
				case 2, -2:
					across++
				}
			}
			t.Logf("%s: of %d deals %d stay in their third, %d change ends", table.Options, len(scores), stay, across)
			if across*5 > len(scores) {
				t.Errorf("%s: %d of %d deals change from one end to the other", table.Options, across, len(scores))
			}
		}
	}
}

// thirds gives each deal its third by one of its scores.
func thirds(scores [][2]int, which int) []int {
	sorted := make([]int, len(scores))
	for i, s := range scores {
		sorted[i] = s[which]
	}
	slices.Sort(sorted)
	easy, hard := sorted[2*len(sorted)/3], sorted[len(sorted)/3]
	parts := make([]int, len(scores))
	for i, s := range scores {
		parts[i] = int(tier(s[which], easy, hard))
	}
	return parts
}
