package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"path/filepath"
)

// vulndb is the module whose folder data/osv is the database. go.mod requires it for a tool that nobody runs: of
// all packages of that module the tool's alone needs no other module.
const vulndb = "golang.org/x/vulndb"

// database is where vulnerabilities are read from.
type database struct {
	name, url string
}

// pinned fetches the database that go.mod names, unless it is there already, and go.sum holds it to its bytes.
func pinned(ctx context.Context) (database, error) {
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, "go", "mod", "download", "-json", vulndb)
	command.Stdout, command.Stderr = &stdout, &stderr
	err := command.Run()
	var module struct{ Version, Dir, Error string }
	if text := stdout.Bytes(); len(text) > 0 {
		if err := json.Unmarshal(text, &module); err != nil {
			return database{}, fmt.Errorf("go mod download: %w", err)
		}
	}
	if err != nil {
		return database{}, fmt.Errorf("go mod download %s: %w: %s%s", vulndb, err, module.Error, stderr.Bytes())
	}
	return folder(vulndb+"@"+module.Version, filepath.Join(module.Dir, "data", "osv"))
}

// folder is a database that lies in a folder, one file for each entry. An empty one would find nothing in anything.
func folder(name, dir string) (database, error) {
	entries, err := filepath.Glob(filepath.Join(dir, "GO-*.json"))
	if err != nil {
		return database{}, err
	}
	if len(entries) == 0 {
		return database{}, fmt.Errorf("%s: no entries in %s", name, dir)
	}
	if dir, err = filepath.Abs(dir); err != nil {
		return database{}, err
	}
	place := url.URL{Scheme: "file", Path: filepath.ToSlash(dir)}
	return database{name: fmt.Sprintf("%s, %d entries", name, len(entries)), url: place.String()}, nil
}
