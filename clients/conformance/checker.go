package main

import (
	"context"
	"fmt"
	"slices"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// vector is one record with what a client must answer.
type vector struct {
	// id names it in lists of known failures: "golf-00012", "logs-spider:3".
	id string
	// check asks a client and says what of it is wrong.
	check func(c *checker)
	// open is set where only an open state can be asked about.
	open bool
}

// checker holds one client to one vector.
type checker struct {
	ctx    context.Context
	client client
	checks map[string]*result
	names  []string    // of the checks, in their order
	sealed *sealedGame // where the client is asked about a sealed game; nil for an open one
}

// result is what came of a check, which may have compared several things.
type result struct {
	wrong []string
}

// compare does a part of a check: two values have to be the same.
func compare[T comparable](c *checker, check string, got, want T) {
	c.holds(check, got == want, "got %v, want %v", got, want)
}

// list does a part of a check: two lists have to hold the same.
func (c *checker) list(check string, got, want []string) {
	c.holds(check, slices.Equal(got, want), "got %v, want %v", got, want)
}

// holds does a part of a check that is not a comparison.
func (c *checker) holds(check string, right bool, format string, facts ...any) {
	if right {
		c.result(check)
		return
	}
	c.wrong(check, format, facts...)
}

func (c *checker) wrong(check, format string, facts ...any) {
	r := c.result(check)
	r.wrong = append(r.wrong, fmt.Sprintf(format, facts...))
}

func (c *checker) result(check string) *result {
	r := c.checks[check]
	if r == nil {
		r = &result{}
		c.checks[check] = r
		c.names = append(c.names, check)
	}
	return r
}

// longestCall is how long a client may take for a call.
const longestCall = 30 * time.Second

func (c *checker) call(request, answer proto.Message) error {
	ctx, cancel := context.WithTimeout(c.ctx, longestCall)
	defer cancel()
	if c.sealed != nil {
		return c.sealed.call(ctx, c, request, answer)
	}
	return c.client.call(ctx, request, answer)
}

// ask makes a call whose answer the vector expects. An error is counted as a failed
// check of the name of the call.
func ask[A any, P interface {
	*A
	proto.Message
}](c *checker, request proto.Message) (answer P, ok bool) {
	answer = new(A)
	err := c.call(request, answer)
	if err != nil {
		c.wrong(methodOf(request), "%v", err)
	}
	return answer, err == nil
}

// askInVain makes a call whose error the vector expects, and gives it; nil where
// the service did not say no, which is a failed check of the name of the call.
func askInVain[A any, P interface {
	*A
	proto.Message
}](c *checker, request proto.Message) *failure {
	answer := P(new(A))
	err := c.call(request, answer)
	f := failureOf(err)
	switch {
	case err == nil:
		c.wrong(methodOf(request), "answered with %v, want an error", answer)
	case f == nil:
		c.wrong(methodOf(request), "%v", err)
	case codesOf[f.reason] != codes.OK:
		compare(c, methodOf(request), f.code, codesOf[f.reason])
	}
	return f
}

// codesOf are the codes of the errors that vectors speak of.
var codesOf = map[solitairev1.ErrorReason_Code]codes.Code{
	solitairev1.ErrorReason_ILLEGAL_MOVE:         codes.FailedPrecondition,
	solitairev1.ErrorReason_FINISH_NOT_AVAILABLE: codes.FailedPrecondition,
	solitairev1.ErrorReason_MALFORMED_MOVE:       codes.InvalidArgument,
	solitairev1.ErrorReason_IMPOSSIBLE_STATE:     codes.InvalidArgument,
}
