// Package fault stops, kills and freezes servers while games are played on them: behind the balancers
// whose configurations are in deploy, and without one. It counts what fails and what is made again.
package fault

import (
	"context"
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
	"testing"

	"github.com/talon-solitaire/talon/internal/process"
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

// program is the server as it was built for all tests.
var program *process.Program

func TestMain(m *testing.M) { process.Tests(m, root, &program) }

// server is one that comes back to the same addresses when it is started again.
type server struct {
	*process.Server
	flags []string
}

// loopback is an address of this machine that hardly anybody else uses, so that a port of it is still free
// when a server comes back: no connection to elsewhere takes one of its ports in the meantime.
func loopback() string {
	return fmt.Sprintf("127.%d.%d.%d", 1+rand.N(254), rand.N(256), 1+rand.N(254))
}

// serve starts three servers with the same flags and keys.
func serve(t *testing.T, flags ...string) []*server {
	t.Helper()
	flags = append(flags, "-seal-keys="+program.Keys)
	var servers []*server
	for range 3 {
		any := loopback() + ":0"
		s := &server{&process.Server{GRPC: any, HTTP: any, Admin: any}, flags}
		s.start(t)
		servers = append(servers, s)
	}
	return servers
}

// start starts the server at the addresses that it had before. It ends with the test, also where it is frozen.
func (s *server) start(t *testing.T) {
	t.Helper()
	flags := append([]string{"-grpc-addr=" + s.GRPC, "-http-addr=" + s.HTTP, "-admin-addr=" + s.Admin}, s.flags...)
	started, err := program.Start(context.WithoutCancel(t.Context()), flags...)
	if err != nil {
		t.Fatal(err)
	}
	s.Server = started
	t.Cleanup(func() {
		if err := started.Kill(); err != nil {
			t.Error(err)
		}
	})
}

// signal sends the process a signal.
func (s *server) signal(t *testing.T, what os.Signal) {
	t.Helper()
	if err := s.Signal(what); err != nil {
		t.Fatal(err)
	}
}

// stop asks the server to stop, and waits until it has.
func (s *server) stop(t *testing.T) {
	t.Helper()
	if err := s.Stop(); err != nil {
		t.Error(err)
	}
}

// kill ends the server at once.
func (s *server) kill(t *testing.T) {
	t.Helper()
	if err := s.Kill(); err != nil {
		t.Error(err)
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
