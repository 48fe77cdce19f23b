package connections

import (
	"io"
	"net"
	"testing"
)

// limited listens on the loopback.
func limited(t *testing.T, most int, full func()) (*Room, net.Listener) {
	t.Helper()
	inner, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = inner.Close() })
	room := NewRoom(most, full)
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
	accept(t, l)
	second := accept(t, l)

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

func TestAListenerThatIsClosedAcceptsNoMore(t *testing.T) {
	_, l := limited(t, 1, func() {})
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if c, err := l.Accept(); err == nil {
		t.Errorf("accepted %v", c)
	}
}
