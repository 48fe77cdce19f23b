package admission

import "testing"

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
