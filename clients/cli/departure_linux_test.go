package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"
)

// seat is a terminal at which somebody runs the tool.
type seat struct {
	*testing.T
	terminal *os.File // what is written to it is typed; what is read of it is shown
	shown    strings.Builder
	command  *exec.Cmd
	state    string // the folder where programs keep their state
}

// sit runs "talon play" as the first program of a new terminal.
func sit(t *testing.T, args ...string) *seat {
	t.Helper()
	terminal, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	var number, locked uint32
	control(t, terminal, syscall.TIOCGPTN, &number)
	control(t, terminal, syscall.TIOCSPTLCK, &locked)
	slave, err := os.OpenFile("/dev/pts/"+strconv.Itoa(int(number)), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer slave.Close()
	s := &seat{T: t, terminal: terminal, state: t.TempDir()}
	s.command = exec.Command("talon", append([]string{"play"}, args...)...)
	s.command.Env = append(os.Environ(), "TERM=xterm", "LC_ALL=C.UTF-8", "NO_COLOR=1", "COLUMNS=80", "LINES=24", "XDG_STATE_HOME="+s.state)
	s.command.Dir = t.TempDir()
	s.command.Stdin, s.command.Stdout, s.command.Stderr = slave, slave, slave
	s.command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := s.command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.command.Process.Kill() // it has ended, where all is well
		_ = s.terminal.Close()
	})
	return s
}

// control reads or sets a property of a terminal. Its file stays one that can be
// closed while it is read.
func control(t *testing.T, terminal *os.File, request uintptr, value *uint32) {
	t.Helper()
	raw, err := terminal.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	err = raw.Control(func(fd uintptr) {
		if _, _, failed := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(unsafe.Pointer(value))); failed != 0 {
			t.Fatal(failed)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
}

// sees reads what is shown until a text is.
func (s *seat) sees(text string) {
	s.Helper()
	piece := make([]byte, 4096)
	for !strings.Contains(s.shown.String(), text) {
		n, err := s.terminal.Read(piece)
		s.shown.Write(piece[:n])
		if err != nil {
			s.Fatalf("%q is not shown: %v\n%q", text, err, s.shown.String())
		}
	}
}

func (s *seat) types(text string) {
	s.Helper()
	if _, err := io.WriteString(s.terminal, text); err != nil {
		s.Fatal(err)
	}
}

// leaves waits until the tool has ended and returns its exit code, -1 where a signal
// has killed it, and all that is shown.
func (s *seat) leaves() (exit int, shown string) {
	s.Helper()
	rest, _ := io.ReadAll(s.terminal) // the end of a terminal is an error
	_ = s.command.Wait()
	return s.command.ProcessState.ExitCode(), s.shown.String() + string(rest)
}

// records are what the files hold that were written for a game.
func (s *seat) records() []string {
	s.Helper()
	files, err := filepath.Glob(filepath.Join(s.state, "talon", "golf-2-*.jsonl"))
	if err != nil {
		s.Fatal(err)
	}
	records := make([]string, len(files))
	for i, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			s.Fatal(err)
		}
		records[i] = string(text)
		if replay := ask([]string{"replay", name}); replay.exit != exitDone {
			s.Errorf("the record does not replay: %+v", replay)
		}
	}
	return records
}

const drawnOnce = `"moves":["d"]`

func TestASignalEndsAGameWithItsRecordAndATerminalInOrder(t *testing.T) {
	for sent, exit := range map[syscall.Signal]int{
		syscall.SIGHUP: 129, syscall.SIGTERM: 143, syscall.SIGQUIT: 131, syscall.SIGINT: exitTrouble,
	} {
		for _, plain := range []bool{false, true} {
			args, move := []string{"golf", "--number", "2"}, "d"
			if plain {
				args, move = append(args, "--plain"), "d\n"
			}
			s := sit(t, args...)
			s.sees("move 0")
			s.types(move)
			s.sees("J♦")
			if err := s.command.Process.Signal(sent); err != nil {
				t.Fatal(err)
			}
			got, shown := s.leaves()
			if got != exit || !strings.Contains(shown, drawnOnce) {
				t.Errorf("%v, plain %v: exit code %d, not %d, or no record: %q", sent, plain, got, exit, shown)
			}
			for _, mode := range []string{"1049", "1002", "1006", "2004"} {
				if on, off := strings.LastIndex(shown, "\x1b[?"+mode+"h"), strings.LastIndex(shown, "\x1b[?"+mode+"l"); on > off {
					t.Errorf("%v: mode %s stays on", sent, mode)
				}
			}
			if written := s.records(); (sent == syscall.SIGHUP) != (len(written) == 1) {
				t.Errorf("%v, plain %v: %d files are written", sent, plain, len(written))
			}
		}
	}
}

func TestAGameOutlivesItsTerminal(t *testing.T) {
	for _, args := range [][]string{{"golf", "--number", "2"}, {"golf", "--number", "2", "--plain"}} {
		s := sit(t, args...)
		s.sees("move 0")
		s.types("d\n")
		s.sees("J♦")
		if err := s.terminal.Close(); err != nil {
			t.Fatal(err)
		}
		_ = s.command.Wait()
		// The end of the input may be seen before the signal is; either way it is no success.
		if exit := s.command.ProcessState.ExitCode(); exit != 129 && exit != exitTrouble {
			t.Errorf("%v: exit code %d", args, exit)
		}
		if written := s.records(); len(written) != 1 || !strings.Contains(written[0], drawnOnce) {
			t.Errorf("%v: the record is lost: %q", args, written)
		}
	}
}

func TestCtrlDLeavesLikeQ(t *testing.T) {
	s := sit(t, "golf", "--number", "2")
	s.sees("move 0")
	s.types("d")
	s.sees("J♦")
	s.types("\x04")
	s.sees("Leave it?")
	s.types("y")
	if exit, shown := s.leaves(); exit != exitDone || !strings.Contains(shown, drawnOnce) {
		t.Errorf("exit code %d: %q", exit, shown)
	}
}
