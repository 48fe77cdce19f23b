package main

import (
	"context"
	"errors"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func (l local) ConvertPosition(_ context.Context, request *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	return nil, errors.New("TODO")
}
