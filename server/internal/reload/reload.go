// Package reload keeps what is made from files, and makes it anew when they change. Files are looked at when
// it is asked to; new ones that are no good leave everything as it was, and are counted and told of once.
package reload

import (
	"bytes"
	"sync"
	"sync/atomic"
)

// Value is a T that is made from files. It is safe for concurrent use.
type Value[T any] struct {
	read func() ([]byte, error)
	from func(text []byte, now *T) (*T, error)
	now  atomic.Pointer[T]
	// stale tells that the files are ones from which no T can be made.
	stale          atomic.Bool
	taken, refused atomic.Uint64

	// looking is held while the files are looked at, which is when the rest is used.
	looking sync.Mutex
	// text is what the T of now was made from.
	text []byte
	// wrong is what was read last and what was wrong with it, empty if it was good.
	wrong string
}

// Load makes the first T. What read returns tells one state of the files from another; from makes a T of it,
// given the one that there is, which is nil at first. Neither is called by two at a time.
func Load[T any](read func() ([]byte, error), from func(text []byte, now *T) (*T, error)) (*Value[T], error) {
	v := &Value[T]{read: read, from: from}
	text, err := read()
	if err != nil {
		return nil, err
	}
	made, err := from(text, nil)
	if err != nil {
		return nil, err
	}
	v.text = text
	v.now.Store(made)
	return v, nil
}

// Now returns what was made last.
func (v *Value[T]) Now() *T { return v.now.Load() }

// Look reads the files and makes a new T if they have changed. It tells what came of it where that is news: nil
// where a new T was made or the old files are back, else why all stays as it was.
func (v *Value[T]) Look(tell func(error)) {
	v.looking.Lock()
	defer v.looking.Unlock()
	if news, err := v.look(); news {
		tell(err)
	}
}

func (v *Value[T]) look() (news bool, err error) {
	text, err := v.read()
	var made *T
	if err == nil && !bytes.Equal(text, v.text) {
		made, err = v.from(text, v.Now())
	}
	was := v.wrong
	v.wrong = ""
	if err != nil {
		made, v.wrong = nil, string(text)+err.Error()
	}
	v.stale.Store(err != nil)
	switch {
	case err != nil && v.wrong != was:
		v.refused.Add(1)
	case made != nil:
		v.text = text
		v.now.Store(made)
		v.taken.Add(1)
	}
	return made != nil || v.wrong != was, err
}

// Reloads returns how often a new T was made and how often changed files were no good.
func (v *Value[T]) Reloads() (taken, refused uint64) { return v.taken.Load(), v.refused.Load() }

// Stale reports whether the files are ones from which no T can be made, so that an older one is in use.
func (v *Value[T]) Stale() bool { return v.stale.Load() }
