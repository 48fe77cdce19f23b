package k8s

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// requiredTools names the programs, separated by blanks, whose absence fails the
// tests. A test that lacks any other is skipped.
const requiredTools = "TALON_DEPLOY_TOOLS"

// tool returns the path of a program that the machine may have.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err == nil {
		return path
	}
	if slices.Contains(strings.Fields(os.Getenv(requiredTools)), name) {
		t.Fatalf("%s, which %s requires, is not on this machine", name, requiredTools)
	}
	t.Skipf("%s is not on this machine", name)
	return ""
}

// bin is the folder of the built server, made by the first test that needs it.
var bin string

func TestMain(m *testing.M) {
	m.Run()
	if bin != "" {
		_ = os.RemoveAll(bin)
	}
}

var built = sync.OnceValues(func() (path string, err error) {
	if bin, err = os.MkdirTemp("", "talon"); err != nil {
		return "", err
	}
	path = filepath.Join(bin, "talon-server")
	command := exec.Command("go", "build", "-o", path, "./server")
	command.Dir = root
	if told, err := command.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w\n%s", err, told)
	}
	return path, nil
})

// serverPath is where the built server is.
func serverPath(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// server is one that runs; its addresses are host:port.
type server struct {
	GRPC, HTTP, Admin string
	process           *exec.Cmd
}

// serve starts a server, with settings as NAME=value, and ends it with the test.
func serve(t *testing.T, settings ...string) *server {
	t.Helper()
	command := exec.Command(serverPath(t), "-grpc-addr=127.0.0.1:0", "-http-addr=127.0.0.1:0", "-admin-addr=127.0.0.1:0", "-log-json")
	command.Env = append(os.Environ(), settings...)
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s := &server{process: command}
	t.Cleanup(func() {
		if command.ProcessState == nil {
			_ = command.Process.Kill()
			_ = command.Wait()
		}
	})
	scanner := bufio.NewScanner(log)
	for scanner.Scan() {
		var line struct {
			Msg string
			server
		}
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", scanner.Text(), err)
		}
		if line.Msg == "ready" {
			s.GRPC, s.HTTP, s.Admin = line.GRPC, line.HTTP, line.Admin
			go func() { _, _ = io.Copy(io.Discard, log) }()
			return s
		}
	}
	t.Fatalf("the server did not become ready: %v", scanner.Err())
	return nil
}

// settingsOf lists the environment variables that the server knows.
func settingsOf(t *testing.T) []string {
	t.Helper()
	help, err := exec.Command(serverPath(t), "-help").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, help)
	}
	known := []string{"GOMEMLIMIT", "GOGC", "GOMAXPROCS"}
	for line := range strings.Lines(string(help)) {
		if flag, is := strings.CutPrefix(line, "  -"); is {
			name := strings.Fields(flag)[0]
			known = append(known, "TALON_"+strings.ToUpper(strings.ReplaceAll(name, "-", "_")))
		}
	}
	return known
}

// checkSettings fails where the server does not know a setting, or refuses its value.
func checkSettings(t *testing.T, who string, settings map[string]string) {
	t.Helper()
	known := settingsOf(t)
	check := exec.Command(serverPath(t), "-version")
	for name, value := range settings {
		if !slices.Contains(known, name) {
			t.Errorf("%s: the server has no setting %s", who, name)
		}
		check.Env = append(check.Env, name+"="+value)
	}
	if told, err := check.CombinedOutput(); err != nil {
		t.Errorf("%s: %v\n%s", who, err, told)
	}
}
