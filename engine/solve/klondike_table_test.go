package solve

import (
	"context"
	"math/rand/v2"
	"testing"
)

func TestKlondikeTableHoldsExactlyTheKeysFound(t *testing.T) {
	m := newMemory(1 << 20)
	var keys klondikeTable
	keys.begin(&m, &budget{ctx: context.Background()}, m.left())
	random := rand.New(rand.NewPCG(1, 2))
	held := map[uint64]uint8{}
	for range 120_000 {
		key := 1 + random.Uint64N(50_000)
		value, fresh := keys.find(key)
		want, known := held[key]
		if fresh == known || value == nil || *value != want {
			t.Fatalf("key %d: new %t, value %v, want new %t, value %d", key, fresh, value, !known, want)
		}
		held[key] = uint8(random.Uint32())
		*value = held[key]
	}
}

func TestKlondikeTableFillsHalfOfItsMemory(t *testing.T) {
	m := newMemory(MinMemory)
	words := m.left()
	var keys klondikeTable
	keys.begin(&m, &budget{ctx: context.Background()}, m.left())
	n := 0
	for value, _ := keys.find(1); value != nil; value, _ = keys.find(uint64(n + 1)) {
		n++
	}
	if n < words/2 || n >= words*2/3 {
		t.Errorf("%d keys in %d words", n, words)
	}
	for key := 1; key <= n; key++ {
		if value, fresh := keys.find(uint64(key)); fresh || value == nil {
			t.Fatalf("key %d is lost", key)
		}
	}
}
