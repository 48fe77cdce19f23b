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
	Lane              *admission.Lane
	// Pace is that of long messages on their way.
	Pace *admission.Pace
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

// envelope is what the codec is asked to read into: it never fails, but keeps the error. A sealed one keeps the
// bytes instead, until it is opened; it is the context of its call.
type envelope struct {
	context.Context //nolint:containedctx // it is one, so that a call costs one context
	message         any
	err             error
	// held is how many bytes of Requests the message takes.
	held   int
	sealed bool
	data   mem.BufferSlice
	codec  *codec
}

type envelopeKey struct{}

// Value gives the envelope itself under its key.
func (e *envelope) Value(key any) any {
	if key == (envelopeKey{}) {
		return e
	}
	return e.Context.Value(key)
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

// Open decodes the request of a call of a service of Service, and gives the error of that. Of any other call there is
// nothing to decode.
func Open(ctx context.Context) error {
	if e, is := ctx.Value(envelopeKey{}).(*envelope); is {
		return e.open()
	}
	return nil
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
	c.sizes.Read(data.Len())
	e, enveloped := v.(*envelope)
	switch {
	case !enveloped:
		return c.CodecV2.Unmarshal(data, v)
	case e.sealed:
		data.Ref()
		e.data, e.codec = data, c
	default:
		c.read(data, e)
	}
	return nil
}

// read reads the bytes into the message of an envelope.
func (c *codec) read(data mem.BufferSlice, e *envelope) {
	size := data.Len()
	switch {
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
		e.err = c.long(e.Context, data, e.message.(proto.Message))
	}
}

// long decodes a long message when it is its turn.
func (c *codec) long(ctx context.Context, data mem.BufferSlice, m proto.Message) error {
	err := c.Lane.Do(ctx, func() error { return c.decode(data, m) })
	if errors.Is(err, admission.ErrFull) {
		return ErrFull
	}
	return err
}

// decode decodes a message whose lists are as long as they may be.
func (c *codec) decode(data mem.BufferSlice, m proto.Message) error {
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

// Service gives the description of a service whose unary methods decode their requests inside the interceptor, where
// Open is called or else at its end, and raise the errors of that there: whom it refuses costs no decoding.
func (b *Bounds) Service(desc *grpc.ServiceDesc) *grpc.ServiceDesc {
	wrapped := *desc
	wrapped.Methods = make([]grpc.MethodDesc, len(desc.Methods))
	for i, m := range desc.Methods {
		wrapped.Methods[i] = grpc.MethodDesc{MethodName: m.MethodName, Handler: b.within(m.Handler)}
	}
	return &wrapped
}

func (b *Bounds) within(handler grpc.MethodHandler) grpc.MethodHandler {
	return func(srv any, ctx context.Context, decode func(any) error, interceptor grpc.UnaryServerInterceptor) (any, error) {
		e := &envelope{Context: ctx, sealed: true}
		defer func() {
			e.drop()
			b.Requests.Give(e.held)
		}()
		keep := func(into any) error {
			e.message = into
			return decode(e)
		}
		return handler(srv, e, keep, func(ctx context.Context, request any, info *grpc.UnaryServerInfo, next grpc.UnaryHandler) (any, error) {
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
