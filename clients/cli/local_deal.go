package main

import (
	"context"
	"errors"
	"math/rand/v2"
	"strings"
	"time"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/pool"
	"github.com/talon-solitaire/talon/engine/solve"
	"github.com/talon-solitaire/talon/internal/message"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// Bounds of the search for a random deal that can be won: how many positions are
// looked at before the next deal has its turn, and how long all of it may take.
const (
	nodesEach  = 300_000
	searchTime = time.Minute
)

// proved deals what a request asks for, with a proof where it asks for one.
func (l local) proved(ctx context.Context, o engine.Options, request *solitairev1.DealGameRequest) (engine.Deal, *solitairev1.DealGameResponse_Proof, error) {
	wanted, _ := message.Difficulty(request.GetDifficulty()) // the tool sends no other
	if !request.GetWinnable() && wanted == pool.NoDifficulty {
		deal, err := l.deal("", o, ways{request.Number, request.Seed, request.Deck, request.Daily})
		if err != nil || request.Daily == nil {
			return deal, nil, err
		}
		return deal, message.Proof(pool.NoDifficulty), nil
	}
	holds := func(t *pool.Table) bool { return t != nil && len(t.Deals(wanted)) > 0 }
	if table := pool.For(o); holds(table) {
		deals := table.Deals(wanted)
		entry := deals[rand.IntN(len(deals))]
		deal, err := engine.DealByNumber(o, entry.Number)
		return deal, message.Proof(table.Difficulty(entry)), err
	}
	if wanted != pool.NoDifficulty {
		return engine.Deal{}, nil, l.noTable("difficulty", o.Variant(), holds)
	}
	deal, err := l.winnable(ctx, o)
	return deal, message.Proof(pool.NoDifficulty), err
}

// winnable solves random deals until one is proved.
func (l local) winnable(ctx context.Context, o engine.Options) (engine.Deal, error) {
	ctx, cancel := context.WithTimeout(ctx, searchTime)
	defer cancel()
	solver := solve.New(l.memory)
	for ctx.Err() == nil {
		deal, err := engine.DealByNumber(o, randomNumber(o.Variant()))
		if err != nil {
			return deal, err
		}
		answer, err := solver.Solve(ctx, deal.Position(), solve.Budget{Nodes: nodesEach}, nil)
		if err != nil || answer.Verdict == solve.Winnable {
			return deal, err
		}
	}
	return engine.Deal{}, &talon.Error{
		Code:   codes.DeadlineExceeded,
		Reason: solitairev1.ErrorReason_NO_DEAL_FOUND,
		Message: words{
			en: "No deal of these options could be proved winnable in time.",
			de: "Kein Spiel mit diesen Optionen ließ sich rechtzeitig als gewinnbar nachweisen.",
		}.in(l.language),
	}
}

// dealOfDay deals the game of a day.
func (l local) dealOfDay(field string, o engine.Options, date string) (engine.Deal, error) {
	if _, err := time.Parse(time.DateOnly, date); err != nil {
		return engine.Deal{}, l.fault(field, solitairev1.ErrorReason_INVALID_DEAL, errors.New(words{
			en: "A day of the calendar is wanted, as YYYY-MM-DD, such as 2026-12-01.",
			de: "Erwartet wird ein Tag des Kalenders als JJJJ-MM-TT, zum Beispiel 2026-12-01.",
		}.in(l.language)))
	}
	dated := func(t *pool.Table) bool { return t != nil && len(t.Days()) > 0 }
	table := pool.For(o)
	if !dated(table) {
		return engine.Deal{}, l.noTable(field, o.Variant(), dated)
	}
	day, found := table.Daily(date)
	if !found {
		days := table.Days()
		return engine.Deal{}, l.fault(field, solitairev1.ErrorReason_NO_DEAL_TABLE, errors.New(words{
			en: "That day has no deal; the days are " + days[0].Date + " to " + days[len(days)-1].Date + ".",
			de: "Dieser Tag hat kein Spiel; es gibt die Tage " + days[0].Date + " bis " + days[len(days)-1].Date + ".",
		}.in(l.language)))
	}
	return engine.DealByNumber(o, day.Number)
}

// noTable is the error of options whose table does not hold what is asked for.
func (l local) noTable(field string, v engine.Variant, holds func(*pool.Table) bool) error {
	var sets []string
	for _, table := range pool.Tables(v) {
		if holds(table) {
			sets = append(sets, table.Options.String())
		}
	}
	text := words{
		en: "No deals of this game are proved beforehand.",
		de: "Zu diesem Spiel gibt es nichts, das vorab nachgewiesen ist.",
	}
	if list := strings.Join(sets, ", "); list != "" {
		text = words{
			en: "No deals of these options are proved beforehand; there are deals of " + list + ".",
			de: "Zu diesen Optionen ist vorab nichts nachgewiesen, wohl aber zu " + list + ".",
		}
	}
	return l.fault(field, solitairev1.ErrorReason_NO_DEAL_TABLE, errors.New(text.in(l.language)))
}
