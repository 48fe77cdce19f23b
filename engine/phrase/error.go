package phrase

import (
	"errors"
	"fmt"
	"strings"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
)

// Parse returns a sentence that says where a text could not be read, in bytes
// counted from 0, and what was expected there.
func Parse(l Language, e *engine.ParseError) string {
	found := text{"the end", "das Ende"}.in(l)
	if e.Offset >= 0 && e.Offset < len(e.Input) {
		found = quote(l, e.Input[e.Offset:])
	}
	said := fill(text{
		"Cannot be read at offset {offset}: expected {wanted}, but found {found}.",
		"Nicht lesbar an Stelle {offset}. Erwartet: {wanted}. Gefunden: {found}.",
	}.in(l), words{"wanted": expected(l, e.Wanted), "found": found}, numbers{"offset": e.Offset})
	if e.Input == engine.Undo && strings.HasPrefix(e.Wanted, "a move such as ") {
		said += text{
			" A position alone has no move to take back: go on from an earlier one; u stands in the logs of replays and records.",
			" Eine Stellung allein hat keinen Zug zum Zurücknehmen: von einer früheren aus weiterspielen; u steht in den Zügen von Aufzeichnungen.",
		}.in(l)
	}
	return said
}

// Error returns what any error of the engine or of a conversion says, one or
// more sentences; of an error that is neither, its own text.
func Error(l Language, err error) string {
	var (
		field   *interop.FieldError
		foreign *interop.UnsupportedError
		read    *interop.ReadError
		record  *engine.RecordError
		illegal *engine.IllegalMoveError
		parse   *engine.ParseError
		setup   *engine.SetupError
		variant *engine.UnknownVariantError
		version *engine.RulesVersionError
		option  *engine.OptionError
		seed    *engine.SeedError
		form    *interop.VariantError
		write   *interop.WriteError
		many    *interop.LimitError
	)
	switch {
	case errors.As(err, &field):
		return fieldError(l, field)
	case errors.As(err, &foreign):
		return unsupportedError(l, foreign)
	case errors.As(err, &record):
		return recordError(l, record)
	case errors.As(err, &illegal):
		return Refusal(l, illegal)
	case errors.As(err, &parse):
		return Parse(l, parse)
	case errors.As(err, &setup):
		return setupError(l, setup)
	case errors.As(err, &variant):
		return fill(text{
			"There is no game {name}; there are {names}.",
			"Ein Spiel {name} gibt es nicht; es gibt {names}.",
		}.in(l), words{"name": quote(l, variant.Name), "names": engine.VariantNames()}, nil)
	case errors.As(err, &version):
		return fill(text{
			"Version {version} of the rules of {game} does not exist; there is version {served}.",
			"Version {version} der Regeln von {game} gibt es nicht; es gibt Version {served}.",
		}.in(l), words{
			"version": quote(l, version.Version),
			"game":    Variant(l, version.Variant),
			"served":  strings.Trim(strings.ReplaceAll(fmt.Sprint(version.Served), " ", ", "), "[]"),
		}, nil)
	case errors.As(err, &option):
		return optionError(l, option)
	case errors.As(err, &seed):
		return seedError(l, seed)
	case errors.As(err, &read):
		return readError(l, read)
	case errors.As(err, &form):
		return formError(l, form)
	case errors.As(err, &write):
		return writeError(l, write)
	case errors.As(err, &many):
		return Limit(l, "moves", many.Limit, many.Asked)
	case errors.Is(err, engine.ErrDealNumber):
		return text{
			"Deal numbers run from 1 to 4294967295.",
			"Spielnummern gehen von 1 bis 4294967295.",
		}.in(l)
	default:
		return err.Error()
	}
}

// Brief returns what Error says of the first three violations, and how many more
// there are.
func Brief(l Language, e *engine.SetupError) string {
	const named = 3
	more := len(e.Violations) - named
	if more <= 0 {
		return setupError(l, e)
	}
	return setupError(l, &engine.SetupError{Violations: e.Violations[:named]}) +
		fill(text{" There are {more} more.", " Es gibt {more} weitere."}.in(l), nil, numbers{"more": more})
}

func setupError(l Language, e *engine.SetupError) string {
	sentences := []string{text{"The position is impossible.", "Die Stellung ist unmöglich."}.in(l)}
	var missing []string
	onlyCards := true
	for _, v := range e.Violations {
		onlyCards = onlyCards && v.Pile == "cards"
		if isMissing(v) {
			missing = append(missing, v.Cards)
			continue
		}
		sentences = append(sentences, Violation(l, v))
	}
	if onlyCards { // a deck is refused like this too
		sentences[0] = text{"The cards are not those of the game.", "Die Karten sind nicht die des Spiels."}.in(l)
	}
	if len(missing) > 0 {
		sentences = append(sentences, fill(text{
			"{cards} {n:is|are} missing.",
			"{cards} {n:fehlt|fehlen}.",
		}.in(l), words{"cards": list(l, missing)}, numbers{"n": len(missing)}))
	}
	return strings.Join(sentences, " ")
}

func optionError(l Language, e *engine.OptionError) string {
	w := words{
		"game":   Variant(l, e.Variant),
		"option": e.Option,
		"name":   quote(l, e.Option),
		"value":  quote(l, e.Value),
		"wanted": expected(l, e.Wanted),
		"other":  e.Contradicts,
	}
	switch {
	case e.Unknown:
		return fill(text{
			"{game} has no option {name}; it has {wanted}.",
			"Eine Option {name} hat {game} nicht; es gibt {wanted}.",
		}.in(l), w, nil)
	case e.Contradicts != "":
		return fill(text{
			"The option {option} can be {value} only together with {other}.",
			"Die Option {option} darf nur zusammen mit {other} den Wert {value} haben.",
		}.in(l), w, nil)
	default:
		return fill(text{
			"The option {option} of {game} cannot be {value}; it takes {wanted}.",
			"Die Option {option} von {game} kann nicht {value} sein; möglich: {wanted}.",
		}.in(l), w, nil)
	}
}

func seedError(l Language, e *engine.SeedError) string {
	if e.NotText {
		return text{"A seed must be valid UTF-8.", "Ein Seed muss gültiges UTF-8 sein."}.in(l)
	}
	return fill(text{
		"A seed is 1 to 128 bytes long; this one has {length}.",
		"Ein Seed ist 1 bis 128 Bytes lang; dieser hat {length}.",
	}.in(l), nil, numbers{"length": e.Length})
}

func recordError(l Language, e *engine.RecordError) string {
	var places []string
	if e.Line > 0 {
		places = append(places, fill(text{"line {line}, column {column}", "Zeile {line}, Spalte {column}"}.in(l),
			nil, numbers{"line": e.Line, "column": e.Column}))
	}
	if e.Field != "" {
		places = append(places, text{"field ", "Feld "}.in(l)+quote(l, e.Field))
	}
	place := strings.Join(places, ", ")
	var said []string
	if e.Wanted != "" {
		what := text{"expected {wanted}.", "erwartet: {wanted}."}
		if place != "" {
			what = text{"{place}: expected {wanted}.", "{place}, erwartet: {wanted}."}
		}
		said = append(said, sentence(what.in(l), words{"place": place, "wanted": expected(l, e.Wanted)}, nil))
	}
	if e.Err != nil {
		why := Error(l, e.Err)
		if e.Wanted == "" && place != "" {
			why = capital(place) + ": " + why
		}
		said = append(said, why)
	}
	return strings.Join(said, " ")
}
