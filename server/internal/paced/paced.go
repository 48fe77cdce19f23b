// Package paced lets the frames of an HTTP/2 connection in at a pace. A frame that begins no call and brings nothing of
// one takes a server as much time as a small call does, and nothing in the protocol bounds how many come: pings,
// settings, priorities, resets, windows, headers and data in crumbs. Each connection has as many as its calls and its
// answers can need; whoever sends more is read more slowly, and nothing else happens to it. So do long messages come
// at the pace that all connections share.
package paced

import (
	"encoding/binary"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"google.golang.org/grpc/credentials"
)

// What a connection has of frames that bring nothing: so many at once, so many a second, so many for each call that
// it begins and does not reset, and one for so many bytes of a message or an answer.
const (
	atOnce   = 250
	aSecond  = 100
	forACall = 8
	forBytes = 1 << 10
)

const (
	// crumb is how many bytes of a message a frame brings that is worth its while.
	crumb = 32
	// long is from how many bytes on a frame belongs to a long message.
	long = 4 << 10
)

// The frames of RFC 9113 that matter here, and the length of what stands before each and before all of them.
const (
	data         = 0
	headers      = 1
	reset        = 3
	endStream    = 1
	headerLength = 9
	preface      = 24
)

// Credentials gives credentials whose connections are read at a pace. called is told of each connection that begins its
// first call, more how many bytes of a long message have come; it waits where they are too many.
func Credentials(c credentials.TransportCredentials, called func(net.Conn), more func(bytes int)) credentials.TransportCredentials {
	return &pacing{c, called, more}
}

type pacing struct {
	credentials.TransportCredentials
	called func(net.Conn)
	more   func(bytes int)
}

// ServerHandshake does that of the credentials.
func (p *pacing) ServerHandshake(raw net.Conn) (net.Conn, credentials.AuthInfo, error) {
	c, info, err := p.TransportCredentials.ServerHandshake(raw)
	if err != nil {
		return c, info, err
	}
	return newConn(c, func() { p.called(raw) }, p.more), info, nil
}

// Clone gives the same again.
func (p *pacing) Clone() credentials.TransportCredentials {
	return &pacing{p.TransportCredentials.Clone(), p.called, p.more}
}

// conn is a connection of which the frames are counted as they are read.
type conn struct {
	net.Conn
	// called is called once.
	called func()
	more   func(bytes int)
	// left is what comes of the present frame, or of the preface; header the part of the next header that is there.
	left   int
	header [headerLength]byte
	filled int
	// allowance is how many frames it has, below zero what it owes; written are bytes that it was sent since.
	allowance float64
	written   atomic.Int64
	refilled  time.Time
	closed    chan struct{}
	close     func()
}

func newConn(c net.Conn, called func(), more func(int)) *conn {
	closed := make(chan struct{})
	return &conn{
		Conn: c, called: sync.OnceFunc(called), more: more, left: preface, allowance: atOnce, refilled: time.Now(),
		closed: closed, close: sync.OnceFunc(func() { close(closed) }),
	}
}

// Read reads what has come, after a while where too many frames have.
func (c *conn) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	if bytes := c.count(into[:n]); bytes > 0 {
		c.more(bytes)
	}
	if wait := c.owed(); wait > 0 {
		enough := time.NewTimer(wait)
		select {
		case <-enough.C:
		case <-c.closed:
		}
		enough.Stop()
	}
	return n, err
}

// Write sends, and lets the peer answer with as many frames as that may take.
func (c *conn) Write(from []byte) (int, error) {
	n, err := c.Conn.Write(from)
	c.written.Add(int64(n))
	return n, err
}

// Close closes the connection, and ends a wait.
func (c *conn) Close() error {
	c.close()
	return c.Conn.Close()
}

// count goes through the frames that have come, and tells how many bytes of long messages are among them.
func (c *conn) count(text []byte) (longBytes int) {
	for len(text) > 0 {
		if c.left > 0 {
			n := min(c.left, len(text))
			c.left -= n
			text = text[n:]
			continue
		}
		n := copy(c.header[c.filled:], text)
		c.filled += n
		text = text[n:]
		if c.filled == headerLength {
			c.filled = 0
			longBytes += c.frame()
		}
	}
	return longBytes
}

// frame counts the frame whose header is there, and tells its bytes if it is of a long message.
func (c *conn) frame() (longBytes int) {
	length := int(binary.BigEndian.Uint32(c.header[:4]) >> 8)
	kind, flags := c.header[3], c.header[4]
	c.left = length
	switch {
	case kind == headers:
		c.called()
		c.allowance += forACall
	case kind == data && (length >= crumb || flags&endStream != 0):
		c.allowance += float64(length) / forBytes
	case kind == reset:
		c.allowance -= 1 + forACall
	default:
		c.allowance--
	}
	if kind == data && length > long {
		return length
	}
	return 0
}

// owed tells how long the connection has to wait for what it owes.
func (c *conn) owed() time.Duration {
	if c.allowance < 0 {
		now := time.Now()
		c.allowance += aSecond*now.Sub(c.refilled).Seconds() + float64(c.written.Swap(0))/forBytes
		c.refilled = now
	}
	if c.allowance >= 0 {
		c.allowance = min(c.allowance, atOnce)
		return 0
	}
	// More than that is not owed: a client that gave up many calls at once is to be heard again soon.
	c.allowance = max(c.allowance, -aSecond)
	return time.Duration(-c.allowance / aSecond * float64(time.Second))
}
