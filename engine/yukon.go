package engine

// Yukon: Klondike's columns with the stock dealt face up over columns 2 to 7.
// A face-up card moves with everything on it, ordered or not; Kings go to
// empty columns; four foundations from the Ace.
var yukon = definition{
	name: "yukon", title: "Yukon", version: 1,
	options: []Option{
		yukonReturn: onOff("foundation_return", "off"),
	},
	rules: func(o Options) rules {
		return rules{
			pack:             onePack,
			columns:          7,
			group:            anyFaceUp,
			build:            downAlternating,
			space:            kingsOnly,
			foundations:      true,
			foundationReturn: o.values[yukonReturn] == on,
			limits:           limits{faceDown: [maxColumns]uint8{0, 1, 2, 3, 4, 5, 6}},
			deal: func(d *dealer) {
				d.triangle(7)
				d.rounds(4, 2, 7)
			},
		}
	},
}

// The option of Yukon.
const yukonReturn = 0
