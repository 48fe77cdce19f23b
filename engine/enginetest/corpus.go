// Package enginetest tests games: the battery that every game must pass, random
// play, a second generator of moves written another way, and the reading of
// test data. It is for tests, here and in other packages.
package enginetest

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// Root returns the root of the repository.
func Root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}

// Shared returns the path of a file of the reference corpus, which lies beside
// a checkout of the project in CI. Where it is absent, as in a clone from
// elsewhere, the test is skipped: the part of it that the project carries is
// tested all the same.
func Shared(t testing.TB, path ...string) string {
	t.Helper()
	base := os.Getenv("TALON_SHARED")
	if base == "" {
		base = filepath.Join(Root(), "..", "shared")
	}
	full := filepath.Join(append([]string{base}, path...)...)
	if _, err := os.Stat(full); err != nil {
		t.Skipf("the reference corpus is not here: %v", err)
	}
	return full
}

// EachLine calls yield with every line of a JSON Lines file, decoded.
func EachLine[T any](t testing.TB, path string, yield func(line int, record T)) {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	n := 0
	for lines.Scan() {
		n++
		var record T
		if err := json.Unmarshal(lines.Bytes(), &record); err != nil {
			t.Fatalf("%s:%d: %v", path, n, err)
		}
		yield(n, record)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if n == 0 {
		t.Fatalf("%s holds no record", path)
	}
}
