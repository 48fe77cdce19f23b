package main

import (
	"context"
	"errors"
	"strconv"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

func (l local) ConvertPosition(_ context.Context, request *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	answer, err := message.Convert(request, interop.Limits{})
	if err != nil {
		return nil, l.conversionFault(err)
	}
	return answer, nil
}

// faultReasons holds the reason of each fault of a field that has one of its own.
var faultReasons = map[interop.Fault]solitairev1.ErrorReason_Code{
	interop.ManyRecords: solitairev1.ErrorReason_MALFORMED_RECORD,
	interop.OtherForm:   solitairev1.ErrorReason_MALFORMED_RECORD,
	interop.NoState:     solitairev1.ErrorReason_MALFORMED_STATE,
	interop.NoOptions:   solitairev1.ErrorReason_INVALID_OPTION,
	interop.NoDeal:      solitairev1.ErrorReason_INVALID_DEAL,
	interop.NoMove:      solitairev1.ErrorReason_MALFORMED_MOVE,
	interop.NoRecord:    solitairev1.ErrorReason_MALFORMED_RECORD,
	interop.NoText:      solitairev1.ErrorReason_MALFORMED_TEXT,
	interop.TooMuch:     solitairev1.ErrorReason_LIMIT_EXCEEDED,
}

// conversionFault is the error of something that cannot be converted.
func (l local) conversionFault(err error) error {
	var (
		wrong *interop.FieldError
		read  *interop.ReadError
	)
	switch {
	case !errors.As(err, &wrong):
		return &talon.Error{
			Code:    codes.InvalidArgument,
			Reason:  solitairev1.ErrorReason_UNSUPPORTED_CONVERSION,
			Message: phrase.Error(l.language, err),
		}
	case errors.As(err, &read) && read.Refusal != nil:
		e := l.refusedError(read.Refusal)
		e.Metadata = map[string]string{
			"move": read.Found, "line": strconv.Itoa(read.Line), "column": strconv.Itoa(read.Column),
		}
		return e
	case wrong.Fault == interop.NoMove:
		return l.moveFault(wrong.Index, wrong.Err)
	case wrong.Fault == interop.Exclusive:
		text := phrase.Error(l.language, err)
		return &talon.Error{
			Code:       codes.InvalidArgument,
			Reason:     solitairev1.ErrorReason_INVALID_REQUEST,
			Message:    text,
			Violations: []talon.Violation{{Field: wrong.Field, Description: text}, {Field: wrong.Other, Description: text}},
		}
	case wrong.Field == "variant" && wrong.Fault == interop.NoOptions:
		return l.fault(wrong.Field, solitairev1.ErrorReason_UNKNOWN_VARIANT, err)
	}
	reason, own := faultReasons[wrong.Fault]
	if !own {
		reason = solitairev1.ErrorReason_INVALID_REQUEST
	}
	return l.fault(wrong.Field, reason, err)
}
