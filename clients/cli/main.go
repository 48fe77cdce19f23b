// Command talon deals, shows, checks, plays and replays games of Klondike,
// Spider, FreeCell, Pyramid, Tri-Peaks, Golf and Yukon.
//
// It works by itself, or asks a server with --server; what it prints is the same
// both ways. States are single lines of text, so that commands pipe:
//
//	talon deal freecell --number 1 | talon apply - t1c1 | talon show -
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	c := system()
	var sent signals
	c.interruptible, c.departing = sent.interruptible, sent.departing
	os.Exit(run(os.Args[1:], c))
}

// signals tells what somebody wants of the tool who sends it one.
type signals struct {
	interrupts chan os.Signal // of a game; nil while none is played
}

// interruptible returns a context that an interrupt ends. In a game it does not end
// the game as well.
func (s *signals) interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	if s.interrupts == nil {
		return ctx, stop
	}
	signal.Stop(s.interrupts)
	return ctx, func() {
		signal.Notify(s.interrupts, os.Interrupt)
		stop()
	}
}

// departing returns a context that ends, for a *departure, when a signal ends the
// game. Later signals change nothing any more, so that the record can be written.
func (s *signals) departing(ctx context.Context) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancelCause(ctx)
	s.interrupts = make(chan os.Signal, 1)
	others := make(chan os.Signal, 1)
	signal.Notify(s.interrupts, os.Interrupt)
	signal.Notify(others, syscall.SIGHUP, syscall.SIGTERM, syscall.SIGQUIT)
	go func() {
		select {
		case sent := <-s.interrupts:
			end(&departure{signal: sent})
		case sent := <-others:
			end(&departure{signal: sent})
		case <-ctx.Done():
		}
	}()
	return ctx, func() {
		signal.Stop(s.interrupts)
		signal.Stop(others)
		end(nil)
	}
}
