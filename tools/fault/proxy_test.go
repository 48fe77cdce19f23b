package fault

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// proxy is a balancer in front of three servers; its addresses are host:port.
type proxy struct {
	GRPC, JSON string
}

// configured writes a configuration of deploy with other words in place of some.
func configured(t *testing.T, path string, servers []*server, words ...string) string {
	t.Helper()
	shipped, err := os.ReadFile(filepath.Join(root, "deploy", path))
	if err != nil {
		t.Fatal(err)
	}
	for i, one := range servers {
		name := fmt.Sprintf("talon-%d", i+1)
		words = append(words, name+":8080", one.HTTP, name+":9090", one.GRPC)
	}
	text := string(shipped)
	for i := 0; i < len(words); i += 2 {
		if !strings.Contains(text, words[i]) {
			t.Fatalf("%s: no %q", path, words[i])
		}
		text = strings.ReplaceAll(text, words[i], words[i+1])
	}
	file := filepath.Join(t.TempDir(), filepath.Base(path))
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

// listen opens a port and returns it as a file that a child can have, and its address.
func listen(t *testing.T) (*os.File, string) {
	t.Helper()
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp", loopback()+":0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	file, err := l.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	return file, l.Addr().String()
}

// run starts a proxy, whose files 3 and 4 are the ports of JSON and gRPC.
func run(t *testing.T, configure func(p *proxy) *exec.Cmd) *proxy {
	t.Helper()
	json, jsonAddress := listen(t)
	grpc, grpcAddress := listen(t)
	p := &proxy{GRPC: grpcAddress, JSON: jsonAddress}
	command := configure(p)
	var told bytes.Buffer
	command.ExtraFiles, command.Stdout, command.Stderr = []*os.File{json, grpc}, &told, &told
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	// From now on the ports are the proxy's alone, so that nobody waits for one that is gone.
	_, _ = json.Close(), grpc.Close()
	t.Cleanup(func() {
		// Killed, it would leave its workers behind.
		_ = command.Process.Signal(syscall.SIGTERM)
		_ = command.Wait()
		if t.Failed() {
			t.Log(told.String())
		}
	})
	return p
}

func haproxy(t *testing.T, servers []*server) *proxy {
	t.Helper()
	path := tool(t, "haproxy")
	return run(t, func(*proxy) *exec.Cmd {
		config := configured(t, "compose/haproxy.cfg", servers, "bind :8080", "bind fd@3", "bind :9090", "bind fd@4")
		return exec.Command(path, "-f", config)
	})
}

func nginx(t *testing.T, servers []*server) *proxy {
	t.Helper()
	path := tool(t, "nginx")
	return run(t, func(p *proxy) *exec.Cmd {
		config := configured(t, "nginx/nginx.conf", servers, "listen 8080", "listen "+p.JSON, "listen 9090", "listen "+p.GRPC)
		prefix := t.TempDir()
		own := "daemon off; pid nginx.pid;"
		// What Debian's nginx would keep in /var/lib.
		folders := ""
		for _, of := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			folders += of + "_temp_path " + filepath.Join(prefix, of) + ";\n"
		}
		text, err := os.ReadFile(config)
		if err == nil {
			err = os.WriteFile(config, bytes.Replace(text, []byte("http {\n"), []byte("http {\n"+folders), 1), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
		command := exec.Command(path, "-c", config, "-p", prefix, "-e", "stderr", "-g", own)
		// By this variable an nginx hands its ports to the next one.
		command.Env = append(os.Environ(), "NGINX=3;4;")
		return command
	})
}
