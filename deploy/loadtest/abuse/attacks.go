//go:build linux

package main

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"
)

// attacks lists all of them.
func attacks() []attack {
	return slices.Concat(
		[]attack{{"none", "nothing at all: what the ratios are without an attack", nil, func(ctx context.Context, _ *target) { <-ctx.Done() }}},
		slowAttacks(), bodyAttacks(), jsonAttacks(), headerAttacks(), idleAttacks(), frameAttacks(), callAttacks(),
		readerAttacks(), textAttacks(), searchAttacks(),
	)
}

// crowd has n attackers do the same again and again until the context ends.
func crowd(ctx context.Context, n int, attack func(ctx context.Context, i int)) {
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			for ctx.Err() == nil {
				attack(ctx, i)
			}
		})
	}
	all.Wait()
}

// rest waits for a while or for the end of the context, and reports whether to go on.
func rest(ctx context.Context, d time.Duration) bool {
	select {
	case <-ctx.Done():
		return false
	case <-time.After(d):
		return true
	}
}

// over reports whether the time of the attack is over: what dials notices that before the context says so.
func over(ctx context.Context) bool {
	end, is := ctx.Deadline()
	return is && !time.Now().Before(end)
}

// brief keeps of an error what is the same each time.
func brief(err error) string {
	text := err.Error()
	for _, cut := range []string{"connection reset", "broken pipe", "http2: framer read", "EOF", "i/o timeout", "connection refused", "use of closed", "too many open files"} {
		if strings.Contains(text, cut) {
			return cut
		}
	}
	return text[:min(len(text), 80)]
}
