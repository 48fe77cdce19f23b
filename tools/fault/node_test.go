package fault

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"sync"
	"testing"
)

// told is an error as the TypeScript client told it.
type told struct{ Class string }

func (e *told) Error() string { return e.Class }

// overNode has the calls made by our client for TypeScript as it comes, in a Node of its own.
type overNode struct {
	t       *testing.T
	guard   sync.Mutex
	to      *json.Encoder
	waiting map[int]chan nodeAnswer
	last    int
}

type nodeAnswer struct {
	ID       int
	Error    string
	Requests int
	jsonGame
}

func typescript(t *testing.T, address string) caller {
	t.Helper()
	node := tool(t, "node")
	client := tool(t, "clients/typescript/dist/index.js")
	command := exec.Command(node, "calls.mjs", client, "http://"+address)
	command.Stderr = os.Stderr
	to, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	from, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	c := &overNode{t: t, to: json.NewEncoder(to), waiting: map[int]chan nodeAnswer{}}
	read := make(chan struct{})
	go c.read(from, read)
	t.Cleanup(func() {
		_ = to.Close()
		<-read
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func (c *overNode) read(from io.Reader, ended chan<- struct{}) {
	defer close(ended)
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var answer nodeAnswer
		if err := json.Unmarshal(lines.Bytes(), &answer); err != nil {
			c.t.Errorf("%s: %v", lines.Text(), err)
			return
		}
		c.guard.Lock()
		waiting := c.waiting[answer.ID]
		delete(c.waiting, answer.ID)
		c.guard.Unlock()
		waiting <- answer
	}
}

func (c *overNode) call(ctx context.Context, method string, request map[string]any) (*nodeAnswer, error) {
	came := make(chan nodeAnswer, 1)
	c.guard.Lock()
	c.last++
	id := c.last
	c.waiting[id] = came
	err := c.to.Encode(map[string]any{"id": id, "method": method, "request": request})
	c.guard.Unlock()
	if err != nil {
		return &nodeAnswer{}, err
	}
	select {
	case answer := <-came:
		if answer.Error != "" {
			return &answer, &told{answer.Error}
		}
		return &answer, nil
	case <-ctx.Done():
		return &nodeAnswer{}, ctx.Err()
	}
}

func (c *overNode) deal(ctx context.Context, l *line) (position, int, error) {
	answer, err := c.call(ctx, "dealGame", map[string]any{"variant": l.Variant, "number": l.Number, "sealed": l.Sealed, "view": "TABLE_AND_MOVES"})
	return answer.position(), answer.Requests, err
}

func (c *overNode) play(ctx context.Context, state, move string) (position, int, error) {
	answer, err := c.call(ctx, "applyMoves", map[string]any{"state": state, "moves": []string{move}, "view": "TABLE_AND_MOVES"})
	return answer.position(), answer.Requests, err
}

func (c *overNode) replay(ctx context.Context, state string, moves []string) (string, int, error) {
	answer, err := c.call(ctx, "replayGame", map[string]any{"state": state, "moves": moves, "view": "STATE"})
	return answer.Game.State, answer.Requests, err
}

func (c *overNode) solve(ctx context.Context, state string) (string, int, error) {
	answer, err := c.call(ctx, "solveGame", map[string]any{"state": state})
	return answer.Verdict, answer.Requests, err
}
