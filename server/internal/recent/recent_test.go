package recent

import (
	"sync"
	"testing"
)

func put(c *Cache[int, int], keys ...int) {
	for _, key := range keys {
		c.Make(key, func() int { return 10 * key })
	}
}

func TestWhatWasNotUsedForLongestGoesFirst(t *testing.T) {
	c := New[int, int](3)
	put(c, 1, 2, 3)
	c.Get(1)
	put(c, 2, 4)
	for key, want := range map[int]bool{1: true, 2: true, 3: false, 4: true} {
		if value, found := c.Get(key); found != want || found && value != 10*key {
			t.Errorf("%d: %d, %v", key, value, found)
		}
	}
}

func TestWhatIsThereIsNotMadeAgain(t *testing.T) {
	c := New[int, int](2)
	put(c, 1)
	if got := c.Make(1, func() int { t.Error("made again"); return 0 }); got != 10 {
		t.Errorf("got %d", got)
	}
}

func TestWhatIsDroppedIsGone(t *testing.T) {
	c := New[int, int](2)
	put(c, 1, 2)
	c.Drop(1)
	c.Drop(7)
	if _, found := c.Get(1); found || c.Len() != 1 {
		t.Errorf("found %v, %d entries", found, c.Len())
	}
	put(c, 3)
	if _, found := c.Get(2); !found {
		t.Error("2 went though there was a place")
	}
}

func TestNobodyMakesItGrow(t *testing.T) {
	const most = 100
	c := New[int, int](most)
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := range 1000 {
				put(c, worker*1000+i)
			}
		})
	}
	all.Wait()
	if c.Len() != most || len(c.at) != most || c.order.Len() != most {
		t.Errorf("%d entries, %d keys, %d in order", c.Len(), len(c.at), c.order.Len())
	}
}
