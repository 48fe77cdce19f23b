package seal

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// Ring holds the keys of a file and follows its changes. It is safe for concurrent use.
type Ring struct {
	path string
	now  atomic.Pointer[keys]
	// broken tells that the file is one from which no keys could be taken.
	broken           atomic.Bool
	reloads, refused atomic.Uint64

	// reading is held while the file is read, which is when the rest is used.
	reading sync.Mutex
	// uses holds for each key that there ever was how often it was used.
	uses map[string]*uses
	// wrong is what stood in the file when it was read last, and what was wrong with it.
	wrong string
}

// uses counts how often a key sealed and opened.
type uses struct{ sealed, opened atomic.Uint64 }

// keys are the keys of one reading of the file.
type keys struct {
	text    []byte
	all     []*key
	byID    map[string]*key
	primary *key
	// decoy is tried where no key is named that is known, so that this takes as long.
	decoy *key
}

// Load reads the keys of a file. Without a primary key it opens and does not seal.
func Load(path string) (*Ring, error) {
	r := &Ring{path: path, uses: map[string]*uses{}}
	text, err := readText(path)
	if err != nil {
		return nil, err
	}
	k, err := r.read(text)
	if err != nil {
		return nil, err
	}
	r.now.Store(k)
	return r, nil
}

// read makes the keys of a text ready.
func (r *Ring) read(text []byte) (*keys, error) {
	f, err := ParseFile(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", r.path, err)
	}
	k := &keys{text: text, byID: map[string]*key{}}
	for _, one := range f {
		if r.uses[one.ID] == nil {
			r.uses[one.ID] = &uses{}
		}
		usable, err := ready(one, r.uses[one.ID])
		if err != nil {
			return nil, err
		}
		k.all, k.byID[one.ID] = append(k.all, usable), usable
		if one.Role == Primary {
			k.primary = usable
		}
	}
	k.decoy, err = ready(newKey(Retired), &uses{})
	return k, err
}

// Reload reads the file again and reports whether it has changed. If no keys can be taken from it, or it lacks
// the primary key that there is now, the keys stay as they are and the error says why.
func (r *Ring) Reload() (changed bool, err error) {
	r.reading.Lock()
	defer r.reading.Unlock()
	var k *keys
	text, err := readText(r.path)
	if err == nil {
		k, err = r.taken(text)
	}
	r.broken.Store(err != nil)
	if err != nil {
		if wrong := string(text) + err.Error(); wrong != r.wrong {
			r.refused.Add(1)
			r.wrong = wrong
		}
		return false, err
	}
	r.wrong = ""
	if k == nil {
		return false, nil
	}
	r.now.Store(k)
	r.reloads.Add(1)
	return true, nil
}

// taken gives the keys of a text that is another one than before, nil of the same.
func (r *Ring) taken(text []byte) (*keys, error) {
	if bytes.Equal(text, r.now.Load().text) {
		return nil, nil
	}
	k, err := r.read(text)
	if err == nil && k.primary == nil && r.Ready() {
		return nil, fmt.Errorf("%s: %w", r.path, ErrNoPrimary)
	}
	return k, err
}

// Follow reloads at each tick until ctx ends, and tells what came of it where the file or the error has changed.
func (r *Ring) Follow(ctx context.Context, ticks <-chan time.Time, tell func(error)) {
	said := ""
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticks:
		}
		changed, err := r.Reload()
		why := ""
		if err != nil {
			why = err.Error()
		}
		if changed || why != said {
			tell(err)
		}
		said = why
	}
}

// Ready reports whether there is a key to seal with.
func (r *Ring) Ready() bool { return r.now.Load().primary != nil }

// Seal seals a content for a label under the primary key; without one the error is ErrNoPrimary. The length of
// the text depends on the label and the size, which is at least that of the content, and on nothing else.
func (r *Ring) Seal(label string, content []byte, size int) (string, error) {
	k := r.now.Load().primary
	if k == nil {
		return "", ErrNoPrimary
	}
	k.sealed.Add(1)
	return k.seal(label, content, size)
}

// Open gives the label and the content of a sealed text. The error is ErrBroken, or a *RetiredError where the
// seal is good. Whatever is wrong, about the same work is done.
func (r *Ring) Open(text string) (label string, content []byte, err error) {
	now := r.now.Load()
	p, good := take(text)
	k, known := now.byID[p.id]
	if !good || !known {
		k = now.decoy
	}
	content, opened := unseal(k.cipher, p)
	switch {
	case !good || !known || !opened:
		return "", nil, ErrBroken
	case k.Role == Retired:
		return "", nil, &RetiredError{ID: k.ID, Served: now.served()}
	}
	k.opened.Add(1)
	return p.label, content, nil
}

// served lists the keys whose texts are opened and which have sealed some.
func (k *keys) served() []string {
	var ids []string
	for _, one := range k.all {
		if one.Role == Primary || one.Role == Old {
			ids = append(ids, one.ID)
		}
	}
	return ids
}

// Use is a key and how often it sealed and opened since the process began.
type Use struct {
	Key
	Sealed, Opened uint64
}

// Uses lists the keys in the order of the file.
func (r *Ring) Uses() []Use {
	var all []Use
	for _, k := range r.now.Load().all {
		all = append(all, Use{k.Key, k.sealed.Load(), k.opened.Load()})
	}
	return all
}

// Reloads returns how often changed keys were taken from the file and how often none could be taken.
func (r *Ring) Reloads() (taken, refused uint64) { return r.reloads.Load(), r.refused.Load() }

// Broken reports whether the file is one from which no keys could be taken, so that older ones are in use.
func (r *Ring) Broken() bool { return r.broken.Load() }
