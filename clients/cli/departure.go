package main

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"
)

// departure is the error of a game that a signal has ended.
type departure struct {
	signal os.Signal
	text   string // says why, in the player's language; set where it is told
}

func (d *departure) Error() string { return d.text }

// exit is the exit code: that of a shell whose program the signal has ended, but an
// interrupt is no answer, as everywhere.
func (d *departure) exit() int {
	if number, known := d.signal.(syscall.Signal); known && d.signal != os.Interrupt {
		return 128 + int(number)
	}
	return exitTrouble
}

// part takes leave of a game, nil where none was begun: it prints how the game stands
// and its record or, where nobody may be there to read that, writes the record to a
// file. It returns the signal that has ended the game, if one has.
func (p *player) part(ctx context.Context, s *session) error {
	var left *departure
	if errors.As(context.Cause(ctx), &left) {
		left.text = p.whyLeft(left.signal)
	}
	if s != nil {
		p.farewell(s)
		lost := p.flush()
		if s.unkept() && (lost != nil || left != nil && left.signal == syscall.SIGHUP) {
			if path, err := s.rescue(); err != nil {
				p.complain(err)
			} else {
				p.complain(errors.New(p.say(words{en: "the record is in %s", de: "die Aufzeichnung steht in %s"}, path)))
			}
		}
	}
	if left == nil {
		return nil
	}
	return left
}

// whyLeft says which signal has ended a game.
func (p *player) whyLeft(sent os.Signal) string {
	switch sent {
	case os.Interrupt:
		return p.say(words{en: "interrupted", de: "abgebrochen"})
	case syscall.SIGHUP:
		return p.say(words{en: "the terminal hung up", de: "das Terminal hat aufgelegt"})
	}
	return p.say(words{en: "ended by a signal: %v", de: "durch ein Signal beendet: %v"}, sent)
}

// rescue writes the record to a new file in the folder where programs keep their
// state or, where that cannot be, in the current one, and returns its path.
func (s *session) rescue() (string, error) {
	name := s.fileName() + "-*.jsonl"
	record := s.record().AppendJSON(nil)
	path, err := writeNew(s.stateFolder(), name, record)
	if err != nil {
		path, err = writeNew(".", name, record)
	}
	if err != nil {
		return "", s.fileError(err)
	}
	return path, nil
}

// stateFolder is where this program keeps what is to be found again.
func (t *tool) stateFolder() string {
	if folder := t.getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return filepath.Join(folder, "talon")
	}
	if runtime.GOOS == "windows" {
		return filepath.Join(t.getenv("LocalAppData"), "talon")
	}
	return filepath.Join(t.getenv("HOME"), ".local", "state", "talon")
}

// writeNew writes a file of which there was none, whose * is chosen so, in a folder
// that is made where it is missing.
func writeNew(folder, name string, text []byte) (path string, err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return "", err
	}
	file, err := os.CreateTemp(folder, name)
	if err != nil {
		return "", err
	}
	_, err = file.Write(text)
	return file.Name(), errors.Join(err, file.Close())
}

// fileName is the name, without an ending, of a file for the record.
func (s *session) fileName() string {
	name := s.game.GetVariant()
	if number := s.deal.GetNumber(); number != 0 {
		name += "-" + strconv.FormatUint(uint64(number), 10)
	}
	return name
}
