package main

import (
	"context"
	"crypto/rand"
	"math/big"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	"github.com/talon-solitaire/talon/server/internal/seal"
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
	deal, err := s.winnable(ctx, o, randomDeal, anyDeal)
	return dealt{Deal: deal, proved: true}, err
}

// secretlyDealt is a deal by a seed that nobody is told.
type secretlyDealt struct {
	dealt
	origin seal.Origin
}

// secretDeal deals by a secret seed, with a proof where the request asks for one. The tables of proved deals are
// public: who sees the open cards of one of theirs knows all cards. So nothing is taken from them but the bounds
// of the difficulties, and the proof is found anew.
func (s *searches) secretDeal(ctx context.Context, d dealing, w wish) (secretlyDealt, error) {
	o, err := readOptions("", d.GetVariant(), d.GetOptions())
	if err != nil {
		return secretlyDealt{}, err
	}
	var drawn secretlyDealt
	draw := func(o engine.Options) (deal engine.Deal, err error) {
		drawn.origin = seal.NewSecret()
		drawn.Deal, err = engine.DealBySeed(o, drawn.origin.Seed)
		return drawn.Deal, err
	}
	if w.field == "" {
		_, err = draw(o)
		return drawn, err
	}
	table, fits := pool.For(o), anyDeal
	if w.difficulty != pool.NoDifficulty {
		if table == nil || len(table.Deals(w.difficulty)) == 0 {
			return secretlyDealt{}, noTable(w.field, tabled(o.Variant(), func(t *pool.Table) bool { return len(t.Deals(w.difficulty)) > 0 }))
		}
		fits = func(d engine.Deal) bool { return table.Measure(d) == w.difficulty }
	}
	_, err = s.winnable(ctx, o, draw, fits)
	drawn.proved, drawn.difficulty = true, w.difficulty
	return drawn, err
}

func anyDeal(engine.Deal) bool { return true }

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
