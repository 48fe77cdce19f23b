// Package connections bounds how many connections a listener has at a time. One more takes the place of one that has
// made no call so far, or of the one that has been silent for longest. Where all are in use it is accepted and closed
// at once: its caller learns at the cost of one round trip that it has to come back or go elsewhere, which it would
// not in the queue of the system, where nobody answers it. Nothing is read from it, and no handshake begins.
package connections

import (
	"cmp"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Room is room for so many connections. It is safe for concurrent use.
type Room struct {
	most      int
	silence   time.Duration
	full      func()
	refused   atomic.Uint64
	displaced atomic.Uint64

	mu   sync.Mutex
	open map[*conn]struct{}
	// idle are those that could be spared when they were looked for last, the first one first.
	idle   []*conn
	looked time.Time
}

const (
	// unused is how long a connection without a call is left alone.
	unused = time.Second / 4
	// unread is how many bytes the system holds of a connection that is not read. It would let them grow to megabytes,
	// of which no limit of the process knows.
	unread = 128 << 10
	// lookEvery is how often connections that can be spared are looked for.
	lookEvery = 100 * time.Millisecond
)

// NewRoom makes room for so many connections, of which one that is silent for so long can be spared: longer than any
// call takes. Of each that finds none, full is told, where connections are accepted: it must not wait.
func NewRoom(most int, silence time.Duration, full func()) *Room {
	return &Room{most: most, silence: silence, full: full, open: map[*conn]struct{}{}}
}

// Open returns how many connections there are.
func (r *Room) Open() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.open)
}

// Refused returns how many were closed because there was no room for them.
func (r *Room) Refused() uint64 { return r.refused.Load() }

// Displaced returns how many were closed to make room for others.
func (r *Room) Displaced() uint64 { return r.displaced.Load() }

// Of makes a listener whose connections find their place in the room.
func (r *Room) Of(l net.Listener) net.Listener { return &listener{l, r} }

// Used says that a connection of a listener of a room, or one within which TLS is spoken, has made a call.
func Used(c net.Conn) {
	for {
		switch within := c.(type) {
		case *conn:
			within.used.Store(true)
			return
		case interface{ NetConn() net.Conn }:
			c = within.NetConn()
		default:
			return
		}
	}
}

type listener struct {
	net.Listener
	room *Room
}

// Accept waits for the next connection that there is room for.
func (l *listener) Accept() (net.Conn, error) {
	for {
		inner, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if tcp, is := inner.(*net.TCPConn); is {
			_ = tcp.SetReadBuffer(unread)
		}
		c := &conn{Conn: inner, room: l.room}
		c.heard.Store(time.Now().UnixNano())
		displaced, is := l.room.enter(c)
		if displaced != nil {
			l.room.displaced.Add(1)
			_ = displaced.Conn.Close()
		}
		if is {
			return c, nil
		}
		// First, so that whoever sees it closed finds it told, too.
		l.room.refused.Add(1)
		l.room.full()
		_ = inner.Close()
	}
}

// enter gives a connection its place, and tells which one loses it for that.
func (r *Room) enter(c *conn) (displaced *conn, entered bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.open) >= r.most {
		if displaced = r.spare(time.Now()); displaced == nil {
			return nil, false
		}
		delete(r.open, displaced)
	}
	r.open[c] = struct{}{}
	return displaced, true
}

func (r *Room) leave(c *conn) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, c)
}

// spare finds the connection that can best be spared.
func (r *Room) spare(now time.Time) *conn {
	if len(r.idle) == 0 && now.Sub(r.looked) >= lookEvery {
		r.looked = now
		r.look(now)
	}
	for len(r.idle) > 0 {
		c := r.idle[0]
		r.idle = r.idle[1:]
		if _, is := r.open[c]; is && c.spare(now, r.silence) {
			return c
		}
	}
	return nil
}

// look finds all connections that can be spared: first those without a call, then those that have been silent for
// longest.
func (r *Room) look(now time.Time) {
	for c := range r.open {
		if c.spare(now, r.silence) {
			r.idle = append(r.idle, c)
		}
	}
	slices.SortFunc(r.idle, func(a, b *conn) int {
		if used := a.used.Load(); used != b.used.Load() {
			if used {
				return 1
			}
			return -1
		}
		return cmp.Compare(a.heard.Load(), b.heard.Load())
	})
}

// conn is a connection that gives its place back when it is closed.
type conn struct {
	net.Conn
	room *Room
	// used tells that it has made a call, heard is when something was last read or written.
	used  atomic.Bool
	heard atomic.Int64
}

func (c *conn) spare(now time.Time, silence time.Duration) bool {
	if !c.used.Load() {
		silence = unused
	}
	return now.UnixNano()-c.heard.Load() >= int64(silence)
}

// Read reads, and notes when.
func (c *conn) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	c.heard.Store(time.Now().UnixNano())
	return n, err
}

// Write writes, and notes when.
func (c *conn) Write(from []byte) (int, error) {
	n, err := c.Conn.Write(from)
	c.heard.Store(time.Now().UnixNano())
	return n, err
}

// Close closes the connection; it may be closed more than once.
func (c *conn) Close() error {
	defer c.room.leave(c)
	return c.Conn.Close()
}
