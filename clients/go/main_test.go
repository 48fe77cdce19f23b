package talon_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"

	"github.com/talon-solitaire/talon/internal/process"
)

// A server runs while the tests and examples run: what it was built as, and the address where it listens.
var (
	program *process.Program
	address string
)

func TestMain(m *testing.M) {
	if err := served(m); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidigo // this is the main of the tests
	}
}

func served(m *testing.M) (err error) {
	if program, err = process.Build(context.Background(), "../.."); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, program.Remove()) }()
	server, err := program.Start(context.Background(), process.Patient, keys())
	if err != nil {
		return err
	}
	address = server.GRPC
	m.Run()
	return server.Stop()
}

// keys is the flag that gives a server the keys that all have.
func keys() string { return "-seal-keys=" + program.Keys }
