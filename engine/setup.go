package engine

import "math/bits"

// Setup is a position as a stranger tells it. It may be nonsense; Position
// makes a Position of it if it is possible and names everything that is wrong
// with it if it is not.
type Setup struct {
	table
	// counts holds how often each card was named, wherever it lay.
	counts cardCounts
	// alien are the piles named that the game does not have.
	alien pileSet
	// gapped are the foundations told card by card that are not gapless from the Ace.
	gapped pileSet
	// hasRedeals, hasScore and hasStreak tell which counters were named.
	hasRedeals, hasScore, hasStreak bool
}

// pileSet is a set of piles, bit n for pile n.
type pileSet uint64

func (s *pileSet) add(id PileID)     { *s |= 1 << id }
func (s pileSet) has(id PileID) bool { return s>>id&1 == 1 }

// NewSetup returns a setup without cards, with all counters at zero.
func NewSetup(o Options) Setup {
	var s Setup
	s.options = o
	s.hasScore = o.Scored()
	return s
}

// SetCounters sets the counters: moves made, redeals used, points and streak.
func (s *Setup) SetCounters(moves, redeals, score, streak int32) {
	s.moves, s.redeals, s.score, s.streak = moves, redeals, score, streak
	s.hasRedeals, s.hasStreak = redeals != 0, streak != 0
	s.hasScore = score != 0 || s.options.Scored()
}

// SetPile puts cards, bottom first, onto a pile that holds none yet; the
// lowest down of them lie face down. A foundation takes all its cards from the
// Ace on, or its top card alone; the finished runs take one card for each run,
// a King.
func (s *Setup) SetPile(id PileID, down int, cards []Card) {
	r := s.rules()
	if !r.has(id) {
		s.nameAlien(id, cards)
		return
	}
	switch id.Kind() {
	case KindFoundation:
		s.setFoundation(id, cards)
	case KindFinished:
		for _, c := range cards {
			s.addRun(c.Suit())
			if c.Rank() != King {
				s.gapped.add(Finished)
			}
		}
	case KindPlace, KindCell:
		for i, c := range cards {
			s.counts.add(c)
			if i == 0 {
				s.setSingle(id, c)
			}
		}
		if len(cards) > 1 {
			s.gapped.add(id)
		}
	case KindColumn, KindStock, KindWaste:
		for _, c := range cards {
			s.counts.add(c)
			if int(s.end[wasteList]) < maxListed {
				s.push(listOf(id), c)
			}
		}
		if id.Kind() == KindColumn {
			s.down[id.Index()] = uint8(min(max(down, 0), s.size(listOf(id))))
		}
	}
}

func (s *Setup) setSingle(id PileID, c Card) {
	if id.Kind() == KindCell {
		s.cell[id.Index()] = c
		return
	}
	s.place[id.Index()] = c
	s.present |= placeBit(id.Index())
}

func (s *Setup) setFoundation(id PileID, cards []Card) {
	if len(cards) == 0 {
		return
	}
	suit, top := Suit(id.Index()), cards[len(cards)-1]
	for i, c := range cards {
		if c.Suit() != suit || len(cards) > 1 && c.Rank() != Rank(i+1) {
			s.gapped.add(id)
		}
	}
	if !s.gapped.has(id) {
		s.raiseFoundation(suit, top.Rank())
		return
	}
	for _, c := range cards {
		s.counts.add(c)
	}
}

// raiseFoundation says that the foundation of the suit holds the cards from the Ace to the rank.
func (s *Setup) raiseFoundation(suit Suit, top Rank) {
	s.home[suit] = top
	for r := Ace; r <= top; r++ {
		s.counts.add(NewCard(r, suit))
	}
}

// addRun says that one more run of the suit has left the table.
func (s *Setup) addRun(suit Suit) {
	s.runs[suit]++
	for r := Ace; r <= King; r++ {
		s.counts.add(NewCard(r, suit))
	}
}

func (s *Setup) nameAlien(id PileID, cards []Card) {
	s.alien.add(id)
	for _, c := range cards {
		s.counts.add(c)
	}
}

// Position returns the position told, or a *SetupError with every violation.
func (s *Setup) Position() (Position, error) {
	if s.flawless() {
		return Position{s.table}, nil
	}
	if v := s.Violations(); v != nil {
		return Position{}, &SetupError{Violations: v}
	}
	return Position{s.table}, nil
}

// flawless is a quick look that only says yes where Violations finds nothing.
func (s *Setup) flawless() bool {
	r := s.rules()
	return s.alien|s.gapped == 0 && s.countersFit(r) && s.counts.match(r) && s.pilesFit(r)
}

func (s *Setup) countersFit(r *rules) bool {
	if a, _ := s.options.contradiction(); a != "" || r.pack == noPack {
		return false
	}
	return s.moves >= 0 &&
		(!s.hasRedeals || r.redealing && s.redeals > 0 && s.redeals <= s.moves && s.redealsAllowed(r)) &&
		s.hasScore == (r.score != nil) &&
		(!s.hasStreak || s.streakPossible(r))
}

func (s *Setup) redealsAllowed(r *rules) bool {
	limit := s.redealLimit(r)
	return limit == Unlimited || int(s.redeals) <= limit
}

func (s *Setup) streakPossible(r *rules) bool {
	return r.points().streak && s.streak > 0 && s.streak <= s.moves && int(s.streak) <= s.played()
}

// played is how many places are gone.
func (s *Setup) played() int { return maxPlaces - bits.OnesCount32(uint32(s.present)) }

func (s *Setup) pilesFit(r *rules) bool {
	for c := list(0); c < list(r.columns); c++ {
		if s.columnFlaw(r, c) != NoViolation {
			return false
		}
	}
	if r.places != nil && s.bareCover(r) != 0 {
		return false
	}
	return s.stockFlaw(r) == NoViolation && (!r.limits.wasteStarted || s.size(wasteList) > 0)
}

// columnFlaw returns the first thing wrong with a column.
func (s *Setup) columnFlaw(r *rules, c list) ViolationKind {
	switch size := s.size(c); {
	case s.down[c] > r.limits.faceDown[c]:
		return TooManyFaceDown
	case size > 0 && int(s.down[c]) == size:
		return TopFaceDown
	case r.limits.column != 0 && size > r.limits.column:
		return TooManyInPile
	case r.completeRuns && s.finishedRun(c):
		return RunNotTaken
	}
	return NoViolation
}

func (s *Setup) stockFlaw(r *rules) ViolationKind {
	stock := s.size(stockList)
	switch {
	case r.stock == toRows && stock%r.columns != 0:
		return NotWholeRows
	case stock > r.limits.stock, r.redealing && stock+s.size(wasteList) > r.limits.stock:
		return TooManyInPile
	}
	return NoViolation
}

// bareCover returns the places that are gone although a card lies on them.
func (s *Setup) bareCover(r *rules) placeSet {
	var bare placeSet
	for i := range maxPlaces {
		if s.present&placeBit(i) == 0 && r.places.covered(i, s.present) {
			bare |= placeBit(i)
		}
	}
	return bare
}

// cardCounts counts cards by value.
type cardCounts [cardSpace]uint8

func (n *cardCounts) add(c Card) {
	if int(c) < cardSpace && n[c] < 255 {
		n[c]++
	}
}

// match reports whether the cards are those of the game's pack; a pyramid may lack pairs.
func (n *cardCounts) match(r *rules) bool {
	if r.pairs {
		return n.unpaired() == 0 && n.mostly(1)
	}
	if r.pack == onePack {
		return *n == oneOfEach
	}
	for c := NewCard(Ace, Clubs); int(c) < cardSpace; c++ {
		if int(n[c]) != r.pack.copies(c.Suit()) {
			return false
		}
	}
	return true
}

var oneOfEach = func() (n cardCounts) {
	for _, c := range onePack.sorted() {
		n[c] = 1
	}
	return n
}()

// mostly reports whether no card was named more often than that.
func (n *cardCounts) mostly(most uint8) bool {
	for _, k := range n {
		if k > most {
			return false
		}
	}
	return true
}

// missing is how many cards of the rank are missing from one pack.
func (n *cardCounts) missing(r Rank) int {
	gone := 0
	for _, s := range Suits {
		if n[NewCard(r, s)] == 0 {
			gone++
		}
	}
	return gone
}

// unpaired returns the lowest rank of which not as many cards are missing as
// of the rank that adds to thirteen with it; zero where the missing cards pair off.
func (n *cardCounts) unpaired() Rank {
	for r := Ace; r <= 6; r++ {
		if n.missing(r) != n.missing(King-r) {
			return r
		}
	}
	return 0
}

// differences lists every card that the pack has more or less often.
func (n *cardCounts) differences(p pack) []Violation {
	var wrong []Violation
	for _, s := range Suits {
		for r := Ace; r <= King; r++ {
			c := NewCard(r, s)
			if want, found := p.copies(s), int(n[c]); found != want {
				kind := CardMissing
				if found > want {
					kind = CardSurplus
				}
				wrong = append(wrong, Violation{Pile: "cards", Kind: kind, Cards: c.String(), Limit: want, Found: found})
			}
		}
	}
	return wrong
}
