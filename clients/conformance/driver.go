package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// driver is a program that calls through a client in another language: a question a
// line on its input, an answer a line on its output. README.md has the protocol.
type driver struct {
	command *exec.Cmd
	asked   io.WriteCloser
	ended   chan struct{} // closed when its output has ended

	writing sync.Mutex // held while a line is written
	mutex   sync.Mutex // holds what follows
	id      int64
	waiting map[int64]chan<- reply
	broken  error // why no more answers come
}

// question is a line for the driver.
type question struct {
	ID      int64           `json:"id"`
	Method  string          `json:"method"`
	Request json.RawMessage `json:"request"`
}

// reply is a line of the driver: an answer or an error.
type reply struct {
	ID     *int64           `json:"id"`
	Answer *json.RawMessage `json:"answer"`
	Error  *replyError      `json:"error"`
}

// replyError is what a client tells its caller of an error of the service.
type replyError struct {
	Code       int    `json:"code"`
	Reason     string `json:"reason"`
	Message    string `json:"message"`
	Violations []struct {
		Field string `json:"field"`
	} `json:"violations"`
	Refusal *json.RawMessage `json:"refusal"`
}

// longestLine is the longest line that a driver may write, in bytes.
const longestLine = 16 << 20

// leave is how long a driver that is told to end may take to do so.
const leave = 5 * time.Second

// newDriver starts the program of a command line, which the shell reads, in a folder.
func newDriver(ctx context.Context, folder, line string, at servers) (client, error) {
	d := &driver{ended: make(chan struct{}), waiting: map[int64]chan<- reply{}}
	d.command = exec.CommandContext(ctx, "sh", "-c", line)
	d.command.Dir = folder
	d.command.Env = append(os.Environ(), "TALON_HTTP="+at.http, "TALON_GRPC="+at.grpc)
	d.command.Stderr = os.Stderr
	d.command.WaitDelay = leave
	var err error
	if d.asked, err = d.command.StdinPipe(); err != nil {
		return nil, err
	}
	output, err := d.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := d.command.Start(); err != nil {
		return nil, fmt.Errorf("starting %s: %w", line, err)
	}
	go d.listen(output)
	return d, nil
}

// listen hands the answers out until there are no more.
func (d *driver) listen(output io.Reader) {
	defer close(d.ended)
	lines := bufio.NewScanner(output)
	lines.Buffer(nil, longestLine)
	for lines.Scan() {
		if err := d.hand(lines.Bytes()); err != nil {
			d.end(err)
			// The rest is read, so that the driver can end.
			_, _ = io.Copy(io.Discard, output)
			return
		}
	}
	if err := lines.Err(); err != nil {
		d.end(fmt.Errorf("reading from the driver: %w", err))
		return
	}
	d.end(errors.New("the driver wrote no more answers"))
}

// hand gives an answer to whoever waits for it.
func (d *driver) hand(line []byte) error {
	var r reply
	if err := json.Unmarshal(line, &r); err != nil {
		return fmt.Errorf("the driver wrote %.200q: %w", line, err)
	}
	if r.ID == nil || (r.Answer == nil) == (r.Error == nil) {
		return fmt.Errorf("the driver wrote %.200q: expected an id, and either an answer or an error", line)
	}
	d.mutex.Lock()
	to := d.waiting[*r.ID]
	delete(d.waiting, *r.ID)
	d.mutex.Unlock()
	if to == nil {
		return fmt.Errorf("the driver wrote %.200q: nobody waits for an answer with this id", line)
	}
	to <- r
	return nil
}

// end tells everybody who waits that no answer comes.
func (d *driver) end(err error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.broken = err
	for _, to := range d.waiting {
		close(to)
	}
	clear(d.waiting)
}

func (d *driver) call(ctx context.Context, request, answer proto.Message) error {
	body, err := protojson.Marshal(request)
	if err != nil {
		return err
	}
	id, answered, err := d.expect()
	if err != nil {
		return err
	}
	line, err := json.Marshal(question{id, methodOf(request), body})
	if err != nil {
		return err
	}
	if err := d.write(append(line, '\n')); err != nil {
		return fmt.Errorf("asking the driver: %w", err)
	}
	select {
	case <-ctx.Done():
		// Whoever asks next would wait in vain too.
		err := fmt.Errorf("the driver does not answer %s: %w", line, ctx.Err())
		d.end(err)
		return err
	case r, ok := <-answered:
		switch {
		case !ok:
			return d.broken
		case r.Error != nil:
			return r.Error.failure()
		}
		return protojson.Unmarshal(*r.Answer, answer)
	}
}

// expect registers a question.
func (d *driver) expect() (int64, <-chan reply, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.broken != nil {
		return 0, nil, d.broken
	}
	d.id++
	answered := make(chan reply, 1)
	d.waiting[d.id] = answered
	return d.id, answered, nil
}

func (d *driver) write(line []byte) error {
	d.writing.Lock()
	defer d.writing.Unlock()
	_, err := d.asked.Write(line)
	return err
}

// failure is the error as the other clients give it.
func (e *replyError) failure() error {
	reason, known := solitairev1.ErrorReason_Code_value[e.Reason]
	if !known || reason == 0 {
		return fmt.Errorf("error without a reason of the service: code %d, reason %q: %s", e.Code, e.Reason, e.Message)
	}
	f := &failure{code: codes.Code(e.Code), reason: solitairev1.ErrorReason_Code(reason), message: e.Message}
	for _, violation := range e.Violations {
		f.violations = append(f.violations, violation.Field)
	}
	if e.Refusal != nil {
		f.refusal = &solitairev1.Refusal{}
		if err := protojson.Unmarshal(*e.Refusal, f.refusal); err != nil {
			return fmt.Errorf("the refusal %s: %w", *e.Refusal, err)
		}
	}
	return f
}

// close ends the input of the driver and waits until it is done.
func (d *driver) close() error {
	if err := d.asked.Close(); err != nil {
		return err
	}
	<-d.ended
	if err := d.command.Wait(); err != nil {
		return fmt.Errorf("the driver ends with: %w", err)
	}
	return nil
}
