package main

import (
	"errors"
	"strconv"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/hint"
	"github.com/talon-solitaire/talon/server/internal/seal"
)

// states are the forms of states that the server takes and gives.
type states struct {
	// keys seal and open; nil where states are open only.
	keys *seal.Ring
	// open tells that open states are taken, advice what is told about sealed games.
	open   bool
	advice advice
}

func newStates(c *config) *states {
	s := &states{open: c.states != sealedOnly, advice: c.advice}
	if c.states != openOnly {
		s.keys = c.keys
	}
	return s
}

// ready reports whether every form can be given.
func (s *states) ready() bool { return s.keys == nil || s.keys.Ready() }

// sealedGame is a game whose state is sealed. It knows how to seal its later states.
type sealedGame struct {
	keys   *seal.Ring
	label  string
	origin seal.Origin
	// state is the open text of the state that came, or of the beginning.
	state string
	// room is the length of the longest state of the game.
	room int
}

// receive opens a state of a request. Of an open state the game is nil; whether that can be read is left to
// whoever reads it.
func (s *states) receive(field, text string) (*sealedGame, error) {
	switch {
	case text == "":
		return nil, nil
	case s.keys == nil && strings.HasPrefix(text, seal.Prefix):
		return nil, otherForm(field, formSealed, formOpen)
	case s.keys != nil && seal.Like(text):
		return s.unseal(field, text)
	case !s.open:
		return nil, otherForm(field, formOpen, formSealed)
	}
	return nil, nil
}

// unseal opens a sealed state. Nothing of what was inside is in any error.
func (s *states) unseal(field, text string) (*sealedGame, error) {
	label, content, err := s.keys.Open(text)
	var retired *seal.RetiredError
	switch {
	case errors.As(err, &retired):
		return nil, retiredKey(field, retired.ID, retired.Served)
	case err != nil:
		return nil, brokenSeal(field)
	}
	origin, state, good := seal.ReadGame(content)
	p, err := engine.ParseState(state)
	var version *engine.RulesVersionError
	switch {
	case good && errors.As(err, &version):
		return nil, versionProblem(field, version)
	case !good, err != nil, labelOf(p.Options()) != label:
		return nil, brokenSeal(field)
	}
	return s.sealed(&p, origin), nil
}

// sealed makes a sealed game of a position and of how the game was dealt.
func (s *states) sealed(p *engine.Position, origin seal.Origin) *sealedGame {
	o := p.Options()
	return &sealedGame{keys: s.keys, label: labelOf(o), origin: origin, state: p.String(), room: longestState(o)}
}

// asked reports whether a new game is to be sealed. Where that is not said it is as open as this server is.
func (s *states) asked(sealed *bool) (bool, error) {
	switch {
	case sealed == nil:
		return !s.open, nil
	case *sealed && s.keys == nil:
		return false, otherForm("sealed", formSealed, formOpen)
	case !*sealed && !s.open:
		return false, otherForm("sealed", formOpen, formSealed)
	}
	return *sealed, nil
}

// secret makes a sealed game of a deal that nobody knows.
func (s *states) secret(d secretlyDealt) *sealedGame {
	p := d.Position()
	return s.sealed(&p, d.origin)
}

// begin opens the state in which a log begins. A log that begins with a deal is of an open game, unless this
// server has none.
func (s *states) begin(l *limits, state string, d dealing, isDealt bool, has given) (*sealedGame, error) {
	if state != "" || !isDealt || s.open || has == (given{}) {
		return s.receive("state", state)
	}
	return s.dealt(l, "deal", d, has)
}

// mayTell refuses advice about a sealed game that this server does not give.
func (s *states) mayTell(wanted advice) error {
	if wanted > s.advice {
		return adviceWithheld(s.advice)
	}
	return nil
}

// told gives what is told about sealed games, nothing where there are none.
func (s *states) told() advice {
	if s.keys == nil {
		return adviceUnset
	}
	return s.advice
}

// dealt makes a sealed game of a deal that anybody can deal.
func (s *states) dealt(l *limits, at string, d dealing, has given) (*sealedGame, error) {
	deal, err := l.readDeal(at, d, has)
	if err != nil {
		return nil, err
	}
	p := deal.Position()
	return s.sealed(&p, originOf(deal)), nil
}

// originOf says how a deal was dealt.
func originOf(d engine.Deal) seal.Origin {
	switch {
	case d.Number != 0:
		return seal.Origin{Way: seal.ByNumber, Number: uint32(d.Number)}
	case d.Seed != "":
		return seal.Origin{Way: seal.BySeed, Seed: d.Seed}
	}
	return seal.Origin{Way: seal.ByDeck, Deck: engine.FormatCards(d.Deck)}
}

// seal seals a state of the game.
func (g *sealedGame) seal(state string) (string, error) {
	text, err := g.keys.Seal(g.label, seal.AppendGame(nil, &g.origin, state), g.origin.Size(g.room))
	if errors.Is(err, seal.ErrNoPrimary) {
		return "", errNoSealingKey
	}
	return text, err
}

// labelOf says for what a state is sealed: "klondike-1".
func labelOf(o engine.Options) string {
	return o.Variant().String() + "-" + strconv.Itoa(o.Variant().RulesVersion())
}

// longestState bounds the length of every state of a game with these options: sealed states are made as long as
// the longest, so that their length tells nothing.
func longestState(o engine.Options) int {
	const fields = len(" m=2147483647 r=2147483647 score=-2147483648 streak=2147483647 p:")
	length := len(o.String()) + fields + 2*o.DeckSize()
	for _, id := range o.Piles() {
		if id.Kind() == engine.KindPlace {
			// The places are one field, in which one that is gone takes as much as a card.
			length += len("..")
			continue
		}
		length += len(id.String()) + len(" :|")
	}
	return length
}

// hidesCards reports whether a card of the open state text lies face down.
func hidesCards(state string) bool {
	p, err := engine.ParseState(state)
	return err != nil || hint.Hides(&p)
}

// sealedRecord finds the sealed state in which a record begins. It gives the game and the text with the
// open state in place of the sealed one; no game where the record has none, or cannot be read.
func (s *states) sealedRecord(field, text string) (*sealedGame, string, error) {
	record, err := engine.ReadRecords(strings.NewReader(text)).Next()
	if err != nil {
		return nil, "", nil //nolint:nilerr // whoever converts the record says what is wrong with it
	}
	g, err := s.receive(field, record.State)
	if g == nil || err != nil {
		return nil, "", err
	}
	text = strings.ReplaceAll(text, record.State, g.state)
	record.State = g.state
	if _, err := record.Start(); err != nil {
		return nil, "", recordProblem(field, err)
	}
	return g, text, nil
}
