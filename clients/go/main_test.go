package talon_test

import (
	"context"
	"fmt"
	"os"
	"testing"

	"github.com/talon-solitaire/talon/clients/internal/process"
)

// serving is a server that runs while the tests and examples run, address where it
// listens.
var (
	serving *process.Server
	address string
)

func TestMain(m *testing.M) {
	var err error
	if serving, err = process.Start(context.Background()); err == nil {
		address = serving.GRPC
		m.Run()
		err = serving.Stop()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidigo // this is the main of the tests
	}
}
