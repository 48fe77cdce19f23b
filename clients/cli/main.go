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
)

func main() {
	c := system()
	c.interruptible = func(ctx context.Context) (context.Context, context.CancelFunc) {
		return signal.NotifyContext(ctx, os.Interrupt)
	}
	os.Exit(run(os.Args[1:], c))
}
