package wire

import (
	"runtime"
	"sync/atomic"

	"google.golang.org/grpc/mem"

	"github.com/talon-solitaire/talon/server/internal/admission"
)

// unsent is a long answer that waits for its caller to read it. It is the pool of its own buffer.
type unsent struct {
	data    mem.BufferSlice
	left    *leaving
	cleanup runtime.Cleanup
}

// leaving gives room back once.
type leaving struct {
	room  *admission.Room
	bytes int
	gone  atomic.Bool
}

func (l *leaving) leave() {
	if !l.gone.Swap(true) {
		l.room.Give(l.bytes)
	}
}

// hold makes one buffer of an answer, which takes room until the framework has sent it or has lost it with its
// connection.
func hold(room *admission.Room, data mem.BufferSlice, size int) mem.Buffer {
	room.Hold(size)
	u := &unsent{data: data, left: &leaving{room: room, bytes: size}}
	u.cleanup = runtime.AddCleanup(u, (*leaving).leave, u.left)
	text := data.MaterializeToBuffer(mem.DefaultBufferPool())
	u.data = append(u.data, text)
	whole := text.ReadOnlyData()
	return mem.NewBuffer(&whole, u)
}

// Get is what nobody asks this pool for.
func (*unsent) Get(bytes int) *[]byte {
	buffer := make([]byte, bytes)
	return &buffer
}

// Put is called when the answer is sent.
func (u *unsent) Put(*[]byte) {
	u.cleanup.Stop()
	u.left.leave()
	u.data.Free()
}
