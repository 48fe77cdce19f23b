package main

import (
	"fmt"
	"strings"

	"google.golang.org/genproto/googleapis/rpc/code"
	"google.golang.org/genproto/googleapis/rpc/errdetails"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// fault is an error as it came over either wire.
type fault struct {
	code codes.Code
	// reason is that of the ErrorInfo, rule that of the Refusal.
	reason, rule string
	message      string
	// retry tells that the error says when to come back.
	retry bool
}

// faultOf takes an error apart.
func faultOf(err error) *fault {
	s := status.Convert(err)
	f := &fault{code: s.Code(), message: s.Message()}
	for _, detail := range s.Details() {
		switch detail := detail.(type) {
		case *errdetails.ErrorInfo:
			f.reason = detail.GetReason()
		case *errdetails.RetryInfo:
			f.retry = detail.GetRetryDelay().AsDuration() > 0
		case *solitairev1.Refusal:
			f.rule = detail.GetReason().String()
		}
	}
	return f
}

// overload tells that a server had too much to do.
func (f *fault) overload() bool { return f.code == codes.ResourceExhausted }

// failure is a class of calls that failed.
type failure struct {
	// Kind and Wire are those of the call, Code and Reason those of its error. A wrong answer has
	// the code WRONG.
	Kind   string `json:"kind"`
	Wire   string `json:"wire"`
	Code   string `json:"code"`
	Reason string `json:"reason,omitempty"`
}

// The codes of failures that are no error of a server.
const (
	wrongAnswer = "WRONG"
	neverMade   = "NOT_MADE"
)

// failureOf names the class of an error.
func failureOf(k kind, w wire, f *fault) failure {
	return failure{string(k), string(w), word(f.code), f.reason}
}

// word is the name of a code.
func word(c codes.Code) string { return code.Code(c).String() }

// longestExample bounds the text of an example.
const longestExample = 200

// example is a text that tells about a failure, without what the request held: servers quote it
// between quotation marks.
func example(text string) string {
	var kept strings.Builder
	for i, part := range strings.Split(text, `"`) {
		switch {
		case i > 0 && i%2 == 1:
			kept.WriteString(`"…"`)
		default:
			kept.WriteString(part)
		}
	}
	text = strings.ToValidUTF8(kept.String(), "\uFFFD")
	if len(text) > longestExample {
		text = strings.ToValidUTF8(text[:longestExample], "") + "…"
	}
	return text
}

func (f failure) String() string {
	if f.Reason == "" {
		return fmt.Sprintf("%s %s %s", f.Kind, f.Wire, f.Code)
	}
	return fmt.Sprintf("%s %s %s %s", f.Kind, f.Wire, f.Code, f.Reason)
}
