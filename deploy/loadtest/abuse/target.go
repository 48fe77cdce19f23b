//go:build linux

package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strconv"
	"strings"
	"syscall"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// target is the server that is attacked.
type target struct {
	grpc, http string
	pid        int
	// process is nil where the server runs by itself.
	process *exec.Cmd
	gone    chan struct{}
	answers *answers
	// idle is how many connections attacks hold that hold idle ones.
	idle int
	// state is a beginning of Klondike, hard one that takes a search long.
	state, hard string
}

// ready finds the addresses in the line that the server writes once it is ready.
var ready = regexp.MustCompile(`msg=ready .*grpc=(\S+) http=(\S+) .*pid=(\d+)`)

// target starts a server, or takes the one that runs.
func (s *settings) target(ctx context.Context) (*target, error) {
	t := &target{grpc: s.grpc, http: s.http, pid: s.pid, gone: make(chan struct{}), answers: &answers{count: map[string]int{}}}
	if s.server == "" {
		return t, nil
	}
	words := strings.Fields(s.server)
	t.process = exec.CommandContext(ctx, words[0], append(words[1:],
		"-grpc-addr", "127.0.0.1:0", "-http-addr", "127.0.0.1:0", "-admin-addr", "127.0.0.1:0")...)
	t.process.Cancel = func() error { return t.process.Process.Signal(syscall.SIGTERM) }
	pipe, err := t.process.StderrPipe()
	if err != nil {
		return nil, err
	}
	if err := t.process.Start(); err != nil {
		return nil, err
	}
	lines := bufio.NewReader(pipe)
	var said strings.Builder
	for {
		line, err := lines.ReadString('\n')
		said.WriteString(line)
		if found := ready.FindStringSubmatch(line); found != nil {
			t.grpc, t.http = found[1], found[2]
			t.pid, _ = strconv.Atoi(found[3])
			break
		}
		if err != nil {
			return nil, errors.Join(fmt.Errorf("the server did not start; it said %q", said.String()), t.process.Wait())
		}
	}
	go func() {
		// Warnings about overloads are what the attacks are for; the pipe has to be read all the same.
		_, _ = io.Copy(io.Discard, lines)
		_ = t.process.Wait()
		close(t.gone)
	}()
	return t, nil
}

// prepare deals what the attacks play with.
func (t *target) prepare(ctx context.Context) error {
	conn, err := t.dial()
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, deal := range []struct {
		request *solitairev1.DealGameRequest
		state   *string
	}{
		{&solitairev1.DealGameRequest{Variant: "klondike", Number: proto32(1)}, &t.state},
		{&solitairev1.DealGameRequest{Variant: "spider", Options: map[string]string{"suits": "4"}, Number: proto32(1)}, &t.hard},
	} {
		answer, err := solitairev1.NewRulesServiceClient(conn).DealGame(ctx, deal.request)
		if err != nil {
			return err
		}
		*deal.state = answer.GetGame().GetState()
	}
	return nil
}

func proto32(n uint32) *uint32 { return &n }

// dial makes a connection of gRPC that takes large answers.
func (t *target) dial() (*grpc.ClientConn, error) {
	return grpc.NewClient(t.grpc, grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(256<<20), grpc.MaxCallSendMsgSize(256<<20)))
}

// stop ends a server that was started here, and waits for it.
func (t *target) stop() {
	if t.process != nil {
		_ = t.process.Process.Kill()
		<-t.gone
	}
}

// ended reports whether the server has ended by itself.
func (t *target) ended() bool {
	select {
	case <-t.gone:
		return true
	default:
		return false
	}
}

// usage is the memory of the server in MiB: what it has, and the most it ever had.
type usage struct{ resident, peak int }

func (t *target) memory() usage {
	if t.pid == 0 {
		return usage{}
	}
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", t.pid))
	if err != nil {
		return usage{}
	}
	var u usage
	for line := range bytes.Lines(text) {
		var kib int
		switch {
		case scan(line, "VmRSS: %d", &kib):
			u.resident = kib >> 10
		case scan(line, "VmHWM: %d", &kib):
			u.peak = kib >> 10
		}
	}
	return u
}

func scan(line []byte, format string, into *int) bool {
	n, _ := fmt.Sscanf(string(line), format, into)
	return n == 1
}

// forgetPeak lets the kernel count the peak from here on, where it lets us.
func (t *target) forgetPeak() {
	if t.pid != 0 {
		_ = os.WriteFile(fmt.Sprintf("/proc/%d/clear_refs", t.pid), []byte("5"), 0)
	}
}
