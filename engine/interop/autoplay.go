package interop

import "github.com/talon-solitaire/talon/engine"

// Autoplay is the rule by which a program plays FreeCell cards to the
// foundations by itself, after each move and until it finds no more. Standard
// notation does not write such plays.
type Autoplay uint8

// The rules of automatic play.
const (
	// None plays nothing: every move is written.
	None Autoplay = iota
	// Horne plays an Ace or a two, and any other card once both foundations
	// of the other colour have reached the rank below it.
	Horne
	// Raymond plays what Horne does, and a card once both foundations of the
	// other colour have reached two ranks below it and the other foundation
	// of its own colour three.
	Raymond
)

var autoplayNames = [...]string{None: "none", Horne: "horne", Raymond: "raymond"}

// String returns none, horne or raymond.
func (a Autoplay) String() string {
	if int(a) >= len(autoplayNames) {
		return ""
	}
	return autoplayNames[a]
}

// ParseAutoplay returns the rule of that name.
func ParseAutoplay(name string) (Autoplay, bool) {
	for a, known := range autoplayNames {
		if known == name {
			return Autoplay(a), true
		}
	}
	return None, false
}

// safe reports whether the rule plays the card, given the top ranks of the
// foundations. That the card fits its foundation is not asked here.
func (a Autoplay) safe(c engine.Card, home [4]engine.Rank) bool {
	if a == None {
		return false
	}
	lowestOther, sameColour := engine.King, engine.NoCard.Rank()
	for _, s := range engine.Suits {
		switch {
		case s.Red() != c.Red():
			lowestOther = min(lowestOther, home[s])
		case s != c.Suit():
			sameColour = home[s]
		}
	}
	r := c.Rank()
	return r <= 2 || r <= lowestOther+1 || a == Raymond && r <= lowestOther+2 && r <= sameColour+3
}

// next returns the play that the rule makes next: of those that it allows the
// lowest rank, then the suits in their order.
func (a Autoplay) next(p *engine.Position) (engine.Move, bool) {
	var next engine.Move
	var lowest engine.Card
	if a == None {
		return next, false
	}
	var home [4]engine.Rank
	for _, s := range engine.Suits {
		home[s] = engine.Rank(len(p.Pile(engine.Foundation(s))))
	}
	for _, m := range p.LegalMoves(nil) {
		if m.To.Kind() != engine.KindFoundation {
			continue
		}
		// Cards are ordered by rank, then by suit.
		if c := topOf(p, m.From); a.safe(c, home) && (lowest == engine.NoCard || c < lowest) {
			next, lowest = m, c
		}
	}
	return next, lowest != engine.NoCard
}

// plays makes all plays of the rule and returns them.
func (a Autoplay) plays(p *engine.Position) []engine.Move {
	var made []engine.Move
	for {
		m, found := a.next(p)
		if !found || p.Apply(m) != nil {
			return made
		}
		made = append(made, m)
	}
}

func topOf(p *engine.Position, id engine.PileID) engine.Card {
	cards := p.Pile(id)
	if len(cards) == 0 {
		return engine.NoCard
	}
	return cards[len(cards)-1]
}
