package interop

import (
	"regexp"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// solved is a numbered FreeCell deal with a solution in several notations; an
// unwinnable deal has none.
type solved struct {
	ID     string
	Deal   engine.DealNumber
	State  string
	Moves  string
	Layout struct{ Tableau []string }
	Single string `json:"solution_single"`
	// Standard has v for several cards to an empty column and nothing for one.
	Standard string `json:"solution_standard"`
}

func (s solved) start(t *testing.T) engine.Position {
	t.Helper()
	p, err := engine.ParseState(s.State)
	if err != nil {
		t.Fatalf("%s: %v", s.ID, err)
	}
	return p
}

// eachSolved calls test with every record of the corpus that the project
// carries, and in another subtest with all of the one that lies beside it.
func eachSolved(t *testing.T, test func(t *testing.T, s solved)) {
	t.Helper()
	t.Run("carried", func(t *testing.T) {
		enginetest.EachLine(t, "testdata/freecell.jsonl", func(_ int, s solved) { test(t, s) })
	})
	t.Run("whole", func(t *testing.T) {
		path := enginetest.Shared(t, "corpus", "freecell.jsonl")
		enginetest.EachLine(t, path, func(_ int, s solved) { test(t, s) })
	})
}

func TestSolutionsInStandardNotationReadAsTheirMovesAndWin(t *testing.T) {
	eachSolved(t, func(t *testing.T, s solved) {
		start := s.start(t)
		moves, err := ReadStandard(start, s.Standard, None)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			return
		}
		if got := textOf(moves); got != s.Moves {
			t.Errorf("%s: read\n%s\nwant\n%s", s.ID, got, s.Moves)
		}
		if end := after(t, start, moves); s.Moves != "" && !end.Won() {
			t.Errorf("%s: the solution ends in %s", s.ID, end.String())
		}
	})
}

func TestSolutionsWriteAsTheyWereAndReadBack(t *testing.T) {
	eachSolved(t, func(t *testing.T, s solved) {
		start := s.start(t)
		moves := parsed(t, s.Moves)
		text, err := WriteStandard(start, moves, StandardStyle{})
		if err != nil || text != s.Standard {
			t.Errorf("%s: wrote\n%s, %v\nwant\n%s", s.ID, text, err, s.Standard)
		}
		again, err := ReadStandard(start, text, None)
		if err != nil || textOf(again) != s.Moves {
			t.Errorf("%s: read back\n%s, %v\nwant\n%s", s.ID, textOf(again), err, s.Moves)
		}
	})
}

func TestSolutionsWriteAsSingleMoves(t *testing.T) {
	eachSolved(t, func(t *testing.T, s solved) {
		start := s.start(t)
		moves := parsed(t, s.Moves)
		text, err := WriteStandard(start, moves, StandardStyle{Single: true})
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			return
		}
		singles, err := ReadStandard(start, text, None)
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			return
		}
		for _, m := range singles {
			if m.Count != 1 {
				t.Errorf("%s: %s moves several cards", s.ID, m)
			}
		}
		spelled := spelledOut(s.Single)
		if len(singles) > len(spelled) {
			t.Errorf("%s: %d single moves, and %d are enough", s.ID, len(singles), len(spelled))
		}
		end := after(t, start, moves)
		if got := after(t, start, singles); cards(&got) != cards(&end) {
			t.Errorf("%s: the single moves end in %s, the moves in %s", s.ID, got.String(), end.String())
		}
		if theirs := after(t, start, parsed(t, strings.Join(playable(t, start, spelled), " "))); cards(&theirs) != cards(&end) {
			t.Errorf("%s: the corpus's single moves end in %s, the moves in %s", s.ID, theirs.String(), end.String())
		}
	})
}

func TestLayoutsAsBoardsAreTheNumberedDeals(t *testing.T) {
	eachSolved(t, func(t *testing.T, s solved) {
		deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), s.Deal)
		if err != nil {
			t.Fatal(err)
		}
		p, err := ReadBoard(engine.FreeCell.Defaults(), strings.Join(s.Layout.Tableau, "\n"))
		if err != nil || p != deal.Position() || p.String() != s.State {
			t.Errorf("%s: read %s, %v, want %s", s.ID, p.String(), err, s.State)
		}
		readsBack(t, &p)
	})
}

// readsBack checks that a position without moves is the same after writing and reading it in every form.
func readsBack(t *testing.T, p *engine.Position) {
	t.Helper()
	for _, f := range Formats() {
		if f.WriteBoard == nil {
			continue
		}
		text, err := f.WriteBoard(p)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		again, err := f.ReadBoard(p.Options(), text)
		if err != nil || again != *p {
			t.Errorf("%s: wrote\n%s\nread %s, %v\nwant %s", f.Name, text, again.String(), err, p.String())
		}
		if bare, err := f.ReadBoard(p.Options(), strings.TrimSuffix(text, "\n")); err != nil || bare != *p {
			t.Errorf("%s without the last line end: read %s, %v, want %s", f.Name, bare.String(), err, p.String())
		}
		if dos, err := f.ReadBoard(p.Options(), "\ufeff"+strings.ReplaceAll(text, "\n", "\r\n")); err != nil || dos != *p {
			t.Errorf("%s with CR LF: read %s, %v, want %s", f.Name, dos.String(), err, p.String())
		}
	}
}

// spelledOut turns the corpus's own notation, T3>Ca, into moves of the engine but for the suits of foundations.
func spelledOut(solution string) []string {
	moves := strings.Fields(solution)
	for i, m := range moves {
		m = regexp.MustCompile(`C([a-d])`).ReplaceAllStringFunc(m, func(c string) string { return "c" + string(c[1]-'a'+'1') })
		moves[i] = strings.ReplaceAll(strings.ReplaceAll(strings.ToLower(m), ">", ""), "xf", "f")
	}
	return moves
}

// playable adds the suits of the foundations by playing the moves.
func playable(t *testing.T, p engine.Position, moves []string) []string {
	t.Helper()
	for i, text := range moves {
		if from, found := strings.CutSuffix(text, "f"); found {
			pile, err := engine.ParsePile(from)
			if err != nil {
				t.Fatal(err)
			}
			moves[i] = text + topOf(&p, pile).Suit().String()
		}
		p = after(t, p, parsed(t, moves[i]))
	}
	return moves
}

func parsed(t *testing.T, text string) []engine.Move {
	t.Helper()
	var moves []engine.Move
	for word := range strings.FieldsSeq(text) {
		m, err := engine.ParseMove(word)
		if err != nil {
			t.Fatal(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// after returns the position after the moves.
func after(t *testing.T, p engine.Position, moves []engine.Move) engine.Position {
	t.Helper()
	for i, m := range moves {
		if err := p.Apply(m); err != nil {
			t.Fatalf("move %d: %v", i, err)
		}
	}
	return p
}

func textOf(moves []engine.Move) string {
	texts := make([]string, len(moves))
	for i, m := range moves {
		texts[i] = m.String()
	}
	return strings.Join(texts, " ")
}

// cards is the text of a position without its move counter.
func cards(p *engine.Position) string {
	return regexp.MustCompile(` m=\d+`).ReplaceAllString(p.String(), "")
}
