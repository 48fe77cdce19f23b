package rules_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/docs/rules"
	"github.com/talon-solitaire/talon/engine"
)

var languages = []string{"en", "de"}

func page(t *testing.T, v engine.Variant, language string) string {
	t.Helper()
	text, found := rules.Text(v.String(), language)
	if !found {
		t.Fatalf("no rules of %v in %q", v, language)
	}
	return text
}

func TestEveryGameHasItsPageInBothLanguages(t *testing.T) {
	for _, v := range engine.Variants() {
		english, german := page(t, v, "en"), page(t, v, "de")
		if !strings.HasPrefix(english, "# "+v.Title()+"\n") {
			t.Errorf("%v: the English page begins %.20q", v, english)
		}
		if english == german || !strings.Contains(german, "\n## Züge\n") {
			t.Errorf("%v: the German page is not German", v)
		}
	}
}

func TestThereIsNoOtherPage(t *testing.T) {
	for _, test := range [][2]string{
		{"hearts", "en"},
		{"", "en"},
		{"klondike", ""},
		{"klondike", "fr"},
		{"klondike", "EN"},
		{"klondike.de", "en"},
		{"../rules/klondike", "en"},
		{"rules.go", "en"},
		{"klondike\x00", "en"},
	} {
		if text, found := rules.Text(test[0], test[1]); found {
			t.Errorf("Text(%q, %q) = %.20q", test[0], test[1], text)
		}
	}
}

// ruleHeading is a heading that ends in the id of its rule.
var ruleHeading = regexp.MustCompile("(?m)^### .+ \\(`([a-z.]+)`\\)$")

func ruleIDs(text string) []string {
	var ids []string
	for _, found := range ruleHeading.FindAllStringSubmatch(text, -1) {
		ids = append(ids, found[1])
	}
	return ids
}

func TestBothLanguagesHaveTheSameRulesInTheSameOrder(t *testing.T) {
	for _, v := range engine.Variants() {
		english, german := ruleIDs(page(t, v, "en")), ruleIDs(page(t, v, "de"))
		if !slices.Equal(english, german) {
			t.Errorf("%v: %v in English, %v in German", v, english, german)
		}
		sorted := slices.Sorted(slices.Values(english))
		if len(slices.Compact(sorted)) != len(english) {
			t.Errorf("%v: a rule has two headings: %v", v, english)
		}
	}
}

var (
	refusedAs = regexp.MustCompile("(?:Refused|Abgelehnt) (?:as|als) ([^.;]*)")
	reason    = regexp.MustCompile("`([A-Z_]+)`")
)

// reasonsByRule reads the reasons that a page names under each rule.
func reasonsByRule(text string) map[string][]string {
	found := map[string][]string{}
	parts := ruleHeading.Split(text, -1)[1:]
	for i, id := range ruleIDs(text) {
		// The section ends where the next heading of any kind begins.
		section, _, _ := strings.Cut(parts[i], "\n#")
		for _, sentence := range refusedAs.FindAllStringSubmatch(section, -1) {
			for _, name := range reason.FindAllStringSubmatch(sentence[1], -1) {
				found[id] = append(found[id], name[1])
			}
		}
	}
	return found
}

func TestEveryRefusalCitesARuleThatNamesItsReason(t *testing.T) {
	for _, v := range engine.Variants() {
		cited := citedReasons(t, v)
		for _, language := range languages {
			named := reasonsByRule(page(t, v, language))
			for rule, reasons := range cited {
				for name := range reasons {
					if !slices.Contains(named[rule], name) {
						t.Errorf("%v, %s: a refusal cites %s for %s; the page names %v there", v, language, rule, name, named[rule])
					}
				}
			}
			for rule, reasons := range named {
				for _, name := range reasons {
					if !cited[rule][name] {
						t.Errorf("%v, %s: the page names %s under %s; no refusal was found that cites it so", v, language, name, rule)
					}
				}
			}
		}
	}
}

func TestEveryPageNamesTheOptionsWithTheirDefaults(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, language := range languages {
			text := page(t, v, language)
			for _, o := range v.Options() {
				var row string
				for line := range strings.SplitSeq(text, "\n") {
					if strings.HasPrefix(line, "| `"+o.Name+"`") {
						row = line
					}
				}
				cells := strings.Split(row, "|")
				if len(cells) < 5 || strings.TrimSpace(cells[3]) != "`"+o.Default+"`" {
					t.Errorf("%v, %s: the row of %s is %q, its default is %s", v, language, o.Name, row, o.Default)
					continue
				}
				for _, value := range o.Values {
					if !strings.Contains(cells[2], "`"+value+"`") {
						t.Errorf("%v, %s: the row of %s lacks %s: %q", v, language, o.Name, value, row)
					}
				}
			}
		}
	}
}

var (
	state = regexp.MustCompile("(?m)^[a-z]+/1.*$")
	move  = regexp.MustCompile("`([a-z0-9]+)`")
)

func TestTheExampleIsAPositionInWhichTheMovesNamedAreLegal(t *testing.T) {
	for _, v := range engine.Variants() {
		for _, language := range languages {
			_, example, found := strings.Cut(page(t, v, language), "```\n"+v.String()+"/1")
			if !found {
				t.Errorf("%v, %s: no example position", v, language)
				continue
			}
			p, err := engine.ParseState(state.FindString(v.String() + "/1" + example))
			if err != nil {
				t.Errorf("%v, %s: %v", v, language, err)
				continue
			}
			paragraph := strings.SplitN(example, "\n\n", 3)[1]
			moves := move.FindAllStringSubmatch(paragraph, -1)
			if len(moves) < 2 {
				t.Errorf("%v, %s: too few moves in %q", v, language, paragraph)
			}
			for _, named := range moves {
				m, err := engine.ParseMove(named[1])
				if err == nil {
					err = p.Check(m)
				}
				if err != nil {
					t.Errorf("%v, %s: %s: %v", v, language, named[1], err)
				}
			}
		}
	}
}

// citedReasons plays games under several options, tries every move that can be
// written at many of their positions, and returns the reasons of the refusals
// by the rule they cite.
func citedReasons(t *testing.T, v engine.Variant) map[string]map[string]bool {
	t.Helper()
	cited := map[string]map[string]bool{}
	note := func(err error) {
		var e *engine.IllegalMoveError
		if !errors.As(err, &e) {
			return
		}
		if cited[e.Rule()] == nil {
			cited[e.Rule()] = map[string]bool{}
		}
		cited[e.Rule()][e.Reason.String()] = true
	}
	moves := everyMove()
	look := func(p engine.Position) {
		for _, m := range moves {
			note(p.Check(m))
		}
		_, err := p.Finish()
		note(err)
		note(engine.NewGame(p).TakeBack())
	}
	for _, text := range rare[v] {
		p, err := engine.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		look(p)
	}
	for _, o := range someOptions(t, v) {
		for number := engine.DealNumber(1); number <= 3; number++ {
			deal, err := engine.DealByNumber(o, number)
			if err != nil {
				t.Fatal(err)
			}
			p := deal.Position()
			for ply := range 100 {
				if ply%20 == 0 {
					look(p)
				}
				legal := p.LegalMoves(nil)
				if len(legal) == 0 {
					break
				}
				if err := p.Apply(legal[ply*ply%len(legal)]); err != nil {
					t.Fatal(err)
				}
			}
			look(p)
		}
	}
	return cited
}

// rare are positions to which play seldom or never leads: won games, face-up
// cards of Klondike in no order, tables on which Spider gives no row.
var rare = map[engine.Variant][]string{
	engine.Klondike: {
		"klondike/1 m=107 fc:K fd:K fh:K fs:K",
		"klondike/1;redeals=0 m=30 fc:K fd:K fh:K fs:J w:QsKs",
		"klondike/1 m=30 t1:KsQs fc:K fd:K fh:K fs:J",
	},
	engine.Spider: {
		"spider/1 m=90 score=1210 f:ssssssss",
		"spider/1 m=102 score=998 t2:3s2sAs t3:KsQsJs t4:Ts9s8s7s6s5s4s3s2sAs f:ssssss s:KsQsJsTs9s8s7s6s5s4s",
		"spider/1 m=102 score=798 t1:As t8:Ks f:ssss s:" + strings.Repeat("KsQsJsTs9s8s7s6s5s4s3s2sAs", 3) + "QsJsTs9s8s7s6s5s4s3s2s",
		"spider/1 m=102 score=1098 t8:Ks t10:QsJsTs9s8s7s6s5s4s3s2sAs f:sssssss",
	},
	engine.FreeCell: {"freecell/1 m=65 fc:K fd:K fh:K fs:K"},
	engine.Pyramid:  {"pyramid/1;redeals=unlimited m=28 w:KcKdKhKs"},
	engine.TriPeaks: {"tripeaks/1 m=60 w:" + fullDeck},
	engine.Golf: {
		"golf/1 m=60 w:" + fullDeck,
		"golf/1 m=3 t1:2c3c4c5c6c t2:7c8c9cTcJc t3:2d3d4d5d6d t4:7d8d9dTdJd t5:2h3h4h5h6h t6:7h8h9hThJh t7:QhKhAh " +
			"s:2s3s4s5s6s7s8s9sTsJsQsAsAd w:AcQcQdKdKcKs",
	},
	engine.Yukon: {"yukon/1 m=77 fc:K fd:K fh:K fs:K"},
}

const fullDeck = "Ac2c3c4c5c6c7c8c9cTcJcQcKcAd2d3d4d5d6d7d8d9dTdJdQdKdAh2h3h4h5h6h7h8h9hThJhQhKhAs2s3s4s5s6s7s8s9sTsJsQsKs"

// someOptions are the options of the game with each value once, and a few numbers where numbers are free.
func someOptions(t *testing.T, v engine.Variant) []engine.Options {
	t.Helper()
	list := []engine.Options{v.Defaults()}
	for _, option := range v.Options() {
		values := option.Values
		if option.Type == engine.Count {
			values = []string{"0", "1"}
		}
		for _, value := range values {
			settings := map[string]string{option.Name: value}
			if v == engine.Golf && option.Name == "wrap" {
				settings["on_king"] = "queen"
			}
			o, err := engine.ParseOptions(v, settings)
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, o)
		}
	}
	return list
}

// everyMove lists every move that can be written, with a few counts each.
func everyMove() []engine.Move {
	list := []engine.Move{{Kind: engine.Draw}, {Kind: engine.Redeal}}
	for from := engine.Column(1); from <= engine.Waste; from++ {
		if m, err := engine.ParseMove(from.String()); err == nil {
			list = append(list, m)
		}
		for to := engine.Column(1); to <= engine.Waste; to++ {
			for _, count := range []string{"", "x2", "x4", "x9"} {
				if m, err := engine.ParseMove(from.String() + to.String() + count); err == nil {
					list = append(list, m)
				}
			}
		}
	}
	return list
}
