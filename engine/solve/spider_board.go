package solve

import "github.com/talon-solitaire/talon/engine"

// spiderColumns is how many columns Spider has, and cards a row.
const spiderColumns = 10

// board is a position of Spider: its columns, and how many rows are in the stock.
type board struct {
	columns [spiderColumns]column
	rows    int
}

// boardWords is how many words hold a board.
const boardWords = 4

// pack writes the board into words.
func (b *board) pack(w []uint64) {
	c := &b.columns
	w[0] = uint64(c[0]) | uint64(c[1])<<24 | uint64(c[8]&0xffff)<<48
	w[1] = uint64(c[2]) | uint64(c[3])<<24 | uint64(c[9]&0xffff)<<48
	w[2] = uint64(c[4]) | uint64(c[5])<<24 | uint64(c[8]>>16)<<48 | uint64(c[9]>>16)<<56
	w[3] = uint64(c[6]) | uint64(c[7])<<24 | uint64(b.rows)<<48
}

// unpack reads the board that pack wrote.
func (b *board) unpack(w []uint64) {
	for i := range 4 {
		b.columns[2*i] = column(w[i] & nodeBits)
		b.columns[2*i+1] = column(w[i] >> 24 & nodeBits)
	}
	b.columns[8] = column(w[0]>>48 | w[2]>>48&0xff<<16)
	b.columns[9] = column(w[1]>>48 | w[2]>>56<<16)
	b.rows = int(w[3] >> 48)
}

// won reports whether all cards are off.
func (b *board) won() bool { return b.rows == 0 && b.columns == [spiderColumns]column{} }

// spiderStock is the stock of a game of Spider, and what follows from it.
type spiderStock struct {
	cards [50]engine.Card
	// twin is, by the rows left, the last column before each that will get the
	// same cards in all rows to come, or none. Such columns may change places and
	// the game stays the same.
	twin [6][spiderColumns]int8
}

// row returns the card that the column gets in the row that is dealt when so many are left.
func (s *spiderStock) dealt(rows, column int) engine.Card { return s.cards[10*rows-1-column] }

// set takes over the cards of the stock, the last of which is dealt first.
func (s *spiderStock) set(cards []engine.Card) {
	copy(s.cards[:], cards)
	for rows := range len(cards)/spiderColumns + 1 {
		for i := range spiderColumns {
			s.twin[rows][i] = int8(i - 1)
			for j := s.twin[rows][i]; j >= 0; j-- {
				if s.alike(rows, i, int(j)) {
					break
				}
				s.twin[rows][i]--
			}
		}
	}
}

func (s *spiderStock) alike(rows, i, j int) bool {
	for ; rows > 0; rows-- {
		if s.dealt(rows, i) != s.dealt(rows, j) {
			return false
		}
	}
	return true
}

// settle puts twins in order of their numbers.
func (s *spiderStock) settle(b *board) {
	twin, c := &s.twin[b.rows], &b.columns
	for i, at := range c {
		j := i
		for k := twin[j]; k >= 0 && c[k] < at; k = twin[j] {
			c[j] = c[k]
			j = int(k)
		}
		c[j] = at
	}
}

// repeats reports whether the column is a twin of one before with equal content.
func (s *spiderStock) repeats(b *board, i int) bool {
	k := s.twin[b.rows][i]
	return k >= 0 && b.columns[k] == b.columns[i]
}

// place returns where on the board a column with the content and the cards to
// come of column i of another board is, but not at the place except.
func (s *spiderStock) place(at *board, content column, i, except int) int {
	for j, c := range at.columns {
		if c == content && j != except && s.alike(at.rows, i, j) {
			return j
		}
	}
	return i
}

// measures adds up the measures of all columns.
func (g *spider) measures(b *board) measures {
	var sum measures
	for _, c := range b.columns {
		sum += g.tree.measures(c)
	}
	return sum
}
