// Command talon-server serves the rules of seven solitaire games over gRPC and JSON. It keeps no
// state: a game travels in every request and answer.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	adoptFrameworks()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// After the first signal the next one ends the process as if nobody had asked for it.
	context.AfterFunc(ctx, stop)
	command := func() error { return run(ctx, os.Args[1:], os.LookupEnv, os.Stderr) }
	if len(os.Args) > 1 && os.Args[1] == "keys" {
		command = func() error { return keyTool(os.Args[2:], os.Stdin, os.Stdout) }
	}
	if len(os.Args) == 2 && os.Args[1] == "licences" {
		command = func() error { return tellLicences(os.Stdout) }
	}
	switch err := command(); {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "talon-server:", err)
		os.Exit(1)
	}
}
