package wire

import (
	"errors"
	"sync"

	"google.golang.org/grpc"
)

// Stream makes RecvMsg give the errors of this package for messages that it cannot read. The stream goes on after
// them. A message takes its room until it is answered, for answers come in the order of the messages; whoever has
// the stream calls the function at its end.
func (b *Bounds) Stream(s grpc.ServerStream) (grpc.ServerStream, func()) {
	bounded := &stream{ServerStream: s, bounds: b}
	return bounded, bounded.end
}

type stream struct {
	grpc.ServerStream
	bounds *Bounds
	mu     sync.Mutex
	// held is what the messages take that are not answered yet, in their order.
	held  []int
	ended bool
}

// RecvMsg reads the next message.
func (s *stream) RecvMsg(m any) error {
	e := envelope{Context: s.Context(), message: m}
	if err := s.ServerStream.RecvMsg(&e); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		s.bounds.Requests.Give(e.held)
	} else {
		s.held = append(s.held, e.held)
	}
	return e.err
}

// SendMsg sends the next answer.
func (s *stream) SendMsg(m any) error {
	s.mu.Lock()
	if len(s.held) > 0 {
		s.bounds.Requests.Give(s.held[0])
		s.held = s.held[1:]
	}
	s.mu.Unlock()
	return s.ServerStream.SendMsg(m)
}

func (s *stream) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for _, bytes := range s.held {
		s.bounds.Requests.Give(bytes)
	}
	s.held = nil
}

// Refused reports whether an error is one of a single message, after which a stream goes on.
func Refused(err error) bool {
	var tooLarge *TooLargeError
	var tooMany *TooManyError
	var unreadable *UnreadableError
	return errors.Is(err, ErrFull) || errors.Is(err, ErrCompressed) || errors.As(err, &tooLarge) || errors.As(err, &tooMany) || errors.As(err, &unreadable)
}
