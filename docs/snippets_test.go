package docs_test

import (
	"bytes"
	"context"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// A snippet is a program of a page: the files of one section, the commands that run
// them, and what every snippet of its page prints.
type snippet struct {
	title    string
	files    []block
	commands []block
	tools    []string
	output   string
}

// snippets lists the sections of the page that have a file and a way to run it.
func (p page) snippets() []snippet {
	var found []snippet
	var output string
	for _, block := range p.blocks() {
		if block.info == "text output" {
			output = strings.Join(block.lines, "\n")
		}
		if block.file == "" && (block.with == "" || block.info == "console") {
			continue
		}
		if len(found) == 0 || found[len(found)-1].title != block.title {
			found = append(found, snippet{title: block.title})
		}
		last := &found[len(found)-1]
		last.output = output
		last.tools = append(last.tools, strings.Fields(block.with)...)
		switch {
		case block.file == "":
			last.commands = append(last.commands, block)
			continue
		case last.opens(block):
			last.tools = append(last.tools, browser)
		}
		last.files = append(last.files, block)
	}
	return found
}

// browser opens the snippets that are pages.
const browser = "chromium"

// opens tells whether a file is run by opening it in the browser.
func (s *snippet) opens(file block) bool { return filepath.Ext(file.file) == ".html" }

// run writes the files into the folder, runs them against the service, and compares
// what is printed.
func (s snippet) run(t *testing.T, service *service, folder string) {
	if s.output == "" || len(s.files) == 0 || len(s.commands) == 0 && !s.opens(s.files[0]) {
		t.Fatal("a snippet needs a file, commands that run it, and a block \"text output\" above")
	}
	needTools(t, s.tools...)
	for _, file := range s.files {
		text := service.actual(strings.Join(file.lines, "\n") + "\n")
		if err := os.WriteFile(filepath.Join(folder, file.file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	var printed string
	if first := s.files[0]; s.opens(first) {
		printed = shownBy(ctx, t, s.address(t, folder, first.file))
	} else {
		printed = s.printed(ctx, t, service, folder)
	}
	if !matches(s.output, printed) {
		t.Errorf("the snippet prints\n%s\nand not\n%s", printed, s.output)
	}
}

// printed runs the commands.
func (s snippet) printed(ctx context.Context, t *testing.T, service *service, folder string) string {
	t.Helper()
	script := "set -e\n"
	for _, tool := range s.tools {
		if name, module, ok := strings.Cut(tool, ":"); ok {
			script += name + "() { '" + interpreter(ctx, name, module) + "' \"$@\"; }\n"
		}
	}
	for _, block := range s.commands {
		script += strings.Join(block.lines, "\n") + "\n"
	}
	shell := service.shell(ctx, folder, service.actual(script))
	var stderr bytes.Buffer
	shell.Stderr = &stderr
	stdout, err := shell.Output()
	if err != nil {
		t.Fatalf("%v\n%s%s", err, stdout, stderr.Bytes())
	}
	return string(stdout)
}

// address is where the browser opens a page: its file, or, where the section has
// commands, which serve the folder then, a server of the test in their place.
func (s snippet) address(t *testing.T, folder, page string) string {
	t.Helper()
	if len(s.commands) == 0 {
		return "file://" + filepath.Join(folder, page)
	}
	files := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(files.Close)
	return files.URL + "/" + page
}

// out is the element into which a page prints.
var out = regexp.MustCompile(`(?s)<pre id="out">(.*?)</pre>`)

// shownBy opens a page in the browser, and gives what the page prints once its calls
// are answered.
func shownBy(ctx context.Context, t *testing.T, address string) string {
	t.Helper()
	chromium := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--lang=en",
		"--user-data-dir="+t.TempDir(), "--virtual-time-budget=10000", "--dump-dom", address)
	var stderr bytes.Buffer
	chromium.Stderr = &stderr
	chromium.WaitDelay = lingering
	dom, err := chromium.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.Bytes())
	}
	found := out.FindSubmatch(dom)
	if found == nil {
		t.Fatalf("the page has no element <pre id=\"out\">:\n%s", dom)
	}
	return html.UnescapeString(string(found[1]))
}
