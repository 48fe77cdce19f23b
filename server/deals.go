package main

import (
	"crypto/rand"
	"math"
	"math/big"
	"time"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/pool"
)

// dealing is what a request says about a deal: DealGameRequest and Deal say it in the same words.
type dealing interface {
	GetVariant() string
	GetOptions() map[string]string
	GetNumber() uint32
	GetSeed() string
	GetDeck() string
	GetDaily() string
}

// given reports which of the ways to deal are there.
type given struct{ number, seed, deck, daily bool }

// names lists the fields that are there.
func (g given) names() []string {
	var names []string
	for _, field := range []struct {
		there bool
		name  string
	}{{g.number, "number"}, {g.seed, "seed"}, {g.deck, "deck"}, {g.daily, "daily"}} {
		if field.there {
			names = append(names, field.name)
		}
	}
	return names
}

// readDeal deals as a request says; without any way named, it is random.
func (l *limits) readDeal(at string, d dealing, has given) (engine.Deal, error) {
	o, err := readOptions(at, d.GetVariant(), d.GetOptions())
	if err != nil {
		return engine.Deal{}, err
	}
	if names := has.names(); len(names) > 1 {
		return engine.Deal{}, exclusive(path(at, names[0]), path(at, names[1]))
	}
	switch {
	case has.seed:
		return l.dealBySeed(path(at, "seed"), o, d.GetSeed())
	case has.deck:
		return l.dealByDeck(path(at, "deck"), o, d.GetDeck())
	case has.daily:
		return dealOfDay(path(at, "daily"), o, pool.For(o), d.GetDaily())
	case has.number:
		return dealByNumber(path(at, "number"), o, engine.DealNumber(d.GetNumber()))
	}
	return randomDeal(o)
}

// numberedDeals is how many deals a random one is taken from: in FreeCell those whose numbers players
// know, elsewhere all that have a number.
func numberedDeals(v engine.Variant) int64 {
	if v == engine.FreeCell {
		return interop.MicrosoftDeals
	}
	return math.MaxUint32
}

// randomDeal draws a deal number from the randomness of the system.
func randomDeal(o engine.Options) (engine.Deal, error) {
	n, err := rand.Int(rand.Reader, big.NewInt(numberedDeals(o.Variant())))
	if err != nil {
		return engine.Deal{}, err
	}
	return engine.DealByNumber(o, engine.DealNumber(n.Int64()+1))
}

func dealByNumber(field string, o engine.Options, n engine.DealNumber) (engine.Deal, error) {
	d, err := engine.DealByNumber(o, n)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

func (l *limits) dealBySeed(field string, o engine.Options, seed string) (engine.Deal, error) {
	if len(seed) > l.seedBytes {
		return engine.Deal{}, overLimit(field, "bytes", l.seedBytes, len(seed))
	}
	d, err := engine.DealBySeed(o, seed)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

func (l *limits) dealByDeck(field string, o engine.Options, deck string) (engine.Deal, error) {
	if cards := len(deck) / 2; cards > l.deckCards {
		return engine.Deal{}, overLimit(field, "cards", l.deckCards, cards)
	}
	cards, err := engine.ParseCards(deck)
	if err != nil {
		return engine.Deal{}, dealProblem(field, err)
	}
	d, err := engine.DealByDeck(o, cards)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

// tabled lists the choices of options whose tables hold what is asked for.
func tabled(v engine.Variant, holds func(*pool.Table) bool) []string {
	var sets []string
	for _, t := range pool.Tables(v) {
		if holds(t) {
			sets = append(sets, t.Options.String())
		}
	}
	return sets
}

// dated reports whether a table has deals of days.
func dated(t *pool.Table) bool { return t != nil && len(t.Days()) > 0 }

// dealOfDay deals the game of a day by the table of the options, if there is one.
func dealOfDay(field string, o engine.Options, table *pool.Table, date string) (engine.Deal, error) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return engine.Deal{}, invalid(invalidDeal, field, bilingual{
			"A day of the calendar is wanted, as YYYY-MM-DD, such as 2026-12-01.", "Erwartet wird ein Tag des Kalenders als JJJJ-MM-TT, zum Beispiel 2026-12-01.",
		}, map[string]string{"wanted": "YYYY-MM-DD"})
	}
	if !dated(table) {
		return engine.Deal{}, noTable(field, tabled(o.Variant(), dated))
	}
	day, found := table.Daily(date)
	if !found {
		days := table.Days()
		return engine.Deal{}, noDay(field, days[0].Date, days[len(days)-1].Date)
	}
	return engine.DealByNumber(o, day.Number)
}
