package engine_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// update writes the files that tests compare with anew: go test ./engine -update.
var update = flag.Bool("update", false, "write the golden files of testdata anew")

// golden compares a text with a file of testdata, or writes the file.
func golden(t *testing.T, got string, path ...string) {
	t.Helper()
	file := filepath.Join(append([]string{"testdata"}, path...)...)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	read, err := os.ReadFile(file)
	if err != nil {
		t.Fatalf("%v; go test ./engine -update writes it", err)
	}
	want := string(read)
	if got == want {
		return
	}
	gotLines, wantLines := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range max(len(gotLines), len(wantLines)) {
		if i >= len(gotLines) || i >= len(wantLines) || gotLines[i] != wantLines[i] {
			t.Fatalf("%s:%d differs\n got %s\nwant %s", file, i+1, at(gotLines, i), at(wantLines, i))
		}
	}
}

func at(lines []string, i int) string {
	if i < len(lines) {
		return lines[i]
	}
	return "the end"
}
