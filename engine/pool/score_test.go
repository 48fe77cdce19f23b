package pool

// scores holds the scores of the first deals of some options over six games.
var scores = map[string][]int{
	"klondike/1":        {821, 644, 599, 688, 10000, 7183},
	"klondike/1;draw=1": {1199, 1588, 4044, 721, 2888, 10000},
	"spider/1":          {2110, 2438, 2671, 2082, 6149, 2582},
	"spider/1;suits=4":  {176, 282, 410, 554, 182, 399},
	"freecell/1":        {254, 649, 1354, 299, 694, 521},
	"pyramid/1":         {8749, 8566, 2599, 5366, 6599, 2599},
	"tripeaks/1":        {7655, 3021, 3176, 8827, 8844, 8844},
	"golf/1":            {2432, 2888, 2477, 2410, 2482, 1760},
	"yukon/1":           {349, 1960, 5577, 388, 5416, 593},
}
