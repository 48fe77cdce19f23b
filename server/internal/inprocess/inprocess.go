// Package inprocess connects the JSON gateway to the services of its own process: a client
// connection without a socket. Each call passes through the same interceptor as a call from the
// network, so nothing that refuses there lets anything by here. There is no wire, hence no wire
// limits and no stats handlers: the HTTP side bounds and counts what comes in. Unary calls and streams
// of answers only.
package inprocess

import (
	"context"
	"fmt"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
)

// Conn is a grpc.ClientConnInterface over the services registered with it.
type Conn struct {
	unary   grpc.UnaryServerInterceptor
	stream  grpc.StreamServerInterceptor
	methods map[string]method
	streams map[string]stream
}

type method struct {
	desc    grpc.MethodDesc
	service any
}

// New makes a connection whose calls pass through the interceptors.
func New(unary grpc.UnaryServerInterceptor, streaming grpc.StreamServerInterceptor) *Conn {
	return &Conn{unary: unary, stream: streaming, methods: map[string]method{}, streams: map[string]stream{}}
}

// RegisterService makes a service callable: its unary methods, and those that answer one request with a
// stream. It is not safe beside calls.
func (c *Conn) RegisterService(desc *grpc.ServiceDesc, service any) {
	for _, m := range desc.Methods {
		c.methods["/"+desc.ServiceName+"/"+m.MethodName] = method{m, service}
	}
	for _, s := range desc.Streams {
		if s.ServerStreams && !s.ClientStreams {
			c.streams["/"+desc.ServiceName+"/"+s.StreamName] = stream{s, service}
		}
	}
}

// Invoke calls a method. Request and answer change hands and are not copied deeply: the caller must
// not touch the request afterwards.
func (c *Conn) Invoke(ctx context.Context, name string, request, answer any, opts ...grpc.CallOption) error {
	m, found := c.methods[name]
	if !found {
		return fmt.Errorf("no method %s is registered", name)
	}
	sent, _ := metadata.FromOutgoingContext(ctx)
	transport := &transportStream{method: name}
	ctx = grpc.NewContextWithServerTransportStream(metadata.NewIncomingContext(ctx, sent), transport)
	decode := func(into any) error { hand(request, into); return nil }
	result, err := m.desc.Handler(m.service, ctx, decode, c.unary)
	transport.report(opts)
	if err != nil {
		return err
	}
	hand(result, answer)
	return nil
}

// hand makes the empty message to share everything that from holds.
func hand(from, to any) {
	target := to.(proto.Message).ProtoReflect()
	source := from.(proto.Message).ProtoReflect()
	source.Range(func(field protoreflect.FieldDescriptor, v protoreflect.Value) bool {
		target.Set(field, v)
		return true
	})
}

// transportStream keeps the header and trailer that a handler sets.
type transportStream struct {
	method          string
	header, trailer metadata.MD
}

func (t *transportStream) Method() string { return t.method }

func (t *transportStream) SetHeader(md metadata.MD) error {
	t.header = metadata.Join(t.header, md)
	return nil
}

func (t *transportStream) SendHeader(md metadata.MD) error { return t.SetHeader(md) }

func (t *transportStream) SetTrailer(md metadata.MD) error {
	t.trailer = metadata.Join(t.trailer, md)
	return nil
}

// report gives header and trailer to the caller that asked for them.
func (t *transportStream) report(opts []grpc.CallOption) {
	for _, o := range opts {
		switch o := o.(type) {
		case grpc.HeaderCallOption:
			*o.HeaderAddr = t.header
		case grpc.TrailerCallOption:
			*o.TrailerAddr = t.trailer
		}
	}
}
