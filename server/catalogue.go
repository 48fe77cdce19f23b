package main

import (
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// catalogue holds the answers about the variants. They never change, so that calls share them.
type catalogue struct {
	list   *solitairev1.ListVariantsResponse
	byName map[string]*solitairev1.GetVariantResponse
}

func newCatalogue() catalogue {
	c := catalogue{
		list:   &solitairev1.ListVariantsResponse{Variants: message.Variants()},
		byName: map[string]*solitairev1.GetVariantResponse{},
	}
	for _, v := range c.list.Variants {
		full := proto.CloneOf(v)
		full.Rules = rulesText(v.Variant)
		c.byName[v.Variant] = &solitairev1.GetVariantResponse{Variant: full}
	}
	return c
}
