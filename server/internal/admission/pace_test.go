package admission

import (
	"testing"
	"testing/synctest"
	"time"
)

func TestBytesComeAtAPace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const rate = 4000
		p := NewPace(rate)
		began := time.Now()
		p.Wait(rate / 4)
		if took := time.Since(began); took != 0 {
			t.Errorf("what comes at once waited for %v", took)
		}
		for range 10 {
			p.Wait(rate / 10)
		}
		if took := time.Since(began); took != time.Second {
			t.Errorf("as many as come in a second took %v more", took)
		}
		pass(time.Hour)
		began = time.Now()
		p.Wait(rate / 2)
		if took := time.Since(began); took != time.Second/4 {
			t.Errorf("after an hour of rest, half a second of bytes took %v", took)
		}
	})
}
