package phrase

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
)

// TestWhateverTheEngineWantsHasGerman reads the source of the engine and of the
// formats of other programs for the texts of their errors: what is given to wanted
// and refuse, set as Wanted or Why, returned by functions whose result is called
// wanted, or a constant of such a name.
func TestWhateverTheEngineWantsHasGerman(t *testing.T) {
	for folder, least := range map[string]int{"..": 60, "../interop": 17} {
		texts := wantedInSource(t, folder)
		if len(texts) < least {
			t.Errorf("%s has only %d texts: %v", folder, len(texts), texts)
		}
		for what := range texts {
			checkGerman(t, folder, what)
		}
	}
}

// englishWords are words that no German text has.
var englishWords = regexp.MustCompile(`\b(the|of|or|and|such|with|from|to|each|once|at|most|other|without|after|before|where|which|its|cards|line|position|number [a-z]|whole|only|has|not|end)\b`)

// checkGerman checks that what was wanted is said in German, and all of it.
func checkGerman(t *testing.T, where, what string) {
	t.Helper()
	got := expected(German, what)
	if got == what && what != "" {
		t.Errorf("%s: no German for %q", where, what)
	}
	// What stands after "=" or in quotes is as the formats write it.
	if word := englishWords.FindString(got); word != "" {
		t.Errorf("%s: the German for %q says %q: %q", where, what, word, got)
	}
}

func TestWhatSpoiledPositionsAndMovesWantHasGerman(t *testing.T) {
	check := func(err error) {
		var e *engine.ParseError
		if errors.As(err, &e) {
			checkGerman(t, e.Input, e.Wanted)
		}
	}
	for _, text := range []string{
		"klondike/1;draw=1;scoring=vegas m=7 r=1 score=-52 t1:5c t2:7c|7d fh:3 s:9c w:9h",
		"spider/1;suits=2 m=41 score=559 t1:9h t10:5h5h|2s f:hs s:3s",
		"pyramid/1;redeals=0 m=3 p:........Kc............................................Ah s:9c",
		"tripeaks/1;scoring=classic m=1 score=4 streak=3 p:....................................................Kc.. w:9h",
		"freecell/1;cells=2 m=1 t1:9c c2:5c fc:3",
	} {
		for i := 0; i <= len(text); i++ {
			_, err := engine.ParseSetup(text[:i])
			check(err)
			for _, inserted := range []string{" ", "x", "0", "|", ":", ";", "=", "-", "é"} {
				_, err := engine.ParseSetup(text[:i] + inserted + text[i:])
				check(err)
			}
		}
	}
	for _, text := range []string{"t3t5x4", "p22p25", "wp25", "c2fh", "p19w", "sw", "tt", "ft1", "w\x00"} {
		for i := 0; i <= len(text); i++ {
			for _, inserted := range []string{"", "x", "0", "t9", "w", "s"} {
				_, err := engine.ParseMove(text[:i] + inserted + text[i:])
				check(err)
				_, err = engine.ParsePile(text[:i] + inserted)
				check(err)
				_, err = engine.ParseCards(text[:i] + inserted)
				check(err)
			}
		}
	}
}

func TestWhatSpoiledRecordsWantHasGerman(t *testing.T) {
	spoil(t, 400, []string{
		`{"variant":"klondike","rulesVersion":1,"options":{"draw":"1"},"deal":{"number":1},"moves":["d","u"],"status":"WON","score":-5.5e1,"moveCount":1,"player":"\u00e9","elapsedSeconds":1}`,
		`{"state":"golf/1 m=0 t1:Ac","moves":["d"]}`,
		`{"variant":"golf","deal":{"seed":"x","variant":"golf","options":{}},"moves":[]}`,
		"[Variant \"klondike\"]\n[Options \"draw=1\"]\n[Deal \"number=1\"]\n[Score \"1\"]\n\nd t1t2x2 u\n",
		"[State \"golf/1 m=0\"]\n\nd\n",
	}, func(text string) error {
		records := engine.ReadRecords(strings.NewReader(text))
		if _, err := records.Next(); err != nil {
			return err
		}
		_, err := records.Start()
		return err
	})
}

func TestWhatSpoiledTextsOfOtherProgramsWantHasGerman(t *testing.T) {
	deal, err := engine.DealByNumber(engine.FreeCell.Defaults(), 1)
	if err != nil {
		t.Fatal(err)
	}
	spoil(t, 20, []string{"26 3a 1h 26v3", "1a 2b\n3c 4d"}, func(text string) error {
		_, err := interop.ReadStandard(deal.Position(), text, interop.None)
		return err
	})
	for _, v := range []engine.Variant{engine.FreeCell, engine.Golf} {
		spoil(t, 60, []string{
			"Foundations: H-5 C-A\nFreecells: 3C - - -\n: 4C 5D\n6H\n",
			"Talon: 4C 5D\nFoundations: 6H\nAC 10D\n",
			strings.Repeat(": AC\n", 9),
		}, func(text string) error {
			_, err := interop.ReadBoard(v.Defaults(), text)
			return err
		})
	}
}

// spoil puts something into a text wherever it can and checks what reading it wanted instead.
func spoil(t *testing.T, least int, texts []string, read func(text string) error) {
	t.Helper()
	refused, wanted := 0, map[string]bool{}
	check := func(text string) {
		err := read(text)
		var (
			record *engine.RecordError
			parse  *engine.ParseError
			board  *interop.ReadError
		)
		for _, e := range []struct {
			is     bool
			wanted func() string
		}{
			{errors.As(err, &record), func() string { return record.Wanted }},
			{errors.As(err, &parse), func() string { return parse.Wanted }},
			{errors.As(err, &board), func() string { return board.Wanted }},
		} {
			if !e.is {
				continue
			}
			refused++
			if what := e.wanted(); !wanted[what] {
				wanted[what] = true
				checkGerman(t, text, what)
			}
		}
	}
	for _, text := range texts {
		for i := range len(text) + 1 {
			check(text[:i])
			for _, inserted := range []string{" ", "x", "0", "|", ":", ";", "=", "-", "é", "\"", "\\", "{", "[", ",", "\x01", "\xff", "\n"} {
				check(text[:i] + inserted + text[i:])
			}
		}
	}
	if refused < least {
		t.Errorf("only %d texts were refused", refused)
	}
}

func TestGapsTakeWhatTheyStandFor(t *testing.T) {
	for _, test := range []struct {
		pattern, text string
		gaps          string
		fits          bool
	}{
		{"a colon", "a colon", "", true},
		{"a colon", "a colon and more", "", false},
		{"a value of *: *", "a value of draw: 1, 3", "draw|1, 3", true},
		{"* as in state", "golf as in state", "golf", true},
		{"* as in state", "golf as in states", "", false},
		{"at most * moves", "at most 20000 moves", "20000", true},
	} {
		gaps, fits := matchGaps(test.pattern, test.text)
		if fits != test.fits || fits && strings.Join(gaps, "|") != test.gaps {
			t.Errorf("%q in %q: %q, %v", test.pattern, test.text, gaps, fits)
		}
	}
}

func wantedInSource(t *testing.T, folder string) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	constants := map[string]string{}
	for _, entry := range entries {
		name := entry.Name()
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), folder+"/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == 1 {
				if text, literal := sample(spec.Values[0], nil); literal {
					constants[spec.Names[0].Name] = text
				}
			}
			return true
		})
	}
	texts := map[string]bool{}
	note := func(e ast.Expr) {
		if text, literal := sample(e, constants); literal && text != "" {
			texts[text] = true
		}
	}
	for _, file := range files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "Wanted" || key.Name == "Why") {
					note(n.Value)
				}
			case *ast.AssignStmt:
				if field, ok := n.Lhs[0].(*ast.SelectorExpr); ok && (field.Sel.Name == "Wanted" || field.Sel.Name == "Why") {
					note(n.Rhs[0])
				}
			case *ast.ValueSpec:
				if strings.HasSuffix(strings.ToLower(n.Names[0].Name), "wanted") && len(n.Values) == 1 {
					note(n.Values[0])
				}
			case *ast.CallExpr:
				if name := called(n); (name == "wanted" || name == "refuse") && len(n.Args) > 0 {
					note(n.Args[len(n.Args)-1])
				}
			case *ast.FuncDecl:
				noteReturns(n.Type, n.Body, note)
			case *ast.FuncLit:
				noteReturns(n.Type, n.Body, note)
			}
			return true
		})
	}
	return texts
}

// noteReturns notes what a function returns as its result wanted.
func noteReturns(f *ast.FuncType, body *ast.BlockStmt, note func(ast.Expr)) {
	if f.Results == nil || body == nil {
		return
	}
	last := f.Results.List[len(f.Results.List)-1]
	isText := false
	if kind, ok := last.Type.(*ast.Ident); ok {
		isText = kind.Name == "string"
	}
	// The set functions of record fields name their result in their type only.
	setter := len(f.Params.List) > 1 && len(f.Params.List[1].Names) == 1 && f.Params.List[1].Names[0].Name == "value"
	if !isText || !setter && (len(last.Names) == 0 || last.Names[len(last.Names)-1].Name != "wanted") {
		return
	}
	ast.Inspect(body, func(n ast.Node) bool {
		if back, ok := n.(*ast.ReturnStmt); ok && len(back.Results) > 0 {
			note(back.Results[len(back.Results)-1])
		}
		return true
	})
}

func called(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		return f.Sel.Name
	default:
		return ""
	}
}

// sample writes an expression out as text, with x for what only a running
// program knows; literal tells that there is some text of its own in it.
func sample(e ast.Expr, constants map[string]string) (text string, literal bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		if e.Kind != token.STRING {
			return "", false
		}
		text, err := strconv.Unquote(e.Value)
		return text, err == nil
	case *ast.BinaryExpr:
		left, a := sample(e.X, constants)
		right, b := sample(e.Y, constants)
		return left + right, a || b
	case *ast.Ident:
		if text, known := constants[e.Name]; known {
			return text, true
		}
	}
	return "x", false
}
