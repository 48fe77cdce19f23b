package hint

import "github.com/talon-solitaire/talon/engine"

// The worth of moves in games with columns. What cannot be regretted comes
// first, then what turns up a card, then what brings the waste into play; the
// stock comes last.
const (
	worthRun        = 1000
	worthSafeHome   = 900
	worthTurnUp     = 600
	worthEmpty      = 400
	worthHome       = 330
	worthWaste      = 260
	worthJoin       = 150
	worthPrepare    = 120
	worthDraw       = 100
	worthRedeal     = 90
	worthRow        = 20
	worthFillColumn = 10
)

// columns advises in games with columns.
func columns(p *engine.Position, past *Past, bound int) []advice {
	var s sight
	s.see(p)
	var found []advice
	for _, m := range p.LegalMoves(nil) {
		if reason, worth := s.judge(p, m); worth > 0 {
			found = append(found, advice{Suggestion{m, reason}, worth})
		}
	}
	return append(found, prepare(p, past, bound)...)
}

// judge says what the move is good for by itself, and how good that is.
func (s *sight) judge(p *engine.Position, m engine.Move) (Reason, int) {
	switch {
	case m.Kind == engine.Redeal:
		return Redeals, worthRedeal
	case m.Kind == engine.Draw && s.variant == engine.Spider:
		return DealsRow, worthRow
	case m.Kind == engine.Draw:
		return Draws, worthDraw
	case m.From == engine.Waste:
		return s.judgeWaste(m)
	case m.To.Kind() == engine.KindFoundation:
		return s.judgeHome(m)
	case m.From.Kind() == engine.KindColumn && m.To.Kind() == engine.KindColumn:
		return s.judgeColumns(m)
	case m.From.Kind() == engine.KindCell && s.join(cellCard(p, m.From), s.top(m.To.Index())) > 0:
		return JoinsRun, worthJoin
	default:
		return NoReason, 0
	}
}

// judgeWaste judges a move of the waste top.
func (s *sight) judgeWaste(m engine.Move) (Reason, int) {
	if m.To.Kind() == engine.KindFoundation && s.safe(s.waste) {
		return PlaysHome, worthSafeHome
	}
	return PlaysFromWaste, worthWaste
}

// judgeHome judges a move from a column or a cell to a foundation.
func (s *sight) judgeHome(m engine.Move) (Reason, int) {
	worth := worthHome
	if s.safe(engine.NewCard(s.home[m.To.Index()]+1, engine.Suit(m.To.Index()))) {
		worth = worthSafeHome
	}
	if m.From.Kind() == engine.KindColumn {
		from := m.From.Index()
		switch {
		case len(s.column[from]) > 1:
		case s.hidden[from] > 0:
			return TurnsUpCard, worth + worthTurnUp
		default:
			worth++
		}
	}
	return PlaysHome, worth
}

// judgeColumns judges a move between columns.
func (s *sight) judgeColumns(m engine.Move) (Reason, int) {
	from, to := m.From.Index(), m.To.Index()
	group := s.column[from][len(s.column[from])-int(m.Count):]
	gain := s.join(group[0], s.top(to))
	whole := len(group) == len(s.column[from])
	switch {
	case s.variant == engine.Spider && s.completes(group, to):
		return CompletesRun, worthRun
	case whole && s.hidden[from] > 0:
		return TurnsUpCard, worthTurnUp + 8*s.hidden[from] + gain
	case whole && s.top(to) == engine.NoCard:
		return NoReason, 0
	case whole && (s.variant == engine.Spider || s.variant == engine.FreeCell || s.kingWaits()):
		return EmptiesColumn, worthEmpty + gain
	case whole:
		return NoReason, 0
	}
	gain -= s.join(group[0], s.column[from][len(s.column[from])-len(group)-1])
	if gain > 0 && s.variant != engine.Klondike {
		return JoinsRun, worthJoin + 10*gain + len(group)
	}
	if s.variant == engine.Spider && s.stock > 0 && s.top(to) == engine.NoCard && gain >= 0 {
		return Prepares, worthFillColumn
	}
	return NoReason, 0
}

// completes reports whether the group finishes a run of Spider on the column: it
// ends with an Ace and continues a run of its suit that begins with a King.
func (s *sight) completes(group []engine.Card, column int) bool {
	if group[len(group)-1].Rank() != engine.Ace {
		return false
	}
	wanted := group[0]
	cards := s.column[column]
	for i := len(cards) - 1; i >= 0 && s.join(wanted, cards[i]) == 2; i-- {
		wanted = cards[i]
	}
	return wanted.Rank() == engine.King
}

func cellCard(p *engine.Position, cell engine.PileID) engine.Card {
	var room [1]engine.Card
	if cards := p.AppendPile(room[:0], cell); len(cards) > 0 {
		return cards[0]
	}
	return engine.NoCard
}

// prepare looks, breadth first, through positions that moves without a worth of
// their own lead to, for one in which something can be done that cannot be done
// now. Such moves show no new card, so all of it can be foreseen by the player.
func prepare(p *engine.Position, past *Past, bound int) []advice {
	type reached struct {
		at          engine.Position
		first       engine.Move
		depth, best int
	}
	if bound == 0 {
		return nil
	}
	open := []reached{{at: *p}}
	seen := map[engine.Position]struct{}{p.Board(): {}}
	var found []advice
	advised := map[engine.Move]bool{}
	var moves []engine.Move
	spaces := 0
	for next := 0; next < len(open); next++ {
		from := open[next]
		var s sight
		s.see(&from.at)
		if next == 0 {
			spaces = s.spaces()
		}
		moves = from.at.LegalMoves(moves[:0])
		best := 0
		for _, m := range moves {
			reason, worth := s.judge(&from.at, m)
			if reason == EmptiesColumn && s.spaces() < spaces {
				// It would only win back the column that was filled to prepare it.
				worth = 0
			}
			if worth > worthPrepare {
				best = max(best, worth)
				continue
			}
			if m.Kind != engine.Transfer || len(open) == bound {
				continue
			}
			at := from.at
			if at.Apply(m) != nil || past.Holds(&at) {
				continue
			}
			board := at.Board()
			if _, known := seen[board]; known {
				continue
			}
			seen[board] = struct{}{}
			first := from.first
			if from.depth == 0 {
				first = m
			}
			open = append(open, reached{at: at, first: first, depth: from.depth + 1})
		}
		open[next].best = best
		if from.depth == 0 && best >= worthTurnUp {
			// Nothing that could be prepared is much better than this.
			return nil
		}
		if from.depth > 0 && best > open[0].best && !advised[from.first] {
			advised[from.first] = true
			found = append(found, advice{Suggestion{from.first, Prepares}, max(worthPrepare+best/8-8*from.depth, worthDraw+1)})
		}
	}
	return found
}
