package connections

import (
	"crypto/tls"
	"io"
	"net"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// limited listens on the loopback.
func limited(t *testing.T, most int, full func()) (*Room, net.Listener) {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = inner.Close() })
	room := NewRoom(most, time.Minute, full)
	return room, room.Of(inner)
}

func dial(t *testing.T, l net.Listener) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func accept(t *testing.T, l net.Listener) net.Conn {
	t.Helper()
	c, err := l.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	return c
}

func TestOneConnectionTooManyIsClosedAtOnce(t *testing.T) {
	full := make(chan struct{}, 1)
	room, l := limited(t, 2, func() { full <- struct{}{} })
	dial(t, l)
	dial(t, l)
	Used(accept(t, l))
	second := accept(t, l)
	Used(second)

	third := dial(t, l)
	accepted := make(chan net.Conn)
	go func() {
		c, err := l.Accept()
		if err != nil {
			t.Error(err)
		}
		accepted <- c
	}()
	<-full
	if n, err := third.Read(make([]byte, 1)); n != 0 || err != io.EOF {
		t.Errorf("the third connection: %d, %v", n, err)
	}
	if room.Open() != 2 || room.Refused() != 1 {
		t.Errorf("open %d, refused %d", room.Open(), room.Refused())
	}

	// Whoever closes twice gives room for one.
	_ = second.Close()
	_ = second.Close()
	if room.Open() != 1 {
		t.Errorf("open %d after one was closed", room.Open())
	}
	fourth := dial(t, l)
	c := <-accepted
	defer c.Close()
	if c.RemoteAddr().String() != fourth.LocalAddr().String() || room.Open() != 2 || room.Refused() != 1 {
		t.Errorf("accepted %v, wanted %v; open %d, refused %d", c.RemoteAddr(), fourth.LocalAddr(), room.Open(), room.Refused())
	}
}

// watched is a listener that tells when one of its connections is closed.
type watched struct {
	net.Listener
	closing func()
}

func (w watched) Accept() (net.Conn, error) {
	c, err := w.Listener.Accept()
	return watchedConn{c, w.closing}, err
}

type watchedConn struct {
	net.Conn
	closing func()
}

func (w watchedConn) Close() error {
	w.closing()
	return w.Conn.Close()
}

func TestThatThereIsNoRoomIsToldBeforeTheCallerSeesIt(t *testing.T) {
	told := false
	room := NewRoom(0, time.Minute, func() { told = true })
	closing := make(chan bool, 1)
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := room.Of(watched{inner, func() { closing <- told && room.Refused() == 1 }})
	ended := make(chan error)
	go func() {
		_, err := l.Accept()
		ended <- err
	}()
	dial(t, l)
	if !<-closing {
		t.Error("closed before it was told and counted")
	}
	_ = inner.Close()
	if err := <-ended; err == nil {
		t.Error("there was room")
	}
}

func TestAListenerThatIsClosedAcceptsNoMore(t *testing.T) {
	_, l := limited(t, 1, func() {})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err := l.Accept(); err == nil {
		t.Errorf("accepted %v", c)
	}
}

// pass lets time pass in a bubble, where it costs none.
func pass(d time.Duration) { time.Sleep(d) } //nolint:forbidigo // nobody waits

// guest is a connection that wants into a room.
func guest(r *Room) *conn {
	inner, _ := net.Pipe()
	c := &conn{Conn: inner, room: r}
	c.heard.Store(time.Now().UnixNano())
	return c
}

func TestWhatIsNotUsedMakesRoom(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 3
		r := NewRoom(most, time.Minute, func() {})
		// enter lets one in, and tells which one had to go; nil where it was refused.
		enter := func(c *conn) (displaced *conn, entered bool) {
			t.Helper()
			displaced, entered = r.enter(c)
			if r.Open() > most {
				t.Fatalf("%d are open", r.Open())
			}
			return displaced, entered
		}
		busy, silent, unheard := guest(r), guest(r), guest(r)
		Used(busy)
		Used(silent)
		for _, c := range []*conn{busy, silent, unheard} {
			if displaced, entered := enter(c); displaced != nil || !entered {
				t.Fatalf("displaced %v, entered %v where there is room", displaced, entered)
			}
		}
		if displaced, entered := enter(guest(r)); displaced != nil || entered {
			t.Error("one was let in while all were young")
		}
		pass(unused)
		second := guest(r)
		if displaced, entered := enter(second); displaced != unheard || !entered {
			t.Errorf("displaced %v, entered %v; wanted in place of the one without a call", displaced, entered)
		}
		Used(second)
		if _, entered := enter(guest(r)); entered {
			t.Error("one was let in while all were in use")
		}
		pass(time.Minute - time.Millisecond)
		busy.heard.Store(time.Now().UnixNano())
		second.heard.Store(time.Now().UnixNano())
		if displaced, entered := enter(guest(r)); displaced != silent || !entered {
			t.Errorf("displaced %v, entered %v; wanted in place of the one silent for a minute", displaced, entered)
		}
	})
}

func TestOneThatHasGoneOrSpokenSinceIsNotDisplaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRoom(3, time.Minute, func() {})
		come := func() *conn {
			pass(time.Millisecond)
			c := guest(r)
			r.enter(c)
			return c
		}
		first, gone, spoken := come(), come(), come()
		pass(unused)
		if displaced, _ := r.enter(guest(r)); displaced != first {
			t.Errorf("displaced %v, wanted the first", displaced)
		}
		_ = gone.Close()
		Used(spoken)
		if displaced, entered := r.enter(guest(r)); displaced != nil || !entered {
			t.Errorf("displaced %v, entered %v in the place of one that has gone", displaced, entered)
		}
		if displaced, entered := r.enter(guest(r)); entered {
			t.Errorf("displaced %v, which had spoken", displaced)
		}
	})
}

func TestADisplacedConnectionIsClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		came := make(chan net.Conn, 2)
		room := NewRoom(1, time.Minute, func() {})
		l := room.Of(&lobby{came: came})
		first, theirs := net.Pipe()
		second, _ := net.Pipe()
		came <- first
		accept(t, l)
		pass(unused)
		came <- second
		accept(t, l)
		if n, err := theirs.Read(make([]byte, 1)); n != 0 || err != io.EOF {
			t.Errorf("the first connection: %d, %v", n, err)
		}
		if room.Open() != 1 || room.Displaced() != 1 || room.Refused() != 0 {
			t.Errorf("open %d, displaced %d, refused %d", room.Open(), room.Displaced(), room.Refused())
		}
	})
}

func TestTheSystemHoldsLittleOfWhatIsNotRead(t *testing.T) {
	_, l := limited(t, 1, func() {})
	dial(t, l)
	raw, err := accept(t, l).(*conn).Conn.(*net.TCPConn).SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	var size int
	var asked error
	if err := raw.Control(func(fd uintptr) { size, asked = syscall.GetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_RCVBUF) }); err != nil {
		t.Fatal(err)
	}
	// Linux doubles what it is told, for its own use.
	if asked != nil || size < unread || size > 2*unread {
		t.Errorf("%d bytes, %v", size, asked)
	}
}

// lobby is a listener whose connections are made in memory.
type lobby struct {
	net.Listener
	came chan net.Conn
}

func (l *lobby) Accept() (net.Conn, error) { return <-l.came, nil }

func TestAConnectionWithinTLSIsUsed(t *testing.T) {
	c := guest(NewRoom(1, 0, func() {}))
	Used(tls.Server(c, &tls.Config{MinVersion: tls.VersionTLS13}))
	if !c.used.Load() {
		t.Error("it is not")
	}
	Used(c.Conn)
}
