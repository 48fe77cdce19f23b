package solve

// aim is what a beam search is after.
type aim struct {
	// width is how many boards of a layer are kept.
	width int
	// patience is how many layers without a better board end the search for
	// boards to deal the next row on.
	patience int
	weights
}

// weights weigh what a board shows, good and bad.
type weights struct{ breaks, steps, down, kings, empty, mobile, joins int }

// score is low for good boards.
func (g *spider) score(b *board, m measures, w *weights) int {
	var heads [spiderColumns]uint16
	var tops uint16
	empty, mobile := 0, 0
	for i, c := range b.columns {
		if c == 0 {
			empty++
			continue
		}
		low := rankOf(g.tree.card(c))
		tops |= 1 << low
		heads[i] = 1 << (low + g.tree.run(c))
	}
	for _, wanted := range heads {
		if wanted&tops != 0 {
			mobile++
		}
	}
	return evenScore + w.breaks*m.breaks() + w.steps*m.steps() + w.down*m.down() + w.kings*m.kings() -
		w.empty*empty - w.mobile*mobile - w.joins*m.joins()/16
}

// evenScore keeps scores above zero.
const evenScore = 512

// found is a won board: the step that makes it, and the number of the board
// that it comes from.
type found struct {
	number int
	last   step
}

// beam searches layer by layer and keeps the best boards of each; boards on
// which a row is dealt wait for the search for more of them to end.
func (g *spider) beam(bud *budget, m *memory, a *aim) (found, bool) {
	g.narrow = false
	g.next.begin(m, min(32*a.width, m.left()/6/poolWidth))
	g.dealt.begin(m, min(8*a.width, m.left()/6/poolWidth))
	g.layer, _ = m.cut(min(a.width, m.left()/16))
	g.open(m, 256*a.width)
	g.dealt.offer(&g.start, noOrigin, 0, 0)
	for rows := g.start.rows; rows >= 0; rows-- {
		n := g.keep(bud, &g.dealt)
		for best, since := g.best, 0; n > 0 && since < a.patience && !g.full; since++ {
			for _, number := range g.layer[:n] {
				if !bud.spend() {
					return found{}, false
				}
				if s, won := g.expand(int(number), a); won {
					return found{int(number), s}, true
				}
			}
			n = g.keep(bud, &g.next)
			if g.best < best {
				best, since = g.best, 0
			}
		}
		g.narrow = g.narrow || n > 0
	}
	return found{}, false
}

// keep makes the best boards of the pool that are new the layer, empties the
// pool, and returns how many there are.
func (g *spider) keep(bud *budget, p *pool) int {
	n, read := 0, 0
	g.best = scoreSpace
	p.sort()
	for score := p.low; score <= p.high; score++ {
		for i := p.head[score]; i >= 0 && !g.full; {
			if n == len(g.layer) {
				g.narrow = true
				p.clear()
				return n
			}
			if read++; read%(4*glance) == 0 && !bud.look() {
				return 0
			}
			r := p.record(int(i))
			i = int32(uint32(r[scoreWord]))
			number, fresh := g.seen.add(r[:boardWords], uint32(r[originWord]>>32), uint32(r[originWord]))
			if !fresh {
				continue
			}
			if number < 0 {
				g.full = true
				break
			}
			g.best = min(g.best, score)
			g.layer[n] = uint64(number)
			n++
		}
	}
	p.clear()
	return n
}

// expand offers the boards that follow to the pools, and returns the step that wins.
func (g *spider) expand(number int, a *aim) (step, bool) {
	var b board
	b.unpack(g.seen.at(number))
	sum := g.measures(&b)
	list := g.useful(&b, b.rows > 0 && sum.breaks() < spiderColumns)
	if len(list) == 0 {
		list = g.every(&b)
	}
	for _, s := range list {
		after := b
		if !g.play(&after, s) {
			g.full = true
			return 0, false
		}
		if after.won() {
			return s, true
		}
		if s == dealRow {
			g.offer(&g.dealt, &after, number, s, g.measures(&after), a)
			continue
		}
		from, to, _ := s.parts()
		g.offer(&g.next, &after, number, s, sum+g.change(&b, &after, from)+g.change(&b, &after, to), a)
	}
	return 0, false
}

// change is what a column adds to the measures of the board after a step.
func (g *spider) change(before, after *board, i int) measures {
	return g.tree.measures(after.columns[i]) - g.tree.measures(before.columns[i])
}

// offer offers the board to the pool unless it is lost for certain.
func (g *spider) offer(p *pool, b *board, origin int, s step, m measures, a *aim) {
	if b.rows > 0 && m.cards() < spiderColumns {
		return
	}
	g.stock.settle(b)
	p.offer(b, origin, s, g.score(b, m, &a.weights))
}
