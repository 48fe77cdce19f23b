package talon

import (
	"context"
	"errors"
	"io"
	"time"

	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Domain is the domain of every ErrorInfo of the service.
const Domain = "solitaire.v1"

// Error is the answer of a server that could not or would not do what it was
// asked, with the details of its google.rpc.Status taken apart.
type Error struct {
	// Code is the gRPC code: INVALID_ARGUMENT for what cannot be read or cannot be,
	// FAILED_PRECONDITION for a move that a rule forbids, UNAVAILABLE when no server
	// was reached or its answer broke off.
	Code codes.Code
	// Reason is CODE_UNSPECIFIED when the error did not come from the service itself.
	Reason solitairev1.ErrorReason_Code
	// Message is the text in the language asked for with WithLanguage, else English.
	Message string
	// Metadata holds what the message names, by the keys documented at each reason.
	Metadata map[string]string
	// Violations are the fields of the request that are wrong.
	Violations []Violation
	// Refusal says which rule forbids the move; nil unless one does.
	Refusal *solitairev1.Refusal
	// RetryAfter is how long an overloaded server asks to wait, 0 when it does not.
	RetryAfter time.Duration

	status *status.Status
}

// Violation is one thing that is wrong with a field of a request.
type Violation struct {
	// Field is the path of the field: "state", "moves[3]", "options[draw]".
	Field string
	// Description says what is wrong, in the language of the message.
	Description string
}

// Error returns the message.
func (e *Error) Error() string { return e.Message }

// GRPCStatus returns the status, so that status.FromError finds it.
func (e *Error) GRPCStatus() *status.Status { return e.status }

// Is tells that the error is context.DeadlineExceeded or context.Canceled, where the
// call took too long or its caller turned away. What a server says of its own
// accord, as NO_DEAL_FOUND, is neither.
func (e *Error) Is(target error) bool {
	if e.Reason != solitairev1.ErrorReason_CODE_UNSPECIFIED {
		return false
	}
	return target == context.DeadlineExceeded && e.Code == codes.DeadlineExceeded ||
		target == context.Canceled && e.Code == codes.Canceled
}

// ReasonOf returns the reason that an error carries, CODE_UNSPECIFIED when it did not
// come from the service.
func ReasonOf(err error) solitairev1.ErrorReason_Code {
	var e *Error
	if errors.As(err, &e) {
		return e.Reason
	}
	return solitairev1.ErrorReason_CODE_UNSPECIFIED
}

// RefusalOf returns the refusal that an error carries, nil when no rule was broken.
func RefusalOf(err error) *solitairev1.Refusal {
	var e *Error
	if errors.As(err, &e) {
		return e.Refusal
	}
	return nil
}

// brokenOff reports whether the answer of a server broke off. Where a proxy stands between,
// gRPC calls that INTERNAL; what the service calls so comes with a reason.
func brokenOff(err error) bool {
	from := status.Convert(err)
	return from.Code() == codes.Internal && len(from.Details()) == 0
}

// errorOf takes the error of a call apart; nil and io.EOF stay what they are.
func errorOf(err error) error {
	if err == nil || err == io.EOF {
		return err
	}
	from := status.Convert(err)
	if brokenOff(err) {
		from = status.New(codes.Unavailable, from.Message())
	}
	e := &Error{Code: from.Code(), Message: from.Message(), status: from}
	for _, detail := range from.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			if detail.GetDomain() == Domain {
				e.Reason = solitairev1.ErrorReason_Code(solitairev1.ErrorReason_Code_value[detail.GetReason()])
				e.Metadata = detail.GetMetadata()
			}
		case *errdetails.LocalizedMessage:
			e.Message = detail.GetMessage()
		case *errdetails.BadRequest:
			for _, violation := range detail.GetFieldViolations() {
				text := violation.GetDescription()
				if local := violation.GetLocalizedMessage().GetMessage(); local != "" {
					text = local
				}
				e.Violations = append(e.Violations, Violation{violation.GetField(), text})
			}
		case *errdetails.RetryInfo:
			e.RetryAfter = detail.GetRetryDelay().AsDuration()
		case *solitairev1.Refusal:
			e.Refusal = detail
		}
	}
	return e
}
