//go:build linux

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"google.golang.org/grpc"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// kinds are the cheap calls of honest callers: ApplyMoves over both wires, on a connection that is kept and on one
// that is new each time.
var kinds = [...]string{"gRPC", "gRPC, new", "JSON", "JSON, new"}

// pause is what honest callers leave between two calls.
const pause = 4 * time.Millisecond

// honest makes cheap calls.
type honest struct {
	target *target
	conn   *grpc.ClientConn
	kept   *http.Client
	body   []byte
}

func newHonest(t *target) (*honest, error) {
	conn, err := t.dial()
	if err != nil {
		return nil, err
	}
	body, err := json.Marshal(map[string]any{"state": t.state, "moves": []string{"d"}})
	return &honest{target: t, conn: conn, kept: &http.Client{Transport: &http.Transport{}}, body: body}, err
}

func (h *honest) close() {
	_ = h.conn.Close()
	h.kept.CloseIdleConnections()
}

// call makes one call of a kind.
func (h *honest) call(ctx context.Context, kind int) error {
	switch kind {
	case 0:
		return h.apply(ctx, h.conn)
	case 1:
		conn, err := h.target.dial()
		if err != nil {
			return err
		}
		defer conn.Close()
		return h.apply(ctx, conn)
	case 2:
		return h.post(ctx, h.kept)
	}
	return h.post(ctx, &http.Client{Transport: &http.Transport{DisableKeepAlives: true}})
}

func (h *honest) apply(ctx context.Context, conn *grpc.ClientConn) error {
	_, err := solitairev1.NewRulesServiceClient(conn).ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{State: h.target.state, Moves: []string{"d"}})
	return err
}

func (h *honest) post(ctx context.Context, client *http.Client) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://"+h.target.http+"/v1/games:applyMoves", bytes.NewReader(h.body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	answer, err := client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("HTTP %d: %s", answer.StatusCode, text)
	}
	return err
}

// patience is how long an honest caller waits for an answer.
const patience = 20 * time.Second

// measure makes calls of all kinds for some time, and counts those that fail.
func (h *honest) measure(ctx context.Context, length time.Duration, failed *failures) (took [len(kinds)]times) {
	until := time.Now().Add(length)
	var callers sync.WaitGroup
	for kind := range kinds {
		callers.Go(func() {
			tick := time.NewTicker(pause)
			defer tick.Stop()
			for time.Now().Before(until) && ctx.Err() == nil {
				<-tick.C
				call, cancel := context.WithTimeout(ctx, patience)
				began := time.Now()
				err := h.call(call, kind)
				took[kind] = append(took[kind], time.Since(began))
				cancel()
				if ctx.Err() == nil {
					failed.count(err)
				}
			}
		})
	}
	callers.Wait()
	return took
}
