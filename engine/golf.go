package engine

// Golf: seven columns of five, all face up; a column top one rank off the
// waste top goes on it, any suit; nothing goes on a King unless on_king says
// so, and King and Ace are neighbours only with wrap. Won when the columns are
// empty.
var golf = definition{
	name: "golf", title: "Golf", version: 1,
	options: []Option{
		golfOnKing:  choice("on_king", "none", "none", "queen"),
		golfWrap:    onOff("wrap", "off"),
		golfScoring: choice("scoring", "none", "none", "strokes"),
	},
	// Wrap puts Queen and Ace on a King, which on_king=none forbids.
	contradiction: func(o Options) (option, needs string) {
		if o.values[golfWrap] == on && o.values[golfOnKing] != golfQueen {
			return "wrap", "on_king=queen"
		}
		return "", ""
	},
	rules: func(o Options) rules {
		r := rules{
			pack:       onePack,
			columns:    7,
			neighbours: true,
			wrap:       o.values[golfWrap] == on,
			onKing:     o.values[golfOnKing] == golfQueen,
			stock:      toWaste,
			draw:       1,
			limits:     limits{column: 5, stock: 16, wasteStarted: true},
			deal: func(d *dealer) {
				d.rounds(5, 1, 7)
				d.waste()
				d.stock()
			},
		}
		if o.values[golfScoring] == golfStrokes {
			r.score = &strokes
		}
		return r
	},
}

// The options of Golf, and their values, in canonical order.
const (
	golfOnKing = iota
	golfWrap
	golfScoring
)

const (
	golfQueen   = 1
	golfStrokes = 1
)

var strokes = scoring{start: 35, cardOff: -1, stockLeft: -1}
