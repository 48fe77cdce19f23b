package interop

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

const standardName = "FREECELL_STANDARD"

func standardVariants() []engine.Variant { return []engine.Variant{engine.FreeCell} }

// maxWritten is the largest number of moves of one text.
const maxWritten = engine.MaxRecordMoves

// written is one move of a text in standard notation: source and destination,
// and the number of cards where v gives it.
type written struct {
	word
	from, to byte
	count    uint8
}

// convention is what a move to an empty column means that names no number of cards.
type convention bool

const (
	// asManyAsPossible moves the longest run that the rules allow: what a
	// player of the program sees who asks for the column.
	asManyAsPossible convention = false
	// oneCard moves one card: the habit of programs that write v for more.
	oneCard convention = true
)

// ReadStandard reads FreeCell moves in standard notation, which begin at the
// position: words of a source, 1 to 8 or a to d, and a destination, the same or
// h for the foundations. To a column that holds cards, the ranks tell how many
// move. To an empty one, v and a hexadecimal digit tell it; without v it is one
// card in a text that has v elsewhere, and as many as possible in one that has
// none. Where a text can only be played with the other of the two readings,
// that one is taken.
//
// The rule is the one by which the producer's program played cards to the
// foundations without writing it down; those plays are among the moves
// returned. Where the rule allows plays before the first move, they are made
// if that move needs them. A play that the rule has made may be written all the
// same, if no other written move comes between.
//
// The error is a *ReadError, with the refusal of the rules where a move is
// readable but illegal, or a *VariantError.
func ReadStandard(start engine.Position, text string, rule Autoplay) ([]engine.Move, error) {
	if !slices.Contains(standardVariants(), start.Variant()) {
		return nil, &VariantError{Format: standardName, Variant: start.Variant(), Wanted: standardVariants()}
	}
	log, err := readWritten(text)
	if err != nil {
		return nil, err
	}
	first := asManyAsPossible
	for _, w := range log {
		if w.count > 0 {
			first = oneCard
		}
	}
	moves, err := playWritten(start, log, rule, first)
	if err == nil {
		return moves, nil
	}
	if moves, otherwise := playWritten(start, log, rule, !first); otherwise == nil {
		return moves, nil
	}
	return nil, err
}

// readWritten reads the words of a text, legal or not.
func readWritten(text string) ([]written, error) {
	var log []written
	var tooMany *ReadError
	for l := range linesOf(text) {
		for w := range l.words(0) {
			if len(log) == maxWritten {
				if tooMany == nil {
					tooMany = w.refuse("at most " + strconv.Itoa(maxWritten) + " moves")
					tooMany.Limit, tooMany.Asked = maxWritten, maxWritten
				}
				tooMany.Asked++
				continue
			}
			move, err := readWord(w)
			if err != nil {
				return nil, err
			}
			log = append(log, move)
		}
	}
	if tooMany != nil {
		return nil, tooMany
	}
	return log, nil
}

func readWord(w word) (written, error) {
	const wanted = "a move such as 26, 3a, b5, 1h or 26v3"
	text := strings.ToLower(w.text)
	if len(text) != 2 && (len(text) != 4 || text[2] != 'v') {
		return written{}, w.refuse(wanted)
	}
	move := written{word: w, from: text[0], to: text[1]}
	if pileOf(move.from) == engine.NoPile || move.to != 'h' && pileOf(move.to) == engine.NoPile {
		return written{}, w.refuse(wanted)
	}
	if len(text) == 4 {
		n, err := strconv.ParseUint(text[3:], 16, 8)
		if err != nil || n == 0 || n > uint64(engine.King) {
			return written{}, w.refuse("a number of cards from 1 to d after v")
		}
		move.count = uint8(n)
	}
	return move, nil
}

// pileOf returns the column or cell of a letter, NoPile if it is neither.
func pileOf(letter byte) engine.PileID {
	switch {
	case letter >= '1' && letter <= '8':
		return engine.Column(int(letter - '0'))
	case letter >= 'a' && letter <= 'd':
		return engine.Cell(int(letter-'a') + 1)
	default:
		return engine.NoPile
	}
}

// playWritten plays the log with what the rule adds and returns all moves.
func playWritten(p engine.Position, log []written, rule Autoplay, c convention) ([]engine.Move, error) {
	moves := make([]engine.Move, 0, len(log))
	// automatic are the plays that the rule has made since the last written move.
	var automatic []engine.Move
	for i, w := range log {
		m := w.move(&p, c)
		refusal := p.Apply(m)
		if refusal != nil && i == 0 {
			if automatic = rule.plays(&p); len(automatic) > 0 {
				moves = append(moves, automatic...)
				m = w.move(&p, c)
				refusal = p.Apply(m)
			}
		}
		if refusal != nil {
			if k := playFrom(automatic, m); k >= 0 {
				automatic = append(automatic[:k:k], automatic[k+1:]...)
				continue
			}
			return nil, w.illegal(refusal)
		}
		automatic = rule.plays(&p)
		moves = append(append(moves, m), automatic...)
	}
	return moves, nil
}

// playFrom returns which of the automatic plays a written one says again, -1 for none.
func playFrom(automatic []engine.Move, m engine.Move) int {
	if m.To.Kind() == engine.KindFoundation {
		for i, play := range automatic {
			if play.From == m.From {
				return i
			}
		}
	}
	return -1
}

func (w written) illegal(refusal error) error {
	err := w.refuse("a legal move")
	errors.As(refusal, &err.Refusal)
	return err
}

// move returns what the word means in the position; it may be illegal.
func (w written) move(p *engine.Position, c convention) engine.Move {
	m := engine.Move{Kind: engine.Transfer, From: pileOf(w.from), Count: max(w.count, 1)}
	source := p.Pile(m.From)
	if w.to == 'h' {
		m.To = engine.Foundation(engine.Clubs)
		if len(source) > 0 {
			m.To = engine.Foundation(source[len(source)-1].Suit())
		}
		return m
	}
	m.To = pileOf(w.to)
	if w.count > 0 || m.To.Kind() != engine.KindColumn || len(source) == 0 {
		return m
	}
	top := source[len(source)-1].Rank()
	if target := topOf(p, m.To); target != engine.NoCard {
		if target.Rank() > top && m.From.Kind() == engine.KindColumn {
			m.Count = uint8(target.Rank() - top)
		}
		return m
	}
	if c == asManyAsPossible {
		m.Count = longest(p, m)
	}
	return m
}

// longest returns the largest number of cards that the rules let the move take, 1 if none.
func longest(p *engine.Position, m engine.Move) uint8 {
	for n := min(len(p.Pile(m.From)), int(engine.King)); n > 1; n-- {
		m.Count = uint8(n)
		if p.Check(m) == nil {
			return m.Count
		}
	}
	return 1
}
