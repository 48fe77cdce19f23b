package interop

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest"
)

// PR-28: deal numbers reproduce the Microsoft deals, as boards print them.
func TestPR28NumberedDealsAsBoards(t *testing.T) {
	for number, rows := range map[engine.DealNumber][]string{
		1: {
			"JD 2D 9H JC 5D 7H 7C 5H", "KD KC 9S 5S AD QC KH 3H", "2S KS 9D QD JS AS AH 3C", "4C 5C TS QH 4H AC 4D 7S",
			"3S TD 4S TH 8H 2C JH 7D", "6D 8S 8D QS 6C 3D 8C TC", "6S 9C 2H 6H",
		},
		617:   {"7D AD 5C 3S 5S 8C 2D AH", 6: "JD KS KC 4H"},
		11982: {"AH AS 4H AC 2D 6S TS JS", 6: "KC 8D 2S 3S"},
	} {
		deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), number)
		if err != nil {
			t.Fatal(err)
		}
		p := deal.Position()
		board, err := WritePySol(&p)
		if err != nil {
			t.Fatal(err)
		}
		columns := strings.Split(strings.TrimSuffix(board, "\n"), "\n")
		for r, row := range rows {
			for c, card := range strings.Fields(row) {
				if got := strings.Fields(columns[c]); got[r] != card {
					t.Errorf("deal %d, row %d, column %d: %s, want %s", number, r+1, c+1, got[r], card)
				}
			}
		}
		for c, column := range columns {
			if want := []int{7, 7, 7, 7, 6, 6, 6, 6}[c]; len(strings.Fields(column)) != want {
				t.Errorf("deal %d, column %d: %s, want %d cards", number, c+1, column, want)
			}
		}
	}
}

// boardPosition has an empty column in the middle, one cell taken that is not
// the first, and two foundations begun; boardText is the same for fc-solve.
const boardPosition = "freecell/1 m=0 t1:KcTd4h6hAcQdQh t2:KhQs7hAd3s9c8s t3:Jc4s6d7c7dQcJd t5:7s9d8dTc8c5c5d t6:5hJs3d2dKd4d6s t7:Jh5s6cThKs8h t8:Ts9s4c2s9h2c c2:3c fh:3 fs:A"

const boardText = `Foundations: H-3 C-0 D-0 S-A
Freecells: - 3C - -
: KC TD 4H 6H AC QD QH
: KH QS 7H AD 3S 9C 8S
: JC 4S 6D 7C 7D QC JD
:
: 7S 9D 8D TC 8C 5C 5D
: 5H JS 3D 2D KD 4D 6S
: JH 5S 6C TH KS 8H
: TS 9S 4C 2S 9H 2C
`

func withoutColons(board string) string {
	return strings.ReplaceAll(strings.ReplaceAll(board, "\n: ", "\n"), "\n:\n", "\n\n")
}

// PR-30: both spellings of ten, leading colon, cells and foundations lines.
func TestPR30BoardsInTheirSpellings(t *testing.T) {
	replace := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(boardText) }
	want := position(t, boardPosition)
	for name, text := range map[string]string{
		"as written":                        boardText,
		"10 for the ten":                    replace("TC", "10C", "TD", "10D", "TH", "10H", "TS", "10S"),
		"lower case":                        strings.ToLower(boardText),
		"no colons":                         withoutColons(boardText),
		"colons without a blank":            replace("\n: ", "\n:"),
		"FC: and Founds:":                   replace("Freecells:", "FC:", "Foundations:", "Founds:"),
		"names in lower case":               replace("Freecells:", "fc:", "Foundations:", "founds:"),
		"cells at the end left out":         replace("- 3C - -", "- 3C"),
		"1 for the Ace of a foundation":     replace("S-A", "S-1"),
		"a suit left out has no cards":      replace("C-0 D-0 ", ""),
		"foundations in another order":      replace("H-3 C-0 D-0 S-A", "S-1 D-0 H-3"),
		"a later line replaces":             "Freecells: KH QH JH\nFoundations: H-K C-K D-K S-K\n" + boardText,
		"a later line replaces, at the end": replace("Freecells: - 3C - -\n", "FC: KH\n") + "FC: - 3C\n",
		"CR LF":                             replace("\n", "\r\n"),
		"no last line end":                  strings.TrimSuffix(boardText, "\n"),
		"a byte order mark":                 "\ufeff" + boardText,
		"blanks and tabs":                   replace(" ", "\t ", "\n", " \n"),
		"empty lines at the end":            boardText + "\n \n\r\n",
	} {
		got, err := ReadBoard(engine.FreeCell.Defaults(), text)
		if err != nil || got != want {
			t.Errorf("%s: read %s, %v, want %s from\n%s", name, got.String(), err, want.String(), text)
		}
	}
}

func TestBoardsHaveOneCanonicalForm(t *testing.T) {
	p := position(t, boardPosition)
	if got, err := WriteFCSolve(&p); err != nil || got != boardText {
		t.Errorf("fc-solve: wrote\n%s, %v, want\n%s", got, err, boardText)
	}
	want := strings.Replace(withoutColons(boardText), " C-0 D-0", "", 1)
	if got, err := WritePySol(&p); err != nil || got != want {
		t.Errorf("PySol: wrote\n%s, %v, want\n%s", got, err, want)
	}
	deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), 24)
	if err != nil {
		t.Fatal(err)
	}
	p = deal.Position()
	got, err := WritePySol(&p)
	if err != nil || !strings.HasPrefix(got, "4C ") || strings.Contains(got, ":") {
		t.Errorf("a new game in PySol's form is eight columns and nothing else, not\n%s, %v", got, err)
	}
}

// PR-31: export then import is the identity, including empty rows.
func TestPR31WritingAndReadingIsTheIdentity(t *testing.T) {
	for _, state := range []string{
		boardPosition,
		oneEmptyColumn,
		"freecell/1 m=0 fc:K fd:K fh:K fs:K",
		"freecell/1;cells=1 m=0 t8:Ks c1:Kh fc:K fd:K fh:Q fs:Q",
		golfWithoutStock,
		"golf/1;scoring=strokes m=0 score=1 t1:5d s:7c4c3c2c w:Ac5c8c9cTcJcQcKcAd2d3d4d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs6c",
		"golf/1;scoring=strokes m=0 score=-4 s:7c4c3c2c w:Ac5c8c9cTcJcQcKcAd2d3d4d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs6c5d",
	} {
		p := position(t, state)
		readsBack(t, &p)
	}
	p := position(t, golfWithoutStock)
	text, err := WritePySol(&p)
	if err != nil || !strings.HasPrefix(text, "Talon:\nFoundations: ") {
		t.Errorf("an empty talon is a line without a blank at its end, not\n%s, %v", text, err)
	}
}

// PR-32: an imported board is not a numbered deal.
func TestPR32AnImportedBoardIsNoNumberedDeal(t *testing.T) {
	deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), 617)
	if err != nil {
		t.Fatal(err)
	}
	dealt := deal.Position()
	text, err := WriteFCSolve(&dealt)
	if err != nil {
		t.Fatal(err)
	}
	p, err := ReadBoard(engine.FreeCell.Defaults(), text)
	if err != nil {
		t.Fatal(err)
	}
	// A position has nowhere to keep a deal: as the same state it is the same value.
	if again := position(t, p.String()); again != p || p.Moves() != 0 || strings.Contains(p.String(), "617") {
		t.Errorf("%s tells more than where the cards are", p.String())
	}
}

// PR-66: one canonical spelling of cards, a stated set of accepted ones.
func TestPR66CardsInBoards(t *testing.T) {
	deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	p := deal.Position()
	text, err := WriteFCSolve(&p)
	if err != nil {
		t.Fatal(err)
	}
	for _, spelling := range []string{"Th", "TH", "th", "10h", "10H"} {
		if got, err := ReadBoard(engine.FreeCell.Defaults(), strings.Replace(text, "TH", spelling, 1)); err != nil || got != p {
			t.Errorf("%s: read %s, %v, want %s", spelling, got.String(), err, p.String())
		}
	}
	for _, spelling := range []string{"Ah", "1h", "1H", "aH"} {
		if got, err := ReadBoard(engine.FreeCell.Defaults(), strings.Replace(text, "AH", spelling, 1)); err != nil || got != p {
			t.Errorf("%s: read %s, %v, want %s", spelling, got.String(), err, p.String())
		}
	}
	line := strings.Count(text[:strings.Index(text, "TH")], "\n") + 1
	column := strings.Index(text, "TH") - strings.LastIndex(text[:strings.Index(text, "TH")], "\n")
	for _, spelling := range []string{"hT", "Xx", "7", "0H", "11H", "TT", "H", "T-H", "THH", "<TH>", "Tß", "10", "1O"} {
		_, err := ReadBoard(engine.FreeCell.Defaults(), strings.Replace(text, "TH", spelling, 1))
		var refusal *ReadError
		if !errors.As(err, &refusal) || refusal.Line != line || refusal.Column != column || refusal.Found != spelling || refusal.Wanted != cardWanted {
			t.Errorf("%s: %v, want line %d, column %d", spelling, err, line, column)
		}
	}
}

func TestBoardsAreRefusedWithLineAndColumn(t *testing.T) {
	replace := func(old, new string) string { return strings.Replace(boardText, old, new, 1) }
	for _, test := range []struct {
		name, text   string
		line, column int
		wanted       string
	}{
		{"no text", "", 1, 1, "column 1 of 8"},
		{"columns missing", strings.Join(strings.SplitAfter(boardText, "\n")[:5], ""), 6, 1, "column 4 of 8"},
		{"a column too many", boardText + "\n: KC\n", 12, 1, "the end of the board after 8 columns"},
		{"an unknown line", replace("Freecells:", "Reserve:"), 2, 1, "Foundations: or Freecells:"},
		{"a line of another game", "Talon: KC\n" + boardText, 1, 1, "Foundations: or Freecells:"},
		{"cards before the colon", replace("\n: ", "\n KC : "), 3, 2, "a column"},
		{"five cells", replace("- 3C - -", "- 3C - -  -"), 2, 22, "no more than 4 cells"},
		{"a cell that holds no card", replace("- 3C - -", "- 3C 0 -"), 2, 17, "a card"},
		{"a foundation without a suit", replace("H-3", "3"), 1, 14, "a suit and its top rank"},
		{"a foundation as a card", replace("H-3", "3H"), 1, 14, "a suit and its top rank"},
		{"a foundation of no rank", replace("H-3", "H-"), 1, 14, "a suit and its top rank"},
		{"a foundation beyond the King", replace("H-3", "H-14"), 1, 14, "a suit and its top rank"},
		{"a suit twice", replace("D-0", "H-0"), 1, 22, "each suit once"},
		{"a column of more cards than a deck", replace("\n: ", "\n: "+strings.Repeat("KC ", 60)), 3, 159, "no more than the cards"},
		{"a column counts characters", replace("\n: ", "\n: ÄÖÜ KC "), 3, 3, "a card"},
	} {
		p, err := ReadBoard(engine.FreeCell.Defaults(), test.text)
		var refusal *ReadError
		if !errors.As(err, &refusal) || refusal.Line != test.line || refusal.Column != test.column || !strings.Contains(refusal.Wanted, test.wanted) {
			t.Errorf("%s: read %s, %v, want line %d, column %d, wanted …%s…", test.name, p.String(), err, test.line, test.column, test.wanted)
		}
	}
}

func TestBoardsThatAreNoPositionAreRefusedByTheirCards(t *testing.T) {
	for name, text := range map[string]string{
		"a card missing":         strings.Replace(boardText, " 3C", " -", 1),
		"a card twice":           strings.Replace(boardText, "- 3C - -", "- 3C 3C -", 1),
		"a card home and in use": strings.Replace(boardText, "C-0", "C-A", 1),
		"foundations added up":   "Foundations: H-3 C-0 D-0 S-A\n" + strings.Replace(boardText, "H-3 C-0 D-0 S-A", "H-0", 1),
	} {
		_, err := ReadBoard(engine.FreeCell.Defaults(), text)
		var impossible *engine.SetupError
		if !errors.As(err, &impossible) {
			t.Errorf("%s: %v, want an *engine.SetupError", name, err)
		}
	}
}

const golfWithoutStock = "golf/1 m=0 t1:Kd t3:5s4h w:Ac2c3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdAh2h3h5h6h7h8h9hThJhQhKhAs2s3s4s6s7s8s9sTsJsQsKs"

const golfBoard = `Talon: TD KC 8H
Foundations: JH
4C 7S

5H 2C
6C


QS
`

func TestGolfBoards(t *testing.T) {
	golf := engine.Golf.Defaults()
	const played = "Ac3c5c7c8c9cTcJcQcAd2d3d4d5d6d7d8d9dJdQdKdAh2h3h4h6h7h9hThQhKhAs2s3s4s5s6s8s9sTsJsKs"
	want := position(t, "golf/1 m=0 t1:4c7s t3:5h2c t4:6c t7:Qs s:8hKcTd w:"+played+"Jh")
	for name, text := range map[string]string{
		"the played cards lie beneath, by suit and rank": golfBoard,
		"the waste line first":                           "Foundations: jh\nTALON: 10d kc 8h\n" + golfBoard[len("Talon: TD KC 8H\nFoundations: JH\n"):],
		"colons":                                         "Talon: TD KC 8H\nFounds: JH\n: 4C 7S\n:\n: 5H 2C\n: 6C\n:\n:\n: QS",
	} {
		got, err := ReadBoard(golf, text)
		if err != nil || got != want {
			t.Errorf("%s: read %s, %v, want %s", name, got.String(), err, want.String())
		}
	}
	for _, test := range []struct {
		name, text   string
		line, column int
		wanted       string
	}{
		{"no waste", "Talon: TD\n4C\n\n\n\n\n\n\n", 9, 1, "Foundations: with the waste card"},
		{"an empty waste", strings.Replace(golfBoard, " JH", "", 1), 10, 1, "Foundations: with the waste card"},
		{"no stock line", golfBoard[len("Talon: TD KC 8H\n"):], 9, 1, "Talon:"},
		{"a column missing that is not known to be empty", strings.TrimSuffix(golfBoard, "QS\n"), 9, 1, "column 7 of 7"},
		{"a line of another game", "Freecells: -\n" + golfBoard, 1, 1, "Talon: or Foundations:"},
		{"a foundation by rank", strings.Replace(golfBoard, "JH", "H-J", 1), 2, 14, "a card"},
	} {
		p, err := ReadBoard(golf, test.text)
		var refusal *ReadError
		if !errors.As(err, &refusal) || refusal.Line != test.line || refusal.Column != test.column || !strings.Contains(refusal.Wanted, test.wanted) {
			t.Errorf("%s: read %s, %v, want line %d, column %d, wanted …%s…", test.name, p.String(), err, test.line, test.column, test.wanted)
		}
	}
	for name, text := range map[string]string{
		"a card twice":                    strings.Replace(golfBoard, "QS", "QS JH", 1),
		"six cards in a column":           strings.Replace(golfBoard, "QS", "QS QD QC QH KS KD", 1),
		"seventeen cards in the stock":    strings.Replace(golfBoard, "8H", "8H AC 2D 3D 4D 5D 6D 7D 8D 9D JD QD KD AH 2H", 1),
		"a whole waste with a card short": strings.Replace(golfBoard, "JH", "AC JH", 1),
	} {
		_, err := ReadBoard(golf, text)
		var impossible *engine.SetupError
		if !errors.As(err, &impossible) {
			t.Errorf("%s: %v, want an *engine.SetupError", name, err)
		}
	}
}

func TestGolfBoardsOfNewGamesAreTheirDeals(t *testing.T) {
	for _, options := range []map[string]string{nil, {"scoring": "strokes"}} {
		o, err := engine.ParseOptions(engine.Golf, options)
		if err != nil {
			t.Fatal(err)
		}
		for n := engine.DealNumber(1); n <= 50; n++ {
			deal, err := engine.DealByNumber(o, n)
			if err != nil {
				t.Fatal(err)
			}
			p := deal.Position()
			readsBack(t, &p)
			text, err := WritePySol(&p)
			if err != nil {
				t.Fatal(err)
			}
			lines := strings.Split(text, "\n")
			if waste := strings.Fields(lines[1]); len(waste) != 2 || !strings.EqualFold(waste[1], deal.Deck[35].String()) {
				t.Errorf("deal %d: %s, want one waste card, %s", n, lines[1], deal.Deck[35])
			}
			if talon := strings.Fields(lines[0]); len(talon) != 17 || !strings.EqualFold(talon[1], deal.Deck[36].String()) {
				t.Errorf("deal %d: %s, want 16 cards, %s first", n, lines[0], deal.Deck[36])
			}
		}
	}
}

func TestGolfLayoutsOfTheCorpusAsBoards(t *testing.T) {
	type layout struct {
		ID, State string
		Layout    struct {
			Tableau      []string
			Waste, Stock string
		}
	}
	path := enginetest.Shared(t, "corpus", "golf-standard.jsonl")
	enginetest.EachLine(t, path, func(_ int, l layout) {
		text := "Talon: " + l.Layout.Stock + "\nFoundations: " + l.Layout.Waste + "\n" + strings.Join(l.Layout.Tableau, "\n")
		p, err := ReadBoard(engine.Golf.Defaults(), text)
		if err != nil || p.String() != l.State {
			t.Errorf("%s: read %s, %v, want %s", l.ID, p.String(), err, l.State)
		}
	})
}

func TestBoardsAreForTheGamesThatHaveThem(t *testing.T) {
	for _, v := range engine.Variants() {
		deal, err := engine.DealByNumber(v.Defaults(), 1)
		if err != nil {
			t.Fatal(err)
		}
		p := deal.Position()
		for _, f := range Formats() {
			if f.ReadBoard == nil {
				continue
			}
			var refusal *VariantError
			_, err := f.WriteBoard(&p)
			if served := f.Serves(v); served != (err == nil) || !served && (!errors.As(err, &refusal) || refusal.Variant != v) {
				t.Errorf("%s, %s: writing gives %v, served %v", f.Name, v, err, served)
			}
			if _, err := f.ReadBoard(v.Defaults(), ""); f.Serves(v) == errors.As(err, &refusal) {
				t.Errorf("%s, %s: reading gives %v, served %v", f.Name, v, err, f.Serves(v))
			}
		}
	}
}

func TestFormatsAreListedInTheirOrder(t *testing.T) {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name)
		if f.Title == "" || len(f.Variants) == 0 || !f.Reads() || !f.Writes() {
			t.Errorf("%s: %q, for %v, reads %v, writes %v", f.Name, f.Title, f.Variants, f.Reads(), f.Writes())
		}
	}
	if want := []string{"FREECELL_STANDARD", "FC_SOLVE_BOARD", "PYSOL_BOARD"}; !slices.Equal(names, want) {
		t.Errorf("got %q, want %q", names, want)
	}
}

func FuzzReadBoard(f *testing.F) {
	f.Add(boardText, false)
	f.Add("\ufeff"+strings.ReplaceAll(strings.ToLower(boardText), "\n", "\r\n"), false)
	f.Add("FC: 10h -\n"+boardText, false)
	f.Add(golfBoard, true)
	f.Add("Talon:\nFoundations: KS\n", true)
	f.Fuzz(func(t *testing.T, text string, golf bool) {
		o := engine.FreeCell.Defaults()
		if golf {
			o = engine.Golf.Defaults()
		}
		p, err := ReadBoard(o, text)
		var refusal *ReadError
		if errors.As(err, &refusal) && (refusal.Line < 1 || refusal.Column < 1 || refusal.Wanted == "") {
			t.Fatalf("%v is no place and expectation", err)
		}
		if err == nil {
			readsBack(t, &p)
		}
	})
}
