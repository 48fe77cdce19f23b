package main

import (
	"context"
	"strings"

	"google.golang.org/grpc/metadata"

	"github.com/talon-solitaire/talon/engine/phrase"
)

// language is a language that answers speak.
type language = phrase.Language

// languages lists them.
func languages() []language { return phrase.Languages() }

// languageOf gives the language that the caller prefers to read.
func languageOf(ctx context.Context) language {
	return phrase.Match(strings.Join(metadata.ValueFromIncomingContext(ctx, "accept-language"), ","))
}

// bilingual is a text for people in the two languages of the service.
type bilingual struct{ english, german string }

// in gives the text in a language.
func (b bilingual) in(l language) string {
	if l == phrase.German {
		return b.german
	}
	return b.english
}
