// Package recent remembers what was used last, and so much of it that strangers cannot fill the memory: who
// comes when it is full takes the place of what was not used for longest.
package recent

import (
	"container/list"
	"sync"
)

// Cache is a map with a limit. It is safe for concurrent use.
type Cache[K comparable, V any] struct {
	most int

	mu    sync.Mutex
	order *list.List
	at    map[K]*list.Element
}

// entry is what an element of the order holds.
type entry[K comparable, V any] struct {
	key   K
	value V
}

// New makes a cache of so many entries at most.
func New[K comparable, V any](most int) *Cache[K, V] {
	return &Cache[K, V]{most: most, order: list.New(), at: map[K]*list.Element{}}
}

// Get gives the value of a key and makes it the one used last.
func (c *Cache[K, V]) Get(key K) (value V, found bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.at[key]
	if !found {
		return value, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*entry[K, V]).value, true
}

// Make gives the value of a key, which it makes where there is none. make must not use the cache.
func (c *Cache[K, V]) Make(key K, make func() V) V {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.at[key]; found {
		c.order.MoveToFront(e)
		return e.Value.(*entry[K, V]).value
	}
	if c.order.Len() >= c.most {
		oldest := c.order.Back()
		delete(c.at, oldest.Value.(*entry[K, V]).key)
		c.order.Remove(oldest)
	}
	made := &entry[K, V]{key, make()}
	c.at[key] = c.order.PushFront(made)
	return made.value
}

// Drop forgets a key.
func (c *Cache[K, V]) Drop(key K) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, found := c.at[key]; found {
		delete(c.at, key)
		c.order.Remove(e)
	}
}

// Len gives the number of entries.
func (c *Cache[K, V]) Len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len()
}
