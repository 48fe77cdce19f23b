package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"

	"golang.org/x/vuln/scan"
)

// target is something that is scanned: packages of a module, or a binary.
type target struct {
	name string
	// args are those of govulncheck, apart from the database and the format.
	args []string
}

// targetsOf lists what is scanned, and builds the binaries into a folder.
func targetsOf(ctx context.Context, source, folder string) ([]target, error) {
	in := func(dir string) string { return filepath.Join(source, filepath.FromSlash(dir)) }
	targets := []target{
		{"the module's packages", []string{"-C", source, "./..."}},
		// What only other systems link is in no package that is looked at here.
		{"all that go.mod requires", []string{"-C", in("server"), "-scan", "module"}},
		{"tools/image", []string{"-C", in("tools/image"), "./..."}},
		{"tools/proto", []string{"-C", in("tools/proto"), "-scan", "package", "./...", "tool"}},
		{"tools/buf", []string{"-C", in("tools/buf"), "-scan", "package", "tool"}},
	}
	for _, program := range []struct{ name, path string }{{"talon-server", "./server"}, {"talon", "./clients/cli"}} {
		binary, err := filepath.Abs(filepath.Join(folder, program.name))
		if err != nil {
			return nil, err
		}
		command := exec.CommandContext(ctx, "go", "build", "-trimpath", "-buildvcs=false", "-o", binary, program.path)
		command.Dir = source
		command.Env = append(os.Environ(), "CGO_ENABLED=0")
		if told, err := command.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go build %s: %w\n%s", program.path, err, told)
		}
		targets = append(targets, target{"the binary " + program.name, []string{"-mode", "binary", binary}})
	}
	return targets, nil
}

// scan runs govulncheck, which leaves nothing out in JSON.
func (t target) scan(ctx context.Context, database string) (*found, error) {
	var stdout, stderr bytes.Buffer
	command := scan.Command(ctx, append([]string{"-db", database, "-format", "json"}, t.args...)...)
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(nil), &stdout, &stderr
	err := command.Start()
	if err == nil {
		err = command.Wait()
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %s", err, stderr.Bytes())
	}
	return read(&stdout)
}

// found is what a scan found.
type found struct {
	// modules is how many were looked at, goVersion that of the standard library.
	modules   int
	goVersion string
	findings  []finding
	// summaries says in a few words what an entry of the database is about.
	summaries map[string]string
}

// finding says that a version of a module is vulnerable, and how near that comes.
type finding struct {
	entry, module, version, fixed string
	reach                         reach
	// at is the vulnerable package, where the scan looked that far.
	at string
}

// reach tells how near a vulnerability comes.
type reach int

const (
	// required is a module of which no vulnerable package is imported.
	required reach = iota
	// imported is a package of which nothing vulnerable is called.
	imported
	// called is a function that is called, or that a binary holds.
	called
)

func (r reach) String() string { return [...]string{"required", "imported", "called"}[r] }

// message is one of those that govulncheck writes.
type message struct {
	SBOM *struct {
		GoVersion string     `json:"go_version"`
		Modules   []struct{} `json:"modules"`
	} `json:"SBOM"`
	OSV *struct {
		ID      string `json:"id"`
		Summary string `json:"summary"`
	} `json:"osv"`
	Finding *struct {
		OSV          string `json:"osv"`
		FixedVersion string `json:"fixed_version"`
		Trace        []struct {
			Module, Version, Package, Function string
		} `json:"trace"`
	} `json:"finding"`
}

// read reads the messages of a scan. A scan that tells of no module has looked at nothing.
func read(text io.Reader) (*found, error) {
	all := &found{summaries: map[string]string{}}
	for messages := json.NewDecoder(text); ; {
		var m message
		switch err := messages.Decode(&m); {
		case errors.Is(err, io.EOF):
			if all.modules == 0 {
				return nil, errors.New("nothing was scanned")
			}
			return all, nil
		case err != nil:
			return nil, fmt.Errorf("what govulncheck wrote: %w", err)
		}
		switch {
		case m.SBOM != nil:
			all.modules, all.goVersion = len(m.SBOM.Modules), m.SBOM.GoVersion
		case m.OSV != nil:
			all.summaries[m.OSV.ID] = m.OSV.Summary
		case m.Finding != nil && len(m.Finding.Trace) > 0:
			at := m.Finding.Trace[0]
			f := finding{entry: m.Finding.OSV, module: at.Module, version: at.Version, fixed: m.Finding.FixedVersion, at: at.Package}
			switch {
			case at.Function != "":
				f.reach = called
			case at.Package != "":
				f.reach = imported
			}
			all.findings = append(all.findings, f)
		}
	}
}
