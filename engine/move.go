package engine

import "strconv"

// MoveKind is what a move does.
type MoveKind uint8

// The kinds of moves. Draw is also the deal of a Spider row, Remove takes a
// pair or a King off a pyramid.
const (
	NoMove MoveKind = iota
	Transfer
	Draw
	Redeal
	Remove
)

// String returns MOVE, DRAW, REDEAL or REMOVE.
func (k MoveKind) String() string {
	switch k {
	case Transfer:
		return "MOVE"
	case Draw:
		return "DRAW"
	case Redeal:
		return "REDEAL"
	case Remove:
		return "REMOVE"
	default:
		return ""
	}
}

// Move is one thing that a player asks for. It is a comparable value.
type Move struct {
	Kind MoveKind
	// From and To are the piles of a transfer, or the two piles of a pair;
	// a King that goes alone has no To.
	From, To PileID
	// Count is how many cards a transfer moves, 1 or more; 0 for other kinds.
	Count uint8
}

// maxMoved is the largest number of cards that a move's text can name.
const maxMoved = 104

const moveWanted = "a move such as t3t5x4, t3fh, wt4, t1c2, d, r, p22p25, wp25 or p19w"

// ParseMove reads the canonical text of a move of any game; whether a game has
// such a move is for Check to say. Everything else, and the u of a log, is a
// *ParseError.
func ParseMove(text string) (Move, error) {
	refuse := func(offset int, wanted string) (Move, error) {
		return Move{}, &ParseError{Input: text, Offset: offset, Wanted: wanted}
	}
	switch text {
	case "d":
		return Move{Kind: Draw}, nil
	case "r":
		return Move{Kind: Redeal}, nil
	}
	from, i := scanPile(text)
	if from == NoPile {
		return refuse(0, moveWanted)
	}
	if i == len(text) {
		if pairable(from) {
			return Move{Kind: Remove, From: from}, nil
		}
		return refuse(i, "a target pile")
	}
	to, n := scanPile(text[i:])
	if to == NoPile {
		return refuse(i, "a target pile")
	}
	next := i + n
	if pairable(from) && pairable(to) && !(from.Kind() == KindPlace && to == Waste) {
		if !inPairOrder(from, to) {
			return refuse(i, "the piles of a pair in the order waste, stock, places by number")
		}
		if next < len(text) {
			return refuse(next, "the end of the move")
		}
		return Move{Kind: Remove, From: from, To: to}, nil
	}
	if from == Stock || to == Stock || to.Kind() == KindPlace || from.Kind() == KindPlace && to != Waste {
		return refuse(i, "a target that moves of this form have")
	}
	m := Move{Kind: Transfer, From: from, To: to, Count: 1}
	if next == len(text) {
		return m, nil
	}
	if text[next] != 'x' {
		return refuse(next, "x and a number of cards, or the end of the move")
	}
	count, digits := scanInt(text[next+1:])
	if digits == 0 || next+1+digits < len(text) || count < 2 || count > maxMoved {
		return refuse(next+1, "a number of cards from 2 to 104 and the end of the move")
	}
	m.Count = uint8(count)
	return m, nil
}

// pairable reports whether the pile can be named in a pair.
func pairable(id PileID) bool { return id == Waste || id == Stock || id.Kind() == KindPlace }

// inPairOrder reports whether a pair is written in its only order: waste,
// stock, places by number. A pile with itself is in order; the game refuses it.
func inPairOrder(a, b PileID) bool { return pairOrder(a) <= pairOrder(b) }

func pairOrder(id PileID) int {
	switch id {
	case Waste:
		return 0
	case Stock:
		return 1
	default:
		return 2 + id.Index()
	}
}

// scanInt reads a whole number without sign or leading zeros that fits 32
// bits, and returns how many digits it has; zero digits where there is none.
func scanInt(text string) (int32, int) {
	n, digits := scanDigits(text)
	if n > 1<<31-1 {
		return 0, 0
	}
	return int32(n), digits
}

// scanDigits reads a whole number of at most ten digits without leading zeros.
func scanDigits(text string) (int64, int) {
	var n int64
	i := 0
	for i < len(text) && text[i]-'0' <= 9 {
		n = n*10 + int64(text[i]-'0')
		i++
		if i > 10 {
			return 0, 0
		}
	}
	if i > 1 && text[0] == '0' {
		return 0, 0
	}
	return n, i
}

// String returns the canonical text of the move.
func (m Move) String() string { return string(m.AppendText(nil)) }

// AppendText appends the canonical text of the move to dst.
func (m Move) AppendText(dst []byte) []byte {
	switch m.Kind {
	case Draw:
		return append(dst, 'd')
	case Redeal:
		return append(dst, 'r')
	}
	dst = m.To.appendName(m.From.appendName(dst))
	if m.Count > 1 {
		dst = strconv.AppendUint(append(dst, 'x'), uint64(m.Count), 10)
	}
	return dst
}
