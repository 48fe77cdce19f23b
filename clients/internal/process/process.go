// Package process runs the server as a program of its own, for what calls it as a
// stranger would: examples, tests of clients, the conformance run. It builds the
// server with the go command, on free ports of the loopback, and makes it a key file, so
// that it takes sealed states beside open ones.
package process

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"syscall"
)

// program is the import path of the server.
const program = "github.com/talon-solitaire/talon/server"

// Server is a running server.
type Server struct {
	// GRPC and HTTP are where it listens: "127.0.0.1:40123".
	GRPC, HTTP string
	// Keys is the file of the keys that seal its states.
	Keys string

	binary  string
	folder  string // of the binary, if it goes with this server
	command *exec.Cmd
}

// Start builds the server, makes its keys, starts it and waits until it listens. It runs
// until Stop, or until ctx ends.
func Start(ctx context.Context) (*Server, error) {
	s, err := Build(ctx)
	if err != nil {
		return nil, err
	}
	s.Keys = filepath.Join(s.folder, "keys")
	if printed, err := exec.CommandContext(ctx, s.binary, "keys", "new", s.Keys).CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("making keys: %w\n%s", err, printed), s.Stop())
	}
	if err := s.start(ctx); err != nil {
		return nil, errors.Join(err, os.RemoveAll(s.folder))
	}
	return s, nil
}

// Build builds the server and does not start it, for its tool. Stop takes it away again.
func Build(ctx context.Context) (*Server, error) {
	folder, err := os.MkdirTemp("", "talon-server")
	if err != nil {
		return nil, err
	}
	s := &Server{binary: filepath.Join(folder, "talon-server"), folder: folder}
	if printed, err := exec.CommandContext(ctx, "go", "build", "-o", s.binary, program).CombinedOutput(); err != nil {
		return nil, errors.Join(fmt.Errorf("building the server: %w\n%s", err, printed), os.RemoveAll(folder))
	}
	return s, nil
}

// Another starts a second server with the same keys and more settings beside the first,
// which is to be stopped last.
func (s *Server) Another(ctx context.Context, settings ...string) (*Server, error) {
	second := &Server{binary: s.binary, Keys: s.Keys}
	if err := second.start(ctx, settings...); err != nil {
		return nil, err
	}
	return second, nil
}

// start starts what is built.
func (s *Server) start(ctx context.Context, settings ...string) error {
	settings = append([]string{"-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0", "-admin-addr=127.0.0.1:0", "-seal-keys=" + s.Keys}, settings...)
	s.command = exec.CommandContext(ctx, s.binary, settings...)
	s.command.Cancel = func() error { return s.command.Process.Signal(syscall.SIGTERM) }
	log, err := s.command.StderrPipe()
	if err != nil {
		return err
	}
	if err := s.command.Start(); err != nil {
		return fmt.Errorf("starting the server: %w", err)
	}
	if err := s.listen(log); err != nil {
		return errors.Join(err, s.stop())
	}
	return nil
}

// The log line that says what listens where.
var (
	grpcAddress = regexp.MustCompile(`\bgrpc"?[=:]"?(127\.0\.0\.1:\d+)`)
	httpAddress = regexp.MustCompile(`\bhttp"?[=:]"?(127\.0\.0\.1:\d+)`)
)

// listen reads the log until the server says where it listens. The rest is read and
// dropped, since a full pipe would block the server.
func (s *Server) listen(log io.Reader) error {
	var said string
	for lines := bufio.NewScanner(log); lines.Scan(); {
		grpc, http := grpcAddress.FindStringSubmatch(lines.Text()), httpAddress.FindStringSubmatch(lines.Text())
		if grpc != nil && http != nil {
			s.GRPC, s.HTTP = grpc[1], http[1]
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return nil
		}
		said += lines.Text() + "\n"
	}
	return fmt.Errorf("the server ended before it listened:\n%s", said)
}

// Stop ends the server, if it was started, and waits for its end.
func (s *Server) Stop() error {
	var err error
	if s.command != nil {
		err = s.stop()
	}
	if s.folder != "" {
		err = errors.Join(err, os.RemoveAll(s.folder))
	}
	return err
}

func (s *Server) stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	if err := s.command.Wait(); err != nil {
		return fmt.Errorf("the server ends with: %w", err)
	}
	return nil
}

// Tool is the server's program as the tool for its keys: "open" and "seal" answer each
// line of the input.
func (s *Server) Tool(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, s.binary, "keys", command, s.Keys, "-")
}
