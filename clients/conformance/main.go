// Command conformance holds clients of the service to the vectors that an independent
// implementation made: positions with their legal moves, what moves do, refusals,
// logs, impossible positions, deals. Each vector goes through the raw calls, over gRPC
// and over JSON, through clients/go, and through drivers, which speak for clients in
// other languages. It ends with a table, and with code 1 where a client said anything
// else than the vectors.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// What a run ends with.
const (
	allRight = iota
	failed
	notRun
)

// run does what the command line says and gives the exit code.
func run(ctx context.Context, arguments []string, output, errput io.Writer) int {
	code, err := held(ctx, arguments, output, errput)
	if err != nil {
		fmt.Fprintln(errput, "conformance:", err)
		return notRun
	}
	return code
}

// held holds the clients that the command line names to the vectors, and shows how they
// fared.
func held(ctx context.Context, arguments []string, output, errput io.Writer) (code int, err error) {
	s, err := read(arguments, errput)
	if errors.Is(err, flag.ErrHelp) {
		return allRight, nil
	}
	if err != nil {
		return notRun, err
	}
	reports, err := s.run(ctx)
	if err != nil {
		return notRun, err
	}
	for _, r := range reports {
		r.show(errput, s.most)
		if len(r.failures) > 0 {
			code = failed
		}
	}
	return code, showTable(output, reports)
}
