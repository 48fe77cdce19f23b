package process

import (
	"context"
	"fmt"
	"os"
	"testing"
)

// Tests is the TestMain of a package whose tests share a program: it builds the server, runs the tests, and takes the
// program away again.
func Tests(m *testing.M, root string, program **Program) {
	var err error
	if *program, err = Build(context.Background(), root); err == nil {
		m.Run()
		err = (*program).Remove()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) //nolint:forbidigo // this is the main of tests
	}
}

// Built builds the server for one test.
func Built(t testing.TB, root string) *Program {
	t.Helper()
	p, err := Build(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Remove(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// Serve starts a server that ends with the test, unless the test ends it itself.
func (p *Program) Serve(t testing.TB, flags ...string) *Server {
	t.Helper()
	s, err := p.Start(context.WithoutCancel(t.Context()), flags...) // which is over before what the test leaves is cleaned up
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Stop(); err != nil {
			t.Error(err)
		}
	})
	return s
}
