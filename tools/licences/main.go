// Command licences writes down what the project is built on, and under which terms. Run it in its folder:
//
//	go run .
//
// It leaves docs/dependencies.md, the list for readers, and internal/licences/notices.txt, the terms that have to
// go with the programs. Terms that it does not know, or that ask for more than to be passed on, are an error.
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
	if err := run(ctx, os.Args[1:], os.Stderr); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, "licences:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string, stderr io.Writer) error {
	flags := flag.NewFlagSet("licences", flag.ContinueOnError)
	flags.SetOutput(stderr)
	source := flags.String("source", filepath.Join("..", ".."), "the repository's `folder`")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("argument %q: only flags are taken, see -help", flags.Arg(0))
	}
	written, err := written(ctx, *source)
	if err != nil {
		return err
	}
	for name, text := range written {
		if err := os.WriteFile(filepath.Join(*source, filepath.FromSlash(name)), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// written makes the files, by their names in the repository.
func written(ctx context.Context, source string) (map[string][]byte, error) {
	linked, err := linkedInto(ctx, source)
	if err != nil {
		return nil, err
	}
	bundled, err := bundledIn(source)
	if err != nil {
		return nil, err
	}
	run, err := runBy(ctx, source)
	if err != nil {
		return nil, err
	}
	shipped := append(linked, bundled...)
	if err := errors.Join(check(shipped, nil), check(run, exceptions)); err != nil {
		return nil, err
	}
	return map[string][]byte{
		"docs/dependencies.md":          list(shipped, run),
		"internal/licences/notices.txt": notices(linked),
	}, nil
}
