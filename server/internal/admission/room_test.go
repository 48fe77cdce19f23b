package admission

import (
	"context"
	"errors"
	"testing"
)

func TestARoomIsFilledAndEmptied(t *testing.T) {
	r := NewRoom(10)
	if !r.Take(6) || r.Take(5) || !r.Take(4) {
		t.Error("10 bytes hold 6 and 4, and not 6 and 5")
	}
	if !r.Full() || r.Held() != 10 {
		t.Errorf("full %v with %d bytes", r.Full(), r.Held())
	}
	r.Hold(3)
	if r.Give(12); r.Full() || r.Held() != 1 || !r.Take(9) {
		t.Errorf("%d bytes held after 13 and -12", r.Held())
	}
}

func TestALaneLetsFewThrough(t *testing.T) {
	l := NewLane(1)
	if err := l.Enter(t.Context()); err != nil {
		t.Fatal(err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.Enter(gone); !errors.Is(err, context.Canceled) {
		t.Errorf("a second one: %v", err)
	}
	through := make(chan error)
	go func() { through <- l.Enter(t.Context()) }()
	l.Leave()
	if err := <-through; err != nil {
		t.Errorf("after the first has left: %v", err)
	}
}
