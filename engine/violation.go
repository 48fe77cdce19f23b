package engine

import (
	"fmt"
	"math/bits"
)

// ViolationKind is a way in which a position is impossible. The list is closed and only ever grows at its end.
type ViolationKind uint8

// The kinds of violations. Limit and Found of a Violation are the numbers that its kind speaks of.
const (
	NoViolation ViolationKind = iota
	// OptionsContradict: the options exclude each other.
	OptionsContradict
	// CounterNegative: a counter is below zero.
	CounterNegative
	// CounterUnknown: the game, or its options, have no such counter.
	CounterUnknown
	// CounterMissing: a scoring scheme is on and no score is given.
	CounterMissing
	// CounterTooHigh: a counter is above Limit.
	CounterTooHigh
	// PileUnknown: the game, or its options, have no such pile.
	PileUnknown
	// TooManyFaceDown: Found cards lie face down, at most Limit are possible.
	TooManyFaceDown
	// TopFaceDown: the top card of a column lies face down.
	TopFaceDown
	// TooManyInPile: the pile holds Found cards, at most Limit are possible.
	TooManyInPile
	// RunNotTaken: a finished run lies on the column that should have gone.
	RunNotTaken
	// NotWholeRows: the stock does not consist of whole rows of Limit cards.
	NotWholeRows
	// WasteEmpty: the waste of this game is never empty.
	WasteEmpty
	// StillCovered: the place is gone although the place named by Cards still covers it.
	StillCovered
	// FoundationGap: the foundation is not gapless from the Ace in its suit, or the runs are not told by Kings.
	FoundationGap
	// CardMissing: the card is there Found times, the deck has Limit.
	CardMissing
	// CardSurplus: the card is there Found times, the deck has Limit.
	CardSurplus
	// CardsUnpaired: the cards removed do not pair off; Found cards of the rank of Cards are missing, Limit of its partners.
	CardsUnpaired
	violationSpace
)

var violationNames = [violationSpace]string{
	OptionsContradict: "OPTIONS_CONTRADICT",
	CounterNegative:   "COUNTER_NEGATIVE",
	CounterUnknown:    "COUNTER_UNKNOWN",
	CounterMissing:    "COUNTER_MISSING",
	CounterTooHigh:    "COUNTER_TOO_HIGH",
	PileUnknown:       "PILE_UNKNOWN",
	TooManyFaceDown:   "TOO_MANY_FACE_DOWN",
	TopFaceDown:       "TOP_FACE_DOWN",
	TooManyInPile:     "TOO_MANY_IN_PILE",
	RunNotTaken:       "RUN_NOT_TAKEN",
	NotWholeRows:      "NOT_WHOLE_ROWS",
	WasteEmpty:        "WASTE_EMPTY",
	StillCovered:      "STILL_COVERED",
	FoundationGap:     "FOUNDATION_GAP",
	CardMissing:       "CARD_MISSING",
	CardSurplus:       "CARD_SURPLUS",
	CardsUnpaired:     "CARDS_UNPAIRED",
}

// ViolationKinds lists all kinds of violations in order.
func ViolationKinds() []ViolationKind {
	all := make([]ViolationKind, 0, violationSpace-1)
	for k := OptionsContradict; k < violationSpace; k++ {
		all = append(all, k)
	}
	return all
}

// String returns the name of the kind, for example TOP_FACE_DOWN.
func (k ViolationKind) String() string {
	if k >= violationSpace {
		return ""
	}
	return violationNames[k]
}

// Violation is one thing that makes a position impossible.
type Violation struct {
	// Pile is the pile concerned, t3 or p5; a counter, m, r, score or streak;
	// cards for the deck as a whole; options.
	Pile string
	Kind ViolationKind
	// Cards are the cards concerned; for StillCovered the covering place.
	Cards string
	// Limit and Found are the numbers that the kind speaks of.
	Limit, Found int
}

// String says in English what is wrong.
func (v Violation) String() string {
	switch v.Kind {
	case OptionsContradict:
		return fmt.Sprintf("%s: the options contradict each other, %s is needed", v.Pile, v.Cards)
	case CounterNegative:
		return fmt.Sprintf("%s: %d is below zero", v.Pile, v.Found)
	case CounterUnknown:
		return fmt.Sprintf("%s: there is no such counter under these options", v.Pile)
	case CounterMissing:
		return fmt.Sprintf("%s: is missing, a scoring scheme is on", v.Pile)
	case CounterTooHigh:
		return fmt.Sprintf("%s: %d is too high, at most %d is possible", v.Pile, v.Found, v.Limit)
	case PileUnknown:
		return fmt.Sprintf("%s: there is no such pile under these options", v.Pile)
	case TooManyFaceDown:
		return fmt.Sprintf("%s: %d cards face down, at most %d are possible", v.Pile, v.Found, v.Limit)
	case TopFaceDown:
		return fmt.Sprintf("%s: the top card lies face down", v.Pile)
	case TooManyInPile:
		return fmt.Sprintf("%s: %d cards, at most %d are possible", v.Pile, v.Found, v.Limit)
	case RunNotTaken:
		return fmt.Sprintf("%s: a finished run still lies there", v.Pile)
	case NotWholeRows:
		return fmt.Sprintf("%s: %d cards are not whole rows of %d", v.Pile, v.Found, v.Limit)
	case WasteEmpty:
		return fmt.Sprintf("%s: is never empty in this game", v.Pile)
	case StillCovered:
		return fmt.Sprintf("%s: gone, but %s still covers it", v.Pile, v.Cards)
	case FoundationGap:
		return fmt.Sprintf("%s: does not hold its cards in order from the Ace", v.Pile)
	case CardMissing:
		return fmt.Sprintf("%s: %s is missing (%d of %d)", v.Pile, v.Cards, v.Found, v.Limit)
	case CardSurplus:
		return fmt.Sprintf("%s: %s is there %d times, the deck has %d", v.Pile, v.Cards, v.Found, v.Limit)
	case CardsUnpaired:
		return fmt.Sprintf("%s: %d of rank %s are gone, but %d of their partners", v.Pile, v.Found, v.Cards, v.Limit)
	default:
		return v.Pile
	}
}

// Violations returns everything that makes the setup impossible, in the order
// options, counters, piles, cards; nil if it is a position.
func (s *Setup) Violations() []Violation {
	r := s.rules()
	var all []Violation
	if a, needs := s.options.contradiction(); a != "" {
		all = append(all, Violation{Pile: "options", Kind: OptionsContradict, Cards: needs})
	}
	all = s.counterViolations(r, all)
	all = s.pileViolations(r, all)
	return s.cardViolations(r, all)
}

func (s *Setup) counterViolations(r *rules, all []Violation) []Violation {
	if s.moves < 0 {
		all = append(all, Violation{Pile: "m", Kind: CounterNegative, Found: int(s.moves)})
	}
	if s.hasRedeals {
		v := Violation{Pile: "r", Found: int(s.redeals)}
		switch {
		case !r.redealing:
			v.Kind = CounterUnknown
		case s.redeals < 0:
			v.Kind = CounterNegative
		case !s.redealsAllowed(r):
			v.Kind, v.Limit = CounterTooHigh, s.redealLimit(r)
		case s.redeals > s.moves:
			v.Kind, v.Limit = CounterTooHigh, max(int(s.moves), 0)
		}
		all = appendFlaw(all, v)
	}
	if s.hasScore != (r.score != nil) {
		kind := CounterMissing
		if s.hasScore {
			kind = CounterUnknown
		}
		all = append(all, Violation{Pile: "score", Kind: kind})
	}
	if s.hasStreak {
		v := Violation{Pile: "streak", Found: int(s.streak)}
		switch {
		case !r.points().streak:
			v.Kind = CounterUnknown
		case s.streak < 0:
			v.Kind = CounterNegative
		case !s.streakPossible(r):
			v.Kind, v.Limit = CounterTooHigh, max(min(int(s.moves), s.played()), 0)
		}
		all = appendFlaw(all, v)
	}
	return all
}

func appendFlaw(all []Violation, v Violation) []Violation {
	if v.Kind == NoViolation {
		return all
	}
	return append(all, v)
}

func (s *Setup) pileViolations(r *rules, all []Violation) []Violation {
	for id := firstColumn; id < pileSpace; id++ {
		name := id.String()
		switch {
		case s.alien.has(id):
			all = append(all, Violation{Pile: name, Kind: PileUnknown})
		case s.gapped.has(id) && (id.Kind() == KindFoundation || id == Finished):
			all = append(all, Violation{Pile: name, Kind: FoundationGap})
		case s.gapped.has(id):
			all = append(all, Violation{Pile: name, Kind: TooManyInPile, Limit: 1, Found: 2})
		case !r.has(id):
		case id.Kind() == KindColumn:
			all = s.columnViolations(r, list(id.Index()), name, all)
		case id.Kind() == KindPlace:
			all = s.placeViolations(r, id.Index(), name, all)
		case id == Stock:
			all = s.stockViolations(r, name, all)
		case id == Waste && r.limits.wasteStarted && s.size(wasteList) == 0:
			all = append(all, Violation{Pile: name, Kind: WasteEmpty})
		}
	}
	return all
}

func (s *Setup) columnViolations(r *rules, c list, name string, all []Violation) []Violation {
	size, down := s.size(c), int(s.down[c])
	if size > 0 && down == size {
		all = append(all, Violation{Pile: name, Kind: TopFaceDown})
	}
	if most := int(r.limits.faceDown[c]); down > most {
		all = append(all, Violation{Pile: name, Kind: TooManyFaceDown, Limit: most, Found: down})
	}
	if most := r.limits.column; most != 0 && size > most {
		all = append(all, Violation{Pile: name, Kind: TooManyInPile, Limit: most, Found: size})
	}
	if r.completeRuns && s.finishedRun(c) {
		all = append(all, Violation{Pile: name, Kind: RunNotTaken})
	}
	return all
}

func (s *Setup) placeViolations(r *rules, i int, name string, all []Violation) []Violation {
	if s.present&placeBit(i) != 0 {
		return all
	}
	for on := r.places.cover[i] & s.present; on != 0; on &= on - 1 {
		cover := firstPlace + PileID(bits.TrailingZeros32(uint32(on)))
		all = append(all, Violation{Pile: name, Kind: StillCovered, Cards: cover.String()})
	}
	return all
}

func (s *Setup) stockViolations(r *rules, name string, all []Violation) []Violation {
	stock := s.size(stockList)
	if r.stock == toRows && stock%r.columns != 0 {
		all = append(all, Violation{Pile: name, Kind: NotWholeRows, Limit: r.columns, Found: stock})
	}
	if r.redealing {
		stock += s.size(wasteList)
	}
	if stock > r.limits.stock {
		all = append(all, Violation{Pile: name, Kind: TooManyInPile, Limit: r.limits.stock, Found: stock})
	}
	return all
}

func (s *Setup) cardViolations(r *rules, all []Violation) []Violation {
	for _, v := range s.counts.differences(r.pack) {
		if !r.pairs || v.Kind == CardSurplus {
			all = append(all, v)
		}
	}
	if r.pairs {
		for rank := Ace; rank <= 6; rank++ {
			if gone, partners := s.counts.missing(rank), s.counts.missing(King-rank); gone != partners {
				all = append(all, Violation{Pile: "cards", Kind: CardsUnpaired, Cards: rank.String(), Limit: partners, Found: gone})
			}
		}
	}
	return all
}
