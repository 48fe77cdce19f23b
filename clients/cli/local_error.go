package main

import (
	"errors"
	"fmt"
	"strconv"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// position reads a state.
func (l local) position(state string) (engine.Position, error) {
	position, err := engine.ParseState(state)
	if err != nil {
		return position, l.fault("state", solitairev1.ErrorReason_MALFORMED_STATE, err)
	}
	return position, nil
}

// variant reads the name of a game. Within is the path of the message that names
// it, "" or "deal.".
func (l local) variant(within, name string) (engine.Variant, error) {
	v, err := engine.ParseVariant(name)
	if err != nil {
		return v, l.fault(within+"variant", solitairev1.ErrorReason_UNKNOWN_VARIANT, err)
	}
	return v, nil
}

// options reads the name of a game and its options.
func (l local) options(within, variant string, values map[string]string) (engine.Options, error) {
	v, err := l.variant(within, variant)
	if err != nil {
		return engine.Options{}, err
	}
	options, err := engine.ParseOptions(v, values)
	if err != nil {
		field := "options"
		var wrong *engine.OptionError
		if errors.As(err, &wrong) {
			field += "[" + wrong.Option + "]"
		}
		return options, l.fault(within+field, solitairev1.ErrorReason_INVALID_OPTION, err)
	}
	return options, nil
}

// move reads a move.
func (l local) move(text, field string) (engine.Move, error) {
	move, err := engine.ParseMove(text)
	if err != nil {
		return move, l.fault(field, solitairev1.ErrorReason_MALFORMED_MOVE, err)
	}
	return move, nil
}

// logFault is the error of a log that stops at an entry.
func (l local) logFault(err error) error {
	var at *message.MoveError
	if !errors.As(err, &at) {
		return err
	}
	return l.moveFault(at.Index, at.Err)
}

// moveFault is the error of an entry of a log that cannot be read or breaks a rule.
func (l local) moveFault(index int, err error) error {
	var refused *engine.IllegalMoveError
	if !errors.As(err, &refused) {
		return l.fault(fmt.Sprintf("moves[%d]", index), solitairev1.ErrorReason_MALFORMED_MOVE, err)
	}
	e := l.refusedError(refused)
	e.Metadata = map[string]string{"move": refused.Move.String(), "move_index": strconv.Itoa(index)}
	return e
}

// finishFault is the error of a game that the automatic finish does not complete.
func (l local) finishFault(err error) error {
	var refused *engine.IllegalMoveError
	if !errors.As(err, &refused) {
		return err
	}
	e := l.refusedError(refused)
	e.Reason = solitairev1.ErrorReason_FINISH_NOT_AVAILABLE
	return e
}

func (l local) refusedError(refused *engine.IllegalMoveError) *talon.Error {
	return &talon.Error{
		Code:    codes.FailedPrecondition,
		Reason:  solitairev1.ErrorReason_ILLEGAL_MOVE,
		Message: phrase.Refusal(l.language, refused),
		Refusal: message.Refusal(l.language, refused),
	}
}

// fault is the error of a field of a request that cannot be read or cannot be.
func (l local) fault(field string, reason solitairev1.ErrorReason_Code, err error) error {
	e := &talon.Error{Code: codes.InvalidArgument, Reason: reason}
	var (
		setup   *engine.SetupError
		version *engine.RulesVersionError
	)
	switch {
	case errors.As(err, &setup):
		l.impossible(e, field, setup)
		return e
	case errors.As(err, &version):
		e.Code = codes.FailedPrecondition
		e.Reason = solitairev1.ErrorReason_UNKNOWN_RULES_VERSION
		err = version
	}
	text := phrase.Error(l.language, err)
	e.Message = field + ": " + text
	e.Violations = []talon.Violation{{Field: field, Description: text}}
	return e
}

// impossible lists everything that is wrong with a position or a deck. The message
// names the first few.
func (l local) impossible(e *talon.Error, field string, setup *engine.SetupError) {
	e.Message = field + ": " + phrase.Brief(l.language, setup)
	if e.Reason != solitairev1.ErrorReason_INVALID_DEAL {
		e.Reason = solitairev1.ErrorReason_IMPOSSIBLE_STATE
	}
	for _, v := range setup.Violations {
		e.Violations = append(e.Violations, talon.Violation{
			Field:       field + "[" + v.Pile + "]",
			Description: phrase.Violation(l.language, v),
		})
	}
}
