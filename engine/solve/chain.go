package solve

import "github.com/talon-solitaire/talon/engine"

// chain is what Golf and Tri-Peaks share: free cards go, one after the other,
// onto a waste whose top they are next to in rank, and a draw gives the waste
// another top.
//
// A position is the set of cards left, the waste top's rank and the draws made.
// Who may win with some cards and some top after so many draws may also win
// after fewer, for the stock holds the same cards and more before them, which
// can be drawn and left alone. So for the cards left and the top one number
// says all: how many draws are few enough, which is none for a loss. The sweep
// fills in that number for every set of cards that can be left, from the empty
// one upward; it prunes nothing.
type chain struct {
	// takers are the two ranks of waste tops that take a card of the rank; zero is none.
	takers [chainRanks + 1][2]uint8
	// tops are the ranks of the waste top after so many draws and no play.
	tops  [chainTops]uint8
	draws int
	// latest holds, for a card's rank and how many draws are few enough after it,
	// the last draw that gives it a top and is not too late, or zero.
	latest [chainRanks + 1][chainTops + 2]uint8
	try    chainProbe
}

const (
	chainRanks = int(engine.King)
	// chainTops is how many tops a waste can show without a play: that of the
	// start and the cards of the largest stock.
	chainTops = 24
)

// chainBoard is what lies on the table, as sets of cards that are left, by number;
// the empty one is zero.
type chainBoard interface {
	// free puts the free cards of the set into plays and returns how many there are.
	free(set int, plays *[chainFree]chainPlay) int
	// sweep finds the odds for all parts of the set, unless the budget or the memory ends.
	sweep(set int, b *budget, m *memory)
	// enough returns the odds after the play, once they are found: how many draws
	// are few enough to win.
	enough(p *chainPlay) uint8
}

// chainPlay is a free card, and the number of the set that is left when it is gone.
type chainPlay struct {
	from   engine.PileID
	column int
	rank   uint8
	rest   int
}

// chainFree is the most cards that are ever free at once.
const chainFree = 10

// begin reads the options, the stock and the waste of the position.
func (c *chain) begin(p *engine.Position) {
	o := p.Options()
	wrap, onKing := o.Get("wrap") == "on", o.Get("on_king") != "none"
	for rank := 1; rank <= chainRanks; rank++ {
		lower, upper := rank-1, rank+1
		if wrap && lower == 0 {
			lower = chainRanks
		}
		if upper > chainRanks {
			upper = 0
			if wrap {
				upper = 1
			}
		}
		for i, top := range [2]int{lower, upper} {
			if top == chainRanks && !onKing {
				top = 0
			}
			c.takers[rank][i] = uint8(top)
		}
	}
	var buffer [52]engine.Card
	cards := p.AppendPile(buffer[:0], engine.Waste)
	c.tops[0] = uint8(cards[len(cards)-1].Rank())
	stock := p.AppendPile(buffer[:0], engine.Stock)
	c.draws = len(stock)
	for i, card := range stock {
		c.tops[c.draws-i] = uint8(card.Rank())
	}
}

// solve decides the position with the set of cards left on the board.
func (c *chain) solve(on chainBoard, set int, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	if line, won := c.probe(on, set, b, m, line); won {
		return Winnable, line
	}
	return c.prove(on, set, b, m, line)
}

// prove decides the position by a sweep.
func (c *chain) prove(on chainBoard, set int, b *budget, m *memory, line []engine.Move) (Verdict, []engine.Move) {
	for rank := 1; rank <= chainRanks; rank++ {
		latest := &c.latest[rank]
		for enough := 2; enough < len(latest); enough++ {
			d := enough - 1
			latest[enough] = latest[d]
			if d <= c.draws && c.takes(c.tops[d], uint8(rank)) {
				latest[enough] = uint8(d)
			}
		}
	}
	on.sweep(set, b, m)
	if b.outOf() {
		return Unknown, line
	}
	if play, draw := c.next(on, set, c.tops[0], 0); play.rank == 0 && !draw {
		return Unwinnable, line
	}
	return Winnable, c.spell(on, set, line)
}

// spell appends the moves of a win: a card where one may still be played, else a draw.
func (c *chain) spell(on chainBoard, set int, line []engine.Move) []engine.Move {
	top, drawn := c.tops[0], 0
	for set != 0 {
		switch play, draw := c.next(on, set, top, drawn); {
		case play.rank != 0:
			line = append(line, engine.Move{Kind: engine.Transfer, From: play.from, To: engine.Waste, Count: 1})
			set, top = play.rest, play.rank
		case draw:
			line = append(line, engine.Move{Kind: engine.Draw})
			drawn++
			top = c.tops[drawn]
		default:
			return line
		}
	}
	return line
}

// next returns a play that wins, or else whether a draw does.
func (c *chain) next(on chainBoard, set int, top uint8, drawn int) (play chainPlay, draw bool) {
	plays := &c.try.plays[0]
	for i := range plays[:on.free(set, plays)] {
		p := &plays[i]
		enough := on.enough(p)
		if c.takes(top, p.rank) && int(enough) > drawn {
			return *p, false
		}
		draw = draw || int(c.latest[p.rank][enough]) > drawn
	}
	return chainPlay{}, draw
}

// takes reports whether a waste top of the rank takes a card of the rank.
func (c *chain) takes(top, rank uint8) bool {
	return top == c.takers[rank][0] || top == c.takers[rank][1]
}
