package intake

import (
	"context"
	"runtime"
	"testing"
)

func TestTheOldestCallLosesItsRoom(t *testing.T) {
	in := New(20<<10, 0)
	first, second, third := in.Begin(t.Context()), in.Begin(t.Context()), in.Begin(t.Context())
	Arrived(first)
	a := in.Get(16 << 10)
	if second.Err() != nil || in.Held() != 16<<10 {
		t.Fatalf("%d bytes held; %v", in.Held(), second.Err())
	}
	b := in.Get(16 << 10)
	if first.Err() != nil || second.Err() == nil || third.Err() != nil || in.Shed() != 1 {
		t.Errorf("arrived %v, oldest %v, youngest %v; %d shed", first.Err(), second.Err(), third.Err(), in.Shed())
	}
	in.Put(a)
	in.Put(b)
	if in.Held() != 0 {
		t.Errorf("%d bytes held after all was given back", in.Held())
	}
}

func TestAYoungCallIsSpared(t *testing.T) {
	in := New(1, Young*1000)
	young := in.Begin(t.Context())
	in.Put(in.Get(1 << 20))
	if young.Err() != nil || in.Shed() != 0 {
		t.Errorf("%v, %d shed", young.Err(), in.Shed())
	}
}

func TestACallThatEndsIsForgotten(t *testing.T) {
	in := New(1, 0)
	ctx, cancel := context.WithCancel(t.Context())
	in.Begin(ctx)
	cancel()
	for in.waiting() > 0 {
		runtime.Gosched()
	}
	in.Put(in.Get(1 << 20))
	if in.Shed() != 0 {
		t.Errorf("%d shed", in.Shed())
	}
}

func (in *Intake) waiting() int {
	in.mu.Lock()
	defer in.mu.Unlock()
	return in.arriving.Len()
}

func TestBuffersThatAreLostGiveTheirRoomBack(t *testing.T) {
	in := New(1<<20, 0)
	for range 100 {
		in.Get(16 << 10)
	}
	for in.Held() > 0 {
		runtime.GC()
	}
	var left int
	in.lent.Range(func(any, any) bool { left++; return true })
	if left > 0 {
		t.Errorf("%d buffers are still known", left)
	}
}
