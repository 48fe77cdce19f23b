package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// programs are those that are shipped, by the package that they are.
var programs = map[string]string{"server": "talon-server", "clients/cli": "talon"}

// platforms are those that the programs are built for.
var platforms = []string{"linux/amd64", "linux/arm64", "darwin/arm64", "windows/amd64"}

// goPackage is what the go command says of a package.
type goPackage struct {
	ImportPath, Dir string
	Standard        bool
	Deps            []string
	Module          *struct {
		Path, Version, Dir string
		Main               bool
	}
}

// linkedInto lists the modules of which a package is in one of the programs, on any platform, with the terms of
// these packages, and the standard library.
func linkedInto(ctx context.Context, source string) ([]part, error) {
	parts, folders := map[string]*part{}, map[string]map[string]string{}
	for _, platform := range platforms {
		packages, err := packagesOf(ctx, source, platform)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", platform, err)
		}
		for folder, program := range programs {
			whole := packages[ours+"/"+folder]
			if whole == nil {
				return nil, fmt.Errorf("%s: there is no program %s", platform, folder)
			}
			for _, name := range whole.Deps {
				m := packages[name].Module
				if m == nil || m.Main {
					continue
				}
				if parts[m.Path] == nil {
					parts[m.Path], folders[m.Path] = &part{name: m.Path, version: m.Version}, map[string]string{}
				}
				if p := parts[m.Path]; !slices.Contains(p.within, program) {
					p.within = append(p.within, program)
				}
				upwards(folders[m.Path], m.Dir, packages[name].Dir)
			}
		}
	}
	language, err := languageIn(ctx)
	if err != nil {
		return nil, err
	}
	all := []part{language}
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		p := parts[name]
		slices.Sort(p.within)
		for _, inside := range slices.Sorted(maps.Keys(folders[name])) {
			found, err := termsIn(folders[name][inside], inside)
			if err != nil {
				return nil, err
			}
			p.terms = append(p.terms, found...)
		}
		if p.licences, err = licencesOf(p.terms); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, *p)
	}
	return all, nil
}

// upwards notes the folders from a package up to its module, by their names in the module.
func upwards(folders map[string]string, module, dir string) {
	for {
		inside, err := filepath.Rel(module, dir)
		if err != nil || strings.HasPrefix(inside, "..") {
			return
		}
		if _, known := folders[filepath.ToSlash(inside)]; known {
			return
		}
		folders[filepath.ToSlash(inside)] = dir
		dir = filepath.Dir(dir)
	}
}

// languageIn is the standard library, which every program has in it. Its version is that of the build.
func languageIn(ctx context.Context) (part, error) {
	root, err := exec.CommandContext(ctx, "go", "env", "GOROOT").Output()
	if err != nil {
		return part{}, fmt.Errorf("go env GOROOT: %w", err)
	}
	text, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "LICENSE"))
	if err != nil {
		return part{}, err
	}
	p := part{name: "Go standard library", within: slices.Sorted(maps.Values(programs)), terms: []terms{{"LICENSE", tidy(string(text))}}}
	p.licences, err = licencesOf(p.terms)
	return p, err
}

// packagesOf lists all packages of the programs on a platform.
func packagesOf(ctx context.Context, source, platform string) (map[string]*goPackage, error) {
	system, machine := path.Split(platform)
	args := []string{"list", "-deps", "-json=ImportPath,Dir,Standard,Deps,Module"}
	for _, folder := range slices.Sorted(maps.Keys(programs)) {
		args = append(args, "./"+folder)
	}
	text, err := goCommand(ctx, source, []string{"CGO_ENABLED=0", "GOOS=" + strings.TrimSuffix(system, "/"), "GOARCH=" + machine}, args...)
	if err != nil {
		return nil, err
	}
	packages := map[string]*goPackage{}
	for decoder := json.NewDecoder(bytes.NewReader(text)); ; {
		var p goPackage
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			return packages, nil
		} else if err != nil {
			return nil, err
		}
		packages[p.ImportPath] = &p
	}
}

// goCommand runs the go command in a folder and returns what it prints.
func goCommand(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, "go", args...)
	command.Dir, command.Stdout, command.Stderr = dir, &stdout, &stderr
	command.Env = append(os.Environ(), env...)
	if err := command.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, stderr.Bytes())
	}
	return stdout.Bytes(), nil
}
