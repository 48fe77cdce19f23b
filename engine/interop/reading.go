package interop

import (
	"errors"
	"io"
	"strings"

	"github.com/talon-solitaire/talon/engine"
)

// reading is what was read of a conversion.
type reading struct {
	start engine.Position
	// number is the FreeCell deal that start comes from, 0 if it comes from none that is known.
	number engine.DealNumber
	// log holds the moves; nil if a position was read.
	log []string
	// record is what was read, if it was one.
	record *engine.Record
}

func (c *Conversion) read() (reading, error) {
	switch c.From {
	case FormatPosition:
		p, err := c.position()
		return reading{start: p}, err
	case FormatPiles:
		p, err := c.readPiles()
		return reading{start: p}, err
	case FormatNumber:
		if c.Number == nil {
			return reading{}, missing("number")
		}
		return c.begin()
	case FormatMoves:
		return c.readMoves()
	case FormatRecordJSON, FormatRecordText:
		return c.readRecord()
	}
	if c.Text == "" {
		return reading{}, missing("text")
	}
	switch format := formatNamed(c.From); {
	case format.ReadMoves != nil:
		return c.readForeignMoves(format)
	case format.ReadBoard != nil:
		return c.readBoard(format)
	}
	return reading{}, c.unsupported(nil)
}

func (c *Conversion) position() (engine.Position, error) {
	if c.State == "" {
		return engine.Position{}, missing("state")
	}
	p, err := engine.ParseState(c.State)
	if err != nil {
		return p, &FieldError{Field: "state", Fault: NoState, Err: err}
	}
	return p, nil
}

// options reads the name of a game and its options.
func (c *Conversion) options(variant string) (engine.Options, error) {
	if variant == "" {
		return engine.Options{}, missing("variant")
	}
	v, err := engine.ParseVariant(variant)
	if err != nil {
		return engine.Options{}, &FieldError{Field: "variant", Fault: NoOptions, Err: err}
	}
	o, err := engine.ParseOptions(v, c.Options)
	if err != nil {
		field := "options"
		if wrong := (*engine.OptionError)(nil); errors.As(err, &wrong) {
			field += "[" + wrong.Option + "]"
		}
		return o, &FieldError{Field: field, Fault: NoOptions, Err: err}
	}
	return o, nil
}

// begin reads where moves begin: a state, or a FreeCell deal by its number.
func (c *Conversion) begin() (reading, error) {
	switch {
	case c.Number != nil && c.State != "":
		return reading{}, &FieldError{Field: "number", Fault: Exclusive, Other: "state"}
	case c.Number == nil:
		if len(c.Options) > 0 {
			return reading{}, &FieldError{Field: "options", Fault: Told, Other: "state"}
		}
		p, err := c.position()
		return reading{start: p}, err
	}
	o, err := c.options(engine.FreeCell.String())
	if err != nil {
		return reading{}, err
	}
	d, err := engine.DealByNumber(o, *c.Number)
	if err != nil {
		return reading{}, &FieldError{Field: "number", Fault: NoDeal, Err: err}
	}
	return reading{start: d.Position(), number: d.Number}, nil
}

func (c *Conversion) readMoves() (reading, error) {
	read, err := c.begin()
	if err != nil {
		return reading{}, err
	}
	if err := c.checkLog("moves", read.start, c.Moves); err != nil {
		return reading{}, err
	}
	read.log = append([]string{}, c.Moves...)
	return read, nil
}

// checkLog replays a log, which has to be legal to its end.
func (c *Conversion) checkLog(field string, start engine.Position, log []string) error {
	if most := c.Limits.moves(); len(log) > most {
		return tooMuch(field, "moves", most, len(log), nil)
	}
	played := engine.Replay(start, log, nil)
	if played.Applied == len(log) {
		return nil
	}
	if field == "moves" {
		field = entry(field, played.Applied)
	}
	stop := &FieldError{Field: field, Fault: NoMove, Index: played.Applied, Entry: log[played.Applied], Err: played.Refusal}
	if played.Refusal == nil {
		stop.Err = played.Unreadable
	}
	return stop
}

// keptMoves returns the moves of a legal log that it does not take back, and their indexes in it.
func keptMoves(log []string) (moves []engine.Move, indexes []int) {
	for i, text := range log {
		if m, err := engine.ParseMove(text); err == nil {
			moves, indexes = append(moves, m), append(indexes, i)
			continue
		}
		moves, indexes = moves[:len(moves)-1], indexes[:len(indexes)-1]
	}
	return moves, indexes
}

func (c *Conversion) readRecord() (reading, error) {
	records := engine.ReadRecords(strings.NewReader(c.Text))
	record, err := records.Next()
	if errors.Is(err, io.EOF) {
		return reading{}, missing("text")
	}
	if err != nil {
		return reading{}, unrecorded(err)
	}
	if err := c.Limits.checkDeal(record.Deal); err != nil {
		return reading{}, err
	}
	start, impossible := records.Start()
	isJSON := records.JSON()
	if _, err := records.Next(); !errors.Is(err, io.EOF) {
		return reading{}, &FieldError{Field: "text", Fault: ManyRecords}
	}
	if isJSON != (c.From == FormatRecordJSON) {
		return reading{}, &FieldError{Field: "text", Fault: OtherForm, Format: c.From}
	}
	if impossible != nil {
		return reading{}, unrecorded(impossible)
	}
	if err := c.checkLog("text", start, record.Moves); err != nil {
		return reading{}, err
	}
	read := reading{start: start, record: record, log: append([]string{}, record.Moves...)}
	if record.Deal != nil && start.Variant() == engine.FreeCell {
		read.number = record.Deal.Number
	}
	return read, nil
}

// asRecord gives the record that was read, or makes one of what was.
func (r reading) asRecord() *engine.Record {
	if r.record != nil {
		return r.record
	}
	if r.number != 0 {
		if d, err := engine.DealByNumber(r.start.Options(), r.number); err == nil {
			return engine.NewRecord(d, r.log)
		}
	}
	return &engine.Record{State: r.start.String(), Moves: r.log}
}

func (c *Conversion) readForeignMoves(format Format) (reading, error) {
	read, err := c.begin()
	if err != nil {
		return reading{}, err
	}
	rule := None
	if c.Autoplay != nil {
		rule = *c.Autoplay
	}
	moves, err := format.ReadMoves(read.start, c.Text, rule)
	if err != nil {
		return reading{}, c.unread(err)
	}
	if most := c.Limits.written(); len(moves) > most {
		return reading{}, tooMuch("text", "moves", most, len(moves), nil)
	}
	read.log = make([]string, len(moves))
	for i, m := range moves {
		read.log[i] = m.String()
	}
	return read, nil
}

func (c *Conversion) readBoard(format Format) (reading, error) {
	variant := c.Variant
	if variant == "" && format.Name == fcSolveName {
		variant = engine.FreeCell.String()
	}
	o, err := c.options(variant)
	if err != nil {
		return reading{}, err
	}
	p, err := format.ReadBoard(o, c.Text)
	if err != nil {
		return reading{}, c.unread(err)
	}
	return reading{start: p}, nil
}
