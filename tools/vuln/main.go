// Command vuln looks for known vulnerabilities in what the project ships and in the tools that make it. Run it in
// its folder:
//
//	go run .
//
// The vulnerabilities are those of the Go vulnerability database as the module golang.org/x/vulndb has them, pinned
// in go.mod like any dependency: the same tree gives the same answer on every day and without a network. A finding
// in a module fails. Those in the standard library are listed with the version of Go that ends them, since they
// are mended by another toolchain and not in this repository.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "vuln:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("vuln", flag.ContinueOnError)
	flags.SetOutput(stderr)
	source := flags.String("source", filepath.Join("..", ".."), "the repository's `folder`")
	url := flags.String("db", "", "`url` of another database, such as https://vuln.go.dev for the one of today")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("argument %q: only flags are taken, see -help", flags.Arg(0))
	}
	from := database{name: *url, url: *url}
	if *url == "" {
		var err error
		if from, err = pinned(ctx); err != nil {
			return err
		}
	}
	binaries, err := os.MkdirTemp("", "talon-vuln-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(binaries) }()
	targets, err := targetsOf(ctx, *source, binaries)
	if err != nil {
		return err
	}
	return check(ctx, from, targets, stdout)
}

// check scans all targets, says what was found, and fails if it was in a module.
func check(ctx context.Context, from database, targets []target, out io.Writer) error {
	fmt.Fprintln(out, "database:", from.name)
	var all report
	for _, t := range targets {
		found, err := t.scan(ctx, from.url)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		fmt.Fprintf(out, "%s: %d modules, %s\n", t.name, found.modules, found.goVersion)
		all.add(t.name, found)
	}
	return all.tell(out)
}
