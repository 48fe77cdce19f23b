// Package rules holds the rule pages of the games, in English and German, for
// every program that shows them to people.
//
// A page is Markdown. Each rule that a refused move can cite stands under a
// heading of its own that ends in the rule's id, for example
// "### Building on columns (`klondike.build`)". The ids are the same in both
// languages and never change; the words around them may.
package rules

import (
	"embed"
	"strings"
)

//go:embed *.md
var pages embed.FS

// Text returns the rule page of a game, named as in the notation, in the
// language "en" or "de"; false if there is no such page.
func Text(variant, language string) (string, bool) {
	if strings.Contains(variant, ".") { // klondike.de is the name of a file, not of a game
		return "", false
	}
	name := variant
	switch language {
	case "en":
	case "de":
		name += ".de"
	default:
		return "", false
	}
	page, err := pages.ReadFile(name + ".md")
	return string(page), err == nil
}
