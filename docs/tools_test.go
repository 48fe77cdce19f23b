package docs_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// requiredTools names the tools, separated by blanks, whose absence fails the
// tests. An example that lacks any other tool is skipped.
const requiredTools = "TALON_DOCS_TOOLS"

// needTools skips the test where one of the tools is missing, or fails it where
// requiredTools names that one. A tool is a command, a file, from the repository's
// root unless its path is absolute, or a module of Python: "python3:grpc".
func needTools(t *testing.T, tools ...string) {
	t.Helper()
	for _, tool := range tools {
		if hasTool(t, tool) {
			continue
		}
		if slices.Contains(strings.Fields(os.Getenv(requiredTools)), tool) {
			t.Fatalf("%s, which %s requires, is not on this machine", tool, requiredTools)
		}
		t.Skipf("%s is not on this machine", tool)
	}
}

func hasTool(t *testing.T, tool string) bool {
	t.Helper()
	if name, module, ok := strings.Cut(tool, ":"); ok {
		return interpreter(t.Context(), name, module) != ""
	}
	if strings.Contains(tool, "/") {
		if !filepath.IsAbs(tool) {
			tool = filepath.Join(root, filepath.FromSlash(tool))
		}
		_, err := os.Stat(tool)
		return err == nil
	}
	_, err := exec.LookPath(tool)
	return err == nil
}

// interpreter finds the first Python of that name on the path that has a module,
// since one of the user's own may stand before the system's; "" if there is none.
func interpreter(ctx context.Context, name, module string) string {
	for _, folder := range filepath.SplitList(os.Getenv("PATH")) {
		python := filepath.Join(folder, name)
		if exec.CommandContext(ctx, python, "-c", "import "+module).Run() == nil {
			return python
		}
	}
	return ""
}

// TestRequiredToolsAreNeeded finds a name that requires nothing.
func TestRequiredToolsAreNeeded(t *testing.T) {
	var needed []string
	for _, page := range pages(t) {
		for _, block := range page.blocks() {
			needed = append(needed, strings.Fields(block.with)...)
		}
		for _, snippet := range page.snippets() {
			needed = append(needed, snippet.tools...)
		}
	}
	for tool := range strings.FieldsSeq(os.Getenv(requiredTools)) {
		if !slices.Contains(needed, tool) {
			t.Errorf("%s names %s, which no page needs", requiredTools, tool)
		}
	}
}
