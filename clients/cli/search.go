package main

import (
	"context"
	"errors"
	"io"
	"math"
	"time"

	"github.com/spf13/cobra"

	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// limits are the flags that bound a search.
type limits struct {
	nodes   uint32
	seconds float64
}

// defaultMemory is how many MiB of tables a search takes at most, as on a server.
const defaultMemory = 256

// mostSeconds is more than anybody waits.
const mostSeconds = 1e9

// limitFlags declares what bounds a search.
func (t *tool) limitFlags(command *cobra.Command, l *limits) {
	flags := command.Flags()
	flags.Uint32Var(&l.nodes, "nodes", 0, t.say(words{en: "look at `N` positions at most", de: "höchstens `N` Stellungen untersuchen"}))
	flags.Float64Var(&l.seconds, "seconds", 0, t.say(words{en: "search for `S` seconds at most", de: "höchstens `S` Sekunden suchen"}))
	flags.IntVar(&t.megabytes, "memory", defaultMemory, t.say(words{
		en: "`MIB` of tables, in this program",
		de: "`MIB` Tabellen, in diesem Programm",
	}))
}

// limits checks the flags that bound a search; of what is not given there is no
// bound, on a server its own.
func (t *tool) limits(c *cobra.Command, l *limits) (*solitairev1.SolveLimits, error) {
	if t.flags.server != "" && c.Flags().Changed("memory") {
		return nil, t.usage(words{
			en: "--memory is for searches in this program, not on a server",
			de: "--memory gilt für Suchen in diesem Programm, nicht auf einem Server",
		})
	}
	if t.megabytes < 1 || t.megabytes > 1<<20 {
		return nil, t.usage(words{en: "--memory is 1 to %d", de: "--memory ist 1 bis %d"}, 1<<20)
	}
	message := &solitairev1.SolveLimits{}
	if c.Flags().Changed("nodes") {
		if l.nodes == 0 {
			return nil, t.usage(words{en: "--nodes is 1 to %d", de: "--nodes ist 1 bis %d"}, uint32(math.MaxUint32))
		}
		message.Nodes = &l.nodes
	}
	if c.Flags().Changed("seconds") {
		// Written so that it refuses what is no number, too.
		if !(l.seconds > 0 && l.seconds <= mostSeconds) {
			return nil, t.usage(words{
				en: "--seconds is more than 0 and at most %d",
				de: "--seconds ist mehr als 0 und höchstens %d",
			}, int(mostSeconds))
		}
		message.Seconds = &l.seconds
	}
	return message, nil
}

// searching does something long, which an interrupt ends.
func (t *tool) searching(ctx context.Context, work func(context.Context) error) error {
	if t.interruptible != nil {
		var stop context.CancelFunc
		ctx, stop = t.interruptible(ctx)
		defer stop()
	}
	err := work(ctx)
	switch {
	case ctx.Err() != nil:
		return errors.New(t.say(words{en: "interrupted", de: "abgebrochen"}))
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New(t.say(words{en: "the server ended the call early", de: "der Server hat die Verbindung vorzeitig beendet"}))
	}
	return err
}

// effort says how much a search looked at and how long it took.
func (t *tool) effort(nodes uint64, seconds float64) string {
	took := time.Duration(seconds * float64(time.Second)).Round(10 * time.Millisecond).Seconds()
	if nodes == 1 {
		return t.say(words{en: "%d position, %.2f s", de: "%d Stellung, %.2f s"}, nodes, took)
	}
	return t.say(words{en: "%d positions, %.2f s", de: "%d Stellungen, %.2f s"}, nodes, took)
}

// shortage says what ran out before a search proved anything.
func (t *tool) shortage(reason solitairev1.UnknownReason) string {
	switch reason {
	case solitairev1.UnknownReason_NODES:
		return t.say(words{en: "no more positions are allowed", de: "mehr Stellungen sind nicht erlaubt"})
	case solitairev1.UnknownReason_MEMORY:
		return t.say(words{en: "the memory is full", de: "der Speicher ist voll"})
	case solitairev1.UnknownReason_TIME:
		return t.say(words{en: "the time is up", de: "die Zeit ist um"})
	}
	return reason.String()
}
