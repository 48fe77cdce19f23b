package solve

import "github.com/talon-solitaire/talon/engine"

// yukonBoard is a position with its columns, to tell a line in the engine's moves.
type yukonBoard struct {
	column [yukonColumns][52]uint8
	size   [yukonColumns]int
	home   uint64
}

// spell returns the line to a position of the archive.
func (y *yukon) spell(p *engine.Position, at uint32, line []engine.Move) []engine.Move {
	// The queue is not needed any more: its memory holds the way back.
	way := 0
	for at != noOrigin {
		origin, move := y.archive.from(int(at))
		y.queue.links[way] = uint64(move)
		way++
		at = origin
	}
	y.board.read(p)
	line = y.board.settle(&y.deal, line)
	for way--; way > 0; way-- {
		move := uint32(y.queue.links[way-1])
		line = append(line, y.board.move(uint8(move>>2), move&3))
		line = y.board.settle(&y.deal, line)
	}
	return line
}

func (b *yukonBoard) read(p *engine.Position) {
	b.home = yukonDeck
	var room [52]engine.Card
	for n := range b.column {
		cards := p.AppendPile(room[:0], engine.Column(n+1))
		b.size[n] = len(cards)
		for i, card := range cards {
			b.column[n][i] = yukonCard(card)
			b.home &^= 1 << yukonCard(card)
		}
	}
}

// settle plays to the foundations what is safe there.
func (b *yukonBoard) settle(d *yukonDeal, line []engine.Move) []engine.Move {
	for n := 0; n < yukonColumns; n++ {
		c := b.top(n)
		if yukonNext(b.home)>>c&1 == 1 && d.safe(c, b.home) {
			line = append(line, b.move(c, yukonHome))
			n = -1
		}
	}
	return line
}

func (b *yukonBoard) top(n int) uint8 {
	if b.size[n] == 0 {
		return yukonNowhere
	}
	return b.column[n][b.size[n]-1]
}

// move moves a card with all that lies on it.
func (b *yukonBoard) move(c uint8, to uint32) engine.Move {
	suit := engine.Suit(c & 3)
	if to == yukonHome {
		n, _ := b.find(c)
		b.size[n]--
		b.home |= 1 << c
		return engine.Move{Kind: engine.Transfer, From: engine.Column(n + 1), To: engine.Foundation(suit), Count: 1}
	}
	target := 0
	for b.top(target) != yukonTakers[to][c] {
		target++
	}
	if b.home>>c&1 == 1 {
		b.home &^= 1 << c
		b.column[target][b.size[target]] = c
		b.size[target]++
		return engine.Move{Kind: engine.Transfer, From: engine.Foundation(suit), To: engine.Column(target + 1), Count: 1}
	}
	n, i := b.find(c)
	moved := b.column[n][i:b.size[n]]
	copy(b.column[target][b.size[target]:], moved)
	b.size[target] += len(moved)
	b.size[n] = i
	return engine.Move{Kind: engine.Transfer, From: engine.Column(n + 1), To: engine.Column(target + 1), Count: uint8(len(moved))}
}

// find returns where a card lies in the columns.
func (b *yukonBoard) find(c uint8) (column, index int) {
	for n := range b.column {
		for i, card := range b.column[n][:b.size[n]] {
			if card == c {
				return n, i
			}
		}
	}
	return 0, 0
}
