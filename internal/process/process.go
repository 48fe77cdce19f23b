// Package process builds the server and runs it as a program of its own, for what meets it as a stranger does: tests
// of clients, of the documentation and of what is deployed, and the conformance run.
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

// Program is the server as it was built, in a folder of its own.
type Program struct {
	// Path is where it lies.
	Path string
	// Keys is the file of keys that its tool works with, and that servers may be given, so that they take sealed
	// states beside open ones: "-seal-keys=" + Keys.
	Keys string

	folder string
}

// Build builds the server from the repository at root, and makes keys.
func Build(ctx context.Context, root string) (*Program, error) {
	folder, err := os.MkdirTemp("", "talon-server")
	if err != nil {
		return nil, err
	}
	p := &Program{Path: filepath.Join(folder, "talon-server"), Keys: filepath.Join(folder, "keys"), folder: folder}
	build := exec.CommandContext(ctx, "go", "build", "-o", p.Path, "./server")
	build.Dir = root
	for _, command := range []*exec.Cmd{build, exec.CommandContext(ctx, p.Path, "keys", "new", p.Keys)} {
		if printed, err := command.CombinedOutput(); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w\n%s", command, err, printed), p.Remove())
		}
	}
	return p, nil
}

// Remove takes the program away again.
func (p *Program) Remove() error { return os.RemoveAll(p.folder) }

// Tool is the program as the tool for its keys: "open" and "seal" answer each line of the input.
func (p *Program) Tool(ctx context.Context, command string) *exec.Cmd {
	return exec.CommandContext(ctx, p.Path, "keys", command, p.Keys, "-")
}

// Patient is the flag of servers that turn nobody away because the machine is busy with other tests.
const Patient = "-max-wait=0"

// Server is a running server.
type Server struct {
	// GRPC, HTTP and Admin are where it listens: "127.0.0.1:40123".
	GRPC, HTTP, Admin string

	command *exec.Cmd
}

// Start starts a server with flags, on free ports of the loopback unless these name others, and waits until it is ready.
// It runs until Stop or Kill, or until ctx ends.
func (p *Program) Start(ctx context.Context, flags ...string) (*Server, error) {
	flags = append([]string{"-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0", "-admin-addr=127.0.0.1:0"}, flags...)
	s := &Server{command: exec.CommandContext(ctx, p.Path, flags...)}
	s.command.Cancel = func() error { return s.Signal(syscall.SIGTERM) }
	log, err := s.command.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("starting the server: %w", err)
	}
	if err := s.listen(log); err != nil {
		return nil, errors.Join(err, s.Stop())
	}
	return s, nil
}

// ready is the log line that says what listens where.
var ready = regexp.MustCompile(`\bmsg=ready grpc=(\S+) http=(\S+) admin=(\S+)`)

// listen reads the log until the server says where it listens. The rest is read and dropped, since a full pipe would
// block the server.
func (s *Server) listen(log io.Reader) error {
	var said string
	for lines := bufio.NewScanner(log); lines.Scan(); {
		if found := ready.FindStringSubmatch(lines.Text()); found != nil {
			s.GRPC, s.HTTP, s.Admin = found[1], found[2], found[3]
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return nil
		}
		said += lines.Text() + "\n"
	}
	return fmt.Errorf("the server ended before it listened:\n%s", said)
}

// Signal sends the server a signal.
func (s *Server) Signal(what os.Signal) error { return s.command.Process.Signal(what) }

// Stop asks the server to end, if it runs, and waits until it has.
func (s *Server) Stop() error {
	if s.command.ProcessState != nil {
		return nil
	}
	if err := s.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	if err := s.command.Wait(); err != nil {
		return fmt.Errorf("the server ends with: %w", err)
	}
	return nil
}

// Kill ends the server at once, if it runs, and waits until it has ended.
func (s *Server) Kill() error {
	if s.command.ProcessState != nil {
		return nil
	}
	if err := s.Signal(syscall.SIGKILL); err != nil {
		return err
	}
	var killed *exec.ExitError
	if err := s.command.Wait(); !errors.As(err, &killed) {
		return fmt.Errorf("the server ended by itself: %w", err)
	}
	return nil
}
