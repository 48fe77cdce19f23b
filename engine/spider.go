package engine

// Spider: 104 cards, ten columns built down regardless of suit; runs of one
// suit move together, any card to an empty column; a row of ten comes from the
// stock when no column is empty; King-to-Ace runs of one suit leave the table.
var spider = definition{
	name: "spider", title: "Spider", version: 1,
	options: []Option{
		spiderSuits:   choice("suits", "1", "1", "2", "4"),
		spiderScoring: choice("scoring", "windows", "windows", "none"),
	},
	rules: func(o Options) rules {
		r := rules{
			pack:         spiderPacks[o.values[spiderSuits]],
			columns:      10,
			group:        suitRun,
			build:        downAnySuit,
			space:        anyCard,
			completeRuns: true,
			stock:        toRows,
			draw:         10,
			limits:       limits{faceDown: [maxColumns]uint8{5, 5, 5, 5, 4, 4, 4, 4, 4, 4}, stock: 50},
			deal: func(d *dealer) {
				d.faceDown(54, 10)
				d.turnUpTops(10)
				d.stock()
			},
		}
		if o.values[spiderScoring] == spiderWindows {
			r.score = &windows
		}
		return r
	},
}

// The options of Spider in canonical order.
const (
	spiderSuits = iota
	spiderScoring
)

const spiderWindows = 0

var spiderPacks = [...]pack{spider1, spider2, spider4}

var windows = scoring{start: 500, move: -1, run: 100}
