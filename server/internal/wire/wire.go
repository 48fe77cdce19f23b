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
	protocodec "google.golang.org/grpc/encoding/proto"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/server/internal/admission"
)

// ErrFull is the error of a long message for which there is no room.
var ErrFull = errors.New("there is no room for the message")

// Bounds are what messages may take.
type Bounds struct {
	// Bytes is the size of a message, Elements the length of each of its lists.
	Bytes, Elements int
	// Requests is where long messages are held from when they are read until the call ends, Answers where long
	// answers are until they are sent. Long messages are decoded one after the other in the lane.
	Requests, Answers *admission.Room
	Lane              admission.Lane
}

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

// envelope is what the codec is asked to read into: it never fails, but keeps the error.
type envelope struct {
	message any
	err     error
	// held is how many bytes of Requests the message takes.
	held int
}

// Sizes is told of each message how many bytes it has.
type Sizes interface {
	Read(bytes int)
	Wrote(bytes int)
}

// Codec is the protobuf codec with bounds. It reports what it cannot read through the services of Service and the
// streams of Stream.
func Codec(b *Bounds, sizes Sizes) encoding.CodecV2 {
	return &codec{encoding.GetCodecV2(protocodec.Name), b, sizes}
}

type codec struct {
	encoding.CodecV2
	*Bounds
	sizes Sizes
}

func (c *codec) Marshal(v any) (mem.BufferSlice, error) {
	data, err := c.CodecV2.Marshal(v)
	if err != nil {
		return nil, err
	}
	size := data.Len()
	c.sizes.Wrote(size)
	if size > admission.Small {
		data = mem.BufferSlice{hold(c.Answers, data, size)}
	}
	return data, nil
}

func (c *codec) Unmarshal(data mem.BufferSlice, v any) error {
	size := data.Len()
	c.sizes.Read(size)
	e, enveloped := v.(*envelope)
	switch {
	case !enveloped:
		return c.CodecV2.Unmarshal(data, v)
	case wasCompressed(data):
		e.err = ErrCompressed
	case size > c.Bytes:
		e.err = &TooLargeError{size, c.Bytes}
	case size <= admission.Small:
		if err := c.CodecV2.Unmarshal(data, e.message); err != nil {
			e.err = &UnreadableError{err}
		}
	case !c.Requests.Take(size):
		e.err = ErrFull
	default:
		e.held = size
		e.err = c.long(data, e.message.(proto.Message))
	}
	return nil
}

// long decodes a long message.
func (c *codec) long(data mem.BufferSlice, m proto.Message) error {
	// Those before it are decoded in milliseconds, whatever they hold.
	if err := c.Lane.Enter(context.Background()); err != nil {
		return err
	}
	defer c.Lane.Leave()
	text := data.MaterializeToBuffer(mem.DefaultBufferPool())
	defer text.Free()
	if err := countElements(text.ReadOnlyData(), m.ProtoReflect().Descriptor(), c.Elements); err != nil {
		return err
	}
	if err := proto.Unmarshal(text.ReadOnlyData(), m); err != nil {
		return &UnreadableError{err}
	}
	return nil
}

// Service gives the description of a service whose unary methods raise decoding errors inside the
// interceptor.
func (b *Bounds) Service(desc *grpc.ServiceDesc) *grpc.ServiceDesc {
	wrapped := *desc
	wrapped.Methods = make([]grpc.MethodDesc, len(desc.Methods))
	for i, m := range desc.Methods {
		full := "/" + desc.ServiceName + "/" + m.MethodName
		wrapped.Methods[i] = grpc.MethodDesc{MethodName: m.MethodName, Handler: b.raising(m.Handler, full)}
	}
	return &wrapped
}

func (b *Bounds) raising(handler grpc.MethodHandler, name string) grpc.MethodHandler {
	return func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
		e := envelope{}
		defer func() { b.Requests.Give(e.held) }()
		answer, err := handler(srv, ctx, func(into any) error {
			e.message = into
			if err := decode(&e); err != nil {
				return err
			}
			return e.err
		}, interceptor)
		if e.err == nil || interceptor == nil {
			return answer, err
		}
		info := &grpc.UnaryServerInfo{Server: srv, FullMethod: name}
		return interceptor(ctx, e.message, info, func(context.Context, any) (any, error) { return nil, e.err })
	}
}
