package main

import (
	"testing"
	"time"

	"github.com/talon-solitaire/talon/server/internal/seal"
)

// TestARunningServerLooksAtItsFilesAtEachTick holds for every file: all are looked at in one place.
func TestARunningServerLooksAtItsFilesAtEachTick(t *testing.T) {
	path := keyFile(t, seal.NewFile())
	ticks := make(chan time.Time)
	s := startAdapted(t, func(c *config) {
		c.sealKeys = path
		if err := c.loadKeys(); err != nil {
			t.Fatal(err)
		}
	}, func(s *server) { s.ticks = ticks })
	if err := seal.Change(path, func(f *seal.File) error { _, err := f.Rotate(); return err }); err != nil {
		t.Fatal(err)
	}
	if taken, _ := s.states.keys.Reloads(); taken != 0 {
		t.Error("the server looked without a tick")
	}
	// The second tick is taken when the first has been dealt with.
	ticks <- time.Time{}
	ticks <- time.Time{}
	if taken, refused := s.states.keys.Reloads(); taken != 1 || refused != 0 {
		t.Errorf("%d changes taken, %d refused", taken, refused)
	}
}
