package main

import (
	"errors"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/proto"

	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	"github.com/talon-solitaire/talon/engine/phrase"
	"github.com/talon-solitaire/talon/internal/message"
	"github.com/talon-solitaire/talon/server/internal/admission"
	"github.com/talon-solitaire/talon/server/internal/strictjson"
	"github.com/talon-solitaire/talon/server/internal/wire"
)

// problemOf gives the problem that an error is. One that nobody expected is a defect of ours.
func problemOf(err error) *problem {
	var (
		known      *problem
		large      *wire.TooLargeError
		many       *wire.TooManyError
		unreadable *wire.UnreadableError
		body       *strictjson.Error
	)
	switch {
	case errors.As(err, &known):
		return known
	case errors.As(err, &large):
		return tooLarge(large.Limit, large.Size)
	case errors.As(err, &many):
		return tooMany(many.Field, many.Limit, many.Asked)
	case errors.Is(err, wire.ErrCompressed):
		return wrongMediaType("grpc-encoding", "gzip", "identity")
	case errors.Is(err, wire.ErrFull), errors.Is(err, admission.ErrFull):
		return errOverloaded
	case errors.As(err, &unreadable):
		return invalid(invalidRequest, "", bilingual{
			"The message is not the protobuf message that the method takes.",
			"Die Nachricht ist nicht die Protobuf-Nachricht, die die Methode erwartet.",
		}, nil)
	case errors.As(err, &body):
		return bodyProblem(body)
	}
	return failure()
}

// said is what the engine's error says, in both languages.
func said(err error) bilingual {
	return bilingual{phrase.Error(phrase.English, err), phrase.Error(phrase.German, err)}
}

// atMost says how much of something is allowed, in both languages.
func atMost(unit string, limit, asked int) bilingual {
	return bilingual{phrase.Limit(phrase.English, unit, limit, asked), phrase.Limit(phrase.German, unit, limit, asked)}
}

// tooMany is a list or a map with more elements than the limit, over either wire; its own name is what they are.
func tooMany(path string, limit, asked int) *problem {
	return overLimit(path, path[strings.LastIndexByte(path, '.')+1:], limit, asked)
}

// bodyProblem is a JSON body that is not the request.
func bodyProblem(e *strictjson.Error) *problem {
	facts := map[string]string{"offset": strconv.Itoa(e.Offset)}
	if e.Wanted != "" {
		facts["wanted"] = e.Wanted
	}
	reason := malformedJSON
	switch e.Kind {
	case strictjson.UnknownField:
		reason = unknownField
		facts["field"] = e.Field
	case strictjson.UnknownName:
		reason = unknownValue
		facts["field"], facts["value"] = e.Field, short(e.Name)
	case strictjson.Exclusive:
		reason = invalidRequest
	case strictjson.TooMany:
		return tooMany(e.Field, e.Limit, e.Asked)
	}
	p := &problem{code: codes.InvalidArgument, reason: reason, facts: facts, text: aboutBody(e)}
	if e.Field != "" {
		p.fields = []faultyField{{path: e.Field, text: p.text}}
	}
	return p
}

// stateProblem is a state that cannot be read, or that no game reaches.
func stateProblem(field string, err error) error {
	var (
		parse   *engine.ParseError
		version *engine.RulesVersionError
		setup   *engine.SetupError
	)
	switch {
	case errors.As(err, &parse):
		return invalid(malformedState, field, said(err), parseFacts(parse))
	case errors.As(err, &version):
		return versionProblem(field, version)
	case errors.As(err, &setup):
		return setupProblem(impossibleState, field, setup)
	}
	return err
}

func parseFacts(e *engine.ParseError) map[string]string {
	return map[string]string{"offset": strconv.Itoa(e.Offset), "wanted": e.Wanted}
}

// variantProblem is a name that is none of the games.
func variantProblem(field string, e *engine.UnknownVariantError) *problem {
	return invalid(unknownVariant, field, said(e), map[string]string{"variant": short(e.Name), "wanted": engine.VariantNames()})
}

func versionProblem(field string, e *engine.RulesVersionError) *problem {
	served := strings.Trim(strings.ReplaceAll(fmt.Sprint(e.Served), " ", ", "), "[]")
	p := invalid(unknownRulesVersion, field, said(e),
		map[string]string{"variant": e.Variant.String(), "version": short(e.Version), "served": served})
	p.code = codes.FailedPrecondition
	return p
}

// setupProblem lists every violation under the pile that it concerns; the message names the first
// few of them.
func setupProblem(reason reasonCode, field string, e *engine.SetupError) *problem {
	p := invalid(reason, field, bilingual{phrase.Brief(phrase.English, e), phrase.Brief(phrase.German, e)}, nil)
	p.fields = nil
	for _, v := range e.Violations {
		p.fields = append(p.fields, faultyField{
			path: field + "[" + v.Pile + "]", kind: v.Kind.String(),
			text: bilingual{phrase.Violation(phrase.English, v), phrase.Violation(phrase.German, v)},
		})
	}
	return p
}

// moveProblem is an entry of a log that cannot be read or breaks a rule.
func moveProblem(field string, index int, err error) error {
	var (
		parse   *engine.ParseError
		illegal *engine.IllegalMoveError
	)
	facts := map[string]string{"move_index": strconv.Itoa(index)}
	switch {
	case errors.As(err, &parse):
		facts["move"] = short(parse.Input)
		maps.Copy(facts, parseFacts(parse))
		return invalid(malformedMove, field, said(err), facts)
	case errors.As(err, &illegal):
		facts["move"] = illegal.Move.String()
		if illegal.Reason == engine.NothingToUndo {
			facts["move"] = engine.Undo
		}
		return refused(illegalMove, illegal, facts)
	}
	return err
}

// logProblem is a log that stops at an entry.
func logProblem(err error) error {
	var at *message.MoveError
	if errors.As(err, &at) {
		return moveProblem(entry("moves", at.Index), at.Index, at.Err)
	}
	return err
}

// refused is a move, or a finish, that the rules do not allow.
func refused(reason reasonCode, e *engine.IllegalMoveError, facts map[string]string) *problem {
	facts["limit"], facts["asked"] = strconv.Itoa(e.Limit), strconv.Itoa(e.Asked)
	return &problem{
		code: codes.FailedPrecondition, reason: reason, text: said(e),
		facts: facts, refusal: func(l language) proto.Message { return message.Refusal(l, e) },
	}
}

// finishProblem is a game that the automatic finish does not complete.
func finishProblem(err error) error {
	var illegal *engine.IllegalMoveError
	if errors.As(err, &illegal) {
		return refused(finishNotAvailable, illegal, map[string]string{})
	}
	return err
}

// optionProblem is an option that the variant does not have or does not take with this value.
func optionProblem(field string, err error) error {
	var (
		option  *engine.OptionError
		variant *engine.UnknownVariantError
	)
	switch {
	case errors.As(err, &variant):
		return variantProblem(path(field, "variant"), variant)
	case errors.As(err, &option):
		facts := map[string]string{"option": short(option.Option), "wanted": option.Wanted}
		if option.Value != "" {
			facts["value"] = short(option.Value)
		}
		return invalid(invalidOption, path(field, "options["+short(option.Option)+"]"), said(err), facts)
	}
	return err
}

// dealProblem is a number, a seed or a deck that deals nothing.
func dealProblem(field string, err error) error {
	var (
		parse *engine.ParseError
		seed  *engine.SeedError
		setup *engine.SetupError
	)
	switch {
	case errors.Is(err, engine.ErrDealNumber):
		return invalid(invalidDeal, field, said(err), map[string]string{"wanted": "1 to 4294967295"})
	case errors.As(err, &seed):
		return invalid(invalidDeal, field, said(err), map[string]string{"asked": strconv.Itoa(seed.Length)})
	case errors.As(err, &parse):
		return invalid(invalidDeal, field, said(err), parseFacts(parse))
	case errors.As(err, &setup):
		return setupProblem(invalidDeal, field, setup)
	}
	return err
}

// recordProblem is a record that cannot be read, or that has no possible beginning.
func recordProblem(field string, err error) error {
	var (
		record  *engine.RecordError
		version *engine.RulesVersionError
		setup   *engine.SetupError
		p       *problem
	)
	if !errors.As(err, &record) {
		return err
	}
	switch {
	case errors.As(err, &version):
		p = versionProblem(field, version)
	case errors.As(err, &setup):
		p = setupProblem(impossibleState, field, setup)
	default:
		p = invalid(malformedRecord, field, said(err), wantedFacts(record))
	}
	if p.facts == nil {
		p.facts = map[string]string{}
	}
	if record.Line > 0 {
		p.facts["line"], p.facts["column"] = strconv.Itoa(record.Line), strconv.Itoa(record.Column)
	}
	if record.Field != "" {
		p.facts["field"] = short(record.Field)
	}
	return p
}

// wantedFacts says what was expected in a record, and where in the field if it is a text of its own.
func wantedFacts(e *engine.RecordError) map[string]string {
	var (
		parse   *engine.ParseError
		option  *engine.OptionError
		variant *engine.UnknownVariantError
		seed    *engine.SeedError
	)
	switch {
	case errors.As(e.Err, &parse):
		return parseFacts(parse)
	case errors.As(e.Err, &option):
		return map[string]string{"wanted": option.Wanted}
	case errors.As(e.Err, &variant):
		return map[string]string{"wanted": engine.VariantNames()}
	case errors.As(e.Err, &seed), errors.Is(e.Err, engine.ErrDealNumber):
		return map[string]string{"wanted": e.Err.Error()}
	}
	return map[string]string{"wanted": e.Wanted}
}

// conversionProblem is something that cannot be converted.
func conversionProblem(err error) error {
	var (
		unsupported *interop.UnsupportedError
		wrong       *interop.FieldError
	)
	switch {
	case errors.As(err, &unsupported):
		return &problem{
			code: codes.InvalidArgument, reason: unsupportedConversion, text: said(err),
			facts: map[string]string{"from": unsupported.From, "to": unsupported.To},
		}
	case !errors.As(err, &wrong):
		return err
	}
	switch wrong.Fault {
	case interop.Missing:
		return missing(wrong.Field)
	case interop.Exclusive:
		return exclusive(wrong.Field, wrong.Other)
	case interop.ManyRecords:
		return invalid(malformedRecord, wrong.Field, said(err), map[string]string{"wanted": "one record"})
	case interop.OtherForm:
		return invalid(malformedRecord, wrong.Field, said(err), map[string]string{"wanted": wrong.Format})
	case interop.NoState:
		return stateProblem(wrong.Field, wrong.Err)
	case interop.NoOptions:
		return optionProblem("", wrong.Err)
	case interop.NoDeal:
		return dealProblem(wrong.Field, wrong.Err)
	case interop.NoMove:
		return moveProblem(wrong.Field, wrong.Index, wrong.Err)
	case interop.NoRecord:
		return recordProblem(wrong.Field, wrong.Err)
	case interop.NoText:
		return textProblem(wrong.Field, wrong.Err)
	case interop.TooMuch:
		return overLimit(wrong.Field, wrong.Unit, wrong.Limit, wrong.Asked)
	}
	return invalid(invalidRequest, wrong.Field, said(err), nil)
}

// textProblem is a text of another program that cannot be read or breaks a rule.
func textProblem(field string, err error) error {
	var (
		read  *interop.ReadError
		setup *engine.SetupError
	)
	switch {
	case errors.As(err, &read):
		facts := map[string]string{
			"line": strconv.Itoa(read.Line), "column": strconv.Itoa(read.Column), "wanted": read.Wanted,
		}
		if read.Refusal != nil {
			facts["move"] = short(read.Found)
			return refused(illegalMove, read.Refusal, facts)
		}
		return invalid(malformedText, field, said(err), facts)
	case errors.As(err, &setup):
		return setupProblem(impossibleState, field, setup)
	}
	return err
}

// short cuts what a stranger wrote to what a header may hold.
func short(text string) string {
	const most = 64
	if len(text) > most {
		return text[:most] + "…"
	}
	return text
}

// quoted shows what a stranger wrote, escaped and cut.
func quoted(text string) string { return strconv.QuoteToASCII(short(text)) }

// inGermanQuotes shows it as German texts quote.
func inGermanQuotes(text string) string {
	escaped := quoted(text)
	return "„" + strings.ReplaceAll(escaped[1:len(escaped)-1], `\"`, `"`) + "“"
}

// noSuchVariant is a variant that was asked for as a resource.
func noSuchVariant(name string) *problem {
	p := variantProblem("variant", &engine.UnknownVariantError{Name: name})
	p.code = codes.NotFound
	return p
}
