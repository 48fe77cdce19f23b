package engine

// Klondike: seven columns of one to seven cards with the top one face up,
// built down in alternating colours, Kings to empty columns; the rest is the
// stock, drawn by one or three and redealt; four foundations from the Ace.
var klondike = definition{
	name: "klondike", title: "Klondike", version: 1,
	options: []Option{
		klondikeDraw:    choice("draw", "3", "1", "3"),
		klondikeRedeals: count("redeals", "unlimited"),
		klondikeReturn:  onOff("foundation_return", "on"),
		klondikeScoring: choice("scoring", "none", "none", "standard", "vegas"),
	},
	rules: func(o Options) rules {
		r := rules{
			pack:             onePack,
			columns:          7,
			group:            alternatingRun,
			build:            downAlternating,
			space:            kingsOnly,
			foundations:      true,
			foundationReturn: o.values[klondikeReturn] == on,
			stock:            toWaste,
			draw:             klondikeDraws[o.values[klondikeDraw]],
			redealing:        true,
			redeals:          klondikeRedeals,
			limits:           limits{faceDown: [maxColumns]uint8{0, 1, 2, 3, 4, 5, 6}, stock: 24},
			deal: func(d *dealer) {
				d.triangle(7)
				d.stock()
			},
		}
		switch o.values[klondikeScoring] {
		case klondikeStandard:
			r.score = &standardDraw3
			if r.draw == 1 {
				r.score = &standardDraw1
			}
		case klondikeVegas:
			r.score = &vegas
		}
		return r
	},
}

// The options of Klondike, and their values, in canonical order.
const (
	klondikeDraw = iota
	klondikeRedeals
	klondikeReturn
	klondikeScoring
)

var klondikeDraws = [...]int{1, 3}

const (
	klondikeStandard = 1
	klondikeVegas    = 2
)

// The first three redeals of draw 3 are free; in draw 1 none is.
var (
	standardDraw1 = scoring{wasteToColumn: 5, toFoundation: 10, turnUp: 5, fromFoundation: -15, redeal: -100, floor: true}
	standardDraw3 = scoring{wasteToColumn: 5, toFoundation: 10, turnUp: 5, fromFoundation: -15, redeal: -20, freeRedeals: 3, floor: true}
	vegas         = scoring{start: -52, toFoundation: 5, fromFoundation: -5}
)
