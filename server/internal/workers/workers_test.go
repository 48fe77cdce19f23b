package workers

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// numbered makes workers that are numbered in the order in which they are hired.
func numbered() func() int {
	n := 0
	return func() int { n++; return n }
}

// occupied is a pool whose only worker works until it is let go.
func occupied(t *testing.T, queue Queue) (p *Pool[int], letGo func()) {
	t.Helper()
	if queue.Patience == 0 {
		queue.Patience = time.Hour
	}
	p = New(1, queue, numbered())
	begun, end := make(chan struct{}), make(chan struct{})
	var done sync.WaitGroup
	done.Go(func() {
		if err := p.Do(context.Background(), func(w int) error {
			if w != 1 {
				t.Errorf("worker %d", w)
			}
			close(begun)
			<-end
			return nil
		}); err != nil {
			t.Error(err)
		}
	})
	<-begun
	return p, func() { close(end); done.Wait() }
}

func idle(int) error { return nil }

func TestWorkForWhichThereIsNoPlaceIsRefused(t *testing.T) {
	p, letGo := occupied(t, Queue{})
	if err := p.Do(t.Context(), idle); !errors.Is(err, ErrBusy) {
		t.Errorf("got %v", err)
	}
	if p.Busy() != 1 || p.Waiting() != 0 {
		t.Errorf("%d busy, %d waiting", p.Busy(), p.Waiting())
	}
	letGo()
	if err := p.Do(t.Context(), idle); err != nil {
		t.Errorf("a free worker: %v", err)
	}
	if p.Busy() != 0 {
		t.Errorf("%d busy", p.Busy())
	}
}

func TestWhoWaitsGoesWhenTheContextEnds(t *testing.T) {
	p, letGo := occupied(t, Queue{Places: 1})
	defer letGo()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := p.Do(ctx, idle); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if p.Waiting() != 0 {
		t.Errorf("%d waiting", p.Waiting())
	}
}

func TestWhoWaitsGoesWhenTheQueueIsClosed(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	p, letGo := occupied(t, Queue{Places: 1, Closed: closed})
	if err := p.Do(t.Context(), idle); !errors.Is(err, ErrClosed) {
		t.Errorf("got %v", err)
	}
	letGo()
	if err := p.Do(t.Context(), idle); err != nil {
		t.Errorf("a free worker: %v", err)
	}
}

func TestNobodyWaitsForEver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, letGo := occupied(t, Queue{Places: 1, Patience: time.Minute})
		began := time.Now()
		if err := p.Do(t.Context(), idle); !errors.Is(err, ErrBusy) || time.Since(began) != time.Minute {
			t.Errorf("got %v after %v", err, time.Since(began))
		}
		letGo()
	})
}

func TestWhoWaitsIsServed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, letGo := occupied(t, Queue{Places: 1})
		served := make(chan error)
		go func() { served <- p.Do(t.Context(), idle) }()
		synctest.Wait()
		if p.Waiting() != 1 {
			t.Errorf("%d waiting", p.Waiting())
		}
		letGo()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
}

func TestAWorkerThatPanicsIsReplaced(t *testing.T) {
	p := New(1, Queue{}, numbered())
	func() {
		defer func() { _ = recover() }()
		_ = p.Do(t.Context(), func(int) error { panic("defect") })
	}()
	var worker int
	if err := p.Do(t.Context(), func(w int) error { worker = w; return nil }); err != nil || worker != 2 {
		t.Errorf("after a panic: worker %d, %v", worker, err)
	}
}
