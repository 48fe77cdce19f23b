package main

import (
	"cmp"
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"

	"github.com/talon-solitaire/talon/internal/process"
)

// settings are what the command line says.
type settings struct {
	at      servers
	clients []string
	driver  string
	known   string
	vectors string
	pick    *regexp.Regexp
	most    int
	keys    string // the file of the keys of a running server
	sealed  int    // each so manieth vector is asked about a sealed game too; 0 for none
}

// servers are where the service is called: a URL, and an address for gRPC.
type servers struct{ http, grpc string }

// read reads the command line, and tells all its options where it asks for them.
func read(arguments []string, errput io.Writer) (*settings, error) {
	s := &settings{}
	flags := flag.NewFlagSet("conformance", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&s.at.http, "server", "", "the `URL` of a running server for JSON; without -server and -grpc one is built and started")
	flags.StringVar(&s.at.grpc, "grpc", "", "the `address` of a running server for gRPC")
	list := flags.String("clients", "", "which `clients`, with commas between them: grpc, json, go, typescript, driver (default grpc,json,go, or driver where there is one)")
	flags.StringVar(&s.driver, "driver", "", "the `command` of a driver, which finds the server in $TALON_HTTP and $TALON_GRPC")
	flags.StringVar(&s.known, "known", "", "the `file` of the known failures of the driver")
	flags.StringVar(&s.vectors, "vectors", "", "the `folder` of the vectors (default all that are here)")
	pick := flags.String("run", "", "only vectors whose name matches this `pattern`")
	flags.IntVar(&s.most, "show", 20, "how many failures of each client are shown")
	flags.StringVar(&s.keys, "keys", "", "the `file` of the keys of a running server, which are needed to ask about sealed games there")
	flags.IntVar(&s.sealed, "sealed", 4, "each so manieth vector is asked about a sealed game too; 1 for all of them, 0 for none")
	err := flags.Parse(arguments)
	if errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(errput, "Usage: go run ./clients/conformance [options]")
		flags.SetOutput(errput)
		flags.PrintDefaults()
	}
	if err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("expected options only, but found %q", flags.Arg(0))
	}
	if *list == "" {
		*list = "grpc,json,go"
		if s.driver != "" {
			*list = "driver"
		}
	}
	s.clients = strings.Split(*list, ",")
	if s.driver == "" && slices.Contains(s.clients, "driver") {
		return nil, errors.New("the client driver needs a command with -driver")
	}
	if s.sealed < 0 {
		return nil, fmt.Errorf("-sealed: expected 0 or more, but found %d", s.sealed)
	}
	if s.at.http != "" && !strings.Contains(s.at.http, "://") {
		s.at.http = "http://" + s.at.http
	}
	if s.pick, err = regexp.Compile(*pick); err != nil {
		return nil, fmt.Errorf("-run: %w", err)
	}
	return s, nil
}

// run holds every client to the vectors.
func (s *settings) run(ctx context.Context) (reports []*report, err error) {
	vectors, err := s.read()
	if err != nil {
		return nil, err
	}
	program, end, err := s.serve(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, end()) }()
	if program != nil && s.sealed > 0 {
		keys, err := newKeyholder(ctx, program)
		if err != nil {
			return nil, err
		}
		defer func() { err = errors.Join(err, keys.close()) }()
		sealed := sealedOf(vectors, s.sealed, keys)
		vectors = append(vectors, slices.DeleteFunc(sealed, func(v vector) bool {
			return !s.pick.MatchString(strings.TrimPrefix(v.id, "sealed:"))
		})...)
	}
	if len(vectors) == 0 {
		return nil, fmt.Errorf("no vector is called %v", s.pick)
	}
	for _, name := range s.clients {
		r, err := s.hold(ctx, name, vectors)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		reports = append(reports, r)
	}
	return reports, ctx.Err()
}

// serve starts a server where none is named, and gives its program with its keys. Of one that runs that is built for its
// tool, and not at all where the keys are not named or nothing sealed is asked. What was begun is to be ended.
func (s *settings) serve(ctx context.Context) (program *process.Program, end func() error, err error) {
	runs := s.at != (servers{})
	if runs && (s.keys == "" || s.sealed == 0) {
		return nil, func() error { return nil }, nil
	}
	if program, err = process.Build(ctx, root()); err != nil {
		return nil, nil, err
	}
	if runs {
		program.Keys = s.keys
		return program, program.Remove, nil
	}
	server, err := program.Start(ctx, process.Patient, "-seal-keys="+program.Keys)
	if err != nil {
		return nil, nil, errors.Join(err, program.Remove())
	}
	s.at = servers{http: "http://" + server.HTTP, grpc: server.GRPC}
	return program, func() error { return errors.Join(server.Stop(), program.Remove()) }, nil
}

// read reads the vectors that are asked for.
func (s *settings) read() ([]vector, error) {
	from, err := sourceAt(root())
	if err != nil {
		return nil, err
	}
	from.vectors = cmp.Or(s.vectors, from.vectors)
	vectors, err := from.read()
	if err != nil {
		return nil, err
	}
	vectors = slices.DeleteFunc(vectors, func(v vector) bool { return !s.pick.MatchString(v.id) })
	return vectors, nil
}

// hold holds one client to the vectors.
func (s *settings) hold(ctx context.Context, name string, vectors []vector) (*report, error) {
	listed, err := s.listed(name)
	if err != nil {
		return nil, err
	}
	c, err := s.open(ctx, name)
	if err != nil {
		return nil, err
	}
	r := hold(ctx, name, c, vectors, listed)
	if err := c.close(); err != nil {
		r.fail("%v", err)
	}
	return r, nil
}

// open makes a client.
func (s *settings) open(ctx context.Context, name string) (client, error) {
	switch {
	case (name == "grpc" || name == "go") && s.at.grpc == "":
		return nil, errors.New("needs the server's address for gRPC: -grpc")
	case (name == "json" || name == "typescript") && s.at.http == "":
		return nil, errors.New("needs the server's URL: -server")
	}
	switch name {
	case "grpc":
		return newRawGRPC(s.at.grpc)
	case "json":
		return newRawJSON(s.at.http), nil
	case "go":
		return newLibrary(s.at.grpc)
	case "typescript":
		if _, err := os.Stat(filepath.Join(root(), typescript)); err != nil {
			return nil, fmt.Errorf("is not built; npm ci && npm run driver in clients/typescript does it: %w", err)
		}
		return newDriver(ctx, root(), "node "+typescript+` --server "$TALON_HTTP"`, s.at)
	case "driver":
		return newDriver(ctx, "", s.driver, s.at)
	}
	return nil, errors.New("is no client: expected grpc, json, go, typescript or driver")
}

// typescript is the built driver of clients/typescript.
const typescript = "clients/typescript/build/conformance/driver.js"

//go:embed known
var lists embed.FS

// listed are the known failures of a client.
func (s *settings) listed(name string) (known, error) {
	if name != "driver" {
		file := "known/" + name + ".txt"
		text, err := lists.ReadFile(file)
		if err != nil {
			// Not one of the clients; open says so.
			return known{}, nil //nolint:nilerr // see above
		}
		return readKnown(file, string(text))
	}
	if s.known == "" {
		return known{}, nil
	}
	text, err := os.ReadFile(s.known)
	if err != nil {
		return nil, err
	}
	return readKnown(s.known, string(text))
}

// root is the root of the repository, from which this program was built.
func root() string {
	_, file, _, _ := runtime.Caller(0)
	return filepath.Join(filepath.Dir(file), "..", "..")
}
