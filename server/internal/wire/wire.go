// Package wire reads gRPC messages so that an unreadable or oversize one becomes an error of the
// service, raised inside its interceptors. The framework itself would answer INTERNAL, which blames
// the server for what the caller sent, and would do so before any interceptor is asked.
package wire

import (
	"context"
	"errors"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
)

// TooLargeError is a message above the limit, in bytes. Nothing of it was read.
type TooLargeError struct{ Size, Limit int }

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("the message has %d bytes; at most %d are read", e.Size, e.Limit)
}

// UnreadableError is a message that is not the protobuf message it should be.
type UnreadableError struct{ Cause error }

func (e *UnreadableError) Error() string { return "the message is no protobuf of its type" }

// Unwrap gives the decoder's own words.
func (e *UnreadableError) Unwrap() error { return e.Cause }

// envelope is what the codec is asked to read into: it never fails, but keeps the error. A sealed one keeps the
// bytes instead, until it is opened.
type envelope struct {
	message any
	err     error
	sealed  bool
	data    mem.BufferSlice
	codec   *codec
}

// open reads the bytes of a sealed envelope.
func (e *envelope) open() error {
	if e.data != nil {
		e.codec.read(e.data, e)
		e.drop()
	}
	return e.err
}

// drop gives the bytes back.
func (e *envelope) drop() {
	e.data.Free()
	e.data = nil
}

// Sizes is told of each message how many bytes it has.
type Sizes interface {
	Read(bytes int)
	Wrote(bytes int)
}

// Codec is the protobuf codec with a limit in bytes. It reports what it cannot read through the
// services of Service and the streams of Stream.
func Codec(limit int, sizes Sizes) encoding.CodecV2 {
	return &codec{encoding.GetCodecV2(proto.Name), limit, sizes}
}

type codec struct {
	encoding.CodecV2
	limit int
	sizes Sizes
}

func (c *codec) Marshal(v any) (mem.BufferSlice, error) {
	data, err := c.CodecV2.Marshal(v)
	if err == nil {
		c.sizes.Wrote(data.Len())
	}
	return data, err
}

func (c *codec) Unmarshal(data mem.BufferSlice, v any) error {
	c.sizes.Read(data.Len())
	e, enveloped := v.(*envelope)
	if !enveloped {
		return c.CodecV2.Unmarshal(data, v)
	}
	if e.sealed {
		data.Ref()
		e.data, e.codec = data, c
		return nil
	}
	c.read(data, e)
	return nil
}

// read reads the bytes into the message of an envelope.
func (c *codec) read(data mem.BufferSlice, e *envelope) {
	if size := data.Len(); size > c.limit {
		e.err = &TooLargeError{size, c.limit}
	} else if err := c.CodecV2.Unmarshal(data, e.message); err != nil {
		e.err = &UnreadableError{err}
	}
}

// Service gives the description of a service whose unary methods decode their requests inside the
// interceptor, and raise the errors of that there: whom it refuses costs no decoding.
func Service(desc *grpc.ServiceDesc) *grpc.ServiceDesc {
	wrapped := *desc
	wrapped.Methods = make([]grpc.MethodDesc, len(desc.Methods))
	for i, m := range desc.Methods {
		wrapped.Methods[i] = grpc.MethodDesc{MethodName: m.MethodName, Handler: within(m.Handler)}
	}
	return &wrapped
}

func within(handler grpc.MethodHandler) grpc.MethodHandler {
	return func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
		e := &envelope{sealed: true}
		defer e.drop()
		keep := func(into any) error {
			e.message = into
			return decode(e)
		}
		return handler(srv, ctx, keep, func(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
			opened := func(ctx context.Context, request any) (any, error) {
				if err := e.open(); err != nil {
					return nil, err
				}
				return next(ctx, request)
			}
			if interceptor == nil {
				return opened(ctx, request)
			}
			return interceptor(ctx, request, info, opened)
		})
	}
}

// Stream makes RecvMsg give the errors of this package for messages that it cannot read. The stream
// goes on after them.
func Stream(s grpc.ServerStream) grpc.ServerStream { return &stream{s} }

type stream struct{ grpc.ServerStream }

func (s *stream) RecvMsg(m any) error {
	e := envelope{message: m}
	if err := s.ServerStream.RecvMsg(&e); err != nil {
		return err
	}
	return e.err
}

// Refused reports whether an error is one of a single message, after which a stream goes on.
func Refused(err error) bool {
	var tooLarge *TooLargeError
	var unreadable *UnreadableError
	return errors.As(err, &tooLarge) || errors.As(err, &unreadable)
}
