package engine

// FreeCell: all cards face up in eight columns built down in alternating
// colours; any card to an empty column; cells for one card each; a run moves
// if the free cells and empty columns could carry it card by card; four
// foundations from the Ace, which give nothing back.
var freecell = definition{
	name: "freecell", title: "FreeCell", version: 1,
	options: []Option{
		freecellCells: choice("cells", "4", "1", "2", "3", "4"),
	},
	rules: func(o Options) rules {
		return rules{
			pack:        onePack,
			columns:     8,
			cells:       int(o.values[freecellCells]) + 1,
			group:       alternatingRun,
			build:       downAlternating,
			space:       anyCard,
			supermoves:  true,
			foundations: true,
			deal: func(d *dealer) {
				d.all(8)
			},
		}
	},
}

// The option of FreeCell; its first value is one cell.
const freecellCells = 0
