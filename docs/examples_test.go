package docs_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// A command is one example: what stands after the prompt, and what it prints.
type command struct {
	line   int // in its page, from 1
	text   string
	output []string
}

// TestExamplesPrintWhatTheyShow runs the console blocks and the snippets of every
// page. They share a folder, in the order of the page; a block's commands share a
// shell.
func TestExamplesPrintWhatTheyShow(t *testing.T) {
	service := startService(t)
	for _, page := range pages(t) {
		var consoles []block
		for _, block := range page.blocks() {
			if block.info == "console" {
				consoles = append(consoles, block)
			}
		}
		snippets := page.snippets()
		if len(consoles)+len(snippets) == 0 {
			continue
		}
		t.Run(page.path, func(t *testing.T) {
			folder := workFolder(t)
			for _, block := range consoles {
				if block.with == "" {
					runBlock(t, service, folder, page.path, block)
					continue
				}
				t.Run(block.title, func(t *testing.T) {
					needTools(t, strings.Fields(block.with)...)
					runBlock(t, service, folder, page.path, block)
				})
			}
			for _, snippet := range snippets {
				t.Run(snippet.title, func(t *testing.T) { snippet.run(t, service, folder) })
			}
		})
	}
}

// TestQuotedCodeStandsInItsFile holds a block below a "<!-- from FILE -->" line
// to that file, indentation apart.
func TestQuotedCodeStandsInItsFile(t *testing.T) {
	for _, page := range pages(t) {
		for _, block := range page.blocks() {
			if block.from == "" {
				continue
			}
			text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(block.from)))
			if err != nil {
				t.Errorf("%s:%d: %v", page.path, block.line, err)
				continue
			}
			if !strings.Contains(unindented(strings.Split(string(text), "\n")), unindented(block.lines)) {
				t.Errorf("%s:%d: this block does not stand in %s", page.path, block.line, block.from)
			}
		}
	}
}

func unindented(lines []string) string {
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(strings.TrimLeft(line, " \t") + "\n")
	}
	return text.String()
}

// commands takes a console block apart: "$ " begins a command, "> " goes on with
// it, and every other line is output.
func (b block) commands() ([]command, error) {
	var list []command
	for i, line := range b.lines {
		at := b.line + 1 + i
		if text, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, command{line: at, text: text})
			continue
		}
		if len(list) == 0 {
			return nil, fmt.Errorf("line %d: a console block begins with a command: \"$ …\"", at)
		}
		last := &list[len(list)-1]
		if text, ok := strings.CutPrefix(line, "> "); ok && len(last.output) == 0 {
			last.text += "\n" + text
			continue
		}
		last.output = append(last.output, line)
	}
	return list, nil
}

// mark ends the output of each command, with its exit code behind it.
const mark = "\x1e"

func runBlock(t *testing.T, service *service, folder, path string, b block) {
	t.Helper()
	commands, err := b.commands()
	if err != nil {
		t.Errorf("%s: %v", path, err)
		return
	}
	var script strings.Builder
	for _, command := range commands {
		fmt.Fprintf(&script, "{ %s\n} 2>&1 </dev/null\nprintf '%s%%s%s' $?\n", service.actual(command.text), mark, mark)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	printed, err := service.shell(ctx, folder, script.String()).CombinedOutput()
	if err != nil {
		t.Errorf("%s:%d: %v\n%s", path, b.line, err, printed)
		return
	}
	parts := strings.Split(service.documented(string(printed)), mark)
	if len(parts) != 2*len(commands)+1 {
		t.Errorf("%s:%d: the shell stopped early:\n%s", path, b.line, printed)
		return
	}
	for i, command := range commands {
		got, want := parts[2*i], strings.Join(command.output, "\n")
		if code, err := strconv.Atoi(parts[2*i+1]); err != nil || code != 0 {
			t.Errorf("%s:%d: %s\nends with exit code %s (where that is meant, show it: `…; echo $?`); it printed\n%s",
				path, command.line, command.text, parts[2*i+1], got)
		} else if !matches(want, got) {
			t.Errorf("%s:%d: %s\nprints\n%s\nand not\n%s", path, command.line, command.text, got, want)
		}
	}
}

// workFolder is an empty folder in which the repository's visible folders and
// files can be read by their own names.
func workFolder(t *testing.T) string {
	t.Helper()
	folder := t.TempDir()
	entries, err := os.ReadDir(root)
	if err != nil {
		t.Fatal(err)
	}
	top, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") || entry.Name() == "bin" {
			continue
		}
		if err := os.Symlink(filepath.Join(top, entry.Name()), filepath.Join(folder, entry.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}
