package enginetest

import (
	"fmt"
	"slices"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/enginetest/naive"
)

// Retell plays the events of one move on a board that knows no rules, the way a
// front end would, and returns an error if they do not lead from one position
// to the other.
func Retell(before, after engine.Position, events []engine.Event) error {
	s := story{board: naive.Parse(before.String())}
	for i, e := range events {
		if err := s.tell(e); err != nil {
			return fmt.Errorf("event %d, %s: %w", i, EventText(e), err)
		}
		if e.Kind == engine.GameWon {
			s.won = true
			if i != len(events)-1 {
				return fmt.Errorf("something happens after the game is won")
			}
		}
	}
	if want := naive.Parse(after.String()).Board(); s.board.Board() != want {
		return fmt.Errorf("the events lead to%s, the move to%s", s.board.Board(), want)
	}
	if s.points != after.Score()-before.Score() {
		return fmt.Errorf("the events are worth %d points, the move %d", s.points, after.Score()-before.Score())
	}
	if s.won != after.Won() {
		return fmt.Errorf("the events tell a win: %v, won %v", s.won, after.Won())
	}
	return nil
}

// story is a board on the way through the events of a move.
type story struct {
	board  *naive.Game
	points int
	won    bool
}

func (s *story) tell(e engine.Event) error {
	from, to := e.From.String(), e.To.String()
	switch e.Kind {
	case engine.CardsMoved:
		return s.move(from, to, e.Cards)
	case engine.CardDrawn:
		return s.move("s", "w", e.Cards)
	case engine.CardDealt:
		return s.move("s", to, e.Cards)
	case engine.CardRemoved:
		return s.move(from, "", e.Cards)
	case engine.CardTurnedUp:
		return s.turnUp(e)
	case engine.WasteRedealt:
		waste := s.board.Piles["w"]
		if len(waste) != e.Count || len(s.board.Piles["s"]) != 0 {
			return fmt.Errorf("the waste holds %d cards, the stock %d", len(waste), len(s.board.Piles["s"]))
		}
		slices.Reverse(waste)
		s.board.Piles["s"], s.board.Piles["w"] = waste, nil
	case engine.RunCompleted:
		run := ""
		for rank := engine.King; rank >= engine.Ace; rank-- {
			run += engine.NewCard(rank, e.Suit).String()
		}
		if err := s.move(from, "", run); err != nil {
			return err
		}
		s.board.Piles["f"] = append(s.board.Piles["f"], naive.Card{Rank: 13, Suit: e.Suit.String()[0]})
	case engine.ScoreChanged:
		if e.Points == 0 {
			return fmt.Errorf("a change of nothing")
		}
		s.points += e.Points
	case engine.Bonus, engine.GameWon:
	default:
		return fmt.Errorf("unknown kind %d", e.Kind)
	}
	return nil
}

// move takes the cards from the top of one pile, where they must lie face up or in the stock, to another.
func (s *story) move(from, to, cards string) error {
	n := len(cards) / 2
	pile := s.board.Piles[from]
	if n == 0 || n > len(pile) {
		return fmt.Errorf("%s holds %d cards", from, len(pile))
	}
	moved := pile[len(pile)-n:]
	text := ""
	for _, c := range moved {
		if c.Down {
			return fmt.Errorf("%s on %s lies face down", c, from)
		}
		text += c.String()
	}
	if text != cards {
		return fmt.Errorf("on %s lies %s", from, text)
	}
	s.board.Piles[from] = slices.Clone(pile[:len(pile)-n])
	if to != "" {
		s.board.Piles[to] = append(slices.Clone(s.board.Piles[to]), moved...)
	}
	return nil
}

func (s *story) turnUp(e engine.Event) error {
	pile := s.board.Piles[e.From.String()]
	if len(pile) == 0 || pile[len(pile)-1].String() != e.Cards {
		return fmt.Errorf("the card is not on top")
	}
	if e.From.Kind() == engine.KindPlace {
		if s.board.Covered(e.From.String()) {
			return fmt.Errorf("the place is still covered")
		}
		return nil
	}
	if !pile[len(pile)-1].Down {
		return fmt.Errorf("the card lies face up already")
	}
	pile[len(pile)-1].Down = false
	return nil
}
