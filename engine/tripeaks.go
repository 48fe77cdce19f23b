package engine

// Tri-Peaks: 28 cards in three peaks, the covered ones face down; a free card
// one rank off the waste top goes on it, any suit, King and Ace being
// neighbours with wrap. Won when the peaks are gone.
var tripeaks = definition{
	name: "tripeaks", title: "Tri-Peaks", version: 1,
	options: []Option{
		tripeaksWrap:    onOff("wrap", "on"),
		tripeaksScoring: choice("scoring", "none", "none", "classic"),
	},
	rules: func(o Options) rules {
		r := rules{
			pack:       onePack,
			places:     &peaksShape,
			neighbours: true,
			wrap:       o.values[tripeaksWrap] == on,
			onKing:     true,
			stock:      toWaste,
			draw:       1,
			limits:     limits{stock: 23, wasteStarted: true},
			deal: func(d *dealer) {
				d.places()
				d.waste()
				d.stock()
			},
		}
		if o.values[tripeaksScoring] == tripeaksClassic {
			r.score = &classic
		}
		return r
	},
}

// The options of Tri-Peaks in canonical order.
const (
	tripeaksWrap = iota
	tripeaksScoring
)

const tripeaksClassic = 1

var classic = scoring{streak: true, draw: -5, peak: [4]int{1: 15, 2: 15, 3: 30}}
