package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"

	"google.golang.org/protobuf/proto"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// TestKeysAreRotatedUnderLoad rotates the keys of three servers twice while games go from one server to the other,
// over gRPC and JSON. The servers take a changed file over one after the other. No call may fail.
func TestKeysAreRotatedUnderLoad(t *testing.T) {
	path := keyFile(t, seal.NewFile())
	var servers []*running
	for range 3 {
		servers = append(servers, start(t, func(c *config) {
			c.sealKeys, c.states = path, sealedOnly
			if err := c.loadKeys(); err != nil {
				t.Fatal(err)
			}
		}))
	}
	const players = 6
	calls, stop := make(chan error), make(chan struct{})
	var all sync.WaitGroup
	for n := range players {
		all.Go(func() {
			p := &traveller{servers: servers, random: rand.New(rand.NewPCG(uint64(n), 5))}
			for {
				select {
				case calls <- p.step(t.Context()):
				case <-stop:
					return
				}
			}
		})
	}
	made, failed := 0, 0
	play := func() {
		for range 150 {
			made++
			if err := <-calls; err != nil {
				failed++
				t.Errorf("call %d: %v", made, err)
			}
		}
	}
	rotations := 2
	if setting(t, "TALON_BATTERY", 0) > 0 {
		rotations = 40
	}
	play()
	for step := range 2 * rotations {
		if err := seal.Change(path, func(f *seal.File) error {
			// Keys that nobody uses any more make room.
			if len(*f) > 8 {
				*f = (*f)[:8]
			}
			_, err := f.Rotate()
			return err
		}); err != nil {
			t.Fatal(err)
		}
		for i, s := range servers {
			play()
			s.look()
			if taken, refused := s.states.keys.Reloads(); taken != uint64(step+1) || refused != 0 {
				t.Fatalf("step %d, server %d: %d changes taken, %d refused", step, i, taken, refused)
			}
		}
		play()
	}
	close(stop)
	all.Wait()
	t.Logf("%d calls over %d rotations, %d failed", made, rotations, failed)
	used := 0
	for _, use := range servers[0].states.keys.Uses() {
		if use.Sealed > 0 && use.Opened > 0 {
			used++
		}
	}
	if used < min(rotations+1, 3) {
		t.Errorf("only %d keys were in use: %+v", used, servers[0].states.keys.Uses())
	}
}

// traveller plays a sealed game and asks another server each time.
type traveller struct {
	servers []*running
	random  *rand.Rand
	state   string
	next    []string
}

// step makes one call.
func (p *traveller) step(ctx context.Context) error {
	s := p.servers[p.random.IntN(len(p.servers))]
	if p.state == "" {
		answer, err := s.client.DealGame(ctx, &solitairev1.DealGameRequest{Variant: "klondike", Options: map[string]string{"draw": "1"}, Sealed: proto.Bool(true)})
		if err != nil {
			return fmt.Errorf("dealing: %w", err)
		}
		p.state = answer.Game.State
		return nil
	}
	if len(p.next) == 0 {
		answer, err := s.client.EnumerateMoves(ctx, &solitairev1.EnumerateMovesRequest{State: p.state})
		if err != nil {
			return fmt.Errorf("listing: %w", err)
		}
		if len(answer.Moves) == 0 || p.random.IntN(60) == 0 {
			p.state = ""
			return nil
		}
		p.next = []string{answer.Moves[p.random.IntN(len(answer.Moves))].Move}
		return nil
	}
	moves := p.next
	p.next = nil
	if p.random.IntN(2) == 0 {
		body := `{"state":"` + p.state + `","moves":["` + strings.Join(moves, `","`) + `"],"view":"STATE"}`
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.url+"/v1/games:applyMoves", strings.NewReader(body))
		if err != nil {
			return err
		}
		request.Header.Set("Content-Type", "application/json")
		response, err := http.DefaultClient.Do(request)
		if err != nil {
			return err
		}
		defer response.Body.Close()
		var text strings.Builder
		if err := response.Write(&text); err != nil || response.StatusCode != http.StatusOK {
			return fmt.Errorf("playing over JSON: %w, %s", err, text.String())
		}
		p.state = sealedText.FindString(text.String())
		return nil
	}
	answer, err := s.client.ApplyMoves(ctx, &solitairev1.ApplyMovesRequest{State: p.state, Moves: moves})
	if err != nil {
		return fmt.Errorf("playing: %w", err)
	}
	p.state = answer.Game.State
	return nil
}
