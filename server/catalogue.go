package main

import (
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// catalogue holds the answers about the variants in a language. They never change, so that calls share
// them.
type catalogue struct {
	list   *solitairev1.ListVariantsResponse
	byName map[string]*solitairev1.GetVariantResponse
}

// catalogues makes the answers in every language.
func catalogues() map[language]catalogue {
	all := map[language]catalogue{}
	for _, l := range languages() {
		all[l] = newCatalogue(l)
	}
	return all
}

func newCatalogue(l language) catalogue {
	c := catalogue{
		list:   &solitairev1.ListVariantsResponse{Variants: message.Variants(l)},
		byName: map[string]*solitairev1.GetVariantResponse{},
	}
	for _, v := range c.list.Variants {
		full := proto.CloneOf(v)
		full.Rules = rulesText(v.Variant)
		c.byName[v.Variant] = &solitairev1.GetVariantResponse{Variant: full}
	}
	return c
}
