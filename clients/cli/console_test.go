package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
)

// parts keeps each piece that is written.
type parts struct{ all []string }

func (p *parts) Write(text []byte) (int, error) {
	p.all = append(p.all, string(text))
	return len(text), nil
}

func TestAShortAnswerIsWrittenAtOnce(t *testing.T) {
	for _, args := range [][]string{
		{"moves", peaks},
		{"show", peaks, "--moves"},
		{"variants"},
		{"apply", peaks, "d", "d", "--events", "--table"},
	} {
		var out parts
		exit := run(args, console{in: strings.NewReader(""), out: &out, err: io.Discard, getenv: func(string) string { return "" }})
		if exit != exitDone || len(out.all) != 1 || strings.Count(out.all[0], "\n") < 2 {
			t.Errorf("%.40q: exit code %d, %d pieces: %q", args, exit, len(out.all), out.all)
		}
	}
}

func TestWhatIsPrintedComesBeforeWhatIsSaidAfterwards(t *testing.T) {
	var both bytes.Buffer
	c := console{out: &both, err: &both}
	printed := c.buffered()
	fmt.Fprint(c.out, "one ")
	fmt.Fprint(c.err, "two ")
	fmt.Fprint(c.out, "three")
	if err := printed.Flush(); err != nil || both.String() != "one two three" {
		t.Errorf("%q, %v", both.String(), err)
	}
}

func TestEachRecordIsAnsweredBeforeTheNextIsSent(t *testing.T) {
	const record = `{"variant":"golf","deal":{"number":1},"moves":["d"]}` + "\n"
	in, records := io.Pipe()
	verdicts, out := io.Pipe()
	exit := make(chan int, 1)
	go func() {
		exit <- run([]string{"replay", "-", "--json"}, console{in: in, out: out, err: io.Discard, getenv: func(string) string { return "" }})
		out.Close()
	}()
	answers := bufio.NewReader(verdicts)
	for n := range 3 {
		if _, err := io.WriteString(records, record); err != nil {
			t.Fatal(err)
		}
		if line, err := answers.ReadString('\n'); err != nil || !strings.Contains(line, `"replays":true`) {
			t.Fatalf("record %d: %q, %v", n, line, err)
		}
	}
	records.Close()
	if got := <-exit; got != exitDone {
		t.Errorf("exit code %d", got)
	}
}
