package main

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// runBy lists what is run to build and to test, and not shipped: the modules that those in tools ask for
// themselves, and npm packages. What the first of these need in turn is theirs.
func runBy(ctx context.Context, source string) ([]part, error) {
	files, err := filepath.Glob(filepath.Join(source, "tools", "*", "go.mod"))
	if err != nil {
		return nil, err
	}
	found := map[string]*part{}
	for _, file := range files {
		dir := filepath.Dir(file)
		modules, err := askedFor(ctx, dir)
		if err != nil {
			return nil, err
		}
		for _, m := range modules {
			key := m.Path + " " + m.Version
			if found[key] == nil {
				p, err := downloaded(ctx, dir, m)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", key, err)
				}
				found[key] = p
			}
			found[key].within = append(found[key].within, "tools/"+filepath.Base(dir))
		}
	}
	var all []part
	for _, key := range slices.Sorted(maps.Keys(found)) {
		all = append(all, *found[key])
	}
	packages, err := npmTools(source)
	return append(all, packages...), err
}

// ours is the module that all the others here belong to.
const ours = "github.com/talon-solitaire/talon"

// requirement is a module as go.mod has it.
type requirement struct {
	Path, Version string
	Indirect      bool
}

// askedFor lists the modules of others that a module imports, or runs the tools of.
func askedFor(ctx context.Context, dir string) ([]requirement, error) {
	text, err := goCommand(ctx, dir, nil, "mod", "edit", "-json")
	if err != nil {
		return nil, err
	}
	var file struct {
		Require []requirement
		Tool    []struct{ Path string }
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, err
	}
	var asked []requirement
	for _, m := range file.Require {
		if m.Path == ours {
			continue
		}
		tool := false
		for _, one := range file.Tool {
			tool = tool || strings.HasPrefix(one.Path+"/", m.Path+"/")
		}
		if tool || !m.Indirect {
			asked = append(asked, m)
		}
	}
	return asked, nil
}

// downloaded reads the terms at the root of a module.
func downloaded(ctx context.Context, dir string, m requirement) (*part, error) {
	text, err := goCommand(ctx, dir, nil, "mod", "download", "-json", m.Path)
	if err != nil {
		return nil, err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(text, &module); err != nil {
		return nil, err
	}
	p := &part{name: m.Path, version: m.Version}
	if p.terms, err = termsIn(module.Dir, ""); err != nil {
		return nil, err
	}
	p.licences, err = licencesOf(p.terms)
	return p, err
}
