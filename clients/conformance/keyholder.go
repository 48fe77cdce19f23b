package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"

	"github.com/talon-solitaire/talon/internal/process"
)

// keyholder seals and opens states as the operator of the server can, with the tool for
// its keys. It is what the vectors are held to on sealed games: a client never has the
// keys.
type keyholder struct {
	sealing, opening *turner
}

// shown is a sealed state as the keyholder sees it.
type shown struct {
	State      string `json:"state"`
	Secret     bool   `json:"secret"`
	Number     uint32 `json:"number,omitempty"`
	Seed       string `json:"seed,omitempty"`
	Deck       string `json:"deck,omitempty"`
	Salt       string `json:"salt,omitempty"`
	Commitment string `json:"commitment,omitempty"`
}

// The secrets of the games that the keyholder seals. None of their positions comes from
// this seed, which no vector asks about.
const (
	sealedSeed = "000102030405060708090a0b0c0d0e0f"
	sealedSalt = "f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"
)

// newKeyholder starts the tool for the keys of a program.
func newKeyholder(ctx context.Context, program *process.Program) (*keyholder, error) {
	k := &keyholder{}
	var err error
	if k.sealing, err = startTurner(program.Tool(ctx, "seal")); err != nil {
		return nil, err
	}
	if k.opening, err = startTurner(program.Tool(ctx, "open")); err != nil {
		return nil, errors.Join(err, k.sealing.close())
	}
	return k, nil
}

// seal seals an open state as that of a secret game.
func (k *keyholder) seal(state string) (string, error) {
	text, err := json.Marshal(shown{State: state, Secret: true, Seed: sealedSeed, Salt: sealedSalt})
	if err != nil {
		return "", err
	}
	sealed, err := k.sealing.turn(string(text))
	if err == nil && sealed == "" {
		err = fmt.Errorf("cannot be sealed: %s", state)
	}
	return sealed, err
}

// open opens a sealed state. It is no error that it cannot be opened; then opened is false.
func (k *keyholder) open(sealed string) (s shown, opened bool, err error) {
	if sealed == "" || strings.ContainsAny(sealed, "\r\n") {
		return s, false, nil
	}
	text, err := k.opening.turn(sealed)
	if err != nil || text == "" {
		return s, false, err
	}
	err = json.Unmarshal([]byte(text), &s)
	return s, err == nil, err
}

func (k *keyholder) close() error {
	return errors.Join(k.sealing.close(), k.opening.close())
}

// turner is a program that answers each line with a line. It is asked the same only once,
// so that a state that was sealed is always the same text.
type turner struct {
	command *exec.Cmd
	asked   io.WriteCloser
	said    bytes.Buffer // on its error output; to be read when it has ended
	mutex   sync.Mutex   // holds what follows
	answers *bufio.Reader
	known   map[string]string
	broken  error // why no more answers come
}

func startTurner(command *exec.Cmd) (*turner, error) {
	t := &turner{command: command, known: map[string]string{}}
	command.Stderr = &t.said
	var err error
	if t.asked, err = command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	t.answers = bufio.NewReader(output)
	if err := command.Start(); err != nil {
		return nil, fmt.Errorf("starting the tool for keys: %w", err)
	}
	return t, nil
}

func (t *turner) turn(line string) (string, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if answer, found := t.known[line]; found {
		return answer, nil
	}
	if t.broken != nil {
		return "", t.broken
	}
	_, err := io.WriteString(t.asked, line+"\n")
	answer := ""
	if err == nil {
		answer, err = t.answers.ReadString('\n')
	}
	if err != nil {
		err = errors.Join(err, t.close())
		t.broken = fmt.Errorf("the tool for keys does not answer: %w\n%s", err, t.said.Bytes())
		return "", t.broken
	}
	answer = strings.TrimSuffix(answer, "\n")
	t.known[line] = answer
	return answer, nil
}

// close ends the program. That it could not turn every line is no error: a vector was told
// so at once.
func (t *turner) close() error {
	if t.broken != nil {
		return nil //nolint:nilerr // it has ended, and who asked was told why
	}
	err := t.asked.Close()
	var ended *exec.ExitError
	if waited := t.command.Wait(); !errors.As(waited, &ended) {
		err = errors.Join(err, waited)
	}
	return err
}
