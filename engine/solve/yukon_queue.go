package solve

// yukonQueue holds the positions that are not expanded yet, by their distance
// from a win as it looks. Of the nearest it gives the oldest, and now and then
// the newest: the former keep lines short, the latter get on where there are many
// positions of a distance.
type yukonQueue struct {
	// links holds for each position its neighbours of the same distance, the older
	// one in the high half, as numbers plus one.
	links []uint64
	// oldest and newest are the ends of each distance, as numbers plus one.
	oldest, newest [yukonFarthest + 1]uint32
	nearest        int
	turn           uint32
}

const (
	// yukonFarthest is the largest distance there is.
	yukonFarthest = 2*52 + 1
	// yukonTurns is how often a newest position is one of.
	yukonTurns = 4
)

// begin makes the queue an empty one, with room for every position that an
// archive of two words a position can hold in the memory that it leaves.
func (q *yukonQueue) begin(m *memory) {
	q.links, _ = m.cut(m.left()/4 + 1)
	clear(q.oldest[:])
	clear(q.newest[:])
	q.nearest, q.turn = yukonFarthest, 0
}

// push puts a position to the others of its distance.
func (q *yukonQueue) push(at uint32, distance int) {
	older := q.newest[distance]
	q.links[at] = uint64(older) << 32
	if older == 0 {
		q.oldest[distance] = at + 1
	} else {
		q.links[older-1] |= uint64(at + 1)
	}
	q.newest[distance] = at + 1
	q.nearest = min(q.nearest, distance)
}

// pull takes the next position out.
func (q *yukonQueue) pull() (at uint32, found bool) {
	for q.oldest[q.nearest] == 0 {
		if q.nearest == yukonFarthest {
			return 0, false
		}
		q.nearest++
	}
	oldest, newest := &q.oldest[q.nearest], &q.newest[q.nearest]
	if *oldest == *newest {
		at = *oldest - 1
		*oldest, *newest = 0, 0
		return at, true
	}
	q.turn++
	if q.turn%yukonTurns != 0 {
		at = *oldest - 1
		*oldest = uint32(q.links[at])
		q.links[*oldest-1] &= 0xffffffff
		return at, true
	}
	at = *newest - 1
	*newest = uint32(q.links[at] >> 32)
	q.links[*newest-1] &^= 0xffffffff
	return at, true
}
