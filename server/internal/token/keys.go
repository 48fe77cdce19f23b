package token

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"github.com/go-jose/go-jose/v4"
)

const (
	// fetchEvery is how often a URL is asked, retryEvery how soon again where it did not answer well, and where a
	// token names a key that is not there.
	fetchEvery = 5 * time.Minute
	retryEvery = 30 * time.Second
	// fetchTime is how long it has for an answer.
	fetchTime = 5 * time.Second
	// mostWaiting is how many calls wait for an answer at a time.
	mostWaiting = 64
)

// source is where a set of keys comes from.
type source interface {
	// read gives the text of the set.
	read(ctx context.Context) ([]byte, error)
	// remote reports whether reading it asks somebody else.
	remote() bool
}

// Keys are the public keys of an issuer. They are followed where they come from; those that were read last remain
// while no others can be had. It is safe for concurrent use.
type Keys struct {
	source source
	name   string
	clock  func() time.Time
	now    atomic.Pointer[set]
	// read is when the source was last read well, in nanoseconds since the epoch; 0 for never.
	read          atomic.Int64
	taken, failed atomic.Uint64
	waiting       atomic.Int64

	mu sync.Mutex
	// flight is the reading that is under way, due when the next one is, soonest before when no token causes one.
	flight       *flight
	due, soonest time.Time
	// text is what was taken last.
	text []byte
}

// flight is one reading of the source.
type flight struct {
	ended chan struct{}
	err   error
}

// Open reads the keys of a file, or of an https URL. A file has to be good; a URL that does not answer is asked
// again by Follow, and until then there are no keys.
func Open(ctx context.Context, where string, clock func() time.Time) (*Keys, error) {
	from, err := sourceOf(where)
	if err != nil {
		return nil, err
	}
	k := newKeys(from, where, clock)
	if err := k.reload(ctx); err != nil && !from.remote() {
		return nil, err
	}
	return k, nil
}

func newKeys(from source, where string, clock func() time.Time) *Keys {
	return &Keys{source: from, name: where, clock: clock}
}

// Ready reports whether there are keys.
func (k *Keys) Ready() bool { return k.now.Load() != nil }

// Len gives the number of keys.
func (k *Keys) Len() int {
	if set := k.now.Load(); set != nil {
		return set.size
	}
	return 0
}

// Age gives the time since the source was last read well; since 1970 where it never was.
func (k *Keys) Age() time.Duration { return k.clock().Sub(time.Unix(0, k.read.Load())) }

// Reads returns how often the source was read well, and how often it could not be.
func (k *Keys) Reads() (taken, failed uint64) { return k.taken.Load(), k.failed.Load() }

// Follow reads the source again when that is due, which it looks for at each tick until ctx ends, and tells what came
// of it where the keys or the error have changed.
func (k *Keys) Follow(ctx context.Context, ticks <-chan time.Time, tell func(error)) {
	seen, said, why := k.now.Load(), "", ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		var err error
		if k.isDue() {
			why = ""
			if err = k.reload(ctx); err != nil {
				why = err.Error()
			}
		}
		if set := k.now.Load(); set != seen || why != said {
			seen, said = set, why
			tell(err)
		}
	}
}

func (k *Keys) isDue() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return !k.clock().Before(k.due)
}

// reload reads the source, or waits for the reading that is under way.
func (k *Keys) reload(ctx context.Context) error {
	k.mu.Lock()
	f := k.begin()
	k.mu.Unlock()
	select {
	case <-f.ended:
		return f.err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin begins a reading unless one is under way, and gives it. It has to be called with mu held.
func (k *Keys) begin() *flight {
	if k.flight != nil {
		return k.flight
	}
	f := &flight{ended: make(chan struct{})}
	k.flight = f
	go func() {
		// The callers who wait for it may go; the keys are for all.
		ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
		defer cancel()
		text, err := k.source.read(ctx)
		k.end(f, text, err)
	}()
	return f
}

// end takes the keys of a reading.
func (k *Keys) end(f *flight, text []byte, err error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if err == nil && (k.now.Load() == nil || !bytes.Equal(text, k.text)) {
		var s *set
		if s, err = parseSet(text); err == nil {
			k.text = text
			k.now.Store(s)
		}
	}
	now := k.clock()
	k.soonest = now.Add(retryEvery)
	switch {
	case err != nil:
		err = fmt.Errorf("%s: %w", k.name, err)
		k.failed.Add(1)
		k.due = now.Add(retryEvery)
	default:
		k.taken.Add(1)
		k.read.Store(now.UnixNano())
		k.due = now.Add(fetchEvery)
	}
	if !k.source.remote() {
		k.due = time.Time{}
	}
	f.err = err
	k.flight = nil
	close(f.ended)
}

// errCrowd is why a call does not wait for keys.
var errCrowd = errors.New("too many wait")

// find gives the keys that may have signed a token of this header, and the set they are from. Where there are none it
// asks for newer keys, but not more often than is good for whom it asks.
func (k *Keys) find(ctx context.Context, header jose.Header) (*set, []*jose.JSONWebKey, error) {
	s := k.now.Load()
	if keys := s.of(header); len(keys) > 0 || header.KeyID == "" || !k.source.remote() {
		return s, keys, nil
	}
	if err := k.seek(ctx); errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return nil, nil, err
	}
	s = k.now.Load()
	return s, s.of(header), nil
}

// seek waits for newer keys if it is time to ask for some, or somebody has.
func (k *Keys) seek(ctx context.Context) error {
	if k.waiting.Add(1) > mostWaiting {
		k.waiting.Add(-1)
		return errCrowd
	}
	defer k.waiting.Add(-1)
	k.mu.Lock()
	if k.flight == nil && k.clock().Before(k.soonest) {
		k.mu.Unlock()
		return nil
	}
	f := k.begin()
	k.mu.Unlock()
	select {
	case <-f.ended:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
