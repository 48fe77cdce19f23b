package k8s

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

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
