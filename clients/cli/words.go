package main

import (
	"fmt"
	"strings"

	"github.com/talon-solitaire/talon/engine/phrase"
)

// words is a text of the tool in the languages that it speaks. What the rules
// have to say comes from the package phrase.
type words struct{ en, de string }

// in returns the text in a language.
func (w words) in(l phrase.Language) string {
	if l == phrase.German {
		return w.de
	}
	return w.en
}

// chooseLanguage takes the language from --lang, else from the locale, else
// English. It looks at the raw arguments, because the help that they may ask for
// is written in it; a value that is no language is refused later, with the other flags.
func chooseLanguage(args []string, getenv func(string) string) phrase.Language {
	for i, arg := range args {
		value, found := strings.CutPrefix(arg, "--lang=")
		if arg == "--lang" && i+1 < len(args) {
			value, found = args[i+1], true
		}
		if found {
			return spoken(value)
		}
		if arg == "--" {
			break
		}
	}
	// de_DE.UTF-8, de@euro and de begin with the language.
	tag, _, _ := strings.Cut(strings.NewReplacer(".", "_", "@", "_").Replace(locale(getenv, "LC_MESSAGES")), "_")
	return spoken(strings.ToLower(tag))
}

// spoken is the language of a tag, English for those that the tool does not speak.
func spoken(tag string) phrase.Language {
	if tag == phrase.German.String() {
		return phrase.German
	}
	return phrase.English
}

// say returns a text in the user's language, filled in like fmt.Sprintf.
func (t *tool) say(w words, values ...any) string {
	if len(values) == 0 {
		return w.in(t.language)
	}
	return fmt.Sprintf(w.in(t.language), values...)
}
