package phrase

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/engine"
)

// TestWhateverTheEngineWantsHasGerman reads the engine's source for the texts
// of its errors: what is given to wanted and refuse, set as Wanted, or returned
// by functions whose result is called wanted.
func TestWhateverTheEngineWantsHasGerman(t *testing.T) {
	texts := wantedInSource(t)
	if len(texts) < 40 {
		t.Fatalf("found only %d texts: %v", len(texts), texts)
	}
	for what := range texts {
		if got := expected(German, what); got == what {
			t.Errorf("no German for %q", what)
		}
	}
}

func TestWhatSpoiledPositionsAndMovesWantHasGerman(t *testing.T) {
	check := func(err error) {
		var e *engine.ParseError
		if errors.As(err, &e) && expected(German, e.Wanted) == e.Wanted {
			t.Errorf("%q: no German for %q", e.Input, e.Wanted)
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

func wantedInSource(t *testing.T) map[string]bool {
	t.Helper()
	entries, err := os.ReadDir("..")
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
		file, err := parser.ParseFile(token.NewFileSet(), "../"+name, nil, 0)
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
				if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Wanted" {
					note(n.Value)
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
