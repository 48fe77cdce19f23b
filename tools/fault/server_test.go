// Package fault stops, kills and freezes servers while games are played on them: behind the balancers
// whose configurations are in deploy, and without one. It counts what fails and what is made again.
package fault

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// root is the repository's root, seen from this folder.
const root = "../.."

// requiredTools names the programs, separated by blanks, whose absence fails the tests. A test that lacks
// any other is skipped.
const requiredTools = "TALON_DEPLOY_TOOLS"

// tool returns the path of a program that the machine may have, or of a file of the repository.
func tool(t *testing.T, name string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if strings.Contains(name, "/") {
		path, err = filepath.Abs(filepath.Join(root, name))
		if err == nil {
			_, err = os.Stat(path)
		}
	}
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

// server is one that comes back to the same addresses, each host:port, when it is started again.
type server struct {
	GRPC, HTTP, Admin string
	settings          []string
	process           *exec.Cmd
}

// keys writes the key file that all servers of a test share.
func keys(t *testing.T) string {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "keys")
	if told, err := exec.Command(path, "keys", "new", file).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, told)
	}
	return file
}

// loopback is an address of this machine that hardly anybody else uses, so that a port of it is still free
// when a server comes back: no connection to elsewhere takes one of its ports in the meantime.
func loopback() string {
	return fmt.Sprintf("127.%d.%d.%d", 1+rand.N(254), rand.N(256), 1+rand.N(254))
}

// serve starts three servers with settings, as NAME=value, and the same keys.
func serve(t *testing.T, settings ...string) []*server {
	t.Helper()
	settings = append(settings, "TALON_SEAL_KEYS="+keys(t))
	var servers []*server
	for range 3 {
		any := loopback() + ":0"
		s := &server{GRPC: any, HTTP: any, Admin: any, settings: settings}
		s.start(t)
		t.Cleanup(s.end)
		servers = append(servers, s)
	}
	return servers
}

// start starts the server and waits until it is ready.
func (s *server) start(t *testing.T) {
	t.Helper()
	path, err := built()
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "-grpc-addr", s.GRPC, "-http-addr", s.HTTP, "-admin-addr", s.Admin, "-log-json")
	command.Env = append(os.Environ(), s.settings...)
	log, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	s.process = command
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
			return
		}
		if line.Msg != "keys loaded" {
			t.Logf("server: %s", scanner.Text())
		}
	}
	t.Fatalf("the server did not become ready: %v", scanner.Err())
}

// signal sends the process a signal.
func (s *server) signal(t *testing.T, what os.Signal) {
	t.Helper()
	if err := s.process.Process.Signal(what); err != nil {
		t.Fatal(err)
	}
}

// stop asks the server to stop, and waits until it has.
func (s *server) stop(t *testing.T) {
	t.Helper()
	s.signal(t, syscall.SIGTERM)
	if err := s.process.Wait(); err != nil {
		t.Errorf("the server does not end well: %v", err)
	}
}

// kill ends the server at once.
func (s *server) kill(t *testing.T) {
	t.Helper()
	s.signal(t, syscall.SIGKILL)
	if err := s.process.Wait(); err == nil {
		t.Error("the server ended by itself")
	}
}

func (s *server) end() {
	if s.process.ProcessState == nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
	}
}

// metric sums a metric of the server over its labels.
func (s *server) metric(t *testing.T, name string) (sum float64) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://"+s.Admin+"/metrics", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	for _, found := range regexp.MustCompile(`(?m)^`+name+`(?:\{.*\})? (\S+)$`).FindAllSubmatch(text, -1) {
		value, err := strconv.ParseFloat(string(found[1]), 64)
		if err != nil {
			t.Fatal(err)
		}
		sum += value
	}
	return sum
}
