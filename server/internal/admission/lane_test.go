package admission

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// pass lets time pass in a bubble, where it costs none.
func pass(d time.Duration) { time.Sleep(d) } //nolint:forbidigo // nobody waits

// enter gets a place that is free.
func enter(t *testing.T, l *Lane) (leave func(error)) {
	t.Helper()
	leave, err := l.Enter(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return leave
}

func TestALaneLetsFewThrough(t *testing.T) {
	l := NewLane(1)
	leave := enter(t, l)
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Enter(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("a second one: %v", err)
	}
	through := make(chan error)
	go func() {
		_, err := l.Enter(t.Context())
		through <- err
	}()
	leave(nil)
	if err := <-through; err != nil {
		t.Errorf("after the first has left: %v", err)
	}
}

func TestAPlaceRestsWhereManyWait(t *testing.T) {
	const took = 10 * time.Millisecond
	for waiting, rest := range map[int]time.Duration{
		1: 0, forWaiting - 1: 0, forWaiting: took, 2*forWaiting + 1: 2 * took, mostWaiting: mostForWaiting * took,
	} {
		synctest.Test(t, func(t *testing.T) {
			l := NewLane(1)
			leave := enter(t, l)
			through := make(chan time.Time, waiting)
			waits, cancel := context.WithCancel(t.Context())
			for range waiting {
				go func() {
					if _, err := l.Enter(waits); err == nil {
						through <- time.Now()
					}
				}()
			}
			synctest.Wait()
			pass(took)
			left := time.Now()
			leave(nil)
			if got := (<-through).Sub(left); got != rest {
				t.Errorf("with %d waiting it rested for %v, wanted %v", waiting, got, rest)
			}
			cancel()
		})
	}
}

func TestFewWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLane(1)
		leave := enter(t, l)
		through := make(chan error, mostWaiting)
		for range mostWaiting {
			go func() {
				leave, err := l.Enter(t.Context())
				through <- err
				leave(nil)
			}()
		}
		synctest.Wait()
		if _, err := l.Enter(t.Context()); !errors.Is(err, ErrFull) {
			t.Errorf("one more: %v", err)
		}
		leave(nil)
		for range mostWaiting {
			if err := <-through; err != nil {
				t.Error(err)
			}
		}
		enter(t, l)
	})
}

func TestWhatWasRefusedKeepsItsPlaceForAWhile(t *testing.T) {
	refused := errors.New("refused")
	for name, c := range map[string]struct {
		took, rest time.Duration
		came       error
	}{
		"answered":             {time.Second, 0, nil},
		"refused":              {2 * time.Millisecond, 18 * time.Millisecond, refused},
		"refused after longer": {time.Second, longestRest, refused},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				l := NewLane(1)
				leave := enter(t, l)
				pass(c.took)
				began := time.Now()
				leave(c.came)
				if took := time.Since(began); took != 0 {
					t.Errorf("leaving took %v", took)
				}
				enter(t, l)
				if rest := time.Since(began); rest != c.rest {
					t.Errorf("the next one waited for %v, wanted %v", rest, c.rest)
				}
			})
		})
	}
}

func TestWorkIsDoneInALaneAndItsErrorCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewLane(1)
		refused := errors.New("refused")
		err := l.Do(t.Context(), func() error {
			pass(time.Millisecond)
			return refused
		})
		began := time.Now()
		enter(t, l)
		if rest := time.Since(began); !errors.Is(err, refused) || rest != forRefused*time.Millisecond {
			t.Errorf("%v, and the next one waited for %v", err, rest)
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if err := l.Do(gone, func() error { t.Error("worked without a place"); return nil }); !errors.Is(err, context.Canceled) {
			t.Errorf("without a place: %v", err)
		}
	})
}
