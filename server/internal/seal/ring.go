package seal

import (
	"fmt"
	"sync/atomic"

	"github.com/talon-solitaire/talon/server/internal/reload"
)

// Ring holds the keys of a file and follows its changes. It is safe for concurrent use.
type Ring struct {
	file *reload.Value[keys]
	// uses holds for each key that there ever was how often it was used. It is used while the file is read.
	uses map[string]*uses
}

// uses counts how often a key sealed and opened.
type uses struct{ sealed, opened atomic.Uint64 }

// keys are the keys of one reading of the file.
type keys struct {
	all     []*key
	byID    map[string]*key
	primary *key
	// decoy is tried where no key is named that is known, so that this takes as long.
	decoy *key
}

// Load reads the keys of a file. Without a primary key it opens and does not seal.
func Load(path string) (*Ring, error) {
	r := &Ring{uses: map[string]*uses{}}
	var err error
	r.file, err = reload.Load(
		func() ([]byte, error) { return readText(path) },
		func(text []byte, now *keys) (*keys, error) {
			k, err := r.read(text, now)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", path, err)
			}
			return k, nil
		},
	)
	if err != nil {
		return nil, err
	}
	return r, nil
}

// read makes the keys of a text ready. A primary key is not given up for none.
func (r *Ring) read(text []byte, now *keys) (*keys, error) {
	f, err := ParseFile(text)
	if err != nil {
		return nil, err
	}
	k := &keys{byID: map[string]*key{}}
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
	if k.primary == nil && now != nil && now.primary != nil {
		return nil, ErrNoPrimary
	}
	k.decoy, err = ready(newKey(Retired), &uses{})
	return k, err
}

// Look takes over the keys of the file if it has changed, and tells what came of it where that is news. If no keys
// can be taken from it, or it lacks the primary key that there is now, the keys stay as they are and the error
// says why.
func (r *Ring) Look(tell func(error)) { r.file.Look(tell) }

// Ready reports whether there is a key to seal with.
func (r *Ring) Ready() bool { return r.file.Now().primary != nil }

// Seal seals a content for a label under the primary key; without one the error is ErrNoPrimary. The length of
// the text depends on the label and the size, which is at least that of the content, and on nothing else.
func (r *Ring) Seal(label string, content []byte, size int) (string, error) {
	k := r.file.Now().primary
	if k == nil {
		return "", ErrNoPrimary
	}
	k.sealed.Add(1)
	return k.seal(label, content, size)
}

// Open gives the label and the content of a sealed text. The error is ErrBroken, or a *RetiredError where the
// seal is good. Whatever is wrong, about the same work is done.
func (r *Ring) Open(text string) (label string, content []byte, err error) {
	now := r.file.Now()
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
	for _, k := range r.file.Now().all {
		all = append(all, Use{k.Key, k.sealed.Load(), k.opened.Load()})
	}
	return all
}

// Reloads returns how often changed keys were taken from the file and how often none could be taken.
func (r *Ring) Reloads() (taken, refused uint64) { return r.file.Reloads() }

// Broken reports whether the file is one from which no keys could be taken, so that older ones are in use.
func (r *Ring) Broken() bool { return r.file.Stale() }
