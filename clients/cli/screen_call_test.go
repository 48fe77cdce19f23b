package main

import (
	"context"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// distant is a server that answers when it is let, or never until a call is ended.
type distant struct {
	authority
	hangs bool
	calls int
}

func (d *distant) answers(ctx context.Context) error {
	d.calls++
	if d.hangs {
		<-ctx.Done()
		return &talon.Error{Code: codes.Canceled}
	}
	return ctx.Err()
}

func (d *distant) ApplyMoves(ctx context.Context, request *solitairev1.ApplyMovesRequest) (*solitairev1.ApplyMovesResponse, error) {
	if err := d.answers(ctx); err != nil {
		return nil, err
	}
	return d.authority.ApplyMoves(ctx, request)
}

func (d *distant) InspectGame(ctx context.Context, request *solitairev1.InspectGameRequest) (*solitairev1.InspectGameResponse, error) {
	if err := d.answers(ctx); err != nil {
		return nil, err
	}
	return d.authority.InspectGame(ctx, request)
}

// afar plays a game on a server, whose calls end when they are released.
func afar(t *testing.T, play func(*hands, *distant)) {
	t.Helper()
	playing(t, []string{"golf", "--number", "2"}, func(h *hands) {
		server := &distant{authority: h.rules}
		h.player.rules, h.player.flags.server = server, "127.0.0.1:9090"
		h.hold = true
		play(h, server)
	})
}

func TestAServerThatHangsDoesNotFreezeTheScreen(t *testing.T) {
	for _, key := range []string{"esc", "u", "q", "ctrl+d", "ctrl+c"} {
		afar(t, func(h *hands, server *distant) {
			h.keys("d")
			h.release()
			server.hangs, h.hold = true, true
			h.keys("d")
			if key != "u" {
				h.keys("d", "d")
			}
			h.sees("Waiting for the server… Esc gives up.", "move 1")
			call := h.held[0]
			h.held, h.hold = nil, false
			h.keys(key)
			if leaves := key == "ctrl+c"; leaves != h.left {
				t.Errorf("%s: has left: %v", key, h.left)
			}
			if key == "ctrl+c" {
				h.calling.stop() // as the end of the screen does
			} else if asks := strings.Contains(h.text(), "Leave it?"); asks != slices.Contains(leaving, key) || strings.Contains(h.text(), "Waiting") {
				t.Errorf("%s: it still waits, or asks %v:\n%s", key, asks, h.text())
			}
			h.send(call()) // ends at once, since its context has
			h.sees("move 1")
			if server.calls != 2 || len(h.log) != 1 {
				t.Errorf("%s: %d calls, %v", key, server.calls, h.log)
			}
		})
	}
}

func TestAServerThatHangsEndsWithTheGame(t *testing.T) {
	afar(t, func(h *hands, server *distant) {
		server.hangs = true
		var left context.CancelFunc
		h.ctx, left = context.WithCancel(h.ctx)
		h.keys("d")
		left() // as a signal does
		h.release()
		h.sees("move 0")
	})
}

func TestKeysThatWaitForAServerAreNotLost(t *testing.T) {
	want := map[bool][]string{}
	for _, late := range []bool{false, true} {
		afar(t, func(h *hands, _ *distant) {
			h.hold = late
			h.keys("d", ":", "d d", "enter", "u", "tab", "enter")
			for len(h.held) > 0 {
				call := h.held[0]
				h.held = h.held[1:]
				switch message := call().(type) {
				case tea.BatchMsg:
					h.held = append(h.held, message...)
				default:
					h.send(message)
				}
			}
			want[late] = slices.Clone(h.log)
		})
	}
	if len(want[false]) < 4 || !slices.Equal(want[false], want[true]) {
		t.Errorf("a server that answers at once leads to %v, one that does not to %v", want[false], want[true])
	}
}

func TestWhatIsAtHandNeedsNoServer(t *testing.T) {
	afar(t, func(h *hands, server *distant) {
		h.hold = false
		h.keys("d", "d", "d")
		before := server.calls
		server.hangs, h.hold = true, true
		h.keys("u", "u", "U", "R")
		h.sees("move 0")
		if server.calls != before || len(h.held) > 0 {
			t.Errorf("%d calls", server.calls-before)
		}
		h.keys("d", "?")
		h.sees("goes back to the table", "undo")
		h.keys("?", "k", "right")
		h.sees("Waiting for the server")
		if !h.style.FourColours {
			t.Error("k waits for the server")
		}
		h.click(h.sheet.Top("s"))
		h.sees("Waiting for the server")
	})
}

func TestAMoveThatAServerRefusesDropsTheKeysBehindIt(t *testing.T) {
	afar(t, func(h *hands, _ *distant) {
		h.keys(":", "t1t2", "enter", "d", "d")
		h.release()
		h.sees("move 0")
		h.keys(":", "d t1t2 d", "enter")
		h.sees("move 1,", "t1t2: ")
	})
}

func TestMoreKeysThanAreHeldBackAreDropped(t *testing.T) {
	afar(t, func(h *hands, _ *distant) {
		h.keys(strings.Repeat("d", 3*mostHeld))
		if len(h.screen.held) != mostHeld {
			t.Errorf("%d keys are held back", len(h.screen.held))
		}
	})
}
