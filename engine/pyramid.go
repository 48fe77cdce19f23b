package engine

// Pyramid: 28 cards in seven rows; two free cards that add to thirteen go, a
// free King goes alone; the waste top is free, and with stock_play the stock
// top too. Won when the pyramid is gone.
var pyramid = definition{
	name: "pyramid", title: "Pyramid", version: 1,
	options: []Option{
		pyramidStockPlay: onOff("stock_play", "on"),
		pyramidRedeals:   count("redeals", "2"),
		pyramidScoring:   choice("scoring", "none", "none", "collection"),
	},
	rules: func(o Options) rules {
		r := rules{
			pack:      onePack,
			places:    &pyramidShape,
			pairs:     true,
			stock:     toWaste,
			draw:      1,
			redealing: true,
			redeals:   pyramidRedeals,
			stockPlay: o.values[pyramidStockPlay] == on,
			limits:    limits{stock: 24},
			deal: func(d *dealer) {
				d.places()
				d.stock()
			},
		}
		if o.values[pyramidScoring] == pyramidCollection {
			r.score = &collection
		}
		return r
	},
}

// The options of Pyramid in canonical order.
const (
	pyramidStockPlay = iota
	pyramidRedeals
	pyramidScoring
)

const pyramidCollection = 1

// The bonus of a row is paid when its last card goes; row 7 is the lowest.
var collection = scoring{removal: 5, row: [8]int{7: 25, 6: 50, 5: 75, 4: 100, 3: 150, 2: 250, 1: 500}}
