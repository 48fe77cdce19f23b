package step

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"
)

// Call is what is known of a call besides its method. It belongs to the goroutine of the call.
type Call struct {
	context.Context //nolint:containedctx // it is one, so that a call costs one context
	// Request is the request, once it is read; nil of a call whose caller streams.
	Request any
	// Answer is the answer of a call that does not stream, after the next step; nil after an error.
	Answer any
	// Sent, if a step sets it, is told of each answer of a stream before it is sent.
	Sent func(answer any)
	// Read, if a step sets it, is asked after each message of a caller that streams, before that is handed on.
	Read func() error
}

type callKey struct{}

// Value gives the call itself under its key.
func (c *Call) Value(key any) any {
	if key == (callKey{}) {
		return c
	}
	return c.Context.Value(key)
}

// CallOf gives the call of a context that a step was given; one of which nothing is known for any other.
func CallOf(ctx context.Context) *Call {
	if c, found := ctx.Value(callKey{}).(*Call); found {
		return c
	}
	return &Call{Context: ctx}
}

// watched is a stream in another context, which keeps the call up to date.
type watched struct {
	grpc.ServerStream
	ctx  context.Context
	call *Call
	// one tells that the caller sends a single request.
	one bool
}

func (s *watched) Context() context.Context { return s.ctx }

func (s *watched) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	if s.one {
		if err == nil {
			s.call.Request = m
		}
		return err
	}
	if s.call.Read != nil && !errors.Is(err, io.EOF) {
		err = errors.Join(s.call.Read(), err)
	}
	return err
}

func (s *watched) SendMsg(m any) error {
	if s.call.Sent != nil {
		s.call.Sent(m)
	}
	return s.ServerStream.SendMsg(m)
}
