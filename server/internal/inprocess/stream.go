package inprocess

import (
	"context"
	"fmt"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/metadata"
)

type stream struct {
	desc    grpc.StreamDesc
	service any
}

// NewStream begins a call that answers one request with a stream.
func (c *Conn) NewStream(ctx context.Context, _ *grpc.StreamDesc, name string, _ ...grpc.CallOption) (grpc.ClientStream, error) {
	s, found := c.streams[name]
	if !found {
		return nil, fmt.Errorf("no stream %s is registered", name)
	}
	sent, _ := metadata.FromOutgoingContext(ctx)
	ctx = grpc.NewContextWithServerTransportStream(metadata.NewIncomingContext(ctx, sent), &transportStream{method: name})
	call := &answers{ctx: ctx, messages: make(chan any), ended: make(chan error, 1)}
	call.serve = func() error {
		info := &grpc.StreamServerInfo{FullMethod: name, IsServerStream: true}
		return c.stream(s.service, &server{call}, info, s.desc.Handler)
	}
	return &caller{call: call}, nil
}

// answers is a call between its two ends.
type answers struct {
	ctx     context.Context //nolint:containedctx // a stream has one, as gRPC's have
	request any
	serve   func() error
	// messages hands over answers one by one, ended the error of the call after the last of them.
	messages chan any
	ended    chan error
}

// next waits for the next answer, io.EOF after the last one.
func (a *answers) next() (any, error) {
	select {
	case m := <-a.messages:
		return m, nil
	case err := <-a.ended:
		if err == nil {
			err = io.EOF
		}
		a.ended <- err
		return nil, err
	}
}

// caller is the caller's end.
type caller struct {
	grpc.ClientStream
	call  *answers
	first any
}

// Context is that of the call.
func (c *caller) Context() context.Context { return c.call.ctx }

// Header has nothing to tell.
func (c *caller) Header() (metadata.MD, error) { return nil, nil }

// Trailer has nothing to tell.
func (c *caller) Trailer() metadata.MD { return nil }

// SendMsg keeps the request, which changes hands.
func (c *caller) SendMsg(request any) error {
	c.call.request = request
	return nil
}

// CloseSend begins the work and waits for the first answer, so that a call that is refused fails here,
// before anything was answered.
func (c *caller) CloseSend() error {
	go func() { c.call.ended <- c.call.serve() }()
	first, err := c.call.next()
	if err == io.EOF {
		return nil
	}
	c.first = first
	return err
}

// RecvMsg gives the next answer.
func (c *caller) RecvMsg(answer any) error {
	m := c.first
	c.first = nil
	if m == nil {
		var err error
		if m, err = c.call.next(); err != nil {
			return err
		}
	}
	hand(m, answer)
	return nil
}

// server is the handler's end.
type server struct{ call *answers }

// Context is that of the call.
func (s *server) Context() context.Context { return s.call.ctx }

// SetHeader keeps nothing: who calls in process looks at no headers.
func (s *server) SetHeader(metadata.MD) error { return nil }

// SendHeader keeps nothing either.
func (s *server) SendHeader(metadata.MD) error { return nil }

// SetTrailer keeps nothing either.
func (s *server) SetTrailer(metadata.MD) {}

// RecvMsg gives the request.
func (s *server) RecvMsg(request any) error {
	hand(s.call.request, request)
	return nil
}

// SendMsg waits until the caller takes the answer or is gone.
func (s *server) SendMsg(answer any) error {
	select {
	case s.call.messages <- answer:
		return nil
	case <-s.call.ctx.Done():
		return s.call.ctx.Err()
	}
}
