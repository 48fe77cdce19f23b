package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// drive is a driver, in a manner that the tests choose. In the right one it posts the
// requests to the server and tells of errors what the protocol asks for.
func drive(manner string) {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var q question
		if err := json.Unmarshal(lines.Bytes(), &q); err != nil {
			fmt.Fprintln(os.Stdout, err)
			return
		}
		switch manner {
		case "right":
			fmt.Fprintln(os.Stdout, post(q))
		case "silent":
			_, _ = io.Copy(io.Discard, os.Stdin)
		case "endless":
			fmt.Fprintln(os.Stdout, strings.Repeat("x", longestLine))
		case "leaving":
			return
		default:
			fmt.Fprintln(os.Stdout, strings.ReplaceAll(manner, "ID", fmt.Sprint(q.ID)))
		}
	}
}

// post asks the server by JSON.
func post(q question) string {
	answered, err := http.Post(os.Getenv("TALON_HTTP")+paths[q.Method], "application/json", bytes.NewReader(q.Request))
	if err != nil {
		return err.Error()
	}
	defer answered.Body.Close()
	body, err := io.ReadAll(answered.Body)
	if err != nil {
		return err.Error()
	}
	if answered.StatusCode == http.StatusOK {
		var line bytes.Buffer
		if err := json.Compact(&line, body); err != nil {
			return err.Error()
		}
		return fmt.Sprintf(`{"id":%d,"answer":%s}`, q.ID, line.Bytes())
	}
	var status struct {
		Code    int
		Message string
		Details []map[string]any
	}
	if err := json.Unmarshal(body, &status); err != nil {
		return err.Error()
	}
	told := map[string]any{"code": status.Code, "message": status.Message}
	for _, detail := range status.Details {
		switch detail["@type"] {
		case "type.googleapis.com/google.rpc.ErrorInfo":
			told["reason"] = detail["reason"]
		case "type.googleapis.com/google.rpc.BadRequest":
			told["violations"] = detail["fieldViolations"]
		case "type.googleapis.com/solitaire.v1.Refusal":
			delete(detail, "@type")
			told["refusal"] = detail
		}
	}
	line, err := json.Marshal(map[string]any{"id": q.ID, "error": told})
	if err != nil {
		return err.Error()
	}
	return string(line)
}

// startDriver starts the test binary as a driver.
func startDriver(t *testing.T, manner string) client {
	t.Helper()
	t.Setenv(asDriver, manner)
	c, err := newDriver(t.Context(), "", "exec "+os.Args[0], serving)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestADriverIsHeldToTheVectors(t *testing.T) {
	c := startDriver(t, "right")
	r := hold(t.Context(), "driver", c, both(sample(carried(t), 7)), nil)
	r.show(t.Output(), 20)
	if len(r.failures) > 0 {
		t.Errorf("%d failures", len(r.failures))
	}
	if err := c.close(); err != nil {
		t.Error(err)
	}
}

func TestADriverThatBreaksTheProtocolIsToldHow(t *testing.T) {
	request := &solitairev1.ValidateMoveRequest{State: "golf/1 m=0", Move: "d"}
	for _, test := range []struct {
		manner string
		wrong  string
		breaks bool // whether the calls after it fail too
	}{
		{"hello", `the driver wrote "hello": `, true},
		{`{"answer":{}}`, "expected an id, and either an answer or an error", true},
		{`{"id":ID}`, "expected an id, and either an answer or an error", true},
		{`{"id":ID,"answer":{},"error":{"code":3}}`, "expected an id, and either an answer or an error", true},
		{`{"id":ID0,"answer":{}}`, "nobody waits for an answer with this id", true},
		{"leaving", "the driver wrote no more answers", true},
		{"endless", "reading from the driver: bufio.Scanner: token too long", true},
		{`{"id":ID,"answer":{"lawful":true}}`, `unknown field "lawful"`, false},
		{`{"id":ID,"answer":[]}`, "syntax error", false},
		{`{"id":ID,"error":{"code":14,"message":"gone"}}`, `error without a reason of the service: code 14, reason "": gone`, false},
		{`{"id":ID,"error":{"code":9,"reason":"ILLEGAL_MOVE","refusal":{"why":"x"}}}`, `the refusal {"why":"x"}: `, false},
	} {
		t.Run(test.manner, func(t *testing.T) {
			c := startDriver(t, test.manner)
			for i := range 2 {
				err := c.call(t.Context(), request, &solitairev1.ValidateMoveResponse{})
				if err == nil || failureOf(err) != nil || (i == 0 || test.breaks) && !strings.Contains(plain(err), test.wrong) {
					t.Errorf("call %d: %v, want %s", i, err, test.wrong)
				}
			}
			_ = c.close() // it may have left already
		})
	}
}

// plain is the text of an error; protojson writes one blank or another on purpose.
func plain(err error) string { return strings.ReplaceAll(err.Error(), "\u00a0", " ") }

func TestADriverThatDoesNotAnswerIsNotWaitedForForEver(t *testing.T) {
	c := startDriver(t, "silent")
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	for _, ctx := range []context.Context{ctx, t.Context()} {
		err := c.call(ctx, &solitairev1.ValidateMoveRequest{}, &solitairev1.ValidateMoveResponse{})
		if !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the error is %v", err)
		}
	}
	if err := c.close(); err != nil {
		t.Error(err)
	}
}
