package k8s

import (
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/talon-solitaire/talon/internal/process"
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

// program is the server as it was built for all tests.
var program *process.Program

func TestMain(m *testing.M) { process.Tests(m, root, &program) }

// settingsOf lists the environment variables that the server knows.
func settingsOf(t *testing.T) []string {
	t.Helper()
	help, err := exec.Command(program.Path, "-help").CombinedOutput()
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
	check := exec.Command(program.Path, "-version")
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
