package interop

import (
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// StandardStyle is how moves are written in standard notation.
type StandardStyle struct {
	// Autoplay is the rule of the program that is going to read the text: what
	// it plays by itself is not written.
	Autoplay Autoplay
	// Single writes each move of several cards as the shortest list of single
	// moves, as SingleMoves finds it.
	Single bool
	// MaxMoves is the largest number of moves that the text may stand for, single
	// ones and those left out included; 0 means engine.MaxRecordMoves.
	MaxMoves int
}

// WriteStandard writes FreeCell moves that begin at the position in standard
// notation, separated by blanks. Several cards to an empty column always have v
// and their number; one card has v1 only where ReadStandard would take more.
//
// A rule of automatic play leaves moves out only if reading them back by the
// rule gives the same game: where the rule would play a card that the moves do
// not play then, the game cannot be written under it. Automatic plays that
// follow one another may come back in another order. The error is a *WriteError
// with the index of the move, a *LimitError or a *VariantError.
func WriteStandard(start engine.Position, moves []engine.Move, style StandardStyle) (string, error) {
	if !slices.Contains(standardVariants(), start.Variant()) {
		return "", &VariantError{Format: standardName, Variant: start.Variant(), Wanted: standardVariants()}
	}
	if err := style.checkLength(start, moves); err != nil {
		return "", err
	}
	w := standardWriter{position: start, rule: style.Autoplay, piles: start.Options().Piles()}
	if err := w.write(moves, style.Single); err != nil {
		return "", err
	}
	text := w.text(false)
	if w.ambiguous {
		if again, err := ReadStandard(start, text, style.Autoplay); err != nil || !slices.Equal(again, w.replayed) {
			text = w.text(true)
		}
	}
	return text, nil
}

// checkLength refuses moves that are too many, before any of them is written.
func (s StandardStyle) checkLength(start engine.Position, moves []engine.Move) (err error) {
	n := len(moves)
	if s.Single {
		if n, err = countSingles(start, moves); err != nil {
			return err
		}
	}
	most := s.MaxMoves
	if most == 0 {
		most = engine.MaxRecordMoves
	}
	if n > most {
		return &LimitError{Limit: most, Asked: n}
	}
	return nil
}

// standardWriter writes one game.
type standardWriter struct {
	// position is what a reader sees, with the plays of the rule.
	position engine.Position
	rule     Autoplay
	piles    []engine.PileID
	words    []standardWord
	// replayed is what reading the words has to give.
	replayed []engine.Move
	// ambiguous tells that a word would mean more cards to some readers.
	ambiguous bool
}

// standardWord is a move as it is written; one is v1, for where it has to be clear that it is one card.
type standardWord struct{ text, one string }

// write writes the moves except those that the rule makes by itself.
func (w *standardWriter) write(moves []engine.Move, single bool) error {
	game := w.position
	for i := 0; i < len(moves); {
		m := moves[i]
		if err := game.Check(m); err != nil {
			return refused(i, err)
		}
		parts := []engine.Move{m}
		if single {
			parts = expand(&game, m)
		}
		automatic, err := w.parts(i, parts)
		if err != nil {
			return err
		}
		own := moves[i : i+1+min(len(automatic), len(moves)-i-1)]
		for k, m := range own {
			if err := game.Apply(m); err != nil {
				return refused(i+k, err)
			}
		}
		if !w.sameCards(&game) {
			return w.conflict(i, automatic, own[1:])
		}
		w.position = game // whose counters may differ
		i += len(own)
	}
	return nil
}

// parts writes the parts of a move and returns what the rule plays meanwhile
// and afterwards. A card that the rule has played meanwhile needs no more parts.
func (w *standardWriter) parts(index int, parts []engine.Move) ([]engine.Move, error) {
	var automatic []engine.Move
	undisturbed := w.position
	for _, m := range parts {
		card := topOf(&undisturbed, m.From)
		if err := undisturbed.Apply(m); err != nil {
			return nil, refused(index, err)
		}
		if isHome(&w.position, card) {
			continue
		}
		if topOf(&w.position, m.From) != card || w.position.Check(m) != nil {
			return nil, w.conflict(index, automatic, nil)
		}
		w.word(m)
		if err := w.position.Apply(m); err != nil {
			return nil, refused(index, err)
		}
		plays := w.rule.plays(&w.position)
		w.replayed = append(append(w.replayed, m), plays...)
		automatic = append(automatic, plays...)
	}
	return automatic, nil
}

func isHome(p *engine.Position, c engine.Card) bool {
	return len(p.Pile(engine.Foundation(c.Suit()))) >= int(c.Rank())
}

func refused(index int, err error) error {
	e := &WriteError{Index: index}
	errors.As(err, &e.Refusal)
	return e
}

// conflict names the first play of the rule that is not among the moves of the game that follow.
func (w *standardWriter) conflict(index int, automatic, own []engine.Move) error {
	e := &WriteError{Index: index, Why: "the rule " + w.rule.String() + " would play another game"}
	if k := samePlays(automatic, own); k < len(automatic) {
		e.Why = "the rule " + w.rule.String() + " would play " + automatic[k].String() + " after it, the game does not"
	}
	return e
}

// sameCards reports whether the position of the game differs from that of the reader in its counters only.
func (w *standardWriter) sameCards(game *engine.Position) bool {
	if *game == w.position {
		return true
	}
	for _, id := range w.piles {
		if !slices.Equal(game.Pile(id), w.position.Pile(id)) {
			return false
		}
	}
	return true
}

// samePlays returns how many of the automatic plays are among the same number
// of moves that come next, in whatever order.
func samePlays(automatic, moves []engine.Move) int {
	next := slices.Clone(moves[:min(len(automatic), len(moves))])
	for k, play := range automatic {
		at := slices.Index(next, play)
		if at < 0 {
			return k
		}
		next = slices.Delete(next, at, at+1)
	}
	return len(automatic)
}

// word writes a move.
func (w *standardWriter) word(m engine.Move) {
	text := string([]byte{letterOf(m.From), letterOf(m.To)})
	one := text
	if m.To.Kind() == engine.KindColumn && len(w.position.Pile(m.To)) == 0 {
		switch {
		case m.Count > 1:
			text += "v" + strconv.FormatUint(uint64(m.Count), 16)
			one = text
		case longest(&w.position, m) > 1:
			w.ambiguous = true
			one += "v1"
		}
	}
	w.words = append(w.words, standardWord{text: text, one: one})
}

func letterOf(id engine.PileID) byte {
	switch id.Kind() {
	case engine.KindColumn:
		return '1' + byte(id.Index())
	case engine.KindCell:
		return 'a' + byte(id.Index())
	default:
		return 'h'
	}
}

// text joins the words, with every single card marked or none.
func (w *standardWriter) text(mark bool) string {
	words := make([]string, len(w.words))
	for i, word := range w.words {
		words[i] = word.text
		if mark {
			words[i] = word.one
		}
	}
	return strings.Join(words, " ")
}
