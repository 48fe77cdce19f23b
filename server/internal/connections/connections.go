// Package connections bounds how many connections a listener has at a time. One more is accepted and closed at
// once: its caller learns at the cost of one round trip that it has to come back or go elsewhere, which it would
// not in the queue of the system, where nobody answers it. Nothing is read from it, and no handshake begins.
package connections

import (
	"net"
	"sync"
	"sync/atomic"
)

// Room is room for so many connections. It is safe for concurrent use.
type Room struct {
	most    int64
	open    atomic.Int64
	refused atomic.Uint64
	full    func()
}

// NewRoom makes room for so many connections. Of each that finds none, full is told, where connections are accepted:
// it must not wait.
func NewRoom(most int, full func()) *Room { return &Room{most: int64(most), full: full} }

// Open returns how many connections there are.
func (r *Room) Open() int { return int(r.open.Load()) }

// Refused returns how many were closed because there was no room for them.
func (r *Room) Refused() uint64 { return r.refused.Load() }

// Of makes a listener whose connections find their place in the room.
func (r *Room) Of(l net.Listener) net.Listener { return &listener{l, r} }

type listener struct {
	net.Listener
	room *Room
}

// Accept waits for the next connection that there is room for.
func (l *listener) Accept() (net.Conn, error) {
	for {
		c, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.room.open.Add(1) <= l.room.most {
			return &conn{Conn: c, leave: sync.OnceFunc(func() { l.room.open.Add(-1) })}, nil
		}
		l.room.open.Add(-1)
		l.room.refused.Add(1)
		_ = c.Close()
		l.room.full()
	}
}

// conn is a connection that gives its place back when it is closed.
type conn struct {
	net.Conn
	leave func()
}

// Close closes the connection; it may be closed more than once.
func (c *conn) Close() error {
	defer c.leave()
	return c.Conn.Close()
}
