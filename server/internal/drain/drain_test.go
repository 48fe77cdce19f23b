package drain

import (
	"context"
	"testing"
)

func TestAnAnnouncedGateStillLetsCallsIn(t *testing.T) {
	g := New()
	if !g.Ready() || !g.Open() {
		t.Fatal("a new gate is not open and ready")
	}
	g.Announce()
	if g.Ready() {
		t.Error("ready after Announce")
	}
	if !g.Open() {
		t.Error("closed after Announce")
	}
}

func TestAClosedGateEndsItsContexts(t *testing.T) {
	g := New()
	ctx, cancel := g.Context(context.Background())
	defer cancel()
	if ctx.Err() != nil {
		t.Fatal("the context ended before the gate was closed")
	}
	g.Close()
	g.Close()
	<-ctx.Done()
	if g.Ready() || g.Open() {
		t.Error("open or ready after Close")
	}
}
