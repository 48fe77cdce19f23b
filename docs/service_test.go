package docs_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/talon-solitaire/talon/internal/process"
)

// The addresses that the pages write; a test asks for free ports instead.
const (
	grpcAddress  = "127.0.0.1:9090"
	httpAddress  = "127.0.0.1:8080"
	adminAddress = "127.0.0.1:8081"
)

// A service is the built server, running, with the built tool beside it.
type service struct {
	bin   string            // the folder that holds talon and talon-server
	ports map[string]string // documented address to actual address
}

// startService builds both programs and starts the server, which seals states and
// ends with the test.
func startService(t *testing.T) *service {
	t.Helper()
	program := process.Built(t, root)
	bin := filepath.Dir(program.Path)
	build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, "talon"), "./clients/cli")
	build.Dir = root
	if printed, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, printed)
	}
	server := program.Serve(t, process.Patient, "-seal-keys="+program.Keys, "-cors-origins=*")
	return &service{bin, map[string]string{grpcAddress: server.GRPC, httpAddress: server.HTTP, adminAddress: server.Admin}}
}

// lingering is how long what a program began may go on once its time is up.
const lingering = 5 * time.Second

// shell is a shell in a folder that finds the built programs.
func (s *service) shell(ctx context.Context, folder, script string) *exec.Cmd {
	shell := exec.CommandContext(ctx, "bash", "-c", script)
	shell.Dir = folder
	shell.WaitDelay = lingering
	shell.Env = append(os.Environ(), "PATH="+s.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "LC_ALL=C.UTF-8", "NO_COLOR=1")
	return shell
}

// actual makes a documented command one that this machine can run: it asks the
// running server, and takes the built tool for `go run`.
func (s *service) actual(text string) string {
	text = strings.ReplaceAll(text, "go run ./clients/cli", "talon")
	text = strings.ReplaceAll(text, "localhost:", "127.0.0.1:")
	for documented, actual := range s.ports {
		text = strings.ReplaceAll(text, documented, actual)
	}
	return text
}

// documented puts the addresses of the pages back into what was printed.
func (s *service) documented(text string) string {
	for documented, actual := range s.ports {
		text = strings.ReplaceAll(text, actual, documented)
	}
	return text
}
