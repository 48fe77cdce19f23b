package k8s

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/compose-spec/compose-go/v2/cli"
	"github.com/compose-spec/compose-go/v2/types"
)

var composed = filepath.Join(root, "deploy", "compose")

// project reads compose files as compose does.
func project(t *testing.T, files ...string) *types.Project {
	t.Helper()
	paths := make([]string, len(files))
	for i, file := range files {
		paths[i] = filepath.Join(composed, file)
	}
	options, err := cli.NewProjectOptions(paths)
	if err != nil {
		t.Fatal(err)
	}
	p, err := options.LoadProject(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// servers are the services of a project that run Talon.
func servers(p *types.Project) (found []types.ServiceConfig) {
	for _, service := range p.Services {
		if strings.HasPrefix(service.Name, "talon-") {
			found = append(found, service)
		}
	}
	return found
}

// environment is that of a service.
func environment(service *types.ServiceConfig) map[string]string {
	values := map[string]string{}
	for name, value := range service.Environment {
		values[name] = *value
	}
	return values
}

func TestComposeTakesItsFiles(t *testing.T) {
	for _, files := range [][]string{{"compose.yaml"}, {"compose.yaml", "sealed.yaml"}} {
		p := project(t, files...)
		if found := servers(p); len(found) != 3 {
			t.Errorf("%q: %d servers", files, len(found))
		}
		for _, service := range p.Services {
			if !service.ReadOnly || service.MemLimit == 0 || len(service.CapDrop) == 0 {
				t.Errorf("%q: %s may write, take all memory or has capabilities", files, service.Name)
			}
			for _, volume := range service.Volumes {
				if volume.Type != types.VolumeTypeBind || filepath.Base(volume.Source) == "keys" {
					continue
				}
				if _, err := os.Stat(volume.Source); err != nil {
					t.Errorf("%q: %s: %v", files, service.Name, err)
				}
			}
			if strings.HasPrefix(service.Name, "talon-") {
				values := environment(&service)
				delete(values, "TALON_SEAL_KEYS") // there is no such file here
				checkSettings(t, service.Name, values)
			}
		}
	}
}

// haproxy returns the configuration with other addresses: those of the servers, and listeners that are
// open already, for JSON as file 3 and for gRPC as file 4.
func haproxy(t *testing.T, servers []*server) string {
	t.Helper()
	text := string(read(t, filepath.Join(composed, "haproxy.cfg")))
	for from, to := range map[string]string{"bind :8080": "bind fd@3", "bind :9090": "bind fd@4"} {
		if !strings.Contains(text, from) {
			t.Fatalf("no %q", from)
		}
		text = strings.ReplaceAll(text, from, to)
	}
	for i, one := range servers {
		name := fmt.Sprintf("talon-%d", i+1)
		text = strings.NewReplacer(name+":8080", one.HTTP, name+":9090", one.GRPC).Replace(text)
	}
	path := filepath.Join(t.TempDir(), "haproxy.cfg")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// listening opens a port and returns it as a file that a child can have, and its address.
func listening(t *testing.T) (*os.File, string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	return file, l.Addr().String()
}

// version asks for the version over gRPC, without a library: an empty message in its frame.
func version(client *http.Client, address string) error {
	response, err := client.Post("http://"+address+"/solitaire.v1.RulesService/GetVersion", "application/grpc", bytes.NewReader(make([]byte, 5)))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return err
	}
	if response.Trailer.Get("Grpc-Status") != "0" {
		return fmt.Errorf("%s, %v %v", response.Status, response.Header, response.Trailer)
	}
	return nil
}

func deal(client *http.Client, address string) error {
	response, err := client.Post("http://"+address+"/v1/games:deal", "application/json", strings.NewReader(`{"variant":"golf","number":7}`))
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", response.Status, body)
	}
	return err
}

// patience is what a call may take on a machine that has much to do.
const patience = 30 * time.Second

// While one server after the other stops, no call fails.
func TestNoCallIsLostBehindHAProxyWhileServersStop(t *testing.T) {
	path := tool(t, "haproxy")
	of := servers(project(t, "compose.yaml"))
	var settings []string
	for name, value := range environment(&of[0]) {
		settings = append(settings, name+"="+value)
	}
	var running []*server
	for range of {
		running = append(running, serve(t, settings...))
	}
	json, jsonAddress := listening(t)
	grpc, grpcAddress := listening(t)
	proxy := exec.Command(path, "-f", haproxy(t, running))
	var told bytes.Buffer
	proxy.ExtraFiles, proxy.Stdout, proxy.Stderr = []*os.File{json, grpc}, &told, &told
	if err := proxy.Start(); err != nil {
		t.Fatal(err)
	}
	// From now on the ports are the proxy's alone, so that nobody waits for one that is gone.
	_, _ = json.Close(), grpc.Close()
	t.Cleanup(func() {
		_ = proxy.Process.Kill()
		_ = proxy.Wait()
		if t.Failed() {
			t.Log(told.String())
		}
	})

	h2 := &http.Transport{Protocols: &http.Protocols{}}
	h2.Protocols.SetUnencryptedHTTP2(true)
	stop := make(chan struct{})
	var calling sync.WaitGroup
	for name, call := range map[string]func() error{
		"JSON": func() error { return deal(&http.Client{Timeout: patience}, jsonAddress) },
		"gRPC": func() error { return version(&http.Client{Transport: h2, Timeout: patience}, grpcAddress) },
	} {
		calling.Go(func() {
			calls := 0
			for {
				select {
				case <-stop:
					if calls == 0 {
						t.Errorf("%s: no call", name)
					}
					t.Logf("%s: %d calls", name, calls)
					return
				default:
				}
				if err := call(); err != nil {
					t.Errorf("%s: call %d: %v", name, calls, err)
					return
				}
				calls++
			}
		})
	}
	for _, one := range running[:2] {
		one.stop(t)
	}
	close(stop)
	calling.Wait()
}
