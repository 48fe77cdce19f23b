// Package intake bounds the memory of gRPC messages on their way in. The framework reads a message before it asks
// anybody, so that a few hundred calls that send all of a long message but its end would take gigabytes. Where there
// is more than there is room for, the calls that have been arriving for longest lose it. It knows nothing of what
// is in the messages.
package intake

import (
	"container/list"
	"context"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
	"weak"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
)

// Intake is the pool of the buffers into which messages are read, and knows which calls are arriving. It is safe for
// concurrent use.
type Intake struct {
	most  int64
	young time.Duration
	held  atomic.Int64
	shed  atomic.Int64
	pool  mem.BufferPool
	// lent holds what gives back the room of each buffer that is lost instead of given back: the framework drops
	// what a call has not read when it ends.
	lent sync.Map
	mu   sync.Mutex
	// arriving are the calls of which a message is on its way, the oldest first.
	arriving list.List
}

// Young is how long a message is on its way before its call can lose its room: that of a cheap call is there at once.
const Young = 100 * time.Millisecond

// New makes an intake of so many bytes. Calls are spared for the time that they are young.
func New(most int, young time.Duration) *Intake {
	return &Intake{most: int64(most), young: young, pool: mem.DefaultBufferPool()}
}

// Held gives how many bytes of messages are there.
func (in *Intake) Held() int { return int(in.held.Load()) }

// Shed gives how many calls have lost their room.
func (in *Intake) Shed() int { return int(in.shed.Load()) }

// lost is a buffer that nobody can give back any more.
type lost struct {
	buffer weak.Pointer[[]byte]
	bytes  int
}

// Get lends a buffer.
func (in *Intake) Get(bytes int) *[]byte {
	buffer := in.pool.Get(bytes)
	size := cap(*buffer)
	if in.held.Add(int64(size)) > in.most {
		in.relieve()
	}
	key := weak.Make(buffer)
	in.lent.Store(key, runtime.AddCleanup(buffer, func(l lost) {
		in.lent.Delete(l.buffer)
		in.held.Add(-int64(l.bytes))
	}, lost{key, size}))
	return buffer
}

// Put takes a buffer back.
func (in *Intake) Put(buffer *[]byte) {
	if cleanup, is := in.lent.LoadAndDelete(weak.Make(buffer)); is {
		cleanup.(runtime.Cleanup).Stop()
		in.held.Add(-int64(cap(*buffer)))
	}
	in.pool.Put(buffer)
}

// relieve ends the call that has been arriving for longest.
func (in *Intake) relieve() {
	in.mu.Lock()
	defer in.mu.Unlock()
	front := in.arriving.Front()
	if front == nil {
		return
	}
	oldest := front.Value.(*arrival)
	if time.Since(oldest.began) < in.young {
		return
	}
	in.arriving.Remove(front)
	oldest.place = nil
	in.shed.Add(1)
	oldest.cancel()
}

// arrival is a call of which a message is on its way.
type arrival struct {
	context.Context //nolint:containedctx // it is one, so that a call costs one context
	in              *Intake
	cancel          context.CancelFunc
	began           time.Time
	// place is where it is among those that are arriving, nil where it is not.
	place *list.Element
	// stop forgets what is to happen when the call ends.
	stop func() bool
}

type arrivalKey struct{}

// Value gives the arrival itself under its key.
func (a *arrival) Value(key any) any {
	if key == (arrivalKey{}) {
		return a
	}
	return a.Context.Value(key)
}

// Begin gives a call that begins the context in which its first message arrives. It ends with the context of the call.
func (in *Intake) Begin(ctx context.Context) context.Context {
	ctx, cancel := context.WithCancel(ctx)
	a := &arrival{Context: ctx, in: in, cancel: cancel}
	a.begin()
	// Most that end before their message is there are never handled, and so would never be Arrived.
	a.stop = context.AfterFunc(ctx, a.end)
	return a
}

func (a *arrival) begin() {
	a.in.mu.Lock()
	defer a.in.mu.Unlock()
	a.began = time.Now()
	a.place = a.in.arriving.PushBack(a)
}

func (a *arrival) end() {
	a.in.mu.Lock()
	defer a.in.mu.Unlock()
	if a.place != nil {
		a.in.arriving.Remove(a.place)
		a.place = nil
	}
}

// Arrived says that the message of a call is there.
func Arrived(ctx context.Context) {
	if a, is := ctx.Value(arrivalKey{}).(*arrival); is {
		a.stop()
		a.end()
	}
}

// Stream counts a call as arriving while it waits for a message.
func Stream(s grpc.ServerStream) grpc.ServerStream {
	a, is := s.Context().Value(arrivalKey{}).(*arrival)
	if !is {
		return s
	}
	Arrived(s.Context())
	return &stream{s, a}
}

type stream struct {
	grpc.ServerStream
	arrival *arrival
}

// RecvMsg waits for a message.
func (s *stream) RecvMsg(m any) error {
	s.arrival.begin()
	defer s.arrival.end()
	return s.ServerStream.RecvMsg(m)
}
