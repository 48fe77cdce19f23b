package hint

import "github.com/talon-solitaire/talon/engine"

// chainBound is how many plays the search for the longest chain may try for each
// move that begins one.
const chainBound = 1500

// turnedWorth is how many plays of a chain a card turned up is worth.
const turnedWorth = 2

// chain advises in Golf and Tri-Peaks: the play that begins the longest chain of
// cards that lie open now, then the draw.
func chain(p *engine.Position) []advice {
	var found []advice
	open := faceUp(p)
	for _, m := range p.LegalMoves(nil) {
		if m.Kind == engine.Draw {
			found = append(found, advice{Suggestion{m, Draws}, worthDraw})
			continue
		}
		next := *p
		reason := ContinuesChain
		gain, err := play(&next, m)
		if err != nil {
			continue
		}
		if gain > 1 {
			reason = TurnsUpCard
		}
		budget := chainBound
		found = append(found, advice{Suggestion{m, reason}, worthWaste + gain + longest(&next, &open, &budget)})
	}
	return found
}

// places is a set of places of a table; column games have none.
type places [29]bool

// faceUp returns the places whose cards lie face up.
func faceUp(p *engine.Position) places {
	var open places
	for _, id := range p.Options().Piles() {
		if id.Kind() == engine.KindPlace {
			open[id.Index()] = p.FaceDown(id) == 0
		}
	}
	return open
}

// play makes a play and returns its worth: itself, and the cards it turns up.
func play(p *engine.Position, m engine.Move) (int, error) {
	var room [8]engine.Event
	events, err := p.ApplyEvents(m, room[:0])
	gain := 1
	for _, e := range events {
		if e.Kind == engine.CardTurnedUp {
			gain += turnedWorth
		}
	}
	return gain, err
}

// longest returns the worth of the best chain of plays of cards that lie open,
// or of the best one found within the budget.
func longest(p *engine.Position, open *places, budget *int) int {
	var room [16]engine.Move
	best := 0
	for _, m := range p.LegalMoves(room[:0]) {
		if m.Kind == engine.Draw || m.From.Kind() == engine.KindPlace && !open[m.From.Index()] {
			continue
		}
		if *budget == 0 {
			return best
		}
		*budget--
		next := *p
		if gain, err := play(&next, m); err == nil {
			best = max(best, gain+longest(&next, open, budget))
		}
	}
	return best
}
