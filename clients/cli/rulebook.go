package main

import (
	"context"
	"errors"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/docs/rules"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func (local) ListVariants(context.Context, *solitairev1.ListVariantsRequest) (*solitairev1.ListVariantsResponse, error) {
	answer := &solitairev1.ListVariantsResponse{}
	for _, v := range engine.Variants() {
		answer.Variants = append(answer.Variants, variantMessage(v))
	}
	return answer, nil
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
	variant := variantMessage(v)
	variant.Rules = make(map[string]string)
	for _, language := range phrase.Languages() {
		if text, found := rules.Text(v.String(), language.String()); found {
			variant.Rules[language.String()] = text
		}
	}
	return &solitairev1.GetVariantResponse{Variant: variant}, nil
}
