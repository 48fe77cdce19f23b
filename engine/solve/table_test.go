package solve

import (
	"math/rand/v2"
	"testing"
)

func TestTableHoldsExactlyTheKeysFound(t *testing.T) {
	m := newMemory(1 << 22)
	var keys table
	keys.begin(&m)
	random := rand.New(rand.NewPCG(1, 2))
	held := map[uint64]uint8{}
	for range 40_000 {
		key := 1 + random.Uint64N(60_000)
		value, fresh := keys.find(key)
		want, known := held[key]
		if fresh == known || value == nil || *value != want {
			t.Fatalf("key %d: new %t, value %v, want new %t, value %d", key, fresh, value, !known, want)
		}
		held[key] = uint8(random.Uint32())
		*value = held[key]
	}
	if keys.count != len(held) {
		t.Errorf("%d keys counted, want %d", keys.count, len(held))
	}
}

func TestTableThatIsFullSaysSo(t *testing.T) {
	m := newMemory(9 * 4 * firstSlots)
	var keys table
	keys.begin(&m)
	key := uint64(0)
	for {
		key++
		if value, fresh := keys.find(key); value == nil {
			if !fresh {
				t.Errorf("key %d has no room and is not new", key)
			}
			break
		}
	}
	if want := uint64(3 * firstSlots / 2); key != want+1 {
		t.Errorf("%d keys fit, want %d", key-1, want)
	}
	if value, fresh := keys.find(1); value == nil || fresh {
		t.Error("a full table lost its first key")
	}
}

func TestTableBeginsEmptyAgain(t *testing.T) {
	m := newMemory(1 << 20)
	var keys table
	for range 3 {
		m.reset()
		keys.begin(&m)
		for key := range uint64(5000) {
			value, fresh := keys.find(key + 1)
			if !fresh || *value != 0 {
				t.Fatalf("key %d of an empty table: new %t, value %d", key+1, fresh, *value)
			}
			*value = 7
		}
	}
}

func TestArchiveNumbersPositionsOnce(t *testing.T) {
	m := newMemory(1 << 22)
	var a archive
	a.begin(&m, 3)
	numbers := map[[3]uint64]int{}
	random := rand.New(rand.NewPCG(3, 4))
	for range 30_000 {
		position := [3]uint64{random.Uint64N(50), random.Uint64N(20), random.Uint64N(20)}
		origin, move := random.Uint32(), random.Uint32()
		number, fresh := a.add(position[:], origin, move)
		want, known := numbers[position]
		if !known {
			want = len(numbers)
			numbers[position] = want
			if o, m := a.from(number); o != origin || m != move {
				t.Fatalf("position %d comes from %d by %d, want %d by %d", number, o, m, origin, move)
			}
		}
		if number != want || fresh == known || !same(a.at(number), position[:]) {
			t.Fatalf("%v is number %d, new %t; want %d, new %t", position, number, fresh, want, !known)
		}
	}
}

func TestArchiveThatIsFullSaysSo(t *testing.T) {
	m := newMemory(MinMemory)
	var a archive
	a.begin(&m, 4)
	for i := uint64(0); ; i++ {
		if number, fresh := a.add([]uint64{i, 0, 0, 0}, noOrigin, 0); number < 0 {
			if !fresh || i < 10_000 {
				t.Errorf("full after %d positions, new %t", i, fresh)
			}
			break
		}
	}
	if number, fresh := a.add([]uint64{0, 0, 0, 0}, noOrigin, 0); number != 0 || fresh {
		t.Errorf("the first position is number %d, new %t", number, fresh)
	}
}
