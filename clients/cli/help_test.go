package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/talon-solitaire/talon/engine/phrase"
)

// TestExamplesOfTheHelpRun tries what the help pages show, with the files that they
// name. An example of a refused move may end with a no.
func TestExamplesOfTheHelpRun(t *testing.T) {
	folder := t.TempDir()
	record := `{"variant":"freecell","deal":{"number":1},"moves":["t1c1"]}` + "\n"
	for name, text := range map[string]string{
		"game.txt": nearlyWon, "moves.txt": "t5fd", "games.jsonl": record, "games.txt": record,
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	bash(t, folder, "gzip games.txt", false)
	tried := 0
	everyCommand(t, phrase.English, func(command *cobra.Command) {
		for example := range strings.Lines(command.Example) {
			if example = strings.TrimSpace(example); !strings.Contains(example, "--server") && !onScreen(example) {
				bash(t, folder, strings.ReplaceAll(example, "| less", "| cat"), strings.HasPrefix(command.Use, "check"))
				tried++
			}
		}
	})
	if tried < 20 {
		t.Errorf("only %d examples were found", tried)
	}
}

// onScreen reports whether an example needs a terminal.
func onScreen(example string) bool {
	return strings.HasPrefix(example, "talon play ") && !strings.Contains(example, "--plain")
}

func bash(t *testing.T, folder, line string, mayRefuse bool) {
	t.Helper()
	shell := exec.CommandContext(t.Context(), "bash", "-c", "set -eo pipefail; "+line)
	shell.Dir = folder
	printed, err := shell.CombinedOutput()
	if code := shell.ProcessState.ExitCode(); code != exitDone && (code != exitNo || !mayRefuse) {
		t.Errorf("%s: %v\n%s", line, err, printed)
	}
}

func TestEveryCommandIsExplainedInBothLanguages(t *testing.T) {
	said := map[string]string{}
	for _, language := range phrase.Languages() {
		everyCommand(t, language, func(command *cobra.Command) {
			name := command.Name()
			if command.Short == "" || said["short "+name] == command.Short {
				t.Errorf("%s: %s says %q as the other language does", language, name, command.Short)
			}
			said["short "+name] = command.Short
			if command.Long == "" || said["long "+name] == command.Long {
				t.Errorf("%s: %s says %q as the other language does", language, name, command.Long)
			}
			said["long "+name] = command.Long
			if command.Example == "" {
				t.Errorf("%s has no example", name)
			}
			for line := range strings.Lines(command.Long) {
				if n := len([]rune(strings.TrimSpace(line))); n > 90 {
					t.Errorf("%s: %s has a line of %d columns: %s", language, name, n, line)
				}
			}
		})
	}
}

// everyCommand visits the tool and its commands as they describe themselves in a language.
func everyCommand(t *testing.T, language phrase.Language, visit func(*cobra.Command)) {
	t.Helper()
	tool := &tool{console: console{getenv: func(string) string { return "" }}, language: language}
	root := tool.command()
	visit(root)
	for _, command := range root.Commands() {
		visit(command)
	}
}
