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
	b := incomingBody{room: a.bounds.Requests, pace: a.bounds.Pace}
	err = b.read(http.MaxBytesReader(w, r.Body, int64(limit)), r.ContentLength)
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
		return "", b.held, brokenBody(int64(b.length))
	}
	return b.text(), b.held, nil
}

// incomingBody is a body on its way. What is long takes room.
type incomingBody struct {
	room *admission.Room
	pace *admission.Pace
	held int
	// parts are put together at the end: a text that grows leaves more garbage than it has bytes.
	parts  [][]byte
	length int
}

// longestPart is how much memory there is for what comes next. A body that comes slowly has that for as long.
const longestPart = 16 << 10

// read takes the body until it ends; announced is its length, or below zero.
func (b *incomingBody) read(from io.Reader, announced int64) error {
	size := admission.Small
	if announced >= 0 {
		// What is announced is not yet there: a caller that sends nothing is to cost nothing. The end shows in one
		// byte more.
		size = int(min(announced+1, admission.Small))
	}
	part, filled := make([]byte, size), 0
	for {
		if filled == len(part) {
			b.parts = append(b.parts, part)
			part, filled = make([]byte, longestPart), 0
		}
		n, err := from.Read(part[filled:])
		filled += n
		b.length += n
		if b.length > admission.Small {
			if !b.room.Take(n) {
				return errOverloaded
			}
			b.held += n
			b.pace.Wait(n)
		}
		if err != nil {
			b.parts = append(b.parts, part[:filled])
			if err == io.EOF {
				return nil
			}
			return err
		}
	}
}

// text is the whole body.
func (b *incomingBody) text() string {
	var text strings.Builder
	text.Grow(b.length)
	for _, part := range b.parts {
		text.Write(part)
	}
	b.parts = nil
	return text.String()
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
