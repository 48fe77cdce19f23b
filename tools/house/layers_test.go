package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// An arrow says which packages of the module the packages on its left may
// import. A name ending in "/..." stands for everything below it too.
type arrow struct {
	from string
	to   []string
}

// arrows lists all that there are. The first one that fits a package decides.
var arrows = []arrow{
	{"engine", nil},
	// The naive game knows nothing of the engine that it is held against.
	{"engine/enginetest/naive", nil},
	{"engine/enginetest", []string{"engine", "engine/enginetest/naive"}},
	// Errors of conversions are told in the same two languages as the engine's.
	{"engine/phrase", []string{"engine", "engine/interop", "engine/hint"}},
	{"engine/hint", []string{"engine", "engine/solve"}},
	{"engine/pool", []string{"engine", "engine/hint", "engine/solve"}},
	{"engine/...", []string{"engine"}},
	{"proto/...", []string{"proto/..."}},
	{"server/internal/...", []string{"server/internal/...", "proto/..."}},
	// It makes certificates for tests.
	{"internal/issuer", nil},
	{"internal/message", []string{"engine/...", "proto/..."}},
	{"internal/licences", nil},
	{"internal/process", nil},
	{"server", []string{"server/internal/...", "internal/message", "internal/licences", "engine/...", "proto/...", "docs/rules", "clients/web"}},
	{"clients/go", []string{"proto/..."}},
	// It holds clients to the vectors, so it reads these itself and asks no engine.
	{"clients/conformance", []string{"clients/go", "internal/process", "proto/..."}},
	// The built page alone: it speaks to the server like any other client.
	{"clients/web", nil},
	// What clients/go answers are messages of proto.
	{"clients/cli/...", []string{"clients/cli/...", "clients/go", "internal/message", "internal/licences", "proto/...", "engine/...", "docs/rules"}},
	// It holds what servers answer to what the engine says.
	{"deploy/loadtest", []string{"engine/...", "clients/go", "proto/..."}},
	{"docs/...", nil},
	// It attacks the server as a stranger would, who knows the protos alone.
	{"deploy/loadtest/abuse", []string{"proto/..."}},
	{"tools/pool", []string{"engine/..."}},
	// It times the solver beside those of others.
	{"tools/anchors", []string{"engine/..."}},
	{"tools/...", nil},
}

// testArrows lists what tests may import beyond the arrows of their package.
var testArrows = []arrow{
	{"engine", []string{"engine/enginetest/..."}},
	{"engine/...", []string{"engine/..."}},
	{"server", []string{"clients/go", "internal/issuer"}},
	{"server/internal/certificate", []string{"internal/issuer"}},
	{"clients/go", []string{"internal/process", "internal/issuer"}},
	{"clients/cli", []string{"internal/process", "internal/issuer"}},
	{"proto/...", []string{"engine"}},
	{"docs/...", []string{"engine", "internal/process"}},
}

// impure lists what the engine may not import from the standard library: a
// clock, a log, the network, the machine, randomness of its own, or a way
// around the type system.
var impure = []string{
	"crypto/rand", "database/...", "expvar", "log/...", "math/rand", "net/...", "os/...",
	"plugin", "reflect", "runtime/...", "syscall/...", "testing/...", "time", "unsafe",
}

// stream lists the names of math/rand/v2 that the engine may use: the published
// ChaCha8 stream under a key of its own, never the shared generator and never
// an algorithm that the library may change.
var stream = []string{"ChaCha8", "NewChaCha8"}

func TestPackagesImportInwardOnly(t *testing.T) {
	for _, file := range sources(t) {
		allowed, known := permitted(arrows, file.dir)
		if !known {
			t.Errorf("%s: package %q has no arrow; give it a line in arrows", file.name, file.dir)
			continue
		}
		if file.test() {
			more, _ := permitted(testArrows, file.dir)
			allowed = append(slices.Clip(allowed), more...)
		}
		for _, imported := range file.imports() {
			inside, ours := strings.CutPrefix(imported, module+"/")
			if !ours || inside == file.dir {
				continue
			}
			if !slices.ContainsFunc(allowed, func(pattern string) bool { return fits(pattern, inside) }) {
				t.Errorf("%s imports %s, which is no arrow of %s", file.name, inside, file.dir)
			}
		}
	}
}

func TestEngineImportsThePureStandardLibraryOnly(t *testing.T) {
	var read int
	for _, file := range sources(t) {
		if !fits("engine/...", file.dir) || file.test() {
			continue
		}
		read++
		for _, imported := range file.imports() {
			switch first, _, _ := strings.Cut(imported, "/"); {
			case strings.HasPrefix(imported, module+"/"):
			case strings.Contains(first, "."):
				t.Errorf("%s imports %s, which is not of the standard library", file.name, imported)
			case fits("engine/enginetest", file.dir):
				// The battery is a test that other packages call: it may hold a
				// *testing.T and read test data.
			case slices.ContainsFunc(impure, func(pattern string) bool { return fits(pattern, imported) }):
				t.Errorf("%s imports %s: the engine is pure", file.name, imported)
			}
		}
		for _, name := range file.uses("math/rand/v2") {
			if !slices.Contains(stream, name) && !fits("engine/enginetest", file.dir) {
				t.Errorf("%s uses rand.%s: a deal rests on %v only", file.name, name, stream)
			}
		}
	}
	if read == 0 {
		t.Error("no file of the engine was read")
	}
}

func TestOnePackageBehindTheServerKnowsEngineAndProto(t *testing.T) {
	read := 0
	for _, file := range sources(t) {
		if !fits("server/...", file.dir) && !fits("internal/...", file.dir) || file.test() {
			continue
		}
		imports := file.imports()
		if !slices.ContainsFunc(imports, under(module+"/engine")) || !slices.ContainsFunc(imports, under(module+"/proto")) {
			continue
		}
		read++
		if file.dir != "internal/message" {
			t.Errorf("%s imports both engine and proto: that is for internal/message", file.name)
		}
	}
	if read == 0 {
		t.Error("no file that knows both was read")
	}
}

func TestOneFileOfTheServerBuildsAStatus(t *testing.T) {
	var found []string
	for _, file := range sources(t) {
		if fits("server/...", file.dir) && !file.test() && file.buildsStatus() {
			found = append(found, file.name)
		}
	}
	if want := []string{"server/errors.go"}; !slices.Equal(found, want) {
		t.Errorf("files that build a status: %v, want %v", found, want)
	}
}

// A source is one parsed Go file of the module.
type source struct {
	name string // its path from the root
	dir  string // the folder of its package
	file *ast.File
}

// sources parses every Go file of the module, the generated ones and those of
// modules of their own left out.
func sources(t *testing.T) []source {
	t.Helper()
	tree, files := root(), token.NewFileSet()
	var found []source
	eachFile(t, tree, func(name string) {
		if path.Ext(name) != ".go" || strings.Contains(name, "testdata/") || ownModule(tree, path.Dir(name)) {
			return
		}
		text, err := fs.ReadFile(tree, name)
		if err != nil {
			t.Fatal(err)
		}
		file, err := parser.ParseFile(files, name, text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if !ast.IsGenerated(file) {
			found = append(found, source{name, path.Dir(name), file})
		}
	})
	return found
}

// ownModule tells whether dir lies in a module below the root.
func ownModule(tree fs.FS, dir string) bool {
	for ; dir != "."; dir = path.Dir(dir) {
		if _, err := fs.Stat(tree, path.Join(dir, "go.mod")); err == nil {
			return true
		}
	}
	return false
}

func (s source) test() bool { return strings.HasSuffix(s.name, "_test.go") }

func (s source) imports() []string {
	var paths []string
	for _, spec := range s.file.Imports {
		imported, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			imported = spec.Path.Value
		}
		paths = append(paths, imported)
	}
	return paths
}

// buildsStatus tells whether the file makes a status of its own: it calls a
// constructor of grpc's status package or writes a google.rpc.Status literal.
// Reading one (status.Convert, status.FromError, status.Code) is free.
func (s source) buildsStatus() bool {
	const (
		grpcStatus  = "google.golang.org/grpc/status"
		protoStatus = "google.golang.org/genproto/googleapis/rpc/status"
	)
	makers := []string{"New", "Newf", "Error", "Errorf", "ErrorProto", "FromProto"}
	builds := false
	ast.Inspect(s.file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			if from, name := s.selected(node.Fun); from == grpcStatus && slices.Contains(makers, name) {
				builds = true
			}
		case *ast.CompositeLit:
			if from, name := s.selected(node.Type); from == protoStatus && name == "Status" {
				builds = true
			}
		}
		return !builds
	})
	return builds
}

// uses lists the names that the file takes from an imported package.
func (s source) uses(imported string) []string {
	var names []string
	ast.Inspect(s.file, func(node ast.Node) bool {
		if expr, ok := node.(ast.Expr); ok {
			if from, name := s.selected(expr); from == imported {
				names = append(names, name)
			}
		}
		return true
	})
	return names
}

// selected gives the import path and the name behind an expression such as
// status.New.
func (s source) selected(expr ast.Expr) (from, name string) {
	selector, ok := expr.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	pkg, ok := selector.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	for i, imported := range s.imports() {
		local := localName(imported)
		if s.file.Imports[i].Name != nil {
			local = s.file.Imports[i].Name.Name
		}
		if local == pkg.Name {
			return imported, selector.Sel.Name
		}
	}
	return "", ""
}

// localName is the name that an import without one of its own goes by: the last
// element, or the one before it when that is a major version.
func localName(imported string) string {
	dir, last := path.Split(imported)
	if len(last) > 1 && last[0] == 'v' && strings.Trim(last[1:], "0123456789") == "" {
		return path.Base(dir)
	}
	return last
}

// permitted gives the right side of the first arrow whose left side fits dir.
func permitted(list []arrow, dir string) (to []string, known bool) {
	for _, arrow := range list {
		if fits(arrow.from, dir) {
			return arrow.to, true
		}
	}
	return nil, false
}

// fits tells whether name is the pattern, or lies below it where the pattern
// ends in "/...".
func fits(pattern, name string) bool {
	top, deep := strings.CutSuffix(pattern, "/...")
	return name == top || deep && strings.HasPrefix(name, top+"/")
}

// under gives a predicate: is an import path the top or below it?
func under(top string) func(string) bool {
	return func(name string) bool { return fits(top+"/...", name) }
}
