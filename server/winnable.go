package main

import (
	"context"
	"crypto/rand"
	"math/big"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
)

// wish is what a request wants proved about a deal: the field that says so, and how difficult it is to be.
type wish struct {
	field      string
	difficulty pool.Difficulty
}

// dealt is a deal and what is proved about it.
type dealt struct {
	engine.Deal
	proved     bool
	difficulty pool.Difficulty
}

// deal deals what a request asks for, with a proof where it asks for one.
func (s *searches) deal(ctx context.Context, d dealing, has given, w wish) (dealt, error) {
	if w.field == "" {
		deal, err := s.limits.readDeal("", d, has)
		return dealt{Deal: deal, proved: has.daily}, err
	}
	if names := has.names(); len(names) > 0 {
		return dealt{}, exclusive(names[0], w.field)
	}
	o, err := readOptions("", d.GetVariant(), d.GetOptions())
	if err != nil {
		return dealt{}, err
	}
	holds := func(t *pool.Table) bool { return t != nil && len(t.Deals(w.difficulty)) > 0 }
	if table := pool.For(o); holds(table) {
		return drawn(o, table, w.difficulty)
	}
	if w.difficulty != pool.NoDifficulty {
		return dealt{}, noTable(w.field, tabled(o.Variant(), holds))
	}
	deal, err := s.winnable(ctx, o)
	return dealt{Deal: deal, proved: true}, err
}

// drawn draws a deal from the table by the randomness of the system.
func drawn(o engine.Options, table *pool.Table, difficulty pool.Difficulty) (dealt, error) {
	deals := table.Deals(difficulty)
	n, err := rand.Int(rand.Reader, big.NewInt(int64(len(deals))))
	if err != nil {
		return dealt{}, err
	}
	e := deals[n.Int64()]
	d, err := engine.DealByNumber(o, e.Number)
	return dealt{d, true, table.Difficulty(e)}, err
}
