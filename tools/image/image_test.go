package main

import (
	"archive/tar"
	"bufio"
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

var root = filepath.Join("..", "..")

// made builds the image of the server for this machine, as a person does, and
// returns what was printed.
func made(t *testing.T, out string) string {
	t.Helper()
	var stdout bytes.Buffer
	args := []string{"-out", out, "-version", "v9.8.7", "-platforms", "linux/" + runtime.GOARCH, "server"}
	if err := run(t.Context(), args, &stdout, io.Discard); err != nil {
		t.Fatal(err)
	}
	return stdout.String()
}

// unpack writes the files of an image as a container would see them.
func unpack(t *testing.T, image v1.Image, folder string) {
	t.Helper()
	files := mutate.Extract(image)
	defer files.Close()
	archive := tar.NewReader(files)
	for {
		header, err := archive.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(folder, filepath.FromSlash(header.Name))
		if header.Typeflag == tar.TypeDir {
			if err := os.MkdirAll(path, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		content, err := io.ReadAll(archive)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, header.FileInfo().Mode()); err != nil {
			t.Fatal(err)
		}
	}
}

// Two builds have one digest, and what the archive holds is a server that serves.
func TestTheImageIsTheSameTwiceAndServes(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("images are for Linux")
	}
	first, second := t.TempDir(), t.TempDir()
	told := made(t, first)
	if again := made(t, second); again != told || !strings.HasPrefix(told, "sha256:") {
		t.Fatalf("two builds:\n%s%s", told, again)
	}
	name := filepath.Join(first, "talon-server", "linux-"+runtime.GOARCH)
	image, err := tarball.ImageFromPath(name+".tar", nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Image(image); err != nil {
		t.Error(err)
	}
	index, err := layout.ImageIndexFromPath(filepath.Join(first, "talon-server", "oci"))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	for _, one := range []string{name + ".tar", name + ".cdx.json"} {
		a, err := os.ReadFile(one)
		if err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(strings.Replace(one, first, second, 1))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: two builds differ, %v", filepath.Base(one), err)
		}
	}

	folder := t.TempDir()
	if err := os.Chmod(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	unpack(t, image, folder)
	noticed(t, folder, name+".cdx.json")
	config, err := image.ConfigFile()
	if err != nil {
		t.Fatal(err)
	}
	if ready := serve(t, folder, config); ready != `{"status":"SERVING"}` {
		t.Errorf("/readyz: %s", ready)
	}
}

// noticed holds the image to the terms of everything that its program says it is built from.
func noticed(t *testing.T, folder, parts string) {
	t.Helper()
	notices, err := os.ReadFile(filepath.Join(folder, "THIRD_PARTY_NOTICES"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(parts)
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Components []struct{ Name, Version string }
	}
	if err := json.Unmarshal(text, &list); err != nil || len(list.Components) < 2 {
		t.Fatalf("%d parts, %v", len(list.Components), err)
	}
	for _, one := range list.Components {
		line := "\n" + one.Name + " " + one.Version
		if one.Name == "std" {
			line = "\nGo standard library\n"
		}
		if !bytes.Contains(notices, []byte(line)) {
			t.Errorf("the terms of %s %s are not in the image; make licences", one.Name, one.Version)
		}
	}
}

// serve starts the image's program with the image as the whole file system, where
// this user may do that, and returns what /readyz says.
func serve(t *testing.T, folder string, config *v1.ConfigFile) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	entry := config.Config.Entrypoint[0]
	command := exec.CommandContext(ctx, filepath.Join(folder, entry))
	command.Dir = folder
	if os.Geteuid() == 0 {
		command.Path, command.Dir = entry, "/"
		command.SysProcAttr = &syscall.SysProcAttr{Chroot: folder, Credential: &syscall.Credential{Uid: 65532, Gid: 65532}}
	}
	command.Env = append(slices.Clone(config.Config.Env), "TALON_GRPC_ADDR=127.0.0.1:0", "TALON_HTTP_ADDR=127.0.0.1:0", "TALON_ADMIN_ADDR=")
	lines, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		cancel()
		_ = command.Wait()
	}()
	scanner := bufio.NewScanner(lines)
	for scanner.Scan() {
		var line struct{ Msg, HTTP, Version string }
		if err := json.Unmarshal(scanner.Bytes(), &line); err != nil {
			t.Fatalf("%s: %v", scanner.Text(), err)
		}
		if line.Msg != "ready" {
			continue
		}
		if line.Version != "v9.8.7" {
			t.Errorf("version %q", line.Version)
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+line.HTTP+"/readyz", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, err := io.ReadAll(answer.Body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.TrimSpace(string(body))
	}
	t.Fatalf("never ready: %v", scanner.Err())
	return ""
}

// An image of two platforms, of programs that are only names here.
func TestImagesOfAllPlatformsAreInOneIndex(t *testing.T) {
	b := build{source: root, program: programs["server"], version: "v1"}
	var images []v1.Image
	for _, name := range []string{"linux/amd64", "linux/arm64"} {
		platform, err := v1.ParsePlatform(name)
		if err != nil {
			t.Fatal(err)
		}
		binary := filepath.Join(t.TempDir(), "binary")
		if err := os.WriteFile(binary, []byte(name), 0o644); err != nil {
			t.Fatal(err)
		}
		image, err := b.image(platform, binary)
		if err != nil {
			t.Fatal(err)
		}
		config, err := image.ConfigFile()
		if err != nil {
			t.Fatal(err)
		}
		if config.Config.User != "65532:65532" || !slices.Equal(config.Config.Entrypoint, []string{"/talon-server"}) {
			t.Errorf("user %s, entry %s", config.Config.User, config.Config.Entrypoint)
		}
		folder := t.TempDir()
		unpack(t, image, folder)
		if program, err := os.ReadFile(filepath.Join(folder, "talon-server")); err != nil || string(program) != name {
			t.Errorf("the program of %s is %q, %v", name, program, err)
		}
		if info, err := os.Stat(filepath.Join(folder, "talon-server")); err != nil || info.Mode().Perm() != 0o755 {
			t.Errorf("%v, %v", info.Mode(), err)
		}
		trusted, err := os.ReadFile(filepath.Join(folder, "etc/ssl/certs/ca-certificates.crt"))
		if err != nil || !x509.NewCertPool().AppendCertsFromPEM(trusted) {
			t.Errorf("no certificates in %d bytes, %v", len(trusted), err)
		}
		images = append(images, image)
	}
	index, err := indexOf(images)
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := index.IndexManifest()
	if err != nil {
		t.Fatal(err)
	}
	var platforms []string
	for _, one := range manifest.Manifests {
		platforms = append(platforms, one.Platform.String())
	}
	if !slices.Equal(platforms, []string{"linux/amd64", "linux/arm64"}) {
		t.Errorf("platforms %q", platforms)
	}
}

// The list names every module that the test's own binary was built from.
func TestPartsAreTheModulesOfTheBinary(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := partsOf(binary, "image", "v1")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"bomFormat": "CycloneDX"`, `pkg:golang/std@`, `pkg:golang/github.com/google/go-containerregistry@v`, `"h1:`} {
		if !strings.Contains(string(text), want) {
			t.Errorf("no %s in\n%s", want, text)
		}
	}
}

func TestWhatIsNoProgramIsRefused(t *testing.T) {
	for _, args := range [][]string{{}, {"service"}, {"server", "tool"}, {"-platforms", "linux/amd64/v1/x", "-out", t.TempDir(), "server"}} {
		if err := run(t.Context(), args, io.Discard, io.Discard); err == nil {
			t.Errorf("%q is taken", args)
		}
	}
}

// Who has a container engine gets the same by the Dockerfile.
func TestTheDockerfileMakesTheSameImages(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root, "deploy", "Dockerfile"))
	if err != nil {
		t.Fatal(err)
	}
	stages := regexp.MustCompile(`(?m)^FROM scratch AS (\w+)$`).Split(string(text), -1)
	names := regexp.MustCompile(`(?m)^FROM scratch AS (\w+)$`).FindAllStringSubmatch(string(text), -1)
	if len(names) != len(programs) {
		t.Fatalf("%d images, wanted %d", len(names), len(programs))
	}
	for i, name := range names {
		p, stage := programs[name[1]], stages[i+1]
		wanted := append([]string{
			"USER " + user, `ENTRYPOINT ["/` + p.name + `"]`, "/etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/", "LICENSE NOTICE /", "internal/licences/notices.txt /THIRD_PARTY_NOTICES",
			p.description,
		}, p.environment...)
		for _, port := range p.ports {
			wanted = append(wanted, strings.TrimSuffix(port, "/tcp"))
		}
		for _, want := range wanted {
			if !strings.Contains(stage, want) {
				t.Errorf("%s has no %s:\n%s", name[1], want, stage)
			}
		}
		if !strings.Contains(stages[0], p.path) {
			t.Errorf("%s is not built", p.path)
		}
	}
}
