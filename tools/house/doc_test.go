// Package house holds the tests of the repository as a whole: which package
// may know which, and what no committed text says. They read the tree; nothing
// has to be built for them.
package house

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// module is the import path of the repository's root.
const module = "github.com/talon-solitaire/talon"

// root is the repository's root as a file system.
func root() fs.FS {
	return os.DirFS(filepath.Join("..", ".."))
}

// eachFile calls visit for every file of the tree, apart from git's own, what
// `make build` writes and what npm installs.
func eachFile(t *testing.T, tree fs.FS, visit func(path string)) {
	t.Helper()
	err := fs.WalkDir(tree, ".", func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		switch {
		case path == ".git" && !entry.IsDir():
			// A worktree's is a file that says where the repository lies.
		case entry.IsDir() && (path == ".git" || path == "bin" || entry.Name() == "node_modules"):
			return fs.SkipDir
		case entry.Type().IsRegular():
			visit(path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
