package enginetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// Tally counts what a battery has seen.
type Tally struct {
	Games, Positions, Moves, Refusals, Naive, Won, Stuck int
}

func (n Tally) String() string {
	return fmt.Sprintf("%d games, %d positions, %d moves tried, %d refusals, %d positions against the naive game, %d won, %d stuck",
		n.Games, n.Positions, n.Moves, n.Refusals, n.Naive, n.Won, n.Stuck)
}

// longest is how many moves a game of the battery has at most.
const longest = 160

// Battery plays random games over the options, in turn, and holds every
// position and every move against what must be true in any game. Some games
// begin with a deal, some near the end. It stops at the first game that fails.
func Battery(t *testing.T, options []engine.Options, games int, seed uint64) Tally {
	t.Helper()
	var tally Tally
	for i := 0; i < games && !t.Failed(); i++ {
		o := options[i%len(options)]
		random := Source(seed + uint64(i))
		var start engine.Position
		if random.IntN(3) == 0 {
			start = LatePosition(t, random, o)
		} else {
			start = RandomDeal(random, o).Position()
		}
		trial := trial{T: t, random: random, tally: &tally, start: start, game: engine.NewGame(start)}
		trial.run()
		tally.Games++
	}
	return tally
}

// trial is one game of a battery.
type trial struct {
	*testing.T
	random *rand.Rand
	tally  *Tally
	start  engine.Position
	game   *engine.Game
	log    []string
	stuck  bool
}

// wrong fails the test with the way to the position.
func (x *trial) wrong(format string, args ...any) {
	x.Helper()
	x.Errorf("%s\nin %s\nafter %q\nfrom %s", fmt.Sprintf(format, args...), x.game.Position(), x.log, x.start.String())
}

func (x *trial) run() {
	player := NewPlayer(x.random)
	for range longest {
		p := *x.game.Position()
		moves := p.LegalMoves(nil)
		x.tally.Positions++
		x.text(p)
		x.cards(p)
		x.listing(p, moves)
		x.refusals(p, moves)
		if len(moves) == 0 || x.random.IntN(8) == 0 {
			x.status(p, moves)
		}
		if x.random.IntN(4) == 0 {
			x.hiddenCards(p, moves)
		}
		if x.random.IntN(8) == 0 {
			x.naively(p, moves)
		}
		if len(moves) == 0 || x.Failed() {
			break
		}
		if x.random.IntN(16) == 0 && x.game.Played() > 0 {
			x.takeBack()
			continue
		}
		x.play(p, player.Pick(moves))
	}
	x.replay()
}

// text: the text of a position reads back as the same position.
func (x *trial) text(p engine.Position) {
	q, err := engine.ParseState(p.String())
	if err != nil || q != p {
		x.wrong("the text reads back as %s, %v", q.String(), err)
	}
}

// cards: no card is lost or doubled; a pyramid loses pairs.
func (x *trial) cards(p engine.Position) {
	setup := engine.NewSetup(p.Options())
	setup.SetCounters(int32(p.Moves()), int32(p.Redeals()), int32(p.Score()), int32(p.Streak()))
	for _, id := range p.Options().Piles() {
		down := 0
		if id.Kind() == engine.KindColumn {
			down = p.FaceDown(id)
		}
		setup.SetPile(id, down, p.Pile(id))
	}
	if wrong := setup.Violations(); wrong != nil {
		x.wrong("the position is impossible: %v", wrong)
	}
	if q, err := setup.Position(); err != nil || q != p {
		x.wrong("its piles make the position %s, %v", q.String(), err)
	}
}

// listing: the list is the same every time, in order, and all of it is legal, readable and told apart.
func (x *trial) listing(p engine.Position, moves []engine.Move) {
	if again := p.LegalMoves(nil); !slices.Equal(moves, again) {
		x.wrong("listed %v, and then %v", moves, again)
	}
	for i, m := range moves {
		if err := p.Check(m); err != nil {
			x.wrong("%s is listed and refused: %v", m, err)
		}
		if read, err := engine.ParseMove(m.String()); err != nil || read != m {
			x.wrong("%s reads back as %s, %v", m, read, err)
		}
		if i > 0 && !inOrder(moves[i-1], m) {
			x.wrong("%s is listed before %s", moves[i-1], m)
		}
	}
}

// inOrder: transfers and removals by source, target and number of cards, then the draw, then the redeal.
func inOrder(a, b engine.Move) bool {
	place := func(m engine.Move) [4]int {
		source := func(id engine.PileID) int {
			switch {
			case id == engine.NoPile:
				return -1
			case m.Kind == engine.Remove && id == engine.Waste:
				return 1
			case m.Kind == engine.Remove && id == engine.Stock:
				return 2
			default:
				return 2 + int(id)
			}
		}
		last := 0
		switch m.Kind {
		case engine.Draw:
			last = 1
		case engine.Redeal:
			last = 2
		}
		return [4]int{last, source(m.From), source(m.To), int(m.Count)}
	}
	one, two := place(a), place(b)
	return slices.Compare(one[:], two[:]) < 0
}

// refusals: a move that is not listed is refused with a reason, and nothing changes.
func (x *trial) refusals(p engine.Position, moves []engine.Move) {
	for _, m := range x.unlisted(moves, 6) {
		before := p
		err := p.Apply(m)
		var refusal *engine.IllegalMoveError
		if !errors.As(err, &refusal) {
			x.wrong("%s is not listed and accepted", m)
			return
		}
		if p != before {
			x.wrong("the refused move %s left %s", m, p.String())
		}
		if refusal.Move != m || refusal.Variant != p.Variant() || refusal.Reason.String() == "" || refusal.Rule() == "" {
			x.wrong("%s is refused as %+v", m, refusal)
		}
		if err := p.Check(m); !reflect.DeepEqual(err, error(refusal)) {
			x.wrong("%s is refused as %v by Apply and as %v by Check", m, refusal, err)
		}
		x.tally.Refusals++
	}
}

// unlisted returns about n moves of the grammar, most of them of the game, that are not among the moves.
func (x *trial) unlisted(moves []engine.Move, n int) []engine.Move {
	texts := EveryMoveText()
	var some []engine.Move
	for tries := 0; len(some) < n && tries < 4*n; tries++ {
		m, err := engine.ParseMove(texts[x.random.IntN(len(texts))])
		if err != nil {
			x.wrong("a text of the grammar: %v", err)
			return nil
		}
		if len(moves) > 0 && tries%2 == 0 {
			// A neighbour of a legal move is refused by a finer rule than most texts.
			m = x.bent(moves[x.random.IntN(len(moves))])
		}
		if read, err := engine.ParseMove(m.String()); err == nil && read == m && !slices.Contains(moves, m) {
			some = append(some, m)
		}
	}
	return some
}

// bent returns a move that differs a little from m.
func (x *trial) bent(m engine.Move) engine.Move {
	piles := x.start.Options().Piles()
	switch x.random.IntN(3) {
	case 0:
		m.From = piles[x.random.IntN(len(piles))]
	case 1:
		m.To = piles[x.random.IntN(len(piles))]
	default:
		m.Count = uint8(1 + x.random.IntN(6))
	}
	if m.Kind == engine.Draw || m.Kind == engine.Redeal {
		m.Kind, m.Count = engine.Transfer, 1
	}
	return m
}

// status: a win, a proof and a finish agree, and what is stuck stays stuck.
func (x *trial) status(p engine.Position, moves []engine.Move) {
	s := p.Status()
	if (s == engine.Won) != p.Won() {
		x.wrong("status %s, won %v", s, p.Won())
	}
	if s == engine.Won && len(moves) != 0 {
		x.wrong("a won game lists %v", moves)
	}
	if x.stuck && s != engine.Stuck {
		x.wrong("the game was stuck and is %s", s)
	}
	if s == engine.InProgress && len(moves) == 0 {
		x.wrong("no move is left and the game is in progress")
	}
	if p.FinishAvailable() && s != engine.InProgress {
		x.wrong("a finish is available, and the status is %s", s)
	}
	if s == engine.Stuck && !x.stuck {
		for _, m := range moves {
			after := p
			if err := after.Apply(m); err != nil || after.Status() != engine.Stuck {
				x.wrong("stuck, and after %s %s, %v", m, after.Status(), err)
			}
		}
		x.tally.Stuck++
	}
	x.stuck = s == engine.Stuck
	if s == engine.Won {
		x.tally.Won++
	}
}

// hiddenCards: what a player sees and may do does not depend on cards that nobody sees.
func (x *trial) hiddenCards(p engine.Position, moves []engine.Move) {
	q := SwapHidden(x, x.random, p)
	if !reflect.DeepEqual(p.Table(), q.Table()) {
		x.wrong("the table shows hidden cards:\n%v\n%v", p.Table(), q.Table())
	}
	if other := q.LegalMoves(nil); !slices.Equal(moves, other) {
		x.wrong("legal %v, and with other hidden cards %v", moves, other)
	}
	for _, m := range moves {
		if one, two := p.Parts(m), q.Parts(m); !reflect.DeepEqual(one, two) {
			x.wrong("%s in parts is %v, and with other hidden cards %v", m, one, two)
		}
	}
	for _, m := range x.unlisted(moves, 4) {
		if one, two := p.Check(m), q.Check(m); !reflect.DeepEqual(one, two) {
			x.wrong("%s is refused as %#v, and with other hidden cards as %#v", m, one, two)
		}
	}
}

// play makes a move and holds it against its events, its parts and the way back.
func (x *trial) play(before engine.Position, m engine.Move) {
	parts := before.Parts(m)
	after := before
	events, err := after.ApplyEvents(m, nil)
	if err != nil {
		x.wrong("%s: %v", m, err)
		return
	}
	if err := Retell(before, after, events); err != nil {
		x.wrong("%s: %v", m, err)
	}
	if extra := unasked(m, events); extra != "" {
		x.wrong("%s, which nobody asked for: %s", m, extra)
	}
	if after.Options() != before.Options() {
		x.wrong("%s changes the options to %s", m, after.Options())
	}
	if after.Moves() != before.Moves()+1 {
		x.wrong("%s counts %d moves", m, after.Moves()-before.Moves())
	}
	if redealt := after.Redeals() - before.Redeals(); redealt != 0 != (m.Kind == engine.Redeal) || redealt > 1 {
		x.wrong("%s counts %d redeals", m, redealt)
	}
	if parts.Kind != m.Kind || parts.From != m.From || parts.To != m.To || (parts.Cards == "") != !cardMove(m) {
		x.wrong("%s in parts is %+v", m, parts)
	}
	if err := x.game.Play(m); err != nil || *x.game.Position() != after {
		x.wrong("%s played leads to %s, %v", m, x.game.Position(), err)
	}
	if err := x.game.TakeBack(); err != nil || *x.game.Position() != before {
		x.wrong("%s taken back leads to %s, %v", m, x.game.Position(), err)
	}
	if err := x.game.Play(m); err != nil {
		x.wrong("%s played again: %v", m, err)
	}
	x.log = append(x.log, m.String())
	x.tally.Moves++
}

// unasked returns an event that the move does not ask for and that is no
// consequence of it: the game never plays a card of its own accord.
func unasked(m engine.Move, events []engine.Event) string {
	for i, e := range events {
		allowed := true
		switch e.Kind {
		case engine.CardsMoved:
			allowed = m.Kind == engine.Transfer && i == 0 && e.From == m.From && e.To == m.To && len(e.Cards) == 2*int(m.Count)
		case engine.CardRemoved:
			allowed = m.Kind == engine.Remove && (i == 0 && e.From == m.From || i == 1 && e.From == m.To)
		case engine.CardDrawn, engine.CardDealt:
			allowed = m.Kind == engine.Draw
		case engine.WasteRedealt:
			allowed = m.Kind == engine.Redeal && i == 0
		}
		if !allowed {
			return EventText(e)
		}
	}
	return ""
}

// takeBack takes the latest move back; the stuck game may become a live one by it.
func (x *trial) takeBack() {
	if err := x.game.TakeBack(); err != nil {
		x.wrong("taking back: %v", err)
	}
	x.log = append(x.log, engine.Undo)
	x.stuck = false
}

// replay: the log leads to the same position again, and every prefix on the way is right.
func (x *trial) replay() {
	steps := 0
	end := engine.Replay(x.start, x.log, func(applied int, _ *engine.Position) {
		if steps++; applied != steps {
			x.wrong("entry %d is told as %d", steps, applied)
		}
	})
	if end.Applied != len(x.log) || end.Refusal != nil || end.Unreadable != nil || steps != len(x.log) {
		x.wrong("the log stops at %d of %d: %v %v", end.Applied, len(x.log), end.Refusal, end.Unreadable)
	}
	if got, want := end.Position.String(), x.game.Position().String(); got != want {
		x.wrong("the log leads to %s", got)
	}
}

// naively: the naive game lists the same moves, refuses for the same reasons and gets to the same positions.
func (x *trial) naively(p engine.Position, moves []engine.Move) {
	x.tally.Naive++
	if err := AgreesWithNaive(p); err != nil {
		x.wrong("%v", err)
	}
	game := naive.Parse(p.String())
	for _, m := range x.unlisted(moves, 12) {
		read, ok := naive.ParseMove(m.String())
		if !ok {
			x.wrong("the naive game cannot read %s", m)
			continue
		}
		var refusal *engine.IllegalMoveError
		if want := game.Refusal(read); !errors.As(p.Check(m), &refusal) || refusal.Reason.String() != want {
			x.wrong("%s is refused as %v, by the naive game as %s", m, refusal, want)
		}
	}
}
