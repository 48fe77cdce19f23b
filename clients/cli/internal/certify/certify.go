// Package certify looks for proofs that deals are winnable, many deals at a time,
// and keeps what it finds in a file of one line each. A run that was stopped goes
// on where the file ends; the lines of several runs put together make the tables
// of the package pool.
package certify

import (
	"context"
	"fmt"
	"sync"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	"github.com/talon-solitaire/talon/engine/solve"
)

// Line is what was found out about a deal under one choice of options.
type Line struct {
	// Options is the header of the notation, for example klondike/1;draw=1.
	Options string `json:"options"`
	// Day is the day that the deal is for, YYYY-MM-DD; empty for other deals.
	Day    string `json:"day,omitempty"`
	Number uint32 `json:"number"`
	// Verdict is WINNABLE, UNWINNABLE or UNKNOWN.
	Verdict string `json:"verdict"`
	Nodes   uint64 `json:"nodes"`
	Moves   int    `json:"moves,omitempty"`
	// Score is how a simple player fares; not measured for the deal of a day.
	Score int `json:"score,omitempty"`
}

// Item is a deal to look at: a number, or a day whose first provable number is wanted.
type Item struct {
	Number engine.DealNumber
	Day    string
}

// Job says how items are looked at.
type Job struct {
	// Options are the choices under which each item has to be proved. The deal of
	// a day is proved under all of them.
	Options []engine.Options
	Limit   solve.Budget
	// Memory is the bytes of each worker's tables, Games how many games of the
	// simple player measure a deal.
	Memory, Games, Workers int
}

// Run looks at the items, several at a time, and calls found with the lines of
// each, one call after the other, in any order. It ends early with the error of
// found, or with that of the context.
func (j *Job) Run(ctx context.Context, items []Item, found func([]Line) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	next := make(chan Item)
	go func() {
		defer close(next)
		for _, item := range items {
			select {
			case next <- item:
			case <-ctx.Done():
				return
			}
		}
	}()
	var one sync.Mutex
	var workers sync.WaitGroup
	for range j.Workers {
		workers.Go(func() {
			s := solve.New(j.Memory)
			for item := range next {
				lines, err := j.certify(ctx, s, item)
				if ctx.Err() != nil {
					return
				}
				one.Lock()
				if err == nil && ctx.Err() == nil {
					err = found(lines)
				}
				if err != nil {
					cancel(err)
				}
				one.Unlock()
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// certify looks at one item.
func (j *Job) certify(ctx context.Context, s *solve.Solver, item Item) ([]Line, error) {
	if item.Day == "" {
		return j.prove(ctx, s, item, item.Number)
	}
	for number := range pool.DailyNumbers(j.Options[0], item.Day) {
		lines, err := j.prove(ctx, s, item, number)
		if err != nil || ctx.Err() != nil || len(lines) == len(j.Options) && lines[len(lines)-1].Verdict == solve.Winnable.String() {
			return lines, err
		}
	}
	return nil, fmt.Errorf("no number can be proved for %s", item.Day)
}

// prove looks at the number under all options. For a day it stops at the first
// choice under which it is not proved.
func (j *Job) prove(ctx context.Context, s *solve.Solver, item Item, number engine.DealNumber) ([]Line, error) {
	var lines []Line
	for _, o := range j.Options {
		d, err := engine.DealByNumber(o, number)
		if err != nil {
			return nil, err
		}
		games := j.Games
		if item.Day != "" {
			games = 0
		}
		c, err := pool.Certify(ctx, s, d, j.Limit, games)
		if err != nil {
			return nil, fmt.Errorf("%s, number %d: %w", o, number, err)
		}
		lines = append(lines, Line{o.String(), item.Day, uint32(number), c.Verdict.String(), c.Nodes, c.Moves, c.Score})
		if item.Day != "" && c.Verdict != solve.Winnable {
			break
		}
	}
	return lines, nil
}
