package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// A client makes calls of RulesService, in its own way. It is used by many
// goroutines at once.
type client interface {
	// call makes the call that a request belongs to and fills in the answer. A
	// *failure is what the service said, any other error that it could not be asked.
	call(ctx context.Context, request, answer proto.Message) error
	close() error
}

// failure is an error of the service, as far as the vectors speak of one.
type failure struct {
	code       codes.Code
	reason     solitairev1.ErrorReason_Code
	message    string
	violations []string // the paths of the fields at fault
	refusal    *solitairev1.Refusal
}

func (f *failure) Error() string {
	if f.refusal != nil {
		return fmt.Sprintf("%v %v %v: %s", f.code, f.reason, f.refusal.GetReason(), f.message)
	}
	return fmt.Sprintf("%v %v: %s", f.code, f.reason, f.message)
}

// failureOf is what an error says, nil where it is no error of the service.
func failureOf(err error) *failure {
	var f *failure
	if errors.As(err, &f) {
		return f
	}
	return nil
}

// failureIn takes a status apart. A status without a reason of the service is none of
// its errors.
func failureIn(s *status.Status) error {
	f := &failure{code: s.Code(), message: s.Message()}
	for _, detail := range s.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			f.reason = solitairev1.ErrorReason_Code(solitairev1.ErrorReason_Code_value[detail.GetReason()])
		case *errdetails.BadRequest:
			for _, violation := range detail.GetFieldViolations() {
				f.violations = append(f.violations, violation.GetField())
			}
		case *solitairev1.Refusal:
			f.refusal = detail
		}
	}
	if f.reason == solitairev1.ErrorReason_CODE_UNSPECIFIED {
		return s.Err()
	}
	return f
}

// methodOf is the name of the method that a request belongs to: "ApplyMoves".
func methodOf(request proto.Message) string {
	return strings.TrimSuffix(string(request.ProtoReflect().Descriptor().Name()), "Request")
}

// errNoCall is the error of a request whose method a client does not know.
func errNoCall(request proto.Message) error {
	return fmt.Errorf("%s is no call of the vectors", methodOf(request))
}
