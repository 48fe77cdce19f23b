package solve

import "github.com/talon-solitaire/talon/engine"

// freecellLine spells a way to a win. It plays on a board whose columns stay
// where they are, while the search sorts them.
type freecellLine struct {
	board freecellBoard
	cells [4]uint8
	moves []engine.Move
}

// spell appends to line the moves that lead to the position of that number, on
// which no card lies over a lower one, and the rest of the way home.
func (f *freecell) spell(p *engine.Position, number int, line []engine.Move) []engine.Move {
	l := &f.line
	l.board.begin(p, &freecellWays[0])
	l.moves = line
	l.cells = [4]uint8{}
	var cell [1]engine.Card
	for i := range l.cells {
		for _, c := range p.AppendPile(cell[:0], engine.Cell(i+1)) {
			l.cells[i] = uint8(c)
		}
	}
	l.goHome()
	// The way is known from its end; the queue's links turn it round.
	f.store.setNext(number, 0)
	for {
		origin, _ := f.store.from(number)
		if origin == noOrigin {
			break
		}
		f.store.setNext(origin, uint32(number+1))
		number = origin
	}
	for next := f.store.next(number); next != 0; next = f.store.next(int(next - 1)) {
		_, move := f.store.from(int(next - 1))
		l.play(uint8(move>>6), uint8(move&63))
		l.goHome()
	}
	for again := true; again; {
		again = false
		for s := range uint8(4) {
			again = l.playHome(s) || again
		}
	}
	return l.moves
}

// play makes a move of the search.
func (l *freecellLine) play(c, onto uint8) {
	o := &l.board
	switch onto {
	case freecellHome:
		l.playHome(c & 3)
		return
	case freecellCell:
		column := int(o.place[c] >> 6)
		o.pop(column)
		l.add(engine.Column(column+1), l.fill(c), 1)
		return
	}
	to := 0
	if onto == freecellSpace {
		for o.heights[to] != 0 {
			to++
		}
	} else {
		to = int(o.place[onto] >> 6)
	}
	if o.cells>>c&1 != 0 {
		l.add(l.empty(c), engine.Column(to+1), 1)
		o.push(to, c)
		return
	}
	from, at := int(o.place[c]>>6), int(o.place[c]&63)
	n := int(o.heights[from]) - at
	l.add(engine.Column(from+1), engine.Column(to+1), n)
	for range n {
		o.pop(from)
	}
	for i := at; i < at+n; i++ {
		o.push(to, o.cards[from][i])
	}
}

// goHome plays the cards that the search played in the same step.
func (l *freecellLine) goHome() {
	for again := true; again; {
		again = false
		for s := range uint8(4) {
			for l.board.safe(s) && l.playHome(s) {
				again = true
			}
		}
	}
}

// playHome plays the next card of the suit home, if it can be played.
func (l *freecellLine) playHome(s uint8) bool {
	o := &l.board
	c := (o.home[s]+1)<<2 | s
	inCell := o.cells>>c&1 != 0
	if !o.playHome(s) {
		return false
	}
	from := engine.Column(int(o.place[c&63]>>6) + 1)
	if inCell {
		from = l.empty(c)
	}
	l.add(from, engine.Foundation(engine.Suit(s)), 1)
	return true
}

func (l *freecellLine) add(from, to engine.PileID, n int) {
	l.moves = append(l.moves, engine.Move{Kind: engine.Transfer, From: from, To: to, Count: uint8(n)})
}

// fill puts a card into the first free cell.
func (l *freecellLine) fill(c uint8) engine.PileID {
	i := 0
	for l.cells[i] != 0 {
		i++
	}
	l.cells[i] = c
	l.board.cells |= 1 << c
	return engine.Cell(i + 1)
}

// empty takes a card out of its cell.
func (l *freecellLine) empty(c uint8) engine.PileID {
	i := 0
	for l.cells[i] != c {
		i++
	}
	l.cells[i] = 0
	l.board.cells &^= 1 << c
	return engine.Cell(i + 1)
}
