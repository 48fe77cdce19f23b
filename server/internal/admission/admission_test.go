package admission

import "testing"

func TestALimitIsReachedAndFreedAgain(t *testing.T) {
	l := New(2)
	if !l.Enter() || !l.Enter() {
		t.Fatal("two places, and not both were given")
	}
	if l.Enter() {
		t.Error("a third call got in")
	}
	if n := l.InFlight(); n != 2 {
		t.Errorf("%d in flight, want 2", n)
	}
	l.Leave()
	if !l.Enter() {
		t.Error("the place given back was not given again")
	}
}
