package paced

import (
	"bytes"
	"io"
	"net"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/net/http2"
)

// frames are what a client sends after its preface.
type frames struct {
	*http2.Framer
	bytes.Buffer
}

func newFrames() *frames {
	f := &frames{}
	f.WriteString(http2.ClientPreface)
	f.Framer = http2.NewFramer(&f.Buffer, nil)
	return f
}

func (f *frames) pings(n int) {
	for range n {
		_ = f.WritePing(false, [8]byte{})
	}
}

func (f *frames) calls(n int) {
	for range n {
		_ = f.WriteHeaders(http2.HeadersFrameParam{StreamID: 1, BlockFragment: []byte("headers"), EndHeaders: true})
	}
}

// reading reads all of the frames in parts of so many bytes, and tells how long that takes and how many bytes of long
// messages were told of.
func reading(t *testing.T, f *frames, part int) (took time.Duration, told int) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		c := newConn(ours, func() {}, func(n int) { told += n })
		sent := bytes.Clone(f.Bytes())
		go func() {
			_, _ = theirs.Write(sent)
			_ = theirs.Close()
		}()
		began := time.Now()
		var got bytes.Buffer
		for {
			into := make([]byte, part)
			n, err := c.Read(into)
			got.Write(into[:n])
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(got.Bytes(), sent) {
			t.Errorf("%d bytes were read of %d, or others", got.Len(), len(sent))
		}
		took = time.Since(began)
		_ = c.Close()
	})
	return took, told
}

func TestFramesThatBringNothingComeAtAPace(t *testing.T) {
	empty := func(f *frames, n int) {
		for range n {
			_ = f.WriteData(1, false, nil)
		}
	}
	for name, c := range map[string]struct {
		write func(f *frames)
		// least and most are the bounds of how long it takes to read them in small parts.
		least, most time.Duration
	}{
		"as many as come at once":   {func(f *frames) { f.pings(atOnce) }, 0, 0},
		"pings":                     {func(f *frames) { f.pings(atOnce + 20*aSecond) }, 19 * time.Second, 21 * time.Second},
		"empty data":                {func(f *frames) { empty(f, atOnce+20*aSecond) }, 19 * time.Second, 21 * time.Second},
		"what calls need":           {func(f *frames) { f.pings(atOnce); f.calls(1000); f.pings(atOnce) }, 0, 0},
		"no more for calls than so": {func(f *frames) { f.calls(10000); f.pings(atOnce + 20*aSecond) }, 19 * time.Second, 21 * time.Second},
		"calls that are reset": {func(f *frames) {
			for range atOnce + 20*aSecond {
				f.calls(1)
				_ = f.WriteRSTStream(1, http2.ErrCodeCancel)
			}
		}, 19 * time.Second, 21 * time.Second},
		"a few that are reset": {func(f *frames) {
			for range 2 * atOnce {
				f.calls(2)
				_ = f.WriteRSTStream(1, http2.ErrCodeCancel)
			}
		}, 0, 0},
		"calls": {func(f *frames) { f.calls(10 * atOnce) }, 0, 0},
		"messages": {func(f *frames) {
			for range 10 * atOnce {
				_ = f.WriteData(1, false, make([]byte, 100))
			}
		}, 0, 0},
		"ends of calls": {func(f *frames) {
			for range 10 * atOnce {
				_ = f.WriteData(1, true, nil)
			}
		}, 0, 0},
	} {
		t.Run(name, func(t *testing.T) {
			f := newFrames()
			c.write(f)
			for _, part := range []int{7, 128} {
				took, told := reading(t, f, part)
				if took < c.least || took > c.most || told != 0 {
					t.Errorf("in parts of %d: %v, wanted %v to %v; %d bytes of long messages", part, took, c.least, c.most, told)
				}
			}
		})
	}
}

func TestLittleIsOwed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newConn(nil, func() {}, func(int) {})
		f := newFrames()
		f.pings(100 * atOnce)
		c.count(f.Bytes())
		if wait := c.owed(); wait != time.Second {
			t.Errorf("it waits for %v", wait)
		}
		time.Sleep(time.Second) //nolint:forbidigo // time in the bubble costs none
		if wait := c.owed(); wait != 0 {
			t.Errorf("after that it waits for %v more", wait)
		}
	})
}

func TestLongMessagesAreToldOf(t *testing.T) {
	f := newFrames()
	_ = f.WriteData(1, false, make([]byte, long))
	_ = f.WriteData(1, false, make([]byte, 2*long))
	f.pings(1)
	_ = f.WriteData(1, true, make([]byte, long+1))
	for _, part := range []int{3, 100000} {
		if _, told := reading(t, f, part); told != 3*long+1 {
			t.Errorf("in parts of %d: %d bytes, wanted %d", part, told, 3*long+1)
		}
	}
}

func TestTheFirstCallIsToldOf(t *testing.T) {
	calls := 0
	c := newConn(nil, func() { calls++ }, func(int) {})
	f := newFrames()
	f.pings(1)
	_ = f.WriteSettings()
	if c.count(f.Bytes()); calls != 0 {
		t.Error("a call was told of before there was one")
	}
	f = newFrames()
	f.calls(2)
	if c.count(f.Bytes()[len(http2.ClientPreface):]); calls != 1 {
		t.Errorf("told of %d", calls)
	}
}

func TestAnswersAreWorthFrames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		c := newConn(ours, func() {}, func(int) {})
		defer c.Close()
		go func() { _, _ = io.Copy(io.Discard, theirs) }()
		if _, err := c.Write(make([]byte, 500*forBytes)); err != nil {
			t.Fatal(err)
		}
		f := newFrames()
		f.pings(atOnce + 500)
		if c.count(f.Bytes()); c.owed() != 0 {
			t.Error("frames that an answer may take have to wait")
		}
		f = newFrames()
		f.pings(1)
		if c.count(f.Bytes()[len(http2.ClientPreface):]); c.owed() == 0 {
			t.Error("one more has not")
		}
	})
}

func TestAConnectionThatIsClosedWaitsNoMore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ours, theirs := net.Pipe()
		c := newConn(ours, func() {}, func(int) {})
		f := newFrames()
		f.pings(100 * atOnce)
		go func() { _, _ = theirs.Write(f.Bytes()) }()
		read := make(chan struct{})
		go func() {
			defer close(read)
			_, _ = c.Read(make([]byte, f.Len()))
		}()
		synctest.Wait()
		began := time.Now()
		_ = c.Close()
		<-read
		if took := time.Since(began); took != 0 {
			t.Errorf("it waited for %v more", took)
		}
		_ = theirs.Close()
	})
}

func FuzzFramesAreTheSameInAnyParts(f *testing.F) {
	frames := newFrames()
	frames.calls(2)
	frames.pings(3)
	_ = frames.WriteData(1, true, make([]byte, 2*long))
	f.Add(frames.Bytes(), uint16(7))
	f.Add([]byte(http2.ClientPreface), uint16(1))
	f.Fuzz(func(t *testing.T, text []byte, part uint16) {
		whole, parts := newConn(nil, func() {}, func(int) {}), newConn(nil, func() {}, func(int) {})
		wanted, got := whole.count(text), 0
		for rest := text; len(rest) > 0; {
			n := min(len(rest), int(part)+1)
			got += parts.count(rest[:n])
			rest = rest[n:]
		}
		if got != wanted || parts.left != whole.left || parts.filled != whole.filled || parts.allowance != whole.allowance {
			t.Errorf("in parts %d bytes, left %d, filled %d, allowance %v; at once %d, %d, %d, %v",
				got, parts.left, parts.filled, parts.allowance, wanted, whole.left, whole.filled, whole.allowance)
		}
	})
}
