package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// vectorsIn reads a folder of vectors, as docs/conformance.md describes it.
func vectorsIn(folder string) ([]vector, error) {
	files, err := filepath.Glob(filepath.Join(folder, "*.jsonl"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("%s: no files *.jsonl", folder)
	}
	var all []vector
	for _, file := range files {
		found, err := vectorsOf(file)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// vectorsOf reads a file of vectors. Its name says what it holds.
func vectorsOf(file string) ([]vector, error) {
	name := nameOf(file)
	kind, _, _ := strings.Cut(name, "-")
	switch kind {
	case "logs":
		return each(file, func(line int, l logRecord) vector {
			return vector{id: fmt.Sprintf("%s:%d", name, line), check: l.check}
		})
	case "setup":
		return each(file, func(_ int, s setupRecord) vector { return vector{id: s.ID, check: s.check, open: !s.Possible} })
	case "deals":
		return each(file, func(line int, d dealRecord) vector {
			return vector{id: fmt.Sprintf("%s:%d", name, line), check: d.check}
		})
	case "perft":
		records, err := each(file, func(_ int, p perftRecord) perftRecord { return p })
		var all []vector
		for i, w := range walksOf(records) {
			all = append(all, vector{id: fmt.Sprintf("%s:%d", name, i+1), check: w.check})
		}
		return all, err
	}
	return each(file, func(_ int, p positionRecord) vector { return p.vector() })
}

// longestRecord is the longest line of a file of vectors, in bytes.
const longestRecord = 1 << 20

// each reads the records of a JSON Lines file and makes something of each.
func each[Record, Made any](file string, make func(line int, r Record) Made) ([]Made, error) {
	read, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer read.Close()
	var all []Made
	lines := bufio.NewScanner(read)
	lines.Buffer(nil, longestRecord)
	for lines.Scan() {
		var r Record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, len(all)+1, err)
		}
		all = append(all, make(len(all)+1, r))
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", file, len(all)+1, err)
	}
	return all, nil
}

// ordersIn reads a folder of positions, each with its legal moves on the line below.
func ordersIn(folder string) ([]vector, error) {
	var all []vector
	err := eachText(folder, func(name, text string) {
		lines := strings.Split(text, "\n")
		for i, line := range lines[:len(lines)-1] {
			if strings.HasPrefix(line, name+"/") {
				o := orderRecord{line, strings.Fields(lines[i+1])}
				all = append(all, vector{id: fmt.Sprintf("order-%s:%d", name, i+1), check: o.check})
			}
		}
	})
	return all, err
}

// title is the line that begins a case: "case PR-01 The sentence that it shows".
var title = regexp.MustCompile(`(?m)^case (\S+) .*\n`)

// situationsIn reads a folder of cases.
func situationsIn(folder string) ([]vector, error) {
	var all []vector
	err := eachText(folder, func(name, text string) {
		titles := title.FindAllStringSubmatchIndex(text, -1)
		for i, at := range titles {
			end := len(text)
			if i+1 < len(titles) {
				end = titles[i+1][0]
			}
			s := situation{}
			for line := range strings.Lines(text[at[1]:end]) {
				if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
					s.lines = append(s.lines, line)
				}
			}
			all = append(all, vector{id: fmt.Sprintf("case-%s:%d", name, i+1), check: s.check})
		}
	})
	return all, err
}

// eachText reads the text files of a folder.
func eachText(folder string, read func(name, text string)) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.txt"))
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%s: no files *.txt", folder)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		read(nameOf(file), string(bytes.TrimSpace(text))+"\n")
	}
	return nil
}

// nameOf is the name of a file without its folder and its ending.
func nameOf(file string) string {
	return strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
}

// source is where vectors lie.
type source struct {
	testdata string // the folder engine/testdata of the project
	vectors  string // the folder of the vectors
}

// sourceAt finds the vectors of a checkout: all of them where they lie beside it, or
// where TALON_SHARED says, otherwise the part that the project carries.
func sourceAt(root string) (source, error) {
	s := source{testdata: filepath.Join(root, "engine", "testdata")}
	shared := os.Getenv("TALON_SHARED")
	if shared == "" {
		shared = filepath.Join(root, "..", "shared")
	}
	s.vectors = filepath.Join(shared, "corpus", "vectors")
	_, err := os.Stat(s.vectors)
	if errors.Is(err, fs.ErrNotExist) {
		s.vectors, err = s.carried(), nil
	}
	return s, err
}

// carried is the part of the vectors that the project carries.
func (s source) carried() string { return filepath.Join(s.testdata, "vectors") }

// read reads all that there is.
func (s source) read() ([]vector, error) {
	vectors, err := vectorsIn(s.vectors)
	deals, dealsErr := vectorsOf(filepath.Join(s.testdata, "deals.jsonl"))
	orders, ordersErr := ordersIn(filepath.Join(s.testdata, "order"))
	situations, situationsErr := situationsIn(filepath.Join(s.testdata, "cases"))
	all := append(append(append(vectors, deals...), orders...), situations...)
	return all, errors.Join(err, dealsErr, ordersErr, situationsErr)
}
