package main

import (
	"errors"
	"regexp"
	"testing"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/strictjson"
)

// TestWhatABodyWantsHasGerman spoils bodies wherever it can: the German for what is wrong with them
// has no English words.
func TestWhatABodyWantsHasGerman(t *testing.T) {
	english := regexp.MustCompile(`\b(the|of|or|one|a|an|at|most|unknown|field [a-z]|string|number [a-z]|list|true or|whole|digits|none|after|beside|second|escape|quote|pair|four)\b`)
	quotation := regexp.MustCompile(`„.*“`)
	seen := map[string]bool{}
	for _, body := range []string{
		`{"state":"x\u00e9","deal":{"variant":"golf","options":{"wrap":"on"},"number":1},"moves":["d",""],"snapshotInterval":-5,"view":"STATE"}`,
		`{"expect":{"score":1e5,"status":"WON","stateSha256":"\ud83d\ude00"}}`,
		`{"options":{"draw":true}} `,
	} {
		for i := range len(body) + 1 {
			check := func(spoiled string) {
				var e *strictjson.Error
				if err := strictjson.Unmarshal(spoiled, &solitairev1.ReplayGameRequest{}, 3); !errors.As(err, &e) {
					return
				}
				for _, text := range []string{e.Found, e.Wanted} {
					got := bodyText(text)
					if word := english.FindString(quotation.ReplaceAllString(got, "")); word != "" && !seen[text] {
						t.Errorf("%s: %q says %q: %q", spoiled, text, word, got)
					}
					seen[text] = true
				}
			}
			check(body[:i])
			for _, inserted := range []string{"x", "0", "-", "null", `"`, `\`, "{", "[", ",", ":", "1.5", "\x01", "\xff", `"q":1,`, "é"} {
				check(body[:i] + inserted + body[i:])
				check(body[:i] + inserted)
			}
		}
	}
	if len(seen) < 40 {
		t.Errorf("only %d different texts", len(seen))
	}
}

func TestGermanTextsQuoteTheGermanWay(t *testing.T) {
	for got, want := range map[string]string{
		noRoute("/x").text.german:            "Eine Route „/x“ gibt es nicht; /docs nennt alle.",
		noRoute(`/"`).text.german:            "Eine Route „/\"“ gibt es nicht; /docs nennt alle.",
		repeatedQuery("n").text.german:       "Der Parameter „n“ steht mehr als einmal da.",
		repeatedQuery("n").text.english:      `The parameter "n" is given more than once.`,
		unknownQuery("n", false).text.german: "Die Route nimmt keinen Parameter „n“ an.",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
