package main

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/docs/rules"
	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func (l local) ListVariants(context.Context, *solitairev1.ListVariantsRequest) (*solitairev1.ListVariantsResponse, error) {
	return &solitairev1.ListVariantsResponse{Variants: message.Variants(l.language)}, nil
}

func (l local) GetVariant(_ context.Context, request *solitairev1.GetVariantRequest) (*solitairev1.GetVariantResponse, error) {
	v, err := l.variant("", request.GetVariant())
	if err != nil {
		// A game that is asked for by its name is a resource that does not exist.
		var e *talon.Error
		if errors.As(err, &e) {
			e.Code = codes.NotFound
		}
		return nil, err
	}
	variant := message.Variant(l.language, v)
	variant.Rules = make(map[string]string)
	for _, language := range phrase.Languages() {
		if text, found := rules.Text(v.String(), language.String()); found {
			variant.Rules[language.String()] = text
		}
	}
	return &solitairev1.GetVariantResponse{Variant: variant}, nil
}
