package admission

import (
	"runtime"
	"sync/atomic"
	"testing"
	"time"
)

// scripted is a crowd whose clock and queue a test sets.
type scripted struct {
	*Crowd
	clock  time.Duration
	length uint64
}

func scriptedCrowd(patience time.Duration) *scripted {
	s := &scripted{Crowd: NewCrowd(patience), clock: time.Hour}
	s.short = 10
	s.queue = func() uint64 { return s.length }
	s.now = func() time.Duration { return s.clock }
	return s
}

// after lets time pass with a queue of a length, and gives how many of oneOf calls are too many then.
func (s *scripted) after(d time.Duration, length uint64) (refused int) {
	for s.length = length; d > 0; d -= lookEvery {
		s.clock += lookEvery
		s.Full()
	}
	for range oneOf {
		if s.Full() {
			refused++
		}
	}
	return refused
}

func TestABurstIsLetIn(t *testing.T) {
	s := scriptedCrowd(50 * time.Millisecond)
	for range 5 {
		if refused := s.after(49*time.Millisecond, 1000); refused != 0 {
			t.Fatalf("%d refused within the patience", refused)
		}
		s.after(lookEvery, 10)
	}
}

func TestAQueueThatLastsIsTurnedAwayUntilItIsShort(t *testing.T) {
	s := scriptedCrowd(50 * time.Millisecond)
	if refused := s.after(60*time.Millisecond, 11); refused != oneOf-1 {
		t.Errorf("%d of %d refused, want all but one", refused, oneOf)
	}
	if refused := s.after(lookEvery, 10); refused != 0 {
		t.Errorf("%d refused while the queue is short", refused)
	}
	if refused := s.after(lookEvery, 11); refused != oneOf-1 {
		t.Errorf("%d of %d refused when the queue is long again soon after", refused, oneOf)
	}
	s.after(2*memory, 0)
	if refused := s.after(lookEvery, 11); refused != 0 {
		t.Errorf("%d refused of a burst long after the overload", refused)
	}
}

func TestWithoutPatienceNothingIsTurnedAway(t *testing.T) {
	s := scriptedCrowd(0)
	if refused := s.after(time.Second, 1000); refused != 0 {
		t.Errorf("%d refused", refused)
	}
}

// The name of the metric is the runtime's, which a new version could change.
func TestTheRuntimeTellsHowManyWait(t *testing.T) {
	var seen atomic.Bool
	defer seen.Store(true)
	for range 100 * runtime.GOMAXPROCS(0) {
		go func() {
			for !seen.Load() {
				runtime.Gosched()
			}
		}()
	}
	for range 100_000 {
		if runnable() > 0 {
			return
		}
		runtime.Gosched()
	}
	t.Error("a hundred goroutines want each processor, and none was ever said to wait")
}
