package main

import (
	"errors"
	"io"
	"net/http"
	"os"
	"strings"

	"github.com/talon-solitaire/talon/server/internal/admission"
)

// readBody reads the body unless it is larger than the limit or there is no room for it. Whoever called it gives the
// room back that is held, after an error too.
func (a *api) readBody(w http.ResponseWriter, r *http.Request) (text string, held int, err error) {
	limit := a.limits.messageBytes
	if r.ContentLength > int64(limit) {
		w.Header().Set("Connection", "close")
		return "", 0, tooLarge(limit, int(r.ContentLength))
	}
	b := incomingBody{room: a.bounds.Requests}
	// What is announced is not yet there: a caller that sends nothing is to cost nothing.
	b.text.Grow(int(min(max(r.ContentLength, 0), admission.Small)))
	came, err := io.CopyBuffer(&b, http.MaxBytesReader(w, r.Body, int64(limit)), make([]byte, partSize(r.ContentLength)))
	var over *http.MaxBytesError
	switch {
	case errors.As(err, &over):
		return "", b.held, tooLarge(limit, 0)
	case errors.Is(err, errOverloaded):
		w.Header().Set("Connection", "close")
		return "", b.held, err
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "", b.held, err
	case err != nil:
		return "", b.held, brokenBody(came)
	}
	return b.text.String(), b.held, nil
}

// partSize is how much of a body of a length, below zero where that is not announced, is read at a time: one that
// comes slowly has the memory for a part for as long as it comes.
func partSize(length int64) int64 {
	const most = 8 << 10
	if length < 0 {
		return most
	}
	// The end of the body shows in one byte more.
	return min(length+1, most)
}

// incomingBody is a body on its way. What is long takes room.
type incomingBody struct {
	text strings.Builder
	room *admission.Room
	held int
}

// Write takes a part of the body.
func (b *incomingBody) Write(part []byte) (int, error) {
	if b.text.Len()+len(part) > admission.Small {
		if !b.room.Take(len(part)) {
			return 0, errOverloaded
		}
		b.held += len(part)
	}
	return b.text.Write(part)
}

// outgoing writes answers, of which the long ones take room while their callers read them.
type outgoing struct {
	http.ResponseWriter
	room *admission.Room
}

// Write sends a part of an answer.
func (o *outgoing) Write(part []byte) (int, error) {
	if len(part) > admission.Small {
		o.room.Hold(len(part))
		defer o.room.Give(len(part))
	}
	return o.ResponseWriter.Write(part)
}

// Unwrap is how net/http finds the rest of what a writer can do.
func (o *outgoing) Unwrap() http.ResponseWriter { return o.ResponseWriter }
