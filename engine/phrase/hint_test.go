package phrase

import (
	"testing"

	"github.com/talon-solitaire/talon/engine/hint"
)

func TestEveryHintHasASentenceInBothLanguages(t *testing.T) {
	seen := map[string]hint.Reason{}
	for _, r := range hint.Reasons() {
		for _, l := range []Language{English, German} {
			sentence := Hint(l, r)
			if other, used := seen[sentence]; used || sentence == "" {
				t.Errorf("%s: %q, which %q has too", r, sentence, other)
			}
			seen[sentence] = r
		}
	}
}

func TestVerdictsAndDifficultiesHaveWordsInBothLanguages(t *testing.T) {
	for _, name := range []string{"WINNABLE", "UNWINNABLE", "UNKNOWN"} {
		if Verdict(English, name) == "" || Verdict(German, name) == "" {
			t.Errorf("no words for the verdict %s", name)
		}
	}
	for _, name := range []string{"EASY", "MEDIUM", "HARD"} {
		if Difficulty(English, name) == "" || Difficulty(German, name) == "" {
			t.Errorf("no word for the difficulty %s", name)
		}
	}
}
