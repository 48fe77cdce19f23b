package pool

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/hint"
	"github.com/talon-solitaire/talon/engine/solve"
)

// Certificate is what a search and a simple player found out about a deal.
type Certificate struct {
	Number  engine.DealNumber
	Verdict solve.Verdict
	// Nodes is how many positions the search looked at, Moves how long its line is.
	Nodes uint64
	Moves int
	// Score is how a simple player fares, in ten thousandths of a win; measured
	// for winnable deals only.
	Score int
}

// Certify looks for a proof that the deal is winnable, and if there is one,
// measures with so many games of a simple player how difficult the deal is. The
// error is that of Solve.
func Certify(ctx context.Context, s *solve.Solver, d engine.Deal, limit solve.Budget, games int) (Certificate, error) {
	p := d.Position()
	answer, err := s.Solve(ctx, p, limit, nil)
	c := Certificate{Number: d.Number, Verdict: answer.Verdict, Nodes: answer.Nodes, Moves: len(answer.Line)}
	if err == nil && answer.Verdict == solve.Winnable {
		c.Score = Score(p, games)
	}
	return c, err
}

// aWin is the score of a player who always wins.
const aWin = 10_000

// Score is how a simple player who sees only the cards that lie open fares from
// the position, in ten thousandths: the mean over so many games, each with choices
// of its own, of 1 for a win and else of a third of the share of the way to it.
// So wins decide where there are any, and progress where wins are too rare.
func Score(p engine.Position, games int) int { return score(p, 0, games) }

// score is Score with the choices of the players from the first one on.
func score(p engine.Position, first, games int) int {
	total := 0
	for n := range games {
		pl := hint.NewPlayer(uint64(first + n))
		end := pl.Play(p)
		if end.Won() {
			total += aWin
		} else {
			total += aWin / 3 * done(&end) / 100
		}
	}
	return total / max(games, 1)
}

// done is how much of the way to the win is behind, in hundredths: the cards that
// are home or off the table, and in games that begin with face-down columns half
// of that for the cards turned up.
func done(p *engine.Position) int {
	var room [104]engine.Card
	home, down, left := 0, 0, 0
	for _, id := range p.Options().Piles() {
		cards := len(p.AppendPile(room[:0], id))
		switch id.Kind() {
		case engine.KindFoundation:
			home += cards
		case engine.KindFinished:
			home += 13 * cards
		case engine.KindColumn:
			down += p.FaceDown(id)
			left += cards
		case engine.KindPlace:
			left += cards
		}
	}
	var most int
	switch p.Variant() {
	case engine.Golf:
		return 100 * (35 - left) / 35
	case engine.Pyramid, engine.TriPeaks:
		return 100 * (28 - left) / 28
	case engine.Spider:
		most = 44
	case engine.Klondike, engine.Yukon:
		most = 21
	default:
		return 100 * home / 52
	}
	return (200*home/p.Options().DeckSize() + 100*(most-down)/most) / 3
}

// DailyNumbers returns the deal numbers that are tried for a day, in order: the
// first one that is proved becomes its deal. They begin where the hash of game,
// options and date says.
func DailyNumbers(o engine.Options, date string) func(yield func(engine.DealNumber) bool) {
	name := o.Variant().String()
	if suits := o.Get("suits"); suits != "" {
		name += "-" + suits
	}
	sum := sha256.Sum256([]byte("daily/" + name + "/" + date))
	space := uint64(1<<32 - 1)
	if o.Variant() == engine.FreeCell {
		space = 1_000_000
	}
	first := binary.BigEndian.Uint64(sum[:]) % space
	return func(yield func(engine.DealNumber) bool) {
		for n := range space {
			if !yield(engine.DealNumber(1 + (first+n)%space)) {
				return
			}
		}
	}
}
