package main

import (
	"crypto/rand"
	"math"
	"math/big"
	"strconv"

	"github.com/talon-solitaire/talon/docs/rules"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/phrase"
)

// notationVersion is the version of the notation of positions, moves and records.
const notationVersion = 1

// entry is the path of an element of a list.
func entry(list string, index int) string { return list + "[" + strconv.Itoa(index) + "]" }

// checkMoves refuses a log that is longer than this server takes.
func (l *limits) checkMoves(field string, moves int) error {
	if moves > l.moves {
		return overLimit(field, l.moves, moves)
	}
	return nil
}

// checkLog refuses a log, or a number of snapshots of it, above the limits.
func (l *limits) checkLog(moves, every int) error {
	const interval = "snapshotInterval"
	switch {
	case moves > l.moves:
		return overLimit("moves", l.moves, moves)
	case every < 0:
		return invalid(invalidRequest, interval, bilingual{"The interval is 0 or more.", "Der Abstand ist 0 oder mehr."}, nil)
	case every > 0 && moves/every > l.snapshots:
		return overLimit(interval, l.snapshots, moves/every)
	}
	return nil
}

// conversion gives the limits of what is converted.
func (l *limits) conversion() interop.Limits {
	return interop.Limits{Moves: l.moves, DeckCards: l.deckCards, SeedBytes: l.seedBytes}
}

func readMove(field string, index int, text string) (engine.Move, error) {
	m, err := engine.ParseMove(text)
	if err != nil {
		return m, moveProblem(field, index, err)
	}
	return m, nil
}

// readState reads a state of a request; the field says where it stands.
func readState(field, state string) (engine.Position, error) {
	if state == "" {
		return engine.Position{}, missing(field)
	}
	p, err := engine.ParseState(state)
	if err != nil {
		return p, stateProblem(field, err)
	}
	return p, nil
}

// readOptions reads a variant and options of the message that path names.
func readOptions(at, variant string, values map[string]string) (engine.Options, error) {
	if variant == "" {
		return engine.Options{}, missing(path(at, "variant"))
	}
	v, err := engine.ParseVariant(variant)
	if err != nil {
		return engine.Options{}, optionProblem(at, err)
	}
	o, err := engine.ParseOptions(v, values)
	if err != nil {
		return o, optionProblem(at, err)
	}
	return o, nil
}

// dealing is what a request says about a deal: DealGameRequest and Deal say it in the same words.
type dealing interface {
	GetVariant() string
	GetOptions() map[string]string
	GetNumber() uint32
	GetSeed() string
	GetDeck() string
}

// given reports which of the ways to deal are there.
type given struct{ number, seed, deck bool }

// readDeal deals as a request says; without any way named, it is random.
func (l *limits) readDeal(at string, d dealing, has given) (engine.Deal, error) {
	o, err := readOptions(at, d.GetVariant(), d.GetOptions())
	if err != nil {
		return engine.Deal{}, err
	}
	switch {
	case has.number && has.seed:
		return engine.Deal{}, exclusive(path(at, "number"), path(at, "seed"))
	case has.number && has.deck:
		return engine.Deal{}, exclusive(path(at, "number"), path(at, "deck"))
	case has.seed && has.deck:
		return engine.Deal{}, exclusive(path(at, "seed"), path(at, "deck"))
	case has.seed:
		return l.dealBySeed(path(at, "seed"), o, d.GetSeed())
	case has.deck:
		return l.dealByDeck(path(at, "deck"), o, d.GetDeck())
	case has.number:
		return dealByNumber(path(at, "number"), o, engine.DealNumber(d.GetNumber()))
	}
	return dealByNumber(path(at, "number"), o, randomNumber(o.Variant()))
}

// readStart reads where a log begins: a state, or a deal that says how it is dealt.
func (l *limits) readStart(state string, d dealing, dealt bool, has given) (engine.Position, error) {
	switch {
	case dealt && state != "":
		return engine.Position{}, exclusive("deal", "state")
	case state != "":
		return readState("state", state)
	case !dealt:
		return engine.Position{}, missing("deal")
	case has == (given{}) && d.GetVariant() != "":
		// A log of a random game cannot be replayed.
		return engine.Position{}, missing("deal.number")
	}
	deal, err := l.readDeal("deal", d, has)
	if err != nil {
		return engine.Position{}, err
	}
	return deal.Position(), nil
}

// numberedDeals is how many deals a random one is taken from: in FreeCell those whose numbers players
// know, elsewhere all that have a number.
func numberedDeals(v engine.Variant) int64 {
	if v == engine.FreeCell {
		return interop.MicrosoftDeals
	}
	return math.MaxUint32
}

// randomNumber draws a deal number from the randomness of the system.
func randomNumber(v engine.Variant) engine.DealNumber {
	n, err := rand.Int(rand.Reader, big.NewInt(numberedDeals(v)))
	if err != nil {
		// The system's randomness never fails; where it does, nothing can be dealt.
		panic(err)
	}
	return engine.DealNumber(n.Int64() + 1)
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
		return engine.Deal{}, overLimit(field, l.seedBytes, len(seed))
	}
	d, err := engine.DealBySeed(o, seed)
	if err != nil {
		return d, dealProblem(field, err)
	}
	return d, nil
}

func (l *limits) dealByDeck(field string, o engine.Options, deck string) (engine.Deal, error) {
	if cards := len(deck) / 2; cards > l.deckCards {
		return engine.Deal{}, overLimit(field, l.deckCards, cards)
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

// rulesText gives the rules of a game in every language.
func rulesText(variant string) map[string]string {
	texts := map[string]string{}
	for _, language := range phrase.Languages() {
		if text, found := rules.Text(variant, language.String()); found {
			texts[language.String()] = text
		}
	}
	return texts
}
