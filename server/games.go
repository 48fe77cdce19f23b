package main

import (
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
		return overLimit(field, "moves", l.moves, moves)
	}
	return nil
}

// checkLog refuses a log, or a number of snapshots of it, above the limits.
func (l *limits) checkLog(moves, every int) error {
	const interval = "snapshotInterval"
	switch {
	case moves > l.moves:
		return overLimit("moves", "moves", l.moves, moves)
	case every < 0:
		return invalid(invalidRequest, interval, bilingual{"The interval is 0 or more.", "Der Abstand ist 0 oder mehr."}, nil)
	case every > 0 && moves/every > l.snapshots:
		return overLimit(interval, "snapshots", l.snapshots, moves/every)
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

// readStart reads where a log begins: a state, or a deal that says how it is dealt.
func (l *limits) readStart(state string, d dealing, dealt bool, has given) (engine.Position, error) {
	switch {
	case dealt && state != "":
		return engine.Position{}, exclusive("deal", "state")
	case state != "":
		return readState("state", state)
	case !dealt:
		return engine.Position{}, lacking("deal", "state")
	case has == (given{}) && d.GetVariant() != "":
		// A log of a random game cannot be replayed.
		return engine.Position{}, lacking("deal.number", "deal.seed", "deal.deck", "deal.daily")
	}
	deal, err := l.readDeal("deal", d, has)
	if err != nil {
		return engine.Position{}, err
	}
	return deal.Position(), nil
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
