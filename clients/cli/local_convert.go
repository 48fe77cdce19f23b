package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"google.golang.org/grpc/codes"

	talon "github.com/talon-solitaire/talon/clients/go"
	"github.com/talon-solitaire/talon/engine"
	"github.com/talon-solitaire/talon/engine/interop"
	solitairev1 "github.com/talon-solitaire/talon/proto/solitaire/v1"
)

// conversion is a conversion on its way: what was read, and what it becomes.
type conversion struct {
	local
	request *solitairev1.ConvertPositionRequest
	start   engine.Position
	// number is the deal that start comes from, 0 if it comes from none that is known.
	number engine.DealNumber
	// log holds the moves; nil if a position was read.
	log []string
	// record is what was read, if it was one.
	record *engine.Record
	text   string
}

func (l local) ConvertPosition(_ context.Context, request *solitairev1.ConvertPositionRequest) (*solitairev1.ConvertPositionResponse, error) {
	c := conversion{local: l, request: request}
	if err := c.read(); err != nil {
		return nil, err
	}
	if err := c.write(); err != nil {
		return nil, err
	}
	answer := &solitairev1.ConvertPositionResponse{
		Text:    c.text,
		State:   c.start.String(),
		Variant: c.start.Variant().String(),
		Options: c.start.Options().Map(),
		Moves:   c.log,
	}
	switch request.GetTo() {
	case solitairev1.ConvertPositionRequest_PILES:
		answer.Piles, answer.Counters = pileMessages(&c.start), countersMessage(&c.start)
	case solitairev1.ConvertPositionRequest_MICROSOFT_NUMBER:
		number := uint32(c.number)
		answer.Number = &number
	}
	return answer, nil
}

// read reads the format into start and, where it has them, log and record.
func (c *conversion) read() (err error) {
	switch c.request.GetFrom() {
	case solitairev1.ConvertPositionRequest_POSITION:
		c.start, err = c.position(c.request.GetState())
	case solitairev1.ConvertPositionRequest_PILES:
		c.start, err = c.readPiles()
	case solitairev1.ConvertPositionRequest_MICROSOFT_NUMBER:
		err = c.begin()
	case solitairev1.ConvertPositionRequest_MOVES:
		err = c.readMoves()
	case solitairev1.ConvertPositionRequest_RECORD_JSON, solitairev1.ConvertPositionRequest_RECORD_TEXT:
		err = c.readRecord()
	default:
		err = c.readForeign()
	}
	return err
}

// begin reads where moves begin: a state, or a FreeCell deal by its number.
func (c *conversion) begin() (err error) {
	if c.request.Number == nil {
		c.start, err = c.position(c.request.GetState())
		return err
	}
	options, err := c.options("", engine.FreeCell.String(), c.request.GetOptions())
	if err != nil {
		return err
	}
	deal, err := c.deal("", options, c.request.Number, nil, nil)
	if err != nil {
		return err
	}
	c.start, c.number = deal.Position(), deal.Number
	return nil
}

func (c *conversion) readMoves() error {
	if err := c.begin(); err != nil {
		return err
	}
	_, err := c.kept(c.request.GetMoves())
	c.log = append([]string{}, c.request.GetMoves()...)
	return err
}

// kept reads the moves of a log that it does not take back.
func (c *conversion) kept(log []string) ([]engine.Move, error) {
	var moves []engine.Move
	for i, text := range log {
		if text == engine.Undo {
			moves = moves[:max(0, len(moves)-1)]
			continue
		}
		move, err := c.move(text, fmt.Sprintf("moves[%d]", i))
		if err != nil {
			return nil, err
		}
		moves = append(moves, move)
	}
	return moves, nil
}

func (c *conversion) readRecord() error {
	records := engine.ReadRecords(strings.NewReader(c.request.GetText()))
	record, err := records.Next()
	if err != nil {
		return c.fault("text", solitairev1.ErrorReason_MALFORMED_RECORD, err)
	}
	if _, err := records.Next(); err != io.EOF {
		return c.wrong("text", solitairev1.ErrorReason_MALFORMED_RECORD, words{
			en: "The text has more than one record.",
			de: "Der Text hat mehr als ein Protokoll.",
		})
	}
	isJSON := strings.HasPrefix(c.request.GetText(), "{")
	if isJSON != (c.request.GetFrom() == solitairev1.ConvertPositionRequest_RECORD_JSON) {
		return c.wrong("text", solitairev1.ErrorReason_MALFORMED_RECORD, words{
			en: "The text is a record of the other form.",
			de: "Der Text ist ein Protokoll der anderen Form.",
		})
	}
	if c.start, err = record.Start(); err != nil {
		return c.fault("text", solitairev1.ErrorReason_MALFORMED_RECORD, err)
	}
	c.record, c.log = record, append([]string{}, record.Moves...)
	if record.Deal != nil && c.start.Variant() == engine.FreeCell {
		c.number = record.Deal.Number
	}
	return nil
}

// readForeign reads a text of another program: a board, or moves.
func (c *conversion) readForeign() error {
	format := foreign(c.request.GetFrom())
	if format.ReadMoves != nil {
		if err := c.begin(); err != nil {
			return err
		}
		rule, _ := interop.ParseAutoplay(strings.ToLower(c.request.GetAutoplay().String()))
		moves, err := format.ReadMoves(c.start, c.request.GetText(), rule)
		if err != nil {
			return c.foreignFault(err)
		}
		c.log = []string{}
		for _, move := range moves {
			c.log = append(c.log, move.String())
		}
		return nil
	}
	if format.ReadBoard == nil {
		return c.noConversion()
	}
	variant := c.request.GetVariant()
	if variant == "" && c.request.GetFrom() == solitairev1.ConvertPositionRequest_FC_SOLVE_BOARD {
		variant = engine.FreeCell.String()
	}
	options, err := c.options("", variant, c.request.GetOptions())
	if err != nil {
		return err
	}
	if c.start, err = format.ReadBoard(options, c.request.GetText()); err != nil {
		return c.foreignFault(err)
	}
	return nil
}

// write makes the text that the format asks for, where it is one.
func (c *conversion) write() error {
	switch c.request.GetTo() {
	case solitairev1.ConvertPositionRequest_POSITION:
		c.text = c.start.String()
	case solitairev1.ConvertPositionRequest_PILES:
	case solitairev1.ConvertPositionRequest_MICROSOFT_NUMBER:
		if c.number == 0 {
			c.number = microsoftNumber(&c.start)
		}
		if c.number == 0 {
			return c.noConversion()
		}
	case solitairev1.ConvertPositionRequest_MOVES:
		if c.log == nil {
			return c.noConversion()
		}
		c.text = strings.Join(c.log, " ")
	case solitairev1.ConvertPositionRequest_RECORD_JSON:
		c.text = string(c.asRecord().AppendJSON(nil))
	case solitairev1.ConvertPositionRequest_RECORD_TEXT:
		c.text = string(c.asRecord().AppendText(nil))
	default:
		return c.writeForeign()
	}
	return nil
}

// asRecord is the record that was read, or one made of what was.
func (c *conversion) asRecord() *engine.Record {
	if c.record != nil {
		return c.record
	}
	if c.number != 0 {
		if deal, err := engine.DealByNumber(c.start.Options(), c.number); err == nil {
			return engine.NewRecord(deal, c.log)
		}
	}
	return &engine.Record{State: c.start.String(), Moves: c.log}
}

func (c *conversion) writeForeign() (err error) {
	format := foreign(c.request.GetTo())
	switch {
	case format.WriteBoard != nil:
		c.text, err = format.WriteBoard(&c.start)
	case format.WriteMoves != nil && c.log != nil:
		style := interop.StandardStyle{Single: c.request.GetSingle()}
		if c.request.GetFrom() != solitairev1.ConvertPositionRequest_FREECELL_STANDARD {
			style.Autoplay, _ = interop.ParseAutoplay(strings.ToLower(c.request.GetAutoplay().String()))
		}
		var moves []engine.Move
		if moves, err = c.kept(c.log); err != nil {
			return err
		}
		c.text, err = format.WriteMoves(c.start, moves, style)
	default:
		return c.noConversion()
	}
	if err != nil {
		return c.foreignFault(err)
	}
	return nil
}

// foreign is a format of other programs by its name on the wire; the zero Format
// can neither read nor write.
func foreign(name solitairev1.ConvertPositionRequest_Format) interop.Format {
	formats := interop.Formats()
	i := slices.IndexFunc(formats, func(f interop.Format) bool { return f.Name == name.String() })
	if i < 0 {
		return interop.Format{}
	}
	return formats[i]
}

// foreignFault is the error of a text of another program that cannot be read, or of
// a game that it cannot tell.
func (c *conversion) foreignFault(err error) error {
	var (
		read  *interop.ReadError
		write *interop.WriteError
		setup *engine.SetupError
	)
	switch {
	case errors.As(err, &read) && read.Refusal != nil:
		e := c.refusedError(read.Refusal)
		e.Metadata = map[string]string{
			"move": read.Found, "line": strconv.Itoa(read.Line), "column": strconv.Itoa(read.Column),
		}
		return e
	case errors.As(err, &read):
		return c.fault("text", solitairev1.ErrorReason_MALFORMED_TEXT, err)
	case errors.As(err, &write) && write.Refusal != nil:
		return c.refused(write.Refusal, write.Index, write.Refusal.Move.String())
	case errors.As(err, &setup):
		return c.fault("text", solitairev1.ErrorReason_MALFORMED_STATE, setup)
	}
	return &talon.Error{
		Code:    codes.InvalidArgument,
		Reason:  solitairev1.ErrorReason_UNSUPPORTED_CONVERSION,
		Message: err.Error(),
	}
}

// noConversion is the error of a pair of formats that do not become one another.
func (c *conversion) noConversion() error {
	return &talon.Error{
		Code:   codes.InvalidArgument,
		Reason: solitairev1.ErrorReason_UNSUPPORTED_CONVERSION,
		Message: fmt.Sprintf(words{
			en: "%[2]s cannot be made of what was read as %[1]s.",
			de: "Aus dem, was als %[1]s gelesen wurde, wird kein %[2]s.",
		}.in(c.language), c.request.GetFrom(), c.request.GetTo()),
	}
}

// wrong is the error of a field that is not what it was said to be.
func (c *conversion) wrong(field string, reason solitairev1.ErrorReason_Code, w words) error {
	text := w.in(c.language)
	return &talon.Error{
		Code:       codes.InvalidArgument,
		Reason:     reason,
		Message:    field + ": " + text,
		Violations: []talon.Violation{{Field: field, Description: text}},
	}
}

// microsoftNumber finds the FreeCell deal, of the million that people know, of which
// the position is the beginning; 0 if there is none.
func microsoftNumber(p *engine.Position) engine.DealNumber {
	if p.Variant() != engine.FreeCell || p.Moves() != 0 {
		return 0
	}
	for number := engine.DealNumber(1); number <= 1_000_000; number++ {
		if deal, err := engine.DealByNumber(p.Options(), number); err == nil && deal.Position() == *p {
			return number
		}
	}
	return 0
}
