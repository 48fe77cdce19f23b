package docs_test

import (
	"bufio"
	"context"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
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

// listens finds the addresses in the log line that says what listens where.
var listens = regexp.MustCompile(`"?\b(grpc|http|admin)"?[=:]"?(127\.0\.0\.1:\d+)`)

// startService builds both programs and starts the server, which seals states and
// ends with the test.
func startService(t *testing.T) *service {
	t.Helper()
	bin := t.TempDir()
	for name, source := range map[string]string{"talon": "./clients/cli", "talon-server": "./server"} {
		build := exec.CommandContext(t.Context(), "go", "build", "-o", filepath.Join(bin, name), source)
		build.Dir = root
		if printed, err := build.CombinedOutput(); err != nil {
			t.Fatalf("building %s: %v\n%s", name, err, printed)
		}
	}
	keys := filepath.Join(bin, "keys")
	if printed, err := exec.CommandContext(t.Context(), filepath.Join(bin, "talon-server"), "keys", "new", keys).CombinedOutput(); err != nil {
		t.Fatalf("making keys: %v\n%s", err, printed)
	}
	server := exec.Command(filepath.Join(bin, "talon-server"), "-seal-keys="+keys,
		"-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0", "-admin-addr=127.0.0.1:0", "-cors-origins=*")
	log, err := server.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		if err := server.Wait(); err != nil {
			t.Errorf("the server does not end well: %v", err)
		}
	})
	ready := make(chan map[string]string, 1)
	go func() {
		lines := bufio.NewScanner(log)
		for lines.Scan() {
			if found := listens.FindAllStringSubmatch(lines.Text(), -1); len(found) == 3 {
				ports := map[string]string{}
				for _, pair := range found {
					ports[map[string]string{"grpc": grpcAddress, "http": httpAddress, "admin": adminAddress}[pair[1]]] = pair[2]
				}
				ready <- ports
				break
			}
		}
		_, _ = io.Copy(io.Discard, log) // a full pipe would block the server
	}()
	select {
	case ports := <-ready:
		return &service{bin, ports}
	case <-time.After(20 * time.Second):
		t.Fatal("the server does not say that it listens")
		return nil
	}
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
