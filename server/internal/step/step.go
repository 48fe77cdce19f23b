// Package step writes what surrounds every call (its id, its log line, its limits) once for all
// kinds of calls: unary and streaming over gRPC, and JSON.
package step

import (
	"context"

	"google.golang.org/grpc"
)

// Step surrounds a call: it may look at it, refuse it by not calling next, and change the context
// and the error. It must not call next more than once.
type Step func(ctx context.Context, method string, next Next) error

// Next goes on with the call.
type Next func(ctx context.Context) error

// Chain makes one step of many, the first one outermost.
func Chain(steps ...Step) Step {
	switch len(steps) {
	case 0:
		return func(ctx context.Context, _ string, next Next) error { return next(ctx) }
	case 1:
		return steps[0]
	}
	first, rest := steps[0], Chain(steps[1:]...)
	return func(ctx context.Context, method string, next Next) error {
		return first(ctx, method, func(ctx context.Context) error { return rest(ctx, method, next) })
	}
}

// Unary is the step around unary calls.
func (s Step) Unary(ctx context.Context, request any, info *grpc.UnaryServerInfo, handler grpc.UnaryHandler) (any, error) {
	call := &Call{Context: ctx, Request: request}
	err := s(call, info.FullMethod, func(ctx context.Context) (err error) {
		call.Answer, err = handler(ctx, request)
		if err != nil {
			call.Answer = nil
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return call.Answer, nil
}

// Stream is the step around streaming calls.
func (s Step) Stream(service any, stream grpc.ServerStream, info *grpc.StreamServerInfo, handler grpc.StreamHandler) error {
	call := &Call{Context: stream.Context()}
	return s(call, info.FullMethod, func(ctx context.Context) error {
		return handler(service, &watched{stream, ctx, call, !info.IsClientStream})
	})
}
