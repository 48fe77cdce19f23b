package talon_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/talon-solitaire/talon/clients/internal/process"
)

// address is where a server listens while the tests and examples run.
var address string

func TestMain(m *testing.M) {
	server, err := process.Start(context.Background())
	if err == nil {
		address = server.GRPC
		m.Run()
		err = server.Stop()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidigo // this is the main of the tests
	}
}
