package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
)

// Limits of what is read at once; records are read one by one and have none.
const (
	maxState = 64 << 10
	maxText  = 4 << 20
)

// operand returns the text that an argument stands for: "-" is the standard
// input, "@name" the file of that name, anything else is the text itself.
// Blanks and line ends around it are cut off.
func (t *tool) operand(arg string, limit int64) (string, error) {
	var from io.Reader
	switch {
	case arg == "-":
		if t.inputRead {
			return "", t.usage(words{
				en: "the standard input can be read once only: give - for one argument",
				de: "die Standardeingabe lässt sich nur einmal lesen: - nur für ein Argument angeben",
			})
		}
		t.inputRead = true
		from = t.in
	case strings.HasPrefix(arg, "@"):
		file, err := os.Open(arg[1:])
		if err != nil {
			return "", t.fileError(err)
		}
		defer file.Close()
		from = file
	default:
		return strings.TrimSpace(arg), nil
	}
	text, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err != nil {
		return "", t.fileError(err)
	}
	if int64(len(text)) > limit {
		return "", fmt.Errorf(t.say(words{
			en: "%s holds more than %d bytes",
			de: "%s enthält mehr als %d Bytes",
		}), t.nameOf(arg), limit)
	}
	return string(bytes.TrimSpace(bytes.TrimPrefix(text, []byte("\xef\xbb\xbf")))), nil
}

// state reads a state: one line, from an argument, a file or the standard input.
func (t *tool) state(arg string) (string, error) {
	text, err := t.operand(arg, maxState)
	if err != nil {
		return "", err
	}
	return t.stateIn(arg, text)
}

// stateIn is the state in the text that an argument stands for.
func (t *tool) stateIn(arg, text string) (string, error) {
	if text == "" {
		return "", fmt.Errorf(t.say(words{
			en: "%s: no state, expected one line like \"klondike/1 m=0 t1:5c …\"",
			de: "%s: keine Stellung, erwartet wird eine Zeile wie „klondike/1 m=0 t1:5c …“",
		}), t.nameOf(arg))
	}
	if arg == text {
		if err := t.mistaken(arg); err != nil {
			return "", err
		}
	}
	if line, rest, more := strings.Cut(text, "\n"); more {
		return "", fmt.Errorf(t.say(words{
			en: "%s: expected one state on one line, got more lines after %.40q (%d bytes)",
			de: "%s: erwartet wird eine Stellung in einer Zeile, nach „%.40s“ folgen weitere Zeilen (%d Bytes)",
		}), t.nameOf(arg), line, len(rest))
	}
	return text, nil
}

// mistaken returns an error where an argument that should be a text is meant as the
// name of a file.
func (t *tool) mistaken(arg string) error {
	if strings.ContainsAny(arg, " \n") {
		return nil
	}
	if _, err := os.Stat(arg); err == nil {
		return t.usage(words{
			en: "%s is a file: write @%[1]s to read it",
			de: "%s ist eine Datei: @%[1]s liest sie",
		}, arg)
	}
	if looksLikePath(arg) {
		return t.usage(words{
			en: "%.200s: no such file; write @FILE to read a file",
			de: "%.200s: Datei nicht gefunden; @DATEI liest eine Datei",
		}, arg)
	}
	return nil
}

// extension is the end of a file's name, as in .txt; no state ends so.
var extension = regexp.MustCompile(`^\.[A-Za-z][A-Za-z0-9]*$`)

// looksLikePath reports whether a text is more like the name of a file than like a
// state, which begins with the name of a game.
func looksLikePath(text string) bool {
	for _, prefix := range []string{"/", "./", "../", "~"} {
		if strings.HasPrefix(text, prefix) {
			return !strings.ContainsAny(text, "\n")
		}
	}
	return !strings.HasPrefix(text, "@") && extension.MatchString(filepath.Ext(text))
}

// moves reads moves: each argument holds one, or several with blanks between
// them, or names where they are to be read from.
func (t *tool) moves(args []string) ([]string, error) {
	var moves []string
	for _, arg := range args {
		text, err := t.operand(arg, maxText)
		if err != nil {
			return nil, err
		}
		moves = append(moves, strings.Fields(text)...)
	}
	if len(moves) == 0 {
		return nil, t.usage(words{en: "there are no moves", de: "es sind keine Züge da"})
	}
	return moves, nil
}

// nameOf names where an operand came from, for messages.
func (t *tool) nameOf(arg string) string {
	switch {
	case arg == "-":
		return t.say(words{en: "standard input", de: "Standardeingabe"})
	case strings.HasPrefix(arg, "@"):
		return arg[1:]
	}
	return t.say(words{en: "the argument", de: "das Argument"})
}

// fileError says in the user's language what is wrong with a file.
func (t *tool) fileError(err error) error {
	var path *os.PathError
	if !errors.As(err, &path) {
		return err
	}
	name := fmt.Sprintf("%.200s", path.Path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return fmt.Errorf("%s: %s", name, t.say(words{en: "no such file", de: "Datei nicht gefunden"}))
	case errors.Is(err, os.ErrExist):
		return fmt.Errorf("%s: %s", name, t.say(words{en: "exists already", de: "gibt es schon"}))
	case errors.Is(err, os.ErrPermission):
		return fmt.Errorf("%s: %s", name, t.say(words{en: "permission denied", de: "Zugriff verweigert"}))
	case errors.Is(err, syscall.EISDIR):
		return fmt.Errorf("%s: %s", name, t.say(words{en: "a directory, no file", de: "ein Verzeichnis, keine Datei"}))
	}
	return fmt.Errorf("%s: %w", name, path.Err)
}
