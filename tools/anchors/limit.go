//go:build unix

package main

import (
	"context"
	"fmt"
	"os"
	"syscall"
	"time"
)

// patience is the least time between two looks at what was spent.
const patience = 10 * time.Millisecond

// watch cancels the context, as if its deadline had passed, once so much
// processor time is spent. One thread spends less than the clock, so that it
// sleeps for what is left.
func watch(ctx context.Context, cancel context.CancelCauseFunc, limit time.Duration, spent func() time.Duration) {
	for left := limit; left > 0; left = limit - spent() {
		select {
		case <-ctx.Done():
			return
		case <-time.After(max(left, patience)):
		}
	}
	cancel(context.DeadlineExceeded)
}

// processorTime is what this process took so far.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// processorTimeOf tells what another process with one thread takes; where the
// system does not say, it is the time on the clock.
func processorTimeOf(pid int) func() time.Duration {
	began := time.Now()
	return func() time.Duration {
		var nanos int64
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/schedstat", pid))
		if err == nil {
			_, err = fmt.Sscan(string(text), &nanos)
		}
		if err != nil {
			return time.Since(began)
		}
		return time.Duration(nanos)
	}
}
