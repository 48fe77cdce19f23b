package main

import (
	"context"
	"sync/atomic"
	"time"

	"google.golang.org/grpc"
)

// arrival is the context of a call over gRPC whose first message is still to come. Once it is late the context ends
// as if the caller had set a deadline.
type arrival struct {
	context.Context
	timer *time.Timer
	late  atomic.Bool
	// forget lets the end of the call be none of its business any more.
	forget func() bool
}

// arrivalKey is where an arrival has itself.
type arrivalKey struct{}

// await gives the first message of a call so much time.
func await(ctx context.Context, limit time.Duration) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	a := &arrival{Context: ctx}
	a.timer = time.AfterFunc(limit, func() {
		a.late.Store(true)
		cancel()
	})
	// A call that is reset is never handled, and its timer would hold all of it until then.
	a.forget = context.AfterFunc(ctx, func() { a.timer.Stop() })
	return a
}

// stop ends the wait.
func (a *arrival) stop() {
	a.timer.Stop()
	a.forget()
}

// Err is a method of a context.
func (a *arrival) Err() error {
	if a.late.Load() {
		return context.DeadlineExceeded
	}
	return a.Context.Err()
}

// Value is a method of a context.
func (a *arrival) Value(key any) any {
	if _, is := key.(arrivalKey); is {
		return a
	}
	return a.Context.Value(key)
}

// arrived ends the wait, if there is one, because the first message is there.
func arrived(ctx context.Context) {
	if a, is := ctx.Value(arrivalKey{}).(*arrival); is {
		a.stop()
	}
}

// awaited is a stream that ends the wait with its first message.
type awaited struct {
	grpc.ServerStream
	limit time.Duration
	there bool
}

// RecvMsg receives a message.
func (s *awaited) RecvMsg(m any) error {
	err := s.ServerStream.RecvMsg(m)
	if s.there {
		return err
	}
	a, is := s.Context().Value(arrivalKey{}).(*arrival)
	switch {
	case !is:
	case err != nil && a.late.Load():
		// The framework has answered by itself; this is for the log and the metrics.
		return slowBody(s.limit)
	default:
		a.stop()
	}
	s.there = true
	return err
}
