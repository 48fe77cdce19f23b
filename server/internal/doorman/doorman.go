// Package doorman turns requests of HTTP/1.1 away at the socket, before net/http begins with them: where there are far too
// many, what it takes to refuse them is what is left of the server. It looks at nothing but whole requests that it
// understands, each at the beginning of what a connection brings; any other is for net/http, as if there were no doorman.
package doorman

import (
	"net"
	"sync/atomic"
	"time"
)

// Doorman decides who comes in.
type Doorman struct {
	// Crowded reports whether a request that comes now is one too many.
	Crowded func() bool
	// Refuse gives the answer to a request that is turned away, nil for one that comes in.
	Refuse func(c net.Conn, r *Request) []byte
	// Patience is how long a connection may be silent after it.
	Patience time.Duration
}

// Of makes a listener before whose connections the doorman stands.
func (d *Doorman) Of(l net.Listener) net.Listener { return &listener{l, d} }

// Idle says that a connection has been answered and waits for the next request.
func Idle(c net.Conn) {
	if guarded, is := c.(*conn); is {
		guarded.admitted.Store(false)
		guarded.fresh.Store(true)
	}
}

// Admitted reports whether the doorman has let the present request of a connection in: it is not to be asked again
// whether there are too many.
func Admitted(c net.Conn) bool {
	guarded, is := c.(*conn)
	return is && guarded.admitted.Load()
}

type listener struct {
	net.Listener
	doorman *Doorman
}

// Accept waits for the next connection.
func (l *listener) Accept() (net.Conn, error) {
	inner, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	c := &conn{Conn: inner, doorman: l.doorman}
	c.fresh.Store(true)
	return c, nil
}

// conn is a connection of which the doorman sees the requests.
type conn struct {
	net.Conn
	doorman *Doorman
	// fresh tells that what comes next is the beginning of a request, admitted that the present one was not one too many.
	fresh, admitted atomic.Bool
}

// writeTime is how long a refusal may take to be sent.
const writeTime = 10 * time.Second

// Read reads what is not turned away.
func (c *conn) Read(into []byte) (int, error) {
	fresh := c.fresh.Swap(false)
	for {
		n, err := c.Conn.Read(into)
		if !fresh || err != nil {
			return n, err
		}
		if !c.doorman.Crowded() {
			c.admitted.Store(true)
			return n, nil
		}
		r, whole := read(into[:n])
		if !whole {
			return n, nil
		}
		answer := c.doorman.Refuse(c.Conn, r)
		if answer == nil {
			return n, nil
		}
		now := time.Now()
		_ = c.SetWriteDeadline(now.Add(writeTime))
		if _, err := c.Conn.Write(answer); err != nil {
			return 0, err
		}
		_ = c.SetReadDeadline(now.Add(c.doorman.Patience))
	}
}

// NetConn gives the connection behind the doorman.
func (c *conn) NetConn() net.Conn { return c.Conn }
