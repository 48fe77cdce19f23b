package certify

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/solve"
)

// LineError is the error of a line that a run cannot go on from.
type LineError struct {
	// Line is the number of the line, from 1.
	Line int
	// Options are those of the line if they are none of the job; empty where the
	// line is none of certify at all.
	Options string
}

func (e *LineError) Error() string {
	if e.Options != "" {
		return fmt.Sprintf("line %d is about %s", e.Line, e.Options)
	}
	return fmt.Sprintf("line %d is none of certify", e.Line)
}

// File is a file of lines that grows.
type File struct {
	file *os.File
	done map[string]bool
}

// Open opens the file, made if it is absent, and reads which items of the job it
// holds. A last line that was cut off is dropped. A file that holds anything but
// lines about the options of the job is left as it is, with a *LineError.
func Open(path string, j *Job) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return nil, err
	}
	f := &File{file: file, done: map[string]bool{}}
	if err := f.read(j); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return f, nil
}

// longest is more bytes than any line has.
const longest = 1 << 12

func (f *File) read(j *Job) error {
	whole := int64(0)
	reader := bufio.NewReaderSize(f.file, longest)
	for n := 1; ; n++ {
		text, err := reader.ReadSlice('\n')
		switch {
		case errors.Is(err, io.EOF) && len(text) == 0:
			return nil
		case errors.Is(err, io.EOF) && j.cutOff(text):
			return f.file.Truncate(whole)
		case errors.Is(err, io.EOF), errors.Is(err, bufio.ErrBufferFull):
			return &LineError{Line: n}
		case err != nil:
			return err
		}
		line, read := readLine(text)
		if !read {
			return &LineError{Line: n}
		}
		if !slices.ContainsFunc(j.Options, func(o engine.Options) bool { return o.String() == line.Options }) {
			return &LineError{Line: n, Options: line.Options}
		}
		whole += int64(len(text))
		f.done[key(line.Options, line.Day, line.Number)] = true
	}
}

// readLine reads a line, strictly.
func readLine(text []byte) (Line, bool) {
	var line Line
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if decoder.Decode(&line) != nil {
		return line, false
	}
	_, err := decoder.Token() // nothing may follow
	known := []string{solve.Winnable.String(), solve.Unwinnable.String(), solve.Unknown.String()}
	return line, err == io.EOF && line.Options != "" && line.Number > 0 && slices.Contains(known, line.Verdict)
}

// cutOff reports whether the text is the beginning of a line of the job.
func (j *Job) cutOff(text []byte) bool {
	for _, o := range j.Options {
		begin := fmt.Appendf(nil, `{"options":%q,`, o)
		if bytes.HasPrefix(text, begin) || bytes.HasPrefix(begin, text) {
			return true
		}
	}
	return false
}

func key(options, day string, number uint32) string {
	if day != "" {
		return options + " " + day
	}
	return fmt.Sprint(options, " ", number)
}

// Has reports whether the file holds the item under all options of the job.
func (f *File) Has(j *Job, item Item) bool {
	for _, o := range j.Options {
		if !f.done[key(o.String(), item.Day, uint32(item.Number))] {
			return false
		}
	}
	return true
}

// Add appends the lines of an item in one write.
func (f *File) Add(lines []Line) error {
	var text []byte
	for _, line := range lines {
		one, err := json.Marshal(line)
		if err != nil {
			return err
		}
		text = append(append(text, one...), '\n')
	}
	_, err := f.file.Write(text)
	return err
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }
