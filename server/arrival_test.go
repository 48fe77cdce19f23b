package main

import (
	"context"
	"runtime"
	"testing"
	"time"
)

func TestACallThatIsResetIsForgotten(t *testing.T) {
	ctx, reset := context.WithCancel(t.Context())
	forgotten := make(chan struct{})
	func() {
		call := await(ctx, time.Hour).(*arrival)
		runtime.AddCleanup(call, func(done chan struct{}) { close(done) }, forgotten)
	}()
	reset()
	for {
		select {
		case <-forgotten:
			return
		default:
			runtime.GC()
		}
	}
}
