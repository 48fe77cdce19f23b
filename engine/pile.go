package engine

import "strconv"

// PileID names a pile of a game: a column t1…t10, a place p1…p28, a cell
// c1…c4, a foundation fc fd fh fs, the finished runs f, the stock s or the
// waste w. The zero value names none. Pile numbers rise in canonical order.
type PileID uint8

// PileKind is the kind of a pile.
type PileKind uint8

// The kinds of piles.
const (
	NoKind PileKind = iota
	KindColumn
	KindPlace
	KindCell
	KindFoundation
	KindFinished
	KindStock
	KindWaste
)

const (
	maxColumns = 10
	maxPlaces  = 28
	maxCells   = 4
)

// The piles there is only one of, and the firsts of those there are many of.
const (
	NoPile          PileID = 0
	firstColumn     PileID = 1
	firstPlace             = firstColumn + maxColumns
	firstCell              = firstPlace + maxPlaces
	firstFoundation        = firstCell + maxCells
	Finished               = firstFoundation + 4
	Stock                  = Finished + 1
	Waste                  = Stock + 1
	pileSpace              = Waste + 1
)

// Column returns column n, counted from 1 on the left; NoPile if there is no such column in any game.
func Column(n int) PileID { return numbered(firstColumn, n, maxColumns) }

// Place returns place n of a pyramid or of peaks, counted from 1, row by row.
func Place(n int) PileID { return numbered(firstPlace, n, maxPlaces) }

// Cell returns cell n, counted from 1.
func Cell(n int) PileID { return numbered(firstCell, n, maxCells) }

// Foundation returns the foundation of the suit.
func Foundation(s Suit) PileID { return firstFoundation + PileID(s&3) }

func numbered(first PileID, n, most int) PileID {
	if n < 1 || n > most {
		return NoPile
	}
	return first + PileID(n-1)
}

// Kind returns what kind of pile it is.
func (p PileID) Kind() PileKind {
	switch {
	case p == NoPile || p >= pileSpace:
		return NoKind
	case p < firstPlace:
		return KindColumn
	case p < firstCell:
		return KindPlace
	case p < firstFoundation:
		return KindCell
	case p < Finished:
		return KindFoundation
	case p == Finished:
		return KindFinished
	case p == Stock:
		return KindStock
	default:
		return KindWaste
	}
}

// Index returns the pile's number within its kind, counted from zero; for a foundation its suit.
func (p PileID) Index() int {
	switch p.Kind() {
	case KindColumn:
		return int(p - firstColumn)
	case KindPlace:
		return int(p - firstPlace)
	case KindCell:
		return int(p - firstCell)
	case KindFoundation:
		return int(p - firstFoundation)
	default:
		return 0
	}
}

// String returns the name of the pile as moves and positions write it.
func (p PileID) String() string { return string(p.appendName(nil)) }

func (p PileID) appendName(dst []byte) []byte {
	switch p.Kind() {
	case KindColumn:
		return strconv.AppendInt(append(dst, 't'), int64(p.Index()+1), 10)
	case KindPlace:
		return strconv.AppendInt(append(dst, 'p'), int64(p.Index()+1), 10)
	case KindCell:
		return strconv.AppendInt(append(dst, 'c'), int64(p.Index()+1), 10)
	case KindFoundation:
		return append(dst, 'f', suitLetters[p.Index()])
	case KindFinished:
		return append(dst, 'f')
	case KindStock:
		return append(dst, 's')
	case KindWaste:
		return append(dst, 'w')
	default:
		return dst
	}
}

// ParsePile reads the name of a pile of any game, for example t3 or fh. Anything else is a *ParseError.
func ParsePile(text string) (PileID, error) {
	if text == "f" {
		return Finished, nil
	}
	if p, n := scanPile(text); n == len(text) && p != NoPile {
		return p, nil
	}
	return NoPile, &ParseError{Input: text, Wanted: "a pile: t1 to t10, p1 to p28, c1 to c4, fc fd fh fs, f, s or w"}
}

// scanPile reads a pile's name, finished runs excepted, from the beginning of
// text and returns its length; NoPile and the length of what looked like one
// where there is none.
func scanPile(text string) (PileID, int) {
	if text == "" {
		return NoPile, 0
	}
	switch text[0] {
	case 's':
		return Stock, 1
	case 'w':
		return Waste, 1
	case 'f':
		if len(text) > 1 && suitsByLetter[text[1]] != 0 {
			return Foundation(Suit(suitsByLetter[text[1]] - 1)), 2
		}
		return NoPile, 1
	case 't':
		return scanNumbered(text, firstColumn, maxColumns)
	case 'p':
		return scanNumbered(text, firstPlace, maxPlaces)
	case 'c':
		return scanNumbered(text, firstCell, maxCells)
	}
	return NoPile, 0
}

func scanNumbered(text string, first PileID, most int) (PileID, int) {
	n, i := 0, 1
	for i < len(text) && i < 4 && text[i]-'0' <= 9 {
		n = n*10 + int(text[i]-'0')
		i++
	}
	if i == 1 || text[1] == '0' {
		return NoPile, i
	}
	return numbered(first, n, most), i
}
